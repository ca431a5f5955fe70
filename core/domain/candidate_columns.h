// The one list of columns of a candidates table: the window, CSV, the command line, reports and docs walk it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "core/domain/session.h"

namespace kernelcast {

// An empty cell is monostate, and sorts last in either direction.
using CellValue = std::variant<std::monostate, std::int64_t, double, std::string>;

enum class CellFormat {
  Text,
  Integer,
  Number,
  Speedup,
  Microseconds,
  Milliseconds,
  Percent,
  Bytes,
  CandidateNumber,
  Bin,
  BinPaperCode
};

struct CandidateColumn {
  std::string_view key;      // CSV header, stable: "expected_speedup"
  std::string_view title;    // table header: "forecast speedup"
  std::string_view tooltip;  // one sentence, with unit and source
  CellFormat format;
  bool shownByDefault;
  CellValue (*value)(const SessionTable&, const CandidateRow&);
};

std::span<const CandidateColumn> candidateColumns();

// A cell as shown, "1.25×", "–" where empty.
std::string formatCell(const CellValue& value, CellFormat format);

}  // namespace kernelcast
