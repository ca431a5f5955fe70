// The sessions of a library in groups: one for each task, and one for sessions over several tasks.
#pragma once

#include <QAbstractItemModel>
#include <QStringList>
#include <map>
#include <vector>

#include "core/domain/session.h"

namespace kernelcast::ui {

// "NVIDIA H200" as a list has room for: "H200".
QString shortDeviceName(std::string_view device);
// "H200 · recorded model", "3 GPUs · 2 surrogates"; what is unknown is left out.
QString originOf(const SessionSummary& summary);
// Largest speedup over its tasks; "" where nothing was measured.
QString bestOf(const SessionSummary& summary);

class SessionListModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Role {
    IdRole = Qt::UserRole + 1,  // QString; empty on groups
    BestRole,                   // "7.57×"
    OriginRole,                 // "H200 · recorded model"
    MeasuredRole,               // "36 of 38 measured"
    StateRole,                  // kernelcast::SessionState as int
    StateTextRole,              // "interrupted", "step 3 of 10"; empty where there is nothing to say
  };

  explicit SessionListModel(QObject* parent = nullptr);

  // Keeps rows where only their contents changed, so that a running search leaves scroll place and selection
  // alone.
  void setSummaries(std::vector<SessionSummary> summaries);
  // Sessions whose name, task, device, surrogate or state holds every one of the words; case is ignored.
  void setFilter(const QString& words);
  // What the running search says of itself, beside its state; empty takes it away.
  void setLiveNote(const SessionId& id, const QString& note);

  [[nodiscard]] const std::vector<SessionSummary>& summaries() const { return summaries_; }
  [[nodiscard]] const SessionSummary* find(const SessionId& id) const;
  [[nodiscard]] QModelIndex indexOf(const SessionId& id) const;
  [[nodiscard]] SessionId idAt(const QModelIndex& index) const;

  [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  struct Group {
    QString title;
    std::vector<int> sessions;  // indices into summaries_
    bool operator==(const Group&) const = default;
  };
  [[nodiscard]] std::vector<Group> grouped(const std::vector<SessionSummary>& summaries) const;
  [[nodiscard]] const SessionSummary* at(const QModelIndex& index) const;

  std::vector<SessionSummary> summaries_;
  std::vector<Group> groups_;
  QStringList words_;  // in lower case
  std::map<SessionId, QString> liveNotes_;
};

}  // namespace kernelcast::ui
