// Pairs in the wrong order as a table: which ran faster, which was forecast faster, what that costs, how
// sure.
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <vector>

#include "core/analysis/misranks.h"

namespace kernelcast::ui {

class PairCauses;

// Costs as a factor of time: 2^costLog2, "2.07×".
QString costText(double costLog2);
// One pair in a sentence, with every number.
QString misrankSentence(const SessionTable& table, const analysis::Misrank& pair);
// "did not compile", "noise", "beyond the scale"...: what facts of the rows alone say; empty where none does.
QString knownOf(const SessionTable& table, const analysis::Misrank& pair);

class MisrankTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Better, Favourite, Task, Cost, Sure, Known, kColumns };
  // FigureRole: of a kernel's column, its speedup or why it has none; NameRole: the kernel without it.
  enum Role { SortRole = Qt::UserRole + 1, NameRole, FigureRole };

  using QAbstractTableModel::QAbstractTableModel;
  // What people said stands first in Known. Null: nobody is asked. Must outlive the model.
  void setCauses(const PairCauses* causes);
  void setPairs(std::shared_ptr<const SessionTable> table, std::vector<analysis::Misrank> pairs);
  [[nodiscard]] const analysis::Misrank* pairAt(int row) const;  // null outside
  [[nodiscard]] const SessionTable& table() const { return *table_; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] QString text(const analysis::Misrank& pair, int column) const;
  [[nodiscard]] QVariant sortKey(const analysis::Misrank& pair, int column) const;

  [[nodiscard]] QString known(const analysis::Misrank& pair) const;

  const PairCauses* causes_ = nullptr;
  std::shared_ptr<const SessionTable> table_;
  std::vector<analysis::Misrank> pairs_;
};

}  // namespace kernelcast::ui
