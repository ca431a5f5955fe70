// A|B: two kernels of a session at full width. Why was one forecast above the other?
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/analysis/causes.h"
#include "core/analysis/pair.h"
#include "core/domain/annotations.h"
#include "core/domain/session.h"

class QBoxLayout;
class QLabel;
class QPushButton;
class QTableWidget;
class QToolButton;

namespace kernelcast::ui {

class CaseDuelBars;
class ElidedLabel;
class FlowLayout;
class SourceDiffView;
class TwoForecasts;
struct PageContext;

class PairPage : public QWidget {
  Q_OBJECT

 public:
  explicit PairPage(const PageContext& context, QWidget* parent = nullptr);
  ~PairPage() override;

  // Rows of the open session. Their sources and times are read, then shown.
  void open(int a, int b);
  [[nodiscard]] bool isSettled() const { return !loading_; }
  [[nodiscard]] const analysis::PairComparison& comparison() const { return comparison_; }
  [[nodiscard]] QString verdict() const;
  [[nodiscard]] SourceDiffView* source() const { return source_; }
  [[nodiscard]] CaseDuelBars* cases() const { return cases_; }
  [[nodiscard]] QPushButton* backButton() const { return back_; }
  [[nodiscard]] QToolButton* causeButton() const { return cause_; }

 signals:
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Details {
    CandidateDetail a;
    CandidateDetail b;
  };
  void show(const Details& details);
  void showCauses();
  void showCause();
  void fillCauseMenu();
  void showFacts();
  QWidget* buildHead();
  QWidget* buildCards();

  std::unique_ptr<PageContext> context_;
  std::shared_ptr<const SessionTable> table_;
  int a_ = -1;
  int b_ = -1;
  int question_ = 0;
  bool loading_ = false;
  analysis::PairComparison comparison_;
  QPushButton* back_ = nullptr;
  ElidedLabel* names_ = nullptr;
  QLabel* verdict_ = nullptr;
  QWidget* causes_ = nullptr;
  FlowLayout* causeFlow_ = nullptr;
  std::vector<QLabel*> proposals_;  // what the facts say, in causeFlow_
  QToolButton* cause_ = nullptr;
  std::optional<KernelPair> pair_;  // none: in the right order, so there is no cause to name
  std::vector<analysis::ProposedCause> proposed_;
  CaseDuelBars* cases_ = nullptr;
  TwoForecasts* forecasts_ = nullptr;
  QTableWidget* facts_ = nullptr;
  SourceDiffView* source_ = nullptr;
};

}  // namespace kernelcast::ui
