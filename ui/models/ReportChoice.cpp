#include "ui/models/ReportChoice.h"

#include <QStringList>
#include <algorithm>

#include "core/report/report_sections.h"
#include "ui/models/PlainText.h"
#include "ui/models/Settings.h"

namespace kernelcast::ui {

report::ReportOptions reportChoice(const Settings& settings) {
  report::ReportOptions options;
  const QStringList leftOut = settings.value(Setting::ReportLeftOut).toStringList();
  for (const report::ReportSection& section : report::reportSections()) {
    if (!leftOut.contains(plainText(section.key))) options.sections.emplace_back(section.key);
  }
  options.pairs = static_cast<std::size_t>(std::max(1, settings.value(Setting::ReportPairs).toInt()));
  options.kernels = static_cast<std::size_t>(std::max(0, settings.value(Setting::ReportKernels).toInt()));
  return options;
}

void rememberReport(Settings& settings, const report::ReportOptions& options) {
  QStringList leftOut;
  for (const report::ReportSection& section : report::reportSections()) {
    if (!report::showsSection(options, section.key)) leftOut << plainText(section.key);
  }
  settings.setValue(Setting::ReportLeftOut, leftOut);
  settings.setValue(Setting::ReportPairs, static_cast<int>(options.pairs));
  settings.setValue(Setting::ReportKernels, static_cast<int>(options.kernels));
}

}  // namespace kernelcast::ui
