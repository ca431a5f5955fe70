// Forecast against measurement: scatter and confusion matrix, with the table of the same rows below.
#pragma once

#include "ui/pages/Page.h"

namespace kernelcast::ui {

class Card;
class ConfusionMatrix;
class ForecastScatter;
class ScatterTools;
class Segments;

class ForecastsPage : public Page {
  Q_OBJECT

 public:
  explicit ForecastsPage(const PageContext& context, QWidget* parent = nullptr);

  [[nodiscard]] Segments* views() const { return views_; }  // speedup, runtime
  [[nodiscard]] ForecastScatter* scatter() const { return scatter_; }
  [[nodiscard]] ScatterTools* tools() const { return tools_; }
  [[nodiscard]] ConfusionMatrix* matrix() const { return matrix_; }
  [[nodiscard]] CandidateTable* table() const override { return table_; }

 protected:
  void showRows() override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildCharts(Card& card);
  void showView(int view);

  Segments* views_ = nullptr;
  ForecastScatter* scatter_ = nullptr;
  ScatterTools* tools_ = nullptr;
  ConfusionMatrix* matrix_ = nullptr;
  Card* tableCard_ = nullptr;
  CandidateTable* table_ = nullptr;
};

}  // namespace kernelcast::ui
