#include "ui/pages/PageTable.h"

#include <array>

#include "ui/pages/CandidatesPage.h"
#include "ui/pages/ForecastsPage.h"

namespace kernelcast::ui {

namespace {

template <typename T>
Page* make(const PageContext& context, QWidget* parent) {
  return new T(context, parent);
}

constexpr std::array kPages{
    PageEntry{Command::ShowForecasts, "forecasts", true, make<ForecastsPage>},
    PageEntry{Command::ShowCandidates, "candidates", false, make<CandidatesPage>},
};

}  // namespace

std::span<const PageEntry> pageEntries() { return kPages; }

}  // namespace kernelcast::ui
