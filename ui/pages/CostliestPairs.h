// The heaviest few pairs in the wrong order, for a narrow card; the Misranks page has all of them.
#pragma once

#include <QWidget>

#include "core/analysis/misranks.h"
#include "ui/models/LatestTask.h"
#include "ui/pages/Page.h"

class QLabel;
class QListView;
class QPushButton;

namespace kernelcast::ui {

class MisrankTableModel;

class CostliestPairs : public QWidget {
  Q_OBJECT

 public:
  explicit CostliestPairs(const PageContext& context, QWidget* parent = nullptr);

  void showRows();  // of the selection
  [[nodiscard]] QListView* list() const { return list_; }
  [[nodiscard]] MisrankTableModel* model() const { return model_; }
  [[nodiscard]] QPushButton* all() const { return all_; }
  [[nodiscard]] QString sentence() const;
  [[nodiscard]] bool isSettled() const { return task_.isIdle(); }

 private:
  struct Found {
    std::shared_ptr<const SessionTable> table;
    analysis::Misranks misranks;
  };
  void show(Found found);
  void openCurrent();

  const PageContext context_;
  QLabel* sentence_ = nullptr;
  QListView* list_ = nullptr;
  MisrankTableModel* model_ = nullptr;
  QPushButton* all_ = nullptr;
  LatestTask<Found> task_;
};

}  // namespace kernelcast::ui
