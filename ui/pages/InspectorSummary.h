// The top of the inspector: what a candidate is, how it was forecast and measured, and the facts of the miss.
#pragma once

#include <QWidget>
#include <span>
#include <vector>

#include "core/analysis/miss_facts.h"
#include "core/domain/session.h"
#include "core/domain/speedup_bin.h"

class QLabel;
class QVBoxLayout;

namespace kernelcast::ui {

class ElidedLabel;
class FactLabel;
class ForecastBars;
class KeyFigure;
class Pill;
struct InspectorContent;

class InspectorSummary : public QWidget {
  Q_OBJECT

 public:
  explicit InspectorSummary(QWidget* parent = nullptr);

  // `row` is an index into the table's rows. Its pairs are looked for among `shown`; `content` is null until
  // the row's detail is read.
  void setRow(const SessionTable& table, int row, std::span<const int> shown, BinRule rule,
              const InspectorContent* content);
  [[nodiscard]] QString name() const;
  [[nodiscard]] QString facts() const;

 signals:
  void pairWanted(int a, int b);                                  // rows
  void linkFollowed(const kernelcast::analysis::FactLink& link);  // to a part below

 private:
  void showFacts(const std::vector<analysis::MissFact>& facts);
  void follow(std::size_t fact);
  void paintFigures();

  CandidateRow row_;
  BinRule rule_ = BinRule::Prompt;
  ElidedLabel* name_ = nullptr;
  QLabel* hash_ = nullptr;
  Pill* status_ = nullptr;
  ElidedLabel* origin_ = nullptr;
  KeyFigure* measured_ = nullptr;
  KeyFigure* forecast_ = nullptr;
  KeyFigure* rank_ = nullptr;
  ForecastBars* bars_ = nullptr;
  QVBoxLayout* facts_ = nullptr;
  int index_ = -1;
  std::vector<analysis::FactLink> links_;  // of the facts
  std::vector<FactLabel*> factLabels_;     // as many as were ever needed
};

}  // namespace kernelcast::ui
