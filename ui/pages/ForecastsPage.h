// Forecast against measurement: scatter and confusion matrix, with the table of the same rows below.
#pragma once

#include "ui/pages/Page.h"

namespace kernelcast::ui {

class Card;
class ConfusionMatrix;
class ForecastScatter;

class ForecastsPage : public Page {
  Q_OBJECT

 public:
  explicit ForecastsPage(const PageContext& context, QWidget* parent = nullptr);

  [[nodiscard]] ForecastScatter* scatter() const { return scatter_; }
  [[nodiscard]] ConfusionMatrix* matrix() const { return matrix_; }
  [[nodiscard]] CandidateTable* table() const override { return table_; }

 protected:
  void showRows() override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  ForecastScatter* scatter_ = nullptr;
  ConfusionMatrix* matrix_ = nullptr;
  Card* tableCard_ = nullptr;
  CandidateTable* table_ = nullptr;
};

}  // namespace kernelcast::ui
