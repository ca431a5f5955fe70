// Which pairs the forecast put in the wrong order, heaviest first, and which kernels it dropped near the cut.
#pragma once

#include "core/analysis/misranks.h"
#include "ui/models/LatestTask.h"
#include "ui/pages/Page.h"

class QCheckBox;
class QLabel;
class QListWidget;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace kernelcast::ui {

class Card;
class MisrankTableModel;

class MisranksPage : public Page {
  Q_OBJECT

 public:
  explicit MisranksPage(const PageContext& context, QWidget* parent = nullptr);
  [[nodiscard]] QTableView* pairs() const { return view_; }
  [[nodiscard]] MisrankTableModel* model() const { return model_; }
  [[nodiscard]] QString sentence() const;
  [[nodiscard]] QCheckBox* workingOnly() const { return workingOnly_; }
  [[nodiscard]] bool isSettled() const override { return task_.isIdle(); }

 protected:
  void showRows() override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Found {
    std::shared_ptr<const SessionTable> table;
    bool workingOnly = false;
    analysis::Misranks misranks;
    std::vector<analysis::NearCut> nearCut;
  };
  void show(Found found);
  void showNearCut(const Found& found);
  void openCurrent();
  void buildPairs(Card& card);
  void buildNearCut(Card& card);

  QLabel* sentence_ = nullptr;
  QCheckBox* workingOnly_ = nullptr;
  QTableView* view_ = nullptr;
  MisrankTableModel* model_ = nullptr;
  QSortFilterProxyModel* sorted_ = nullptr;
  Card* nearCard_ = nullptr;
  QListWidget* near_ = nullptr;
  QPushButton* measure_ = nullptr;
  QLabel* nearNote_ = nullptr;
  std::vector<int> nearRows_;
  LatestTask<Found> task_;
};

}  // namespace kernelcast::ui
