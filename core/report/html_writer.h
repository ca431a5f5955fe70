// A report as one self-contained HTML file: no script, nothing loaded from anywhere, vector charts.
#pragma once

#include <string>

#include "core/report/report_model.h"

namespace kernelcast::report {

// Sections are those of reportSections() that options.sections names, in the order of that table. All text of
// the data is escaped; no text of the data enters a style or an address. The same report gives the same
// bytes.
std::string writeHtml(const Report& report);

}  // namespace kernelcast::report
