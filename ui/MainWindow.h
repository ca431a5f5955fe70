// The window: session list, session page and inspector side by side, what is to be said above, what runs
// below.
#pragma once

#include <QMainWindow>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "ui/models/CommandTable.h"
#include "ui/models/Settings.h"
#include "ui/widgets/Theme.h"

class QSplitter;
class QStackedWidget;

namespace kernelcast::ui {

class CandidateTableModel;
class ColumnChoice;
class CommandRouter;
class FileActions;
class InlineMessage;
class InspectorPanel;
class JobsStrip;
class KernelActions;
class PairPage;
class RecentLibraries;
class SearchJob;
class SessionListPanel;
class SessionPage;
struct PageContext;
class TopBar;
class WelcomePage;
class Workspace;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(std::unique_ptr<Settings> settings, QWidget* parent = nullptr);
  ~MainWindow() override;

  [[nodiscard]] Workspace& workspace() { return *workspace_; }
  [[nodiscard]] CommandRouter& commands() { return *commands_; }
  [[nodiscard]] SessionPage* sessionPage() const { return page_; }
  [[nodiscard]] SessionListPanel* sessionList() const { return list_; }
  [[nodiscard]] PairPage* pair() const { return pair_; }
  [[nodiscard]] bool showsPair() const;
  [[nodiscard]] InspectorPanel* inspector() const { return inspector_; }
  [[nodiscard]] WelcomePage* welcome() const { return welcome_; }
  [[nodiscard]] JobsStrip* jobs() const { return jobs_; }
  [[nodiscard]] FileActions* files() const { return files_; }
  [[nodiscard]] TopBar* topBar() const { return topBar_; }
  [[nodiscard]] InlineMessage* message() const { return message_; }
  [[nodiscard]] InlineMessage* sessionMessage() const { return sessionMessage_; }
  [[nodiscard]] RecentLibraries& recent() const { return *recent_; }
  // The library of this path; where it is empty, the one that the preferences want, or none yet.
  void openAtStart(const QString& library, const QString& session);
  void trigger(Command command);
  void setThemeMode(ThemeMode mode);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  [[nodiscard]] PageContext pageContext();
  QWidget* buildSplitter();
  void buildPair();
  void showPair(bool shown);
  void handleCommands();
  void buildActions();
  void connectWorkspace();
  void showLibrary();
  void showSessionMessage();
  void showCommands();
  void buildFiles();
  void buildRecent();
  void showRecent();
  void openRecent(const QString& path);
  void applySetting(Setting setting);
  void showUsualLayout();
  // Above the pages; a path is offered to be opened.
  void say(bool failed, const QString& sentence, const QString& path);
  [[nodiscard]] QString whyNoSearch() const;  // empty where one may start
  void onJobStarted(SearchJob* job, const QString& title);
  void onJobEnded(const std::string& session, const QString& outcome, bool failed, bool resumable,
                  bool replay);
  void loadDetail(int row);
  void askBeforeClosing();

  std::unique_ptr<Settings> settings_;
  Workspace* workspace_ = nullptr;
  CommandRouter* commands_ = nullptr;
  RecentLibraries* recent_ = nullptr;
  ColumnChoice* columns_ = nullptr;
  CandidateTableModel* candidates_ = nullptr;
  FileActions* files_ = nullptr;
  KernelActions* kernels_ = nullptr;
  TopBar* topBar_ = nullptr;
  InlineMessage* message_ = nullptr;
  InlineMessage* sessionMessage_ = nullptr;
  QStackedWidget* stack_ = nullptr;
  WelcomePage* welcome_ = nullptr;
  QSplitter* splitter_ = nullptr;
  SessionListPanel* list_ = nullptr;
  SessionPage* page_ = nullptr;
  QWidget* middle_ = nullptr;  // what the pair stands in for, with the inspector
  PairPage* pair_ = nullptr;
  InspectorPanel* inspector_ = nullptr;
  JobsStrip* jobs_ = nullptr;
  struct Outcome {
    QString text;
    bool failed = false;
  };
  std::map<std::string, Outcome> outcomes_;  // of searches that ended in this window
  std::set<std::string> dismissed_;          // sessions whose message was closed
  std::string messageOf_;                    // session that sessionMessage_ is about
  bool asking_ = false;                      // which library, before any was opened
  bool closing_ = false;                     // once the search that runs has ended
};

}  // namespace kernelcast::ui
