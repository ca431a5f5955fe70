// The tools of a scatter as two small buttons: take what is inside a box, or inside a lasso.
#pragma once

#include <QWidget>

#include "ui/charts/ScatterPick.h"

class QToolButton;

namespace kernelcast::ui {

class ScatterView;

class ScatterTools : public QWidget {
  Q_OBJECT

 public:
  explicit ScatterTools(ScatterView& view, QWidget* parent = nullptr);
  [[nodiscard]] QToolButton* box() const { return box_; }
  [[nodiscard]] QToolButton* lasso() const { return lasso_; }

 private:
  QToolButton* newButton(ScatterTool tool, const QString& name, const QString& toolTip);
  void drawIcons();

  ScatterView& view_;
  QToolButton* box_ = nullptr;
  QToolButton* lasso_ = nullptr;
};

}  // namespace kernelcast::ui
