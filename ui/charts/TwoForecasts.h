// Two forecasts on one axis of speed classes, A above the line and B below it, their measured speedups
// marked.
#pragma once

#include <QWidget>

#include "core/domain/session.h"

namespace kernelcast::ui {

class TwoForecasts : public QWidget {
  Q_OBJECT

 public:
  explicit TwoForecasts(QWidget* parent = nullptr);
  void setRows(const CandidateRow& a, const CandidateRow& b, BinRule rule);
  [[nodiscard]] QString summary() const { return summary_; }
  [[nodiscard]] QSize sizeHint() const override { return {360, 190}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {260, 190}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintSide(QPainter& painter, const CandidateRow& row, const QRectF& area, bool above) const;

  CandidateRow a_;
  CandidateRow b_;
  BinRule rule_ = BinRule::Prompt;
  QString summary_;
};

}  // namespace kernelcast::ui
