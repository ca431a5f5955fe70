// One forecast as eight bars, the predicted class in the accent, the class that was measured marked.
#pragma once

#include <QWidget>
#include <optional>

#include "core/domain/outcome.h"

namespace kernelcast::ui {

class ForecastBars : public QWidget {
  Q_OBJECT

 public:
  explicit ForecastBars(QWidget* parent = nullptr);

  // What a row was forecast and, where it was measured, its class. Several forecasts are shown as their mean.
  void setRow(const CandidateRow& row, BinRule rule);
  // One forecast on its own. No truth, no mark.
  void setForecast(const Forecast& forecast, std::optional<double> measuredSpeedup, BinRule rule);
  void clear();

  [[nodiscard]] QString summary() const { return summary_; }  // the bars in words
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void show(std::optional<int> truth, int predicted);
  [[nodiscard]] QRectF barArea() const;
  [[nodiscard]] Outcome outcome() const;

  QString message_;  // instead of bars
  BinProbabilities probabilities_{};
  int predicted_ = 0;
  std::optional<int> truth_;
  BinRule rule_ = BinRule::Prompt;
  int forecasts_ = 0;
  QString summary_;
};

}  // namespace kernelcast::ui
