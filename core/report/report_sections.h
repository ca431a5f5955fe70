// The one list of a report's sections: what the export dialog offers, the command line accepts and the writer
// walks.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/report/markup.h"
#include "core/report/report_model.h"

namespace kernelcast::report {

// What a section is written from. `id` starts every id inside the session and is unique in the document.
struct SectionInput {
  const ReportSession& session;
  const ReportOptions& options;
  std::string id;
};

struct ReportSection {
  std::string_view key;    // "key_figures", stable
  std::string_view title;  // heading of its card
  int columns;             // of the page's twelve
  int rows;                // of the page's grid that it stands beside
  Markup (*write)(const SectionInput&);
};

std::span<const ReportSection> reportSections();
const ReportSection* findReportSection(std::string_view key);
bool showsSection(const ReportOptions& options, std::string_view key);

}  // namespace kernelcast::report
