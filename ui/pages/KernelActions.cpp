#include "ui/pages/KernelActions.h"

#include <QDesktopServices>
#include <QStandardPaths>
#include <QUrl>

#include "ui/models/CommandRouter.h"
#include "ui/models/PlainText.h"
#include "ui/models/SourceFile.h"
#include "ui/models/Workspace.h"
#include "ui/pages/InspectorDetail.h"
#include "ui/pages/InspectorNotes.h"
#include "ui/pages/InspectorPanel.h"
#include "ui/pages/Page.h"

namespace kernelcast::ui {

KernelActions::KernelActions(const PageContext& context, InspectorPanel& inspector, QObject* parent)
    : QObject(parent), context_(std::make_unique<PageContext>(context)), inspector_(inspector) {
  handleCommands();
  connectNotes();
}

KernelActions::~KernelActions() = default;

QString KernelActions::whyNoNote() const {
  if (context_->selection.current() == nullptr) return QStringLiteral("No kernel is selected.");
  return context_->workspace.isReadOnly()
             ? QStringLiteral("This library is read-only, and notes and tags are kept in it.")
             : QString();
}

QString KernelActions::whyNoSource() const {
  if (context_->selection.current() == nullptr) return QStringLiteral("No kernel is selected.");
  const auto content = inspector_.detail()->content();
  return content && !content->wholeSource.empty() ? QString()
                                                  : QStringLiteral("The source of this kernel is not known.");
}

void KernelActions::handleCommands() {
  CommandRouter& commands = context_->commands;
  commands.handle(
      Command::Note, this,
      [this] {
        emit inspectorWanted();
        inspector_.editNote();
      },
      [this] { return whyNoNote(); });
  commands.handle(
      Command::Tag, this,
      [this] {
        emit inspectorWanted();
        inspector_.editTags();
      },
      [this] { return whyNoNote(); });
  commands.handle(
      Command::Undo, this, [this] { context_->workspace.undo().undo(); },
      [this] {
        return context_->workspace.undo().canUndo() ? QString() : QStringLiteral("There is nothing to undo.");
      });
  commands.handle(
      Command::CopySource, this, [this] { inspector_.detail()->copySource(); },
      [this] { return whyNoSource(); });
  commands.handle(
      Command::OpenInEditor, this, [this] { openInEditor(); }, [this] { return whyNoSource(); });
  connect(&context_->workspace.undo(), &UndoStack::undone, this,
          [this](const QString& name) { emit said(false, QStringLiteral("Undid: %1").arg(name), {}); });
  connect(&inspector_, &InspectorPanel::commandWanted, &commands, &CommandRouter::trigger);
}

void KernelActions::connectNotes() {
  KernelNotes& notes = context_->workspace.notes();
  InspectorNotes* shown = inspector_.notes();
  connect(&inspector_, &InspectorPanel::detailWanted, this, [this, &notes](int row) {
    const CandidateRow& candidate = context_->selection.table()->rows[static_cast<std::size_t>(row)];
    notes.show(candidate.kernelHash, oneLine(candidate.name));
  });
  connect(&inspector_, &InspectorPanel::detailUnwanted, this, [&notes] { notes.show({}, {}); });
  connect(&notes, &KernelNotes::shown, shown,
          [shown](const std::string& /*hash*/, const KernelAnnotation& annotation) {
            shown->setAnnotation(annotation);
          });
  connect(&notes, &KernelNotes::failed, this, [this, shown](const QString& sentence) {
    shown->reopen();
    emit said(true, sentence, {});
  });
  connect(shown, &InspectorNotes::noteWritten, &notes, &KernelNotes::setNote);
  connect(shown, &InspectorNotes::tagsWritten, &notes, &KernelNotes::setTags);
}

void KernelActions::openInEditor() {
  const CandidateRow& row = *context_->selection.current();
  const QString folder =
      QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/sources");
  const auto path =
      writeSourceFile(folder, row.name, row.kernelHash, inspector_.detail()->content()->wholeSource);
  if (!path) {
    emit said(true, asSentence(path.error().message), {});
  } else if (!QDesktopServices::openUrl(QUrl::fromLocalFile(*path))) {
    emit said(true, QStringLiteral("No program opens such a file here. The source is in %1.").arg(*path),
              *path);
  }
}

}  // namespace kernelcast::ui
