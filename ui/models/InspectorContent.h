// Everything the inspector says of one row, made ready away from the window's thread: it only has to show it.
#pragma once

#include <QStringList>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/measured_cases.h"
#include "ui/models/KernelFacts.h"
#include "ui/models/PlainText.h"
#include "ui/models/SourceLines.h"

namespace kernelcast::ui {

// What the row itself does not hold.
struct InspectorContent {
  QString note;  // what was tried, as recorded
  std::vector<analysis::MeasuredCase> cases;
  std::vector<Measurement> measurements;  // without logs: what facts of resources are read from
  QStringList runs;                       // labels of the runs behind the times
  Excerpt failure;                        // the compiler's or the check's words
  Excerpt rationale;
  QString parseError;               // why a forecast could not be read
  std::vector<FactLine> plan;       // launches
  std::vector<FactLine> resources;  // registers and memory of what was compiled
  SourceText source;                // device code: the plan stands by itself
  std::optional<SourceText> againstReference;
  std::optional<SourceText> againstParent;  // absent where it was written from the reference
  std::string wholeSource;                  // for copying
  bool operator==(const InspectorContent&) const = default;
};

InspectorContent inspectorContent(const CandidateDetail& detail);

}  // namespace kernelcast::ui
