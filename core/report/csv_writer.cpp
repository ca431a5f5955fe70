#include "core/report/csv_writer.h"

#include <cmath>
#include <variant>

#include <fmt/format.h>

#include "core/domain/text.h"

namespace kernelcast::report {

namespace {

std::string quotedWhereNeeded(std::string_view text) {
  const bool edgeSpace =
      !text.empty() && (text.front() == ' ' || text.back() == ' ');  // trimmed by some readers
  if (!edgeSpace && text.find_first_of(",\"\r\n") == std::string::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::string csvField(const CellValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
  if (const auto* number = std::get_if<double>(&value)) {
    return std::isfinite(*number) ? fmt::format("{}", *number) : std::string();  // no reader agrees on "nan"
  }
  if (const auto* words = std::get_if<std::string>(&value)) {
    std::string text = toValidUtf8(*words);
    if (text.find_first_of("=+-@\t\r'") == 0) text.insert(0, 1, '\'');
    return quotedWhereNeeded(text);
  }
  return {};
}

std::string_view csvText(std::string_view field) {
  if (!field.empty() && field.front() == '\'') field.remove_prefix(1);
  return field;
}

std::string candidatesCsv(const SessionTable& table) {
  std::string csv;
  csv.reserve((table.rows.size() + 1) * 320);
  const auto columns = candidateColumns();
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (c > 0) csv += ',';
    csv += columns[c].key;
  }
  csv += "\r\n";
  for (const CandidateRow& row : table.rows) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (c > 0) csv += ',';
      csv += csvField(columns[c].value(table, row));
    }
    csv += "\r\n";
  }
  return csv;
}

}  // namespace kernelcast::report
