// What a person wants in a report, remembered from one to the next.
#pragma once

#include "core/report/report_model.h"

namespace kernelcast::ui {

class Settings;

// Sections by name, pairs and kernels; everything else as it is by default.
report::ReportOptions reportChoice(const Settings& settings);
void rememberReport(Settings& settings, const report::ReportOptions& options);

}  // namespace kernelcast::ui
