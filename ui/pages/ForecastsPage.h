// Forecast against measurement: a scatter or the cases of each kernel, beside it the confusion matrix or the
// heaviest pairs in the wrong order, with the table of the same rows below.
#pragma once

#include "ui/pages/Page.h"

class QStackedWidget;

namespace kernelcast::ui {

class Card;
class CasesView;
class ConfusionMatrix;
class CostliestPairs;
class ForecastScatter;
class ScatterTools;
class Segments;

class ForecastsPage : public Page {
  Q_OBJECT

 public:
  explicit ForecastsPage(const PageContext& context, QWidget* parent = nullptr);

  [[nodiscard]] Segments* views() const { return views_; }  // speedup, runtime, cases
  [[nodiscard]] Segments* sides() const { return sides_; }  // classes, pairs
  [[nodiscard]] ForecastScatter* scatter() const { return scatter_; }
  [[nodiscard]] ScatterTools* tools() const { return tools_; }
  [[nodiscard]] ConfusionMatrix* matrix() const { return matrix_; }
  [[nodiscard]] CasesView* cases() const { return cases_; }
  [[nodiscard]] CostliestPairs* pairs() const { return pairs_; }
  [[nodiscard]] CandidateTable* table() const override { return table_; }
  [[nodiscard]] bool isSettled() const override;

 protected:
  void showRows() override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildCharts(Card& card);
  void buildSide(Card& card);
  void showView(int view);
  void showSide(int side);
  void showChoices();
  // What is in front, of the rows or the row of the selection.
  void fillView();
  void fillSide();
  void showCurrent();

  Segments* views_ = nullptr;
  ForecastScatter* scatter_ = nullptr;
  ScatterTools* tools_ = nullptr;
  CasesView* cases_ = nullptr;
  QStackedWidget* charts_ = nullptr;
  Segments* sides_ = nullptr;
  CostliestPairs* pairs_ = nullptr;
  QStackedWidget* sideViews_ = nullptr;
  ConfusionMatrix* matrix_ = nullptr;
  Card* tableCard_ = nullptr;
  CandidateTable* table_ = nullptr;
};

}  // namespace kernelcast::ui
