// The left side: the library's sessions, one of them open.
#pragma once

#include <QWidget>

#include "core/domain/session.h"

class QLineEdit;
class QTreeView;

namespace kernelcast::ui {

class SessionListModel;

class SessionListPanel : public QWidget {
  Q_OBJECT

 public:
  explicit SessionListPanel(SessionListModel& model, QWidget* parent = nullptr);

  // Marks it without asking to open it. Empty: none.
  void setOpenSession(const SessionId& id);
  [[nodiscard]] QTreeView* view() const { return view_; }
  [[nodiscard]] QLineEdit* filter() const { return filter_; }

 signals:
  void sessionChosen(const kernelcast::SessionId& id);
  void deletionWanted(const kernelcast::SessionId& id);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void restore();
  void showMenu(const QPoint& at);

  SessionListModel& model_;
  QLineEdit* filter_ = nullptr;
  QTreeView* view_ = nullptr;
  SessionId openSession_;
  bool restoring_ = false;
};

}  // namespace kernelcast::ui
