// Libraries, imports, exports and reports: what the window reads from and writes to files. The work runs on
// the library's thread; how it went is said by said().
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>

#include "core/report/report_model.h"

namespace kernelcast::ui {

struct PageContext;

class FileActions : public QObject {
  Q_OBJECT

 public:
  // Handles Command::OpenLibrary, Import, ExportCsv and Report, which ask for a path first; Report also for
  // what it is to hold.
  FileActions(const PageContext& context, QWidget* window);
  ~FileActions() override;

  void openLibrary(const QString& path);
  // Each file is one transaction; what is there already stays as it is.
  void importFile(const QString& path);
  // The rows that are shown, every column.
  void exportCsv(const QString& path);
  // The open session as HTML: the sections, pairs and kernels that `wanted` names.
  void writeReport(const QString& path, const report::ReportOptions& wanted = {});
  // A library is opened, anything else imported.
  void drop(const QStringList& paths);

  [[nodiscard]] bool isBusy() const { return busy_ > 0; }

 signals:
  void busyChanged(const QString& doing);  // a sentence; empty: nothing is being done
  // path: of a file that was written, empty where none was.
  void said(bool failed, const QString& sentence, const QString& path);

 private:
  void handleCommands();
  void askForReport(const report::ReportOptions& wanted);
  void begin(const QString& doing);
  void end();
  [[nodiscard]] QString suggestedName(const QString& ending) const;

  std::unique_ptr<PageContext> context_;
  QWidget* window_;
  int busy_ = 0;
};

}  // namespace kernelcast::ui
