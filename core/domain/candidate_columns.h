// The one list of columns of a candidates table: the window, CSV, the command line, reports and docs walk it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/domain/session.h"
#include "core/domain/speedup_bin.h"

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

// What a column is about: how a list of all of them is divided.
enum class ColumnGroup { Kernel, Fate, Measured, Forecast, Build };
struct ColumnGroupInfo {
  ColumnGroup group;
  std::string_view title;  // on screen
};
std::span<const ColumnGroupInfo> columnGroups();

struct CandidateColumn {
  std::string_view key;      // CSV header, stable: "expected_speedup"
  std::string_view title;    // table header: "forecast speedup"
  std::string_view tooltip;  // one sentence, with unit and source
  ColumnGroup group;
  CellFormat format;
  bool shownByDefault;
  CellValue (*value)(const SessionTable&, const CandidateRow&);
};

std::span<const CandidateColumn> candidateColumns();
const CandidateColumn* findCandidateColumn(std::string_view key);

// Those that a table of this session starts with: the ones shown by default, the measured class by the rule
// in use, and device and surrogate where there are several, since rows of one kernel look alike without.
std::vector<const CandidateColumn*> defaultColumns(const SessionTable& table, BinRule bins);

// A cell as shown, "1.25×", "–" where empty.
std::string formatCell(const CellValue& value, CellFormat format);

}  // namespace kernelcast
