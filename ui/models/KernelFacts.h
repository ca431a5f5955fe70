// Launch plan and resources of a kernel as small tables of words.
#pragma once

#include <QString>
#include <span>
#include <string_view>
#include <vector>

#include "core/domain/measurement.h"

namespace kernelcast::ui {

struct FactLine {
  QString name;
  QString value;
  bool operator==(const FactLine&) const = default;
};

// At most this many launches, scratch buffers and compiled functions each; a last line says how many more.
inline constexpr std::size_t kMostFacts = 12;

// Of the comment that holds the plan; where it cannot be read one line says why, and without one there is
// none.
std::vector<FactLine> launchPlanLines(std::string_view source);

// One line for each compiled function of the first run that says something, and the compile time.
std::vector<FactLine> resourceLines(std::span<const Measurement> runs);

}  // namespace kernelcast::ui
