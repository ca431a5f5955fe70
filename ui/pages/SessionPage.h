// The middle of the window: one session, its figures, and its views as tabs.
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "core/stats/session_scores.h"
#include "ui/models/CommandTable.h"
#include "ui/pages/Page.h"

class QLabel;
class QStackedWidget;
class QTabBar;

namespace kernelcast::ui {

class CandidatesPage;
class FilterBar;
class FilterEdit;
class ForecastsPage;
class KeyFigureRow;

class SessionPage : public QWidget {
  Q_OBJECT

 public:
  explicit SessionPage(const PageContext& context, QWidget* parent = nullptr);
  ~SessionPage() override;

  // `show` is a command of pageEntries().
  void showPage(Command show);
  [[nodiscard]] Command shownPage() const;
  void showRemembered();        // the page of Setting::Tab
  void stepRow(int direction);  // in the order of the table

  // The page of a kind; null where pageEntries() has none.
  template <typename T>
  [[nodiscard]] T* page() const {
    for (Page* page : pages_) {
      if (auto* wanted = qobject_cast<T*>(page)) return wanted;
    }
    return nullptr;
  }
  [[nodiscard]] Page* current() const;
  [[nodiscard]] FilterBar* filterBar() const { return filterBar_; }
  [[nodiscard]] FilterEdit* filterField() const { return filterField_; }
  [[nodiscard]] KeyFigureRow* figures() const { return figures_; }

 signals:
  void inspectRequested();

 private:
  void buildPages();
  void handleCommands();
  void filterColumn(int column);
  void rescore();
  void showScores(const std::shared_ptr<const stats::SessionScores>& scores);
  void showEmptiness();

  std::unique_ptr<PageContext> context_;
  QTabBar* tabs_ = nullptr;
  FilterEdit* filterField_ = nullptr;
  QLabel* filterError_ = nullptr;
  FilterBar* filterBar_ = nullptr;
  KeyFigureRow* figures_ = nullptr;
  QStackedWidget* views_ = nullptr;
  std::vector<Page*> pages_;  // as pageEntries()
  QLabel* empty_ = nullptr;
};

}  // namespace kernelcast::ui
