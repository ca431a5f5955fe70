// The middle of the window: one session, its figures, and its views as tabs.
#pragma once

#include <QWidget>
#include <memory>

#include "core/stats/session_scores.h"

class QLabel;
class QStackedWidget;
class QTabBar;

namespace kernelcast::ui {

class CandidatesPage;
class CandidateTable;
class CandidateTableModel;
class ColumnChoice;
class FilterBar;
class FilterField;
class ForecastsPage;
class KeyFigureRow;
class Selection;
class SessionScorer;
class Settings;

class SessionPage : public QWidget {
  Q_OBJECT

 public:
  enum Tab { Forecasts, Candidates };

  SessionPage(Selection& selection, CandidateTableModel& model, ColumnChoice& columns, SessionScorer& scorer,
              Settings& settings, QWidget* parent = nullptr);

  void showTab(Tab tab);
  [[nodiscard]] Tab tab() const;
  void stepRow(int direction);  // in the order of the table
  void focusFilter();
  void copyRows() const;

  [[nodiscard]] ForecastsPage* forecasts() const { return forecasts_; }
  [[nodiscard]] CandidatesPage* candidates() const { return candidates_; }
  [[nodiscard]] FilterBar* filterBar() const { return filterBar_; }
  [[nodiscard]] FilterField* filterField() const { return filterField_; }
  [[nodiscard]] KeyFigureRow* figures() const { return figures_; }
  [[nodiscard]] CandidateTable* table() const;  // of the open tab

 signals:
  void inspectRequested();

 private:
  void rescore();
  void showScores(const std::shared_ptr<const stats::SessionScores>& scores);
  void showEmptiness();

  Selection& selection_;
  CandidateTableModel& model_;
  SessionScorer& scorer_;
  QTabBar* tabs_ = nullptr;
  FilterField* filterField_ = nullptr;
  FilterBar* filterBar_ = nullptr;
  KeyFigureRow* figures_ = nullptr;
  QStackedWidget* views_ = nullptr;
  ForecastsPage* forecasts_ = nullptr;
  CandidatesPage* candidates_ = nullptr;
  QLabel* empty_ = nullptr;
};

}  // namespace kernelcast::ui
