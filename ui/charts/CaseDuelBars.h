// Case by case, which of two kernels is faster and by how much: a bar to the winner's side on a log axis.
#pragma once

#include <QWidget>
#include <vector>

#include "core/analysis/pair.h"

namespace kernelcast::ui {

class CaseDuelBars : public QWidget {
  Q_OBJECT

 public:
  explicit CaseDuelBars(QWidget* parent = nullptr);
  void setCases(std::vector<analysis::CaseDuel> cases);
  [[nodiscard]] QString summary() const { return summary_; }
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  [[nodiscard]] QString textOf(const analysis::CaseDuel& duel) const;

  std::vector<analysis::CaseDuel> cases_;
  double reach_ = 0.1;  // log2 at either end
  QString summary_;
};

}  // namespace kernelcast::ui
