#include "core/report/candidate_words.h"

#include <vector>

#include <fmt/format.h>

#include "core/domain/outcome.h"
#include "core/report/svg_chart.h"

namespace kernelcast::report {

namespace {

std::string nameAt(const std::vector<std::string>& names, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < names.size() ? names[static_cast<std::size_t>(index)]
                                                                      : std::string();
}

void append(std::string& words, const std::string& more) {
  if (more.empty()) return;
  if (!words.empty()) words += ", ";
  words += more;
}

}  // namespace

Markup outcomeMark(const CandidateRow& row, BinRule bins) {
  const Outcome outcome = outcomeOf(row, bins);
  const OutcomeInfo& info = kOutcomes[static_cast<std::size_t>(outcome)];
  Markup out;
  out.raw(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"glyph\" width=\"12\" height=\"12\" viewBox=\"0 0 12 "
      "12\" role=\"img\"");
  out.attribute("aria-label", info.title).raw("><title>").text(info.title).raw("</title><path");
  out.attribute("class", markClass(outcome))
      .attribute("d", std::string_view(markPath(outcome, 6, 6, 4.5)))
      .raw("/></svg>");
  return out;
}

std::string placeOf(const SessionTable& table, const CandidateRow& row) {
  std::string words = nameAt(table.tasks, row.task);
  if (table.devices.size() > 1) append(words, nameAt(table.devices, row.device));
  if (table.surrogates.size() > 1) append(words, nameAt(table.surrogates, row.surrogate));
  return words;
}

std::string kernelAnchor(std::string_view sectionId, int row) {
  return fmt::format("{}kernel-{}", sectionId, row);
}

}  // namespace kernelcast::report
