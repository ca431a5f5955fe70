// The session at a glance: best so far beside other sessions of its tasks, what became of the candidates,
// what was saved and spent.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "ui/charts/BestSoFarChart.h"
#include "ui/models/LatestTask.h"
#include "ui/models/OverviewContent.h"
#include "ui/pages/Page.h"

class QLabel;
class QMenu;
class QPushButton;
class QVBoxLayout;

namespace kernelcast::ui {

class Card;
class FunnelBars;
class KernelLinks;
class KeyFigure;

class OverviewPage : public Page {
  Q_OBJECT

 public:
  explicit OverviewPage(const PageContext& context, QWidget* parent = nullptr);

  [[nodiscard]] BestSoFarChart* best() const { return best_; }
  [[nodiscard]] FunnelBars* funnel() const { return funnel_; }
  // Its menu lists the sessions that share a task, those that are overlaid checked.
  [[nodiscard]] QPushButton* others() const { return othersButton_; }
  [[nodiscard]] KernelLinks* worst() const { return worst_; }
  [[nodiscard]] QString bestSentence() const;
  [[nodiscard]] QString funnelSentence() const;
  [[nodiscard]] bool showsWithoutRows() const override;
  [[nodiscard]] bool isSettled() const override { return table_ && content_.isIdle() && asked_.empty(); }

 protected:
  void showRows() override;

 private:
  // Lines of another session, and which state of it they were read from.
  struct Lines {
    std::int64_t updatedMs = 0;
    int measured = 0;
    std::vector<std::string> devices;  // that needed no name when they were labelled
    std::vector<BestLine> lines;
  };
  void buildBest(Card& card);
  void buildSavings(Card& card);
  void showContent(const OverviewContent& content);
  void showBest();
  void showSavings();
  void showWinners();
  void showWorst(const OverviewContent& content);
  void fillMenu();
  void setOverlaid(const SessionId& id, bool overlaid);
  void keepChoice();
  void loadOthers();
  [[nodiscard]] std::vector<SessionSummary> comparable() const;
  [[nodiscard]] std::vector<SessionSummary> overlaid() const;
  void filterTo(const QString& stage);
  void selectKernel(int row);

  Card* bestCard_ = nullptr;
  BestSoFarChart* best_ = nullptr;
  QLabel* bestSentence_ = nullptr;
  QPushButton* othersButton_ = nullptr;
  QMenu* menu_ = nullptr;
  FunnelBars* funnel_ = nullptr;
  QLabel* funnelSentence_ = nullptr;
  Card* savingsCard_ = nullptr;
  std::vector<KeyFigure*> savings_;
  QLabel* savingsNote_ = nullptr;
  KernelLinks* winners_ = nullptr;
  KernelLinks* worst_ = nullptr;
  LatestTask<std::pair<std::shared_ptr<const SessionTable>, OverviewContent>> content_;
  std::shared_ptr<const SessionTable> table_;  // that is shown
  std::vector<BestLine> own_;                  // its lines
  std::map<SessionId, bool> chosen_;           // by hand, for the life of the window; else the newest
  std::map<SessionId, Lines> cache_;
  std::set<SessionId> asked_;  // on their way
};

}  // namespace kernelcast::ui
