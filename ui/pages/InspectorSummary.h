// The top of the inspector: what a candidate is, how it was forecast and measured, and the facts of the miss.
#pragma once

#include <QWidget>

#include "core/domain/session.h"
#include "core/domain/speedup_bin.h"

class QLabel;
class QVBoxLayout;

namespace kernelcast::ui {

class ElidedLabel;
class ForecastBars;
class KeyFigure;
class Pill;

class InspectorSummary : public QWidget {
  Q_OBJECT

 public:
  explicit InspectorSummary(QWidget* parent = nullptr);

  // Speedups of the single cases are known once the row's detail is read.
  void setRow(const SessionTable& table, const CandidateRow& row, BinRule rule,
              const std::vector<double>& caseSpeedups = {});
  [[nodiscard]] QString name() const;
  [[nodiscard]] QString facts() const;

 private:
  void showFacts(const QStringList& facts);
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
  std::vector<QLabel*> factLabels_;  // as many as were ever needed
};

}  // namespace kernelcast::ui
