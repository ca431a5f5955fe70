#include "ui/models/EventRows.h"

#include <QDateTime>
#include <algorithm>

#include "core/domain/json.h"
#include "core/domain/number_format.h"
#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

template <typename... T>
struct Overloaded : T... {
  using T::operator()...;
};

QString speedup(const std::optional<double>& value) {
  return value ? plainText(formatSpeedup(*value)) : QStringLiteral("no speedup");
}

QString reasonOf(const std::string& reason) { return oneLine(std::string_view(reason).substr(0, 300)); }

QString judgedText(const search::ParentJudged& judged) {
  std::array<int, 5> counts{};
  for (const auto& each : judged.verdicts) ++counts.at(static_cast<std::size_t>(each.verdict));
  QStringList parts;
  for (const Verdict verdict : {Verdict::Trusted, Verdict::Deferred, Verdict::Skipped, Verdict::Audit}) {
    const int n = counts.at(static_cast<std::size_t>(verdict));
    if (n > 0) parts << QStringLiteral("%1 %2").arg(n).arg(plainText(info(verdict).title));
  }
  return QStringLiteral("step %1, parent %2: ").arg(judged.step + 1).arg(judged.parent + 1) +
         (parts.isEmpty() ? QStringLiteral("nothing to judge") : parts.join(QStringLiteral(", ")));
}

QString summaryOf(const search::EventBody& body) {
  using namespace search;
  return std::visit(
      Overloaded{
          [](const SessionStarted& e) {
            return QStringLiteral("%1, policy %2, %3 seed%4")
                .arg(oneLine(e.config.task), oneLine(e.config.policy.name))
                .arg(e.seeds.size())
                .arg(e.seeds.size() == 1 ? "" : "s");
          },
          [](const StepStarted& e) {
            QString text = QStringLiteral("step %1: %2 parents, %3 candidates")
                               .arg(e.step + 1)
                               .arg(e.parents.size())
                               .arg(e.admitted.size());
            if (e.refused > 0) text += QStringLiteral(", %1 did not fit the budgets").arg(e.refused);
            return text;
          },
          [](const MutationCompleted& e) { return oneLine(e.name); },
          [](const MutationFailed& e) {
            return e.exhausted ? QStringLiteral("the recording holds no further child of this parent")
                               : reasonOf(e.reason);
          },
          [](const CompileCompleted& e) {
            return e.ok ? QStringLiteral("compiled") : QStringLiteral("did not compile: ") + reasonOf(e.log);
          },
          [](const ForecastCompleted& e) {
            return e.forecast.parsed
                       ? QStringLiteral("forecast %1, class %2")
                             .arg(plainText(formatSpeedup(expectedSpeedup(e.forecast.probabilities))))
                             .arg(e.forecast.predictedBin)
                       : QStringLiteral("could not be read: ") + reasonOf(e.forecast.parseError);
          },
          [](const ForecastFailed& e) {
            return e.missing ? QStringLiteral("not in the recording") : reasonOf(e.reason);
          },
          [](const ParentJudged& e) { return judgedText(e); },
          [](const MeasurementCompleted& e) {
            QString text = plainText(statusInfo(e.status).title);
            if (e.status == MeasurementStatus::Ok) text += QStringLiteral(", ") + speedup(e.speedup);
            if (e.verification) text += QStringLiteral(", to verify a trusted leader");
            return text;
          },
          [](const MeasurementFailed& e) {
            return e.missing ? QStringLiteral("not measured in the recording") : reasonOf(e.reason);
          },
          [](const StepCompleted& e) { return QStringLiteral("step %1").arg(e.step + 1); },
          [](const VerificationStarted& e) {
            return QStringLiteral("%1 trusted leaders").arg(e.leaders.size());
          },
          [](const RequestCancelled& e) { return plainText(info(e.stage).title); },
          [](const Paused&) { return QString(); },
          [](const Resumed&) { return QString(); },
          [](const Stopped& e) { return reasonOf(e.reason); },
          [](const Finished& e) { return reasonOf(e.reason); },
          [](const Failed& e) { return reasonOf(e.reason); },
      },
      body);
}

}  // namespace

std::vector<EventRow> eventRowsOf(const std::vector<search::Event>& events) {
  std::vector<EventRow> rows;
  rows.reserve(events.size());
  const search::SearchConfig* config = nullptr;
  const auto kinds = search::eventKinds();
  for (const search::Event& event : events) {
    if (const auto* started = std::get_if<search::SessionStarted>(&event.body)) config = &started->config;
    EventRow row;
    row.seq = event.seq;
    row.atMs = event.atMs;
    row.kind = static_cast<int>(&search::kindOf(event.body) - kinds.data());
    if (const auto slot = search::eventSlot(event.body); slot && config != nullptr) {
      row.candidate = search::candidateNumber(*slot, config->parents, config->samples);
    }
    row.summary = summaryOf(event.body);
    rows.push_back(std::move(row));
  }
  return rows;
}

QString eventDetail(const search::Event& event) {
  OrderedJson json;
  json["seq"] = event.seq;
  json["kind"] = std::string(search::kindOf(event.body).key);
  json["at"] = formatUtc(event.atMs);
  json["payload"] = search::payloadToJson(event.body);
  return plainText(dumpJson(json, 2));
}

void EventTableModel::setRows(std::shared_ptr<const std::vector<EventRow>> rows) {
  const bool grown = rows_ && rows && !newestFirst_ && filter_ == EventFilter{} &&
                     rows->size() >= rows_->size() && !rows_->empty() &&
                     rows->front().atMs == rows_->front().atMs;
  if (grown) {
    const int before = rowCount();
    const int after = static_cast<int>(rows->size());
    if (after > before) beginInsertRows({}, before, after - 1);
    rows_ = std::move(rows);
    for (int i = before; i < after; ++i) shown_.push_back(i);
    if (after > before) endInsertRows();
    return;
  }
  beginResetModel();
  rows_ = std::move(rows);
  refilter();
  endResetModel();
}

void EventTableModel::setFilter(const EventFilter& filter) {
  if (filter == filter_) return;
  beginResetModel();
  filter_ = filter;
  refilter();
  endResetModel();
}

void EventTableModel::setNewestFirst(bool newestFirst) {
  if (newestFirst == newestFirst_) return;
  beginResetModel();
  newestFirst_ = newestFirst;
  refilter();
  endResetModel();
}

void EventTableModel::refilter() {
  shown_.clear();
  const auto kinds = search::eventKinds();
  for (int i = 0; i < total(); ++i) {
    const EventRow& row = (*rows_)[static_cast<std::size_t>(i)];
    if (filter_.kind >= 0 && row.kind != filter_.kind) continue;
    if (filter_.candidate > 0 && row.candidate != filter_.candidate) continue;
    if (!filter_.text.isEmpty() && !row.summary.contains(filter_.text, Qt::CaseInsensitive) &&
        !plainText(kinds[static_cast<std::size_t>(row.kind)].title)
             .contains(filter_.text, Qt::CaseInsensitive) &&
        filter_.text != QStringLiteral("#%1").arg(row.candidate)) {
      continue;
    }
    shown_.push_back(i);
  }
  if (newestFirst_) std::reverse(shown_.begin(), shown_.end());
}

int EventTableModel::eventAt(int row) const {
  return row >= 0 && row < rowCount() ? shown_[static_cast<std::size_t>(row)] : -1;
}

const EventRow* EventTableModel::rowAt(int row) const {
  const int event = eventAt(row);
  return event >= 0 ? &(*rows_)[static_cast<std::size_t>(event)] : nullptr;
}

int EventTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(shown_.size());
}

int EventTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant EventTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const EventRow& row = *rowAt(index.row());
  if (role == Qt::TextAlignmentRole) {
    const bool number = index.column() == Seq || index.column() == Candidate;
    return QVariant::fromValue((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  if (role == Qt::ToolTipRole && index.column() == Summary) return toolTipText(row.summary);
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case Seq: return plainText(formatCount(row.seq));
    case Time: return QDateTime::fromMSecsSinceEpoch(row.atMs).toString(QStringLiteral("HH:mm:ss.zzz"));
    case Kind: return plainText(search::eventKinds()[static_cast<std::size_t>(row.kind)].title);
    case Candidate: return row.candidate > 0 ? QStringLiteral("#%1").arg(row.candidate) : QString();
    default: return row.summary;
  }
}

QVariant EventTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return {};
  if (role == Qt::TextAlignmentRole) {
    const bool number = section == Seq || section == Candidate;
    return QVariant::fromValue((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case Seq: return QStringLiteral("event");
    case Time: return QStringLiteral("local time");
    case Kind: return QStringLiteral("what happened");
    case Candidate: return QStringLiteral("candidate");
    case Summary: return QStringLiteral("in short");
    default: return {};
  }
}

}  // namespace kernelcast::ui
