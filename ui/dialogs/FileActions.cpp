#include "ui/dialogs/FileActions.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>

#include "core/domain/number_format.h"
#include "core/exchange/formats.h"
#include "core/report/csv_writer.h"
#include "core/report/html_writer.h"
#include "core/report/report_source.h"
#include "db/Library.h"
#include "ui/dialogs/ReportDialog.h"
#include "ui/models/CommandRouter.h"
#include "ui/models/PlainText.h"
#include "ui/models/Selection.h"
#include "ui/models/Workspace.h"
#include "ui/pages/Page.h"

namespace kernelcast::ui {

namespace {

std::filesystem::path nativePath(const QString& path) { return QFile::encodeName(path).toStdString(); }

report::ReportReads readsOf(db::Reader& reader) {
  report::ReportReads reads;
  reads.table = [&reader](const SessionId& id) { return reader.table(id); };
  reads.detail = [&reader](const SessionId& id, int candidate, std::string_view device,
                           std::string_view surrogate) {
    return reader.detail(id, candidate, device, surrogate);
  };
  reads.devices = [&reader](const SessionId& id) { return reader.devices(id); };
  reads.dataHash = [&reader](const SessionId& id) -> Result<std::string> {
    const auto session = reader.exchangeSession(id);
    if (!session) return failure(session.error());
    return exchange::contentHash(*session);
  };
  return reads;
}

}  // namespace

FileActions::FileActions(const PageContext& context, QWidget* window)
    : QObject(window), context_(std::make_unique<PageContext>(context)), window_(window) {
  handleCommands();
}

FileActions::~FileActions() = default;

void FileActions::handleCommands() {
  CommandRouter& commands = context_->commands;
  Workspace& workspace = context_->workspace;
  Selection& selection = context_->selection;
  const auto sessionIsOpen = [&selection] {
    return selection.table() ? QString() : QStringLiteral("No session is open.");
  };
  const auto mayWrite = [&workspace] {
    using State = Workspace::LibraryState;
    if (workspace.libraryState() != State::Ready && workspace.libraryState() != State::Empty) {
      return QStringLiteral("No library is open.");
    }
    return workspace.isReadOnly() ? QStringLiteral("This library is read-only.") : QString();
  };
  commands.handle(Command::OpenLibrary, this, [this, &workspace] {
    const QString path =
        QFileDialog::getSaveFileName(window_, QStringLiteral("Open a library, or name a new one"),
                                     QFileInfo(workspace.library().path()).path(),
                                     QStringLiteral("Kernelcast libraries (*.kcast);;All files (*)"), nullptr,
                                     QFileDialog::DontConfirmOverwrite);
    if (!path.isEmpty()) openLibrary(path);
  });
  commands.handle(
      Command::Import, this,
      [this] {
        const QString path =
            QFileDialog::getOpenFileName(window_, QStringLiteral("Import sessions"), QString(),
                                         QStringLiteral("Kernelcast sessions (*.json);;All files (*)"));
        if (!path.isEmpty()) importFile(path);
      },
      mayWrite);
  commands.handle(
      Command::ExportCsv, this,
      [this] {
        const QString path = QFileDialog::getSaveFileName(
            window_, QStringLiteral("Export the rows that are shown"), suggestedName(QStringLiteral(".csv")),
            QStringLiteral("CSV (*.csv)"));
        if (!path.isEmpty()) exportCsv(path);
      },
      sessionIsOpen);
  commands.handle(
      Command::Report, this,
      [this, &selection] {
        auto* dialog =
            new ReportDialog(context_->settings, oneLine(selection.table()->summary.name), window_);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &QDialog::accepted, this, [this, dialog] { askForReport(dialog->options()); });
        dialog->open();
      },
      sessionIsOpen);
}

void FileActions::askForReport(const report::ReportOptions& wanted) {
  if (!context_->selection.table()) return;  // it was closed while one chose
  const QString path =
      QFileDialog::getSaveFileName(window_, QStringLiteral("Write a report of this session"),
                                   suggestedName(QStringLiteral(".html")), QStringLiteral("HTML (*.html)"));
  if (!path.isEmpty()) writeReport(path, wanted);
}

QString FileActions::suggestedName(const QString& ending) const {
  QString name = oneLine(context_->selection.table()->summary.name);
  name.replace(QRegularExpression(QStringLiteral("[^A-Za-z0-9_.-]+")), QStringLiteral("_"));
  return QDir::homePath() + u'/' + name.left(80) + ending;
}

void FileActions::begin(const QString& doing) {
  ++busy_;
  emit busyChanged(doing);
}

void FileActions::end() {
  if (--busy_ == 0) emit busyChanged({});
}

void FileActions::openLibrary(const QString& path) {
  if (context_->workspace.job() != nullptr) {
    emit said(
        true,
        QStringLiteral(
            "A search is running in this library; stop it or let it end before another library is opened."),
        {});
    return;
  }
  context_->workspace.openLibrary(path);
}

void FileActions::importFile(const QString& path) {
  begin(QStringLiteral("Importing %1").arg(QFileInfo(path).fileName()));
  context_->workspace.library().change<exchange::ImportResult>(
      this,
      [path](db::Library& library) { return exchange::importFile(nativePath(path), library.importSink()); },
      [this, path](const Result<exchange::ImportResult>& result) {
        end();
        const QString name = QFileInfo(path).fileName();
        if (!result) {
          emit said(true,
                    QStringLiteral("%1 was not imported, and the library is as it was: %2")
                        .arg(name, asSentence(result.error().message)),
                    {});
          return;
        }
        QString sentence = result->alreadyThere
                               ? QStringLiteral("%1 was in this library already; nothing changed.").arg(name)
                               : QStringLiteral("Imported %1.").arg(name);
        const auto refused = result->report.refused.size();
        if (refused > 0) {
          sentence += QStringLiteral(" %1 part%2 refused; the first: %3: %4")
                          .arg(refused)
                          .arg(refused == 1 ? QStringLiteral(" was") : QStringLiteral("s were"),
                               oneLine(result->report.refused.front().where),
                               asSentence(result->report.refused.front().reason));
        }
        emit said(false, sentence, {});
        context_->workspace.reload();
        if (!result->sessions.empty()) context_->workspace.showWhenListed(result->sessions.front());
      });
}

void FileActions::exportCsv(const QString& path) {
  const Selection& selection = context_->selection;
  begin(QStringLiteral("Exporting %1").arg(QFileInfo(path).fileName()));
  context_->workspace.library().ask<int>(
      this,
      [path, table = selection.table(), rows = selection.visibleRows()](db::Reader&) -> Result<int> {
        SessionTable shown;
        shown.tasks = table->tasks;
        shown.devices = table->devices;
        shown.surrogates = table->surrogates;
        for (const int row : rows) shown.rows.push_back(table->rows[static_cast<std::size_t>(row)]);
        const auto written = exchange::writeFile(nativePath(path), report::candidatesCsv(shown));
        if (!written) return failure(written.error());
        return static_cast<int>(rows.size());
      },
      [this, path](const Result<int>& rows) {
        end();
        if (rows) {
          emit said(false,
                    QStringLiteral("Wrote %1 rows to %2.")
                        .arg(plainText(formatCount(*rows)), QDir::toNativeSeparators(path)),
                    path);
        } else {
          emit said(true, asSentence(rows.error().message), {});
        }
      });
}

void FileActions::writeReport(const QString& path, const report::ReportOptions& wanted) {
  const Selection& selection = context_->selection;
  begin(QStringLiteral("Writing the report"));
  context_->workspace.library().ask<std::size_t>(
      this,
      [path, wanted, id = selection.table()->summary.id, rule = selection.binRule(),
       version = QCoreApplication::applicationVersion().toStdString(),
       now = QDateTime::currentMSecsSinceEpoch()](db::Reader& reader) -> Result<std::size_t> {
        report::Report report;
        report.options = wanted;
        report.options.bins = rule;
        report.options.programVersion = "kernelcast " + version;
        report.options.createdMs = now;
        auto session = report::reportSession(readsOf(reader), id, report.options.detailBytes);
        if (!session) return failure(session.error());
        report.sessions.push_back(std::move(*session));
        const std::string html = report::writeHtml(report);
        if (const auto written = exchange::writeFile(nativePath(path), html); !written)
          return failure(written.error());
        return html.size();
      },
      [this, path](const Result<std::size_t>& bytes) {
        end();
        if (bytes) {
          emit said(
              false,
              QStringLiteral("Wrote the report of the whole session to %1 (%2).")
                  .arg(QDir::toNativeSeparators(path), plainText(formatBytes(static_cast<double>(*bytes)))),
              path);
        } else {
          emit said(true, asSentence(bytes.error().message), {});
        }
      });
}

void FileActions::drop(const QStringList& paths) {
  for (const QString& path : paths) {
    if (path.endsWith(QStringLiteral(".kcast"))) {
      openLibrary(path);
      return;
    }
  }
  const QString whyNot = context_->commands.whyNot(Command::Import);
  if (!whyNot.isEmpty()) {
    emit said(true, whyNot, {});
    return;
  }
  for (const QString& path : paths) importFile(path);
}

}  // namespace kernelcast::ui
