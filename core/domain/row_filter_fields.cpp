#include <algorithm>
#include <array>
#include <cmath>

#include "core/domain/outcome.h"
#include "core/domain/row_filter.h"

namespace kernelcast {

namespace {

using T = SessionTable;
using R = CandidateRow;
constexpr double kUnknown = CandidateRow::kUnknown;

std::string_view nameAt(const std::vector<std::string>& names, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < names.size() ? names[static_cast<std::size_t>(index)]
                                                                      : std::string_view();
}

// Only where there is both a forecast and a truth.
double classError(const R& row, BinRule rule) {
  const auto truth = binOf(row.speedup, rule);
  return truth && row.predictedBin > 0 ? std::abs(row.predictedBin - *truth) : kUnknown;
}

double statedProbability(const R& row) {
  return row.hasForecast() && row.predictedBin > 0
             ? row.probabilities.at(static_cast<std::size_t>(row.predictedBin - 1))
             : kUnknown;
}

constexpr FilterField flag(std::string_view key, std::string_view about, std::string_view sentence,
                           bool (*test)(const R&, BinRule)) {
  FilterField field;
  field.about = about;
  field.key = field.title = field.example = key;
  field.sentence = sentence;
  field.flag = test;
  return field;
}

constexpr FilterField text(std::string_view key, std::string_view about, std::string_view title,
                           std::string_view example, std::string_view sentence,
                           std::string_view (*value)(const T&, const R&)) {
  FilterField field;
  field.key = key;
  field.title = title;
  field.example = example;
  field.sentence = sentence;
  field.kind = FilterKind::Text;
  field.text = value;
  field.about = about;
  field.isColumn = true;
  return field;
}

constexpr FilterField number(std::string_view key, std::string_view about, bool isColumn,
                             std::string_view title, std::string_view example, std::string_view sentence,
                             CellFormat format, double (*value)(const R&, BinRule)) {
  FilterField field;
  field.key = key;
  field.title = title;
  field.example = example;
  field.sentence = sentence;
  field.kind = FilterKind::Number;
  field.format = format;
  field.number = value;
  field.about = about;
  field.isColumn = isColumn;
  return field;
}

constexpr std::array kNamed{
    flag("failed", "status", "Did not compile, gave a wrong result, crashed or ran too long.",
         [](const R& r, BinRule) { return isFailure(r.status); }),
    flag("correct", "status", "Ran and gave the right result.",
         [](const R& r, BinRule) { return r.status == RowStatus::Ok; }),
    flag("measured", "status", "A device judged it, right or wrong: it took a run.",
         [](const R& r, BinRule) { return judgedByDevice(r); }),
    flag("trusted", "verdict", "Its forecast stood in for a measurement.",
         [](const R& r, BinRule) { return r.verdict == Verdict::Trusted; }),
    flag("deferred", "verdict", "Sent to the GPU because its forecast was not trusted.",
         [](const R& r, BinRule) { return r.verdict == Verdict::Deferred; }),
    flag("skipped", "verdict", "Dropped on its forecast.",
         [](const R& r, BinRule) { return r.verdict == Verdict::Skipped; }),
    flag("spot-check", "verdict", "Measured because a coin said so.",
         [](const R& r, BinRule) { return r.verdict == Verdict::Audit; }),
    flag("forecast", "predicted_bin", "Has a forecast that could be read.",
         [](const R& r, BinRule) { return r.hasForecast(); }),
    flag("unread", "repeats", "The surrogate's answer could not be read.",
         [](const R& r, BinRule) { return r.unparsed > 0; }),
    flag("right", "bin_error", "Forecast in the measured speed class.",
         [](const R& r, BinRule rule) { return outcomeOf(r, rule) == Outcome::Hit; }),
    flag("off-by-one", "bin_error", "Forecast one speed class away from the measured one.",
         [](const R& r, BinRule rule) { return outcomeOf(r, rule) == Outcome::OffByOne; }),
    flag("off-by-more", "bin_error", "Forecast two or more speed classes away from the measured one.",
         [](const R& r, BinRule rule) { return outcomeOf(r, rule) == Outcome::OffByMore; }),
    flag("open", "status", "Not measured, or not forecast.",
         [](const R& r, BinRule rule) { return outcomeOf(r, rule) == Outcome::Open; }),
    flag("faster", "speedup", "Measured faster than the reference.",
         [](const R& r, BinRule) { return r.speedup > 1; }),
    flag("slower", "speedup", "Measured slower than the reference.",
         [](const R& r, BinRule) { return r.speedup > 0 && r.speedup < 1; }),
    flag("beyond", "speedup", "Measured outside what a forecast can say, 0.177× to 5.66×.",
         [](const R& r, BinRule) {
           return r.speedup > 0 && (r.speedup < kScaleLow || r.speedup > kScaleHigh);
         }),
    text("name", "name", "kernel", "name:vec4", "Name of the kernel.",
         [](const T&, const R& r) -> std::string_view { return r.name; }),
    text("parent", "parent", "parent", "parent:reference", "Name of the kernel it was written from.",
         [](const T&, const R& r) -> std::string_view { return r.parentName; }),
    text("task", "task", "task", "task:transpose", "The operation it is to make fast.",
         [](const T& t, const R& r) { return nameAt(t.tasks, r.task); }),
    text("status", "status", "status", "status:\"wrong result\"",
         "What the device said of it, as the table says it.",
         [](const T&, const R& r) { return info(r.status).title; }),
    text("device", "device", "device", "device:H200", "The GPU it was measured on.",
         [](const T& t, const R& r) { return nameAt(t.devices, r.device); }),
    text("surrogate", "surrogate", "surrogate", "surrogate:gpt", "The model that forecast it.",
         [](const T& t, const R& r) { return nameAt(t.surrogates, r.surrogate); }),
    text("hash", "kernel", "hash", "hash:9f3a61c", "SHA-256 of the kernel's text, or a part of it.",
         [](const T&, const R& r) -> std::string_view { return r.kernelHash; }),
    number("bin", "predicted_bin", true, "forecast class", "bin:7",
           "Speed class that was forecast, 1 (slowest) to 8.", CellFormat::Bin,
           [](const R& r, BinRule) { return r.predictedBin > 0 ? r.predictedBin : kUnknown; }),
    number("true", "true_bin", true, "measured class", "true:5..7",
           "Speed class of the measured speedup, by the rule that is in force.", CellFormat::Integer,
           [](const R& r, BinRule rule) {
             const auto bin = binOf(r.speedup, rule);
             return bin ? double{1} * *bin : kUnknown;
           }),
    number("error", "bin_error", false, "class error", "error>=2",
           "Speed classes between forecast and measurement, either way, by the rule that is in force.",
           CellFormat::Integer, classError),
    number("stated", "confidence", false, "probability of the named class", "stated>=50%",
           "What the forecast gave to the class it named: the confidence of a reliability diagram.",
           CellFormat::Percent, [](const R& r, BinRule) { return statedProbability(r); }),
    // As stats::equalWidthGroups numbers them, from 1.
    number("group", "confidence", false, "reliability group", "group:5",
           "Bar of the reliability diagram: 5 holds stated probabilities from 40% to under 50%.",
           CellFormat::Integer,
           [](const R& r, BinRule) {
             const double stated = statedProbability(r);
             return std::isnan(stated) ? kUnknown : std::min(std::floor(stated * 10), 9.0) + 1;
           }),
};

std::vector<FilterField> allFields() {
  std::vector<FilterField> fields(kNamed.begin(), kNamed.end());
  for (const CandidateColumn& column : candidateColumns()) {
    if (column.format == CellFormat::Text) continue;
    FilterField field;
    field.key = column.key;
    field.title = column.title;
    field.sentence = column.tooltip;
    field.kind = FilterKind::Number;
    field.format = column.format;
    field.column = &column;
    field.about = column.key;
    field.isColumn = true;
    fields.push_back(field);
  }
  return fields;
}

}  // namespace

std::span<const FilterField> filterFields() {
  static const std::vector<FilterField> fields = allFields();
  return fields;
}

const FilterField* findFilterField(std::string_view key) {
  const auto fields = filterFields();
  const auto found =
      std::find_if(fields.begin(), fields.end(), [&](const FilterField& f) { return f.key == key; });
  return found == fields.end() ? nullptr : &*found;
}

const CandidateColumn* columnAbout(const FilterField& field, BinRule rule) {
  // The one field whose column depends on the rule, as it does itself.
  const bool published = field.key == "true" && rule == BinRule::PaperCode;
  return findCandidateColumn(published ? std::string_view("true_bin_paper_code") : field.about);
}

const FilterField* fieldOfColumn(const CandidateColumn& column, BinRule rule) {
  const auto fields = filterFields();
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const FilterField& field) {
    return field.isColumn && columnAbout(field, rule) == &column;
  });
  return found == fields.end() ? nullptr : &*found;
}

std::vector<const FilterField*> flagsOfColumn(const CandidateColumn& column) {
  std::vector<const FilterField*> flags;
  for (const FilterField& field : filterFields()) {
    if (field.kind == FilterKind::Flag && field.about == column.key) flags.push_back(&field);
  }
  return flags;
}

double numberOf(const FilterField& field, const SessionTable& table, const CandidateRow& row, BinRule rule) {
  if (field.column == nullptr) return field.number(row, rule);
  const CellValue value = field.column->value(table, row);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&value);
  return real != nullptr ? *real : kUnknown;
}

}  // namespace kernelcast
