// The events of a session's log, one line each, as far as they were read: a log of 100,000 is read by pages.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "db/Reader.h"

namespace kernelcast::ui {

class EventTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Seq, Time, Kind, Candidate, Summary, kColumns };

  using QAbstractTableModel::QAbstractTableModel;

  // Replaces all by the first page of a question.
  void setPage(db::EventPage page);
  // The page that follows.
  void append(db::EventPage page);
  // Of the same question, newest first: those that came since go above the others. Where they do not reach
  // down to these, they replace them.
  void prepend(db::EventPage page);

  [[nodiscard]] const std::vector<db::EventLine>& lines() const { return lines_; }
  // Where the next page begins; none: all that was asked for is here.
  [[nodiscard]] std::optional<std::int64_t> nextSeq() const { return nextSeq_; }
  [[nodiscard]] std::int64_t lastSeq() const { return lastSeq_; }  // of the whole log, when last read
  // -1 where it was not read.
  [[nodiscard]] int rowOf(std::int64_t seq) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  [[nodiscard]] bool canFetchMore(const QModelIndex& parent) const override;
  void fetchMore(const QModelIndex& parent) override;

 signals:
  void moreWanted();

 private:
  std::vector<db::EventLine> lines_;
  std::optional<std::int64_t> nextSeq_;
  std::int64_t lastSeq_ = 0;
};

}  // namespace kernelcast::ui
