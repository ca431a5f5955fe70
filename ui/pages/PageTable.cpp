#include "ui/pages/PageTable.h"

#include <array>

#include "ui/pages/CalibrationPage.h"
#include "ui/pages/CandidatesPage.h"
#include "ui/pages/ForecastsPage.h"
#include "ui/pages/LineagePage.h"
#include "ui/pages/LogPage.h"
#include "ui/pages/MisranksPage.h"
#include "ui/pages/OverviewPage.h"

namespace kernelcast::ui {

namespace {

template <typename T>
Page* make(const PageContext& context, QWidget* parent) {
  return new T(context, parent);
}

constexpr std::array kPages{
    PageEntry{Command::ShowOverview, "overview", true, make<OverviewPage>},
    PageEntry{Command::ShowForecasts, "forecasts", true, make<ForecastsPage>},
    PageEntry{Command::ShowCalibration, "calibration", false, make<CalibrationPage>},
    PageEntry{Command::ShowMisranks, "misranks", false, make<MisranksPage>},
    PageEntry{Command::ShowCandidates, "candidates", false, make<CandidatesPage>},
    PageEntry{Command::ShowLineage, "lineage", false, make<LineagePage>},
    PageEntry{Command::ShowLog, "log", false, make<LogPage>},
};

}  // namespace

std::span<const PageEntry> pageEntries() { return kPages; }

}  // namespace kernelcast::ui
