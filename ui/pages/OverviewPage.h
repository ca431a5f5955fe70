// The session at a glance: best so far, what became of the candidates, what was saved and spent.
#pragma once

#include <map>
#include <vector>

#include "ui/charts/BestSoFarChart.h"
#include "ui/pages/Page.h"

class QLabel;
class QVBoxLayout;

namespace kernelcast::ui {

class Card;
class FlowLayout;
class FunnelBars;
class KeyFigure;

class OverviewPage : public Page {
  Q_OBJECT

 public:
  explicit OverviewPage(const PageContext& context, QWidget* parent = nullptr);

  [[nodiscard]] BestSoFarChart* best() const { return best_; }
  [[nodiscard]] FunnelBars* funnel() const { return funnel_; }
  [[nodiscard]] bool isSettled() const override { return awaited_ == 0; }

 protected:
  void showRows() override;

 private:
  void showBest();
  void showSavings();
  void showWinners();
  void loadOthers();

  Card* bestCard_ = nullptr;
  BestSoFarChart* best_ = nullptr;
  FunnelBars* funnel_ = nullptr;
  Card* savingsCard_ = nullptr;
  std::vector<KeyFigure*> savings_;
  QLabel* savingsNote_ = nullptr;
  QVBoxLayout* winners_ = nullptr;
  std::string winnersOf_;  // what the list was made for
  // Lines of other sessions over the same tasks, by session.
  std::map<SessionId, std::vector<BestLine>> others_;
  std::string othersOf_;  // session that they were asked for
  int awaited_ = 0;       // of them, still to come
};

}  // namespace kernelcast::ui
