// The benchmark cases of one kernel as a small table.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/analysis/measured_cases.h"

namespace kernelcast::ui {

class CaseTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Case, Reference, Runtime, Spread, SpeedupColumn, kColumns };

  using QAbstractTableModel::QAbstractTableModel;
  void setCases(std::vector<analysis::MeasuredCase> cases);
  [[nodiscard]] const std::vector<analysis::MeasuredCase>& cases() const { return cases_; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<analysis::MeasuredCase> cases_;
};

}  // namespace kernelcast::ui
