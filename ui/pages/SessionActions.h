// What can be done with a session of the list: it is deleted after a question, and comes back by undo until
// the program ends.
#pragma once

#include <QObject>
#include <memory>

#include "core/domain/session.h"

class QWidget;

namespace kernelcast::ui {

class SessionListPanel;
struct PageContext;

class SessionActions : public QObject {
  Q_OBJECT

 public:
  // Handles DeleteSession, for the session that is open, and what the list asks for.
  SessionActions(const PageContext& context, SessionListPanel& list, QWidget* window);
  ~SessionActions() override;

  // Asks; nothing where it may not be deleted, and says so.
  void askToDelete(const SessionId& id);

 signals:
  void said(bool failed, const QString& sentence);
  void deleted(const QString& sentence);  // it can be undone

 private:
  [[nodiscard]] QString whyNotDelete(const SessionId& id) const;  // empty where it may be

  std::unique_ptr<PageContext> context_;
  QWidget* window_;
};

}  // namespace kernelcast::ui
