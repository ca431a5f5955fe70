// Which kernel was written from which.
#pragma once

#include "ui/models/LatestTask.h"
#include "ui/models/LineageLayout.h"
#include "ui/pages/Page.h"

class QLabel;

namespace kernelcast::ui {

class Card;
class LineageView;

class LineagePage : public Page {
  Q_OBJECT

 public:
  explicit LineagePage(const PageContext& context, QWidget* parent = nullptr);
  [[nodiscard]] LineageView* tree() const { return view_; }
  [[nodiscard]] bool showsWithoutRows() const override { return true; }
  [[nodiscard]] bool isSettled() const override { return task_.isIdle(); }

 protected:
  void showRows() override;
  void showEvent(QShowEvent* event) override;

 private:
  Card* card_ = nullptr;
  LineageView* view_ = nullptr;
  std::shared_ptr<const SessionTable> laidOut_;  // what layout_ is of
  std::shared_ptr<const LineageLayout> layout_;
  LatestTask<std::shared_ptr<const LineageLayout>> task_;
};

}  // namespace kernelcast::ui
