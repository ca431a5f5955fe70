// Every score of the shown rows, by both rules of speed classes side by side.
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <vector>

#include "core/stats/session_scores.h"

namespace kernelcast::ui {

struct ScoreRow {
  QString title;
  QString asAsked;
  QString asPublished;
  QString standsOn;  // "n = 32", "4 tasks"
  QString toolTip;   // technical word, formula and its source
  bool operator==(const ScoreRow&) const = default;
};
// Null where a rule is not scored yet.
std::vector<ScoreRow> scoreRowsOf(const stats::SessionScores* asAsked,
                                  const stats::SessionScores* asPublished);

class ScoreTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Title, AsAsked, AsPublished, StandsOn, kColumns };

  using QAbstractTableModel::QAbstractTableModel;
  void setScores(const std::shared_ptr<const stats::SessionScores>& asAsked,
                 const std::shared_ptr<const stats::SessionScores>& asPublished);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<ScoreRow> rows_;
};

}  // namespace kernelcast::ui
