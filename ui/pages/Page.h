// One view of the open session: a tab of the window's middle.
#pragma once

#include <QWidget>
#include <memory>

#include "core/stats/session_scores.h"

namespace kernelcast::ui {

class CandidateTable;
class CandidateTableModel;
class ColumnChoice;
class CommandRouter;
class LibraryService;
class Selection;
class Settings;
class Workspace;

// What the pages of a window share. All of it outlives them.
struct PageContext {
  Workspace& workspace;
  Selection& selection;  // the workspace's
  CommandRouter& commands;
  Settings& settings;
  CandidateTableModel& candidates;
  ColumnChoice& columns;
};

// Follows the session only while it is seen: rows that change ten times a second cost a hidden page nothing.
class Page : public QWidget {
  Q_OBJECT

 public:
  explicit Page(const PageContext& context, QWidget* parent = nullptr);

  // The table whose rows "copy rows" copies; null where the page has none.
  [[nodiscard]] virtual CandidateTable* table() const { return nullptr; }
  // It also has something to say where no row passes the filters, or there is none yet.
  [[nodiscard]] virtual bool showsWithoutRows() const { return false; }
  // Nothing that it asked for elsewhere is still to come.
  [[nodiscard]] virtual bool isSettled() const { return true; }

 signals:
  void inspectRequested();

 protected:
  // The rows of context().selection, its filter or its speed classes are others. A table is there.
  virtual void showRows() = 0;
  // Scores of the rows that are shown, a moment after showRows().
  virtual void showScores(const stats::SessionScores& scores);

  [[nodiscard]] const PageContext& context() const { return context_; }
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();

  const PageContext context_;
  std::shared_ptr<const stats::SessionScores> scores_;
  bool rowsAreNew_ = true;
  bool scoresAreNew_ = false;
};

}  // namespace kernelcast::ui
