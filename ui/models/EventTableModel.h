// The events of a session as a person reads them: one line each.
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <vector>

#include "core/search/event.h"

namespace kernelcast::ui {

struct EventRow {
  std::int64_t seq = 0;
  std::int64_t atMs = 0;  // UTC
  int kind = 0;           // index into search::eventKinds()
  int candidate = 0;      // 0: not of one
  QString summary;
};
// `events` in order; the first says how slots are numbered.
std::vector<EventRow> eventRowsOf(const std::vector<search::Event>& events);
// The whole event, indented.
QString eventDetail(const search::Event& event);

struct EventFilter {
  int kind = -1;      // -1: all
  int candidate = 0;  // 0: all
  QString text;       // in the summary, the kind or "#17"; case ignored
  bool operator==(const EventFilter&) const = default;
};

class EventTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Seq, Time, Kind, Candidate, Summary, kColumns };

  using QAbstractTableModel::QAbstractTableModel;
  // Events that were there before stay where they are.
  void setRows(std::shared_ptr<const std::vector<EventRow>> rows);
  void setFilter(const EventFilter& filter);
  void setNewestFirst(bool newestFirst);
  [[nodiscard]] const EventFilter& filter() const { return filter_; }
  [[nodiscard]] int total() const { return rows_ ? static_cast<int>(rows_->size()) : 0; }
  // Index into the events; -1 outside.
  [[nodiscard]] int eventAt(int row) const;
  [[nodiscard]] const EventRow* rowAt(int row) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  void refilter();

  std::shared_ptr<const std::vector<EventRow>> rows_;
  std::vector<int> shown_;
  EventFilter filter_;
  bool newestFirst_ = false;
};

}  // namespace kernelcast::ui
