#include "ui/pages/SessionActions.h"

#include <QMessageBox>
#include <QPushButton>

#include "core/domain/number_format.h"
#include "ui/models/CommandRouter.h"
#include "ui/models/PlainText.h"
#include "ui/models/SearchJob.h"
#include "ui/models/Workspace.h"
#include "ui/pages/Page.h"
#include "ui/pages/SessionListPanel.h"

namespace kernelcast::ui {

SessionActions::SessionActions(const PageContext& context, SessionListPanel& list, QWidget* window)
    : QObject(window), context_(std::make_unique<PageContext>(context)), window_(window) {
  Workspace& workspace = context_->workspace;
  context_->commands.handle(
      Command::DeleteSession, this, [this, &workspace] { askToDelete(workspace.openSessionId()); },
      [this, &workspace] {
        return workspace.openSessionId().empty() ? QStringLiteral("No session is open.")
                                                 : whyNotDelete(workspace.openSessionId());
      });
  connect(&list, &SessionListPanel::deletionWanted, this, &SessionActions::askToDelete);
  connect(&workspace, &Workspace::sessionDeleted, this, [this](const QString& name) {
    emit deleted(QStringLiteral("“%1” was deleted. It can be taken back until the program ends.").arg(name));
  });
}

SessionActions::~SessionActions() = default;

QString SessionActions::whyNotDelete(const SessionId& id) const {
  const Workspace& workspace = context_->workspace;
  if (workspace.isReadOnly()) return QStringLiteral("This library is read-only.");
  if (workspace.job() != nullptr && workspace.job()->session() == id)
    return QStringLiteral("This search is running; stop it first.");
  return {};
}

void SessionActions::askToDelete(const SessionId& id) {
  const SessionSummary* session = context_->workspace.sessions().find(id);
  if (session == nullptr) return;
  if (const QString reason = whyNotDelete(id); !reason.isEmpty()) {
    emit said(true, reason);
    return;
  }
  auto* box = new QMessageBox(window_);
  box->setObjectName(QStringLiteral("delete"));
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(QStringLiteral("Delete a session"));
  box->setTextFormat(Qt::PlainText);
  box->setText(QStringLiteral("Delete “%1”?").arg(oneLine(session->name)));
  box->setInformativeText(
      QStringLiteral("Its %1 candidates with their forecasts and measurements leave this library. Undo "
                     "brings it back until the program ends; then it is gone for good. Notes and tags stay, "
                     "for when it is imported again.")
          .arg(plainText(formatCount(session->candidates))));
  QPushButton* remove = box->addButton(QStringLiteral("Delete"), QMessageBox::DestructiveRole);
  QPushButton* keep = box->addButton(QStringLiteral("Keep"), QMessageBox::RejectRole);
  box->setDefaultButton(keep);
  box->setEscapeButton(keep);
  connect(remove, &QPushButton::clicked, this, [this, id] { context_->workspace.deleteSession(id); });
  box->open();
}

}  // namespace kernelcast::ui
