#include "ui/MainWindow.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDesktopServices>
#include <QFileInfo>
#include <QMimeData>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "db/Library.h"
#include "ui/dialogs/CloseDialog.h"
#include "ui/dialogs/FileActions.h"
#include "ui/dialogs/FilterHelpDialog.h"
#include "ui/dialogs/KeysDialog.h"
#include "ui/dialogs/NewSearchDialog.h"
#include "ui/dialogs/PaletteDialog.h"
#include "ui/dialogs/PreferencesDialog.h"
#include "ui/models/CandidateTableModel.h"
#include "ui/models/ColumnChoice.h"
#include "ui/models/CommandRouter.h"
#include "ui/models/Comparables.h"
#include "ui/models/PlainText.h"
#include "ui/models/ProgressText.h"
#include "ui/models/RecentLibraries.h"
#include "ui/models/SearchJob.h"
#include "ui/models/ThemeModes.h"
#include "ui/models/Workspace.h"
#include "ui/pages/InspectorDetail.h"
#include "ui/pages/InspectorPanel.h"
#include "ui/pages/JobsStrip.h"
#include "ui/pages/KernelActions.h"
#include "ui/pages/PairPage.h"
#include "ui/pages/SessionActions.h"
#include "ui/pages/SessionListPanel.h"
#include "ui/pages/SessionPage.h"
#include "ui/pages/TopBar.h"
#include "ui/pages/WelcomePage.h"
#include "ui/widgets/InlineMessage.h"

namespace kernelcast::ui {

namespace {

constexpr QSize kUsualSize(1440, 900);

QList<int> usualWidths() { return {224, 852, 364, 0}; }  // of list, page, inspector and pair

constexpr auto kReplayNote =
    "A replay of recorded measurements: it shows how a search works and is no evidence of what forecasts "
    "save.";

QString defaultLibrary() { return QString::fromStdString(db::defaultLibraryPath().string()); }

bool isReplay(const SessionSummary& summary) { return summary.recorded; }

}  // namespace

MainWindow::MainWindow(std::unique_ptr<Settings> settings, QWidget* parent)
    : QMainWindow(parent), settings_(std::move(settings)) {
  setWindowTitle(QStringLiteral("Kernelcast"));
  workspace_ = new Workspace(this);
  const auto rule = binRuleFromKey(settings_->value(Setting::SpeedClasses).toString().toStdString());
  workspace_->selection().setBinRule(rule.value_or(BinRule::Prompt));
  commands_ = new CommandRouter(this);
  recent_ = new RecentLibraries(*settings_, this);
  columns_ = new ColumnChoice(*settings_, this);
  candidates_ = new CandidateTableModel(workspace_->selection(), this);

  auto* centre = new QWidget(this);
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  topBar_ = new TopBar(*commands_, centre);
  message_ = new InlineMessage(centre);
  stack_ = new QStackedWidget(centre);
  welcome_ = new WelcomePage(stack_);
  stack_->addWidget(welcome_);
  stack_->addWidget(buildSplitter());
  jobs_ = new JobsStrip(centre);
  column->addWidget(topBar_);
  column->addWidget(message_);
  column->addWidget(stack_, 1);
  column->addWidget(jobs_);
  setCentralWidget(centre);

  handleCommands();
  buildFiles();
  buildRecent();
  buildActions();
  connectWorkspace();
  resize(kUsualSize);
  setMinimumSize(900, 600);
  restoreGeometry(settings_->value(Setting::WindowGeometry).toByteArray());
  showLibrary();
}

MainWindow::~MainWindow() = default;

PageContext MainWindow::pageContext() {
  return {*workspace_, workspace_->selection(), *commands_, *settings_, *candidates_, *columns_};
}

void MainWindow::buildFiles() {
  files_ = new FileActions(pageContext(), this);
  connect(files_, &FileActions::busyChanged, this, [this](const QString& doing) {
    if (!doing.isEmpty()) message_->show(InlineMessage::Tone::Note, doing + QStringLiteral("..."));
  });
  connect(files_, &FileActions::said, this, &MainWindow::say);
  kernels_ = new KernelActions(pageContext(), *inspector_, this);
  connect(kernels_, &KernelActions::said, this, &MainWindow::say);
  connect(kernels_, &KernelActions::inspectorWanted, this, [this] {
    if (showsPair()) showPair(false);
  });
  auto* sessions = new SessionActions(pageContext(), *list_, this);
  connect(sessions, &SessionActions::said, this,
          [this](bool failed, const QString& sentence) { say(failed, sentence, {}); });
  connect(sessions, &SessionActions::deleted, this, [this](const QString& sentence) {
    message_->show(InlineMessage::Tone::Success, sentence);
    message_->addAction(QString::fromLatin1(entryOf(Command::Undo).name), toolTipOf(Command::Undo),
                        [this] { trigger(Command::Undo); });
  });
  setAcceptDrops(true);
}

void MainWindow::buildRecent() {
  connect(recent_, &RecentLibraries::changed, this, &MainWindow::showRecent);
  connect(topBar_, &TopBar::menuOpens, this, &MainWindow::showRecent);
  connect(topBar_, &TopBar::recentChosen, this, &MainWindow::openRecent);
  connect(welcome_, &WelcomePage::recentChosen, this, &MainWindow::openRecent);
  connect(welcome_, &WelcomePage::recentUnwanted, recent_, &RecentLibraries::remove);
  connect(welcome_, &WelcomePage::defaultRequested, this, [this] { files_->openLibrary(defaultLibrary()); });
  connect(settings_.get(), &Settings::changed, this, &MainWindow::applySetting);
  connect(settings_.get(), &Settings::layoutReset, this, &MainWindow::showUsualLayout);
  showRecent();
}

void MainWindow::showRecent() {
  const auto others = recent_->look(asking_ ? QString() : workspace_->library().path());
  topBar_->showRecent(others);
  welcome_->showRecent(others);
}

void MainWindow::openRecent(const QString& path) {
  // Opening makes a library where there is none: not what is meant by one that was opened before.
  if (QFileInfo::exists(path)) {
    files_->openLibrary(path);
    return;
  }
  message_->show(InlineMessage::Tone::Error, missingSentence(path));
  message_->addAction(QStringLiteral("Take it from the list"),
                      QStringLiteral("The file stays as it is, wherever it may be"),
                      [this, path] { recent_->remove(path); });
  showRecent();
}

void MainWindow::openAtStart(const QString& library, const QString& session) {
  const StartLibrary start =
      library.isEmpty() ? startLibrary(*settings_, defaultLibrary()) : StartLibrary{library, {}};
  asking_ = start.path.isEmpty();
  if (asking_) {
    showLibrary();
    return;
  }
  if (!start.note.isEmpty()) message_->show(InlineMessage::Tone::Note, start.note);
  workspace_->openLibrary(start.path, session);
}

void MainWindow::applySetting(Setting setting) {
  switch (setting) {
    case Setting::Theme:
      setThemeMode(themeModeFromKey(settings_->value(setting).toString()).value_or(ThemeMode::System));
      break;
    case Setting::SpeedClasses:
      if (const auto rule = binRuleFromKey(settings_->value(setting).toString().toStdString()))
        workspace_->selection().setBinRule(*rule);
      break;
    default: break;
  }
}

void MainWindow::showUsualLayout() {
  if (isMaximized() || isFullScreen()) showNormal();
  resize(kUsualSize);
  splitter_->setSizes(usualWidths());
  page_->showRemembered();
}

void MainWindow::say(bool failed, const QString& sentence, const QString& path) {
  message_->show(failed ? InlineMessage::Tone::Error : InlineMessage::Tone::Success, sentence);
  if (path.isEmpty()) return;
  message_->addAction(QStringLiteral("Open"),
                      QStringLiteral("Opens the file in the program that is meant for it"),
                      [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); });
  message_->addAction(QStringLiteral("Copy path"), QStringLiteral("Copies where the file is"),
                      [path] { QGuiApplication::clipboard()->setText(path); });
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!event->mimeData()->hasUrls()) return;
  event->acceptProposedAction();
  message_->show(InlineMessage::Tone::Note,
                 QStringLiteral("Drop a library (.kcast) to open it, or sessions (.json) to import them."));
}

void MainWindow::dropEvent(QDropEvent* event) {
  QStringList paths;
  for (const QUrl& url : event->mimeData()->urls()) {
    if (url.isLocalFile()) paths << url.toLocalFile();
  }
  message_->hide();
  files_->drop(paths);
}

QWidget* MainWindow::buildSplitter() {
  splitter_ = new QSplitter(Qt::Horizontal, stack_);
  splitter_->setChildrenCollapsible(false);
  splitter_->setHandleWidth(1);
  list_ = new SessionListPanel(workspace_->sessions(), splitter_);
  middle_ = new QWidget(splitter_);
  auto* column = new QVBoxLayout(middle_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  sessionMessage_ = new InlineMessage(middle_);
  page_ = new SessionPage(pageContext(), middle_);
  column->addWidget(sessionMessage_);
  column->addWidget(page_, 1);
  inspector_ = new InspectorPanel(workspace_->selection(), splitter_);
  splitter_->addWidget(list_);
  splitter_->addWidget(middle_);
  splitter_->addWidget(inspector_);
  buildPair();
  splitter_->addWidget(pair_);
  splitter_->setStretchFactor(1, 1);
  splitter_->setSizes(usualWidths());
  splitter_->setStretchFactor(3, 1);
  const QByteArray widths = settings_->value(Setting::MainSplitter).toByteArray();
  if (!widths.isEmpty()) splitter_->restoreState(widths);
  connect(splitter_, &QSplitter::splitterMoved, this,
          [this] { settings_->setValue(Setting::MainSplitter, splitter_->saveState()); });
  return splitter_;
}

void MainWindow::buildPair() {
  pair_ = new PairPage(pageContext(), splitter_);
  pair_->hide();
  connect(pair_, &PairPage::closed, this, [this] { showPair(false); });
  Selection& selection = workspace_->selection();
  connect(&selection, &Selection::pairRequested, this, [this](int a, int b) {
    pair_->open(a, b);
    showPair(true);
  });
  commands_->handle(
      Command::Difference, this,
      [&selection] {
        const std::vector<int>& two =
            selection.marked().size() == 2 ? selection.marked() : selection.picked();
        if (two.size() == 2) selection.comparePair(two[0], two[1]);
        else
          selection.comparePair(parentRowOf(*selection.table(), selection.currentRow()),
                                selection.currentRow());
      },
      [&selection] {
        if (selection.marked().size() == 2 || selection.picked().size() == 2) return QString();
        const bool parent =
            selection.current() != nullptr && parentRowOf(*selection.table(), selection.currentRow()) >= 0;
        return parent ? QString()
                      : QStringLiteral(
                            "Mark two kernels with X first, select two rows, or one that was written from "
                            "another.");
      });
}

bool MainWindow::showsPair() const { return !pair_->isHidden(); }

void MainWindow::showPair(bool shown) {
  middle_->setVisible(!shown);
  inspector_->setVisible(!shown);
  pair_->setVisible(shown);
  if (shown) pair_->setFocus();
  else page_->setFocus();
}

void MainWindow::handleCommands() {
  const auto libraryIsOpen = [this] {
    return workspace_->libraryState() == Workspace::LibraryState::Ready
               ? QString()
               : QStringLiteral("No library with sessions is open.");
  };
  const auto rowIsSelected = [this] {
    return workspace_->selection().current() != nullptr ? QString()
                                                        : QStringLiteral("No kernel is selected.");
  };
  commands_->handle(Command::OpenSample, this, [this] { workspace_->openSample(); });
  commands_->handle(
      Command::Replay, this, [this] { workspace_->startReplay(); },
      [this, libraryIsOpen] {
        const QString reason = whyNoSearch();
        return reason.isEmpty() ? libraryIsOpen() : reason;
      });
  commands_->handle(
      Command::NewSearch, this,
      [this] {
        auto* dialog = new NewSearchDialog(pageContext(), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
      },
      [this, libraryIsOpen] {
        const QString reason = whyNoSearch();
        return reason.isEmpty() ? libraryIsOpen() : reason;
      });
  commands_->handle(Command::Reload, this, [this] { workspace_->reload(); });
  commands_->handle(
      Command::Inspect, this, [this] { inspector_->focusPanel(); }, rowIsSelected);
  commands_->handle(Command::SwitchTheme, this, [this] {
    setThemeMode(Theme::instance().isDark() ? ThemeMode::Light : ThemeMode::Dark);
  });
  commands_->handle(Command::ShowKeys, this, [this] {
    auto* dialog = new KeysDialog(*commands_, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
  });
  commands_->handle(Command::Preferences, this, [this] {
    auto* dialog = new PreferencesDialog(*settings_, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
  });
  commands_->handle(Command::FilterHelp, this, [this] {
    auto* dialog = new FilterHelpDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
  });
  commands_->handle(Command::Palette, this, [this] {
    auto* dialog = new PaletteDialog(pageContext(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
  });
  commands_->handle(
      Command::Measure, this, [] {},
      [] {
        return QStringLiteral("This build cannot measure yet: its GPU worker only reports what a GPU is.");
      });
  commands_->handle(Command::Quit, this, [this] { close(); });
  connect(commands_, &CommandRouter::refused, this, [this](Command /*command*/, const QString& sentence) {
    message_->show(InlineMessage::Tone::Note, sentence);
  });
}

void MainWindow::buildActions() {
  for (const CommandEntry& entry : commandEntries()) {
    if (entry.command == Command::CopyRows) continue;  // the table's own key: elsewhere Ctrl+C copies text
    if (!commands_->isHandled(entry.command)) continue;
    auto* action = new QAction(QString::fromLatin1(entry.name), this);
    action->setShortcuts(shortcutsOf(entry.command));
    action->setToolTip(toolTipOf(entry.command));
    connect(action, &QAction::triggered, this, [this, command = entry.command] { trigger(command); });
    addAction(action);
  }
  connect(topBar_, &TopBar::themeModeChosen, this, &MainWindow::setThemeMode);
  connect(welcome_, &WelcomePage::openSampleRequested, this, [this] { trigger(Command::OpenSample); });
  connect(welcome_, &WelcomePage::importRequested, this, [this] { trigger(Command::Import); });
  connect(welcome_, &WelcomePage::libraryRequested, this, [this] { trigger(Command::OpenLibrary); });
  connect(page_, &SessionPage::inspectRequested, this, [this] { trigger(Command::Inspect); });
}

void MainWindow::trigger(Command command) { commands_->trigger(command); }

void MainWindow::setThemeMode(ThemeMode mode) {
  Theme::instance().setMode(mode);
  settings_->setValue(Setting::Theme, keyOf(mode));
  topBar_->showThemeMode(mode);
}

void MainWindow::connectWorkspace() {
  connect(workspace_, &Workspace::libraryChanged, this, &MainWindow::showLibrary);
  connect(workspace_, &Workspace::sessionChosen, this, [this] {
    list_->setOpenSession(workspace_->openSessionId());
    showPair(false);
    sessionMessage_->hide();
  });
  connect(workspace_, &Workspace::sessionShown, this, [this] {
    showSessionMessage();
    showCommands();
  });
  connect(workspace_, &Workspace::jobStarted, this, &MainWindow::onJobStarted);
  connect(workspace_, &Workspace::jobEnded, this, &MainWindow::onJobEnded);
  connect(workspace_, &Workspace::failed, this,
          [this](const QString& sentence) { message_->show(InlineMessage::Tone::Error, sentence); });
  connect(list_, &SessionListPanel::sessionChosen, workspace_, &Workspace::openSession);
  connect(welcome_, &WelcomePage::retryRequested, this,
          [this] { workspace_->openLibrary(workspace_->library().path()); });
  connect(sessionMessage_, &InlineMessage::dismissed, this, [this] { dismissed_.insert(messageOf_); });
  connect(inspector_, &InspectorPanel::detailWanted, this, &MainWindow::loadDetail);
  connect(inspector_, &InspectorPanel::detailUnwanted, &workspace_->library(), &LibraryService::forgetDetail);
  connect(&workspace_->library(), &LibraryService::detailLoaded, inspector_, &InspectorPanel::setContent);
}

void MainWindow::loadDetail(int row) {
  const SessionTable& table = *workspace_->selection().table();
  const CandidateRow& candidate = table.rows[static_cast<std::size_t>(row)];
  const auto at = [](const std::vector<std::string>& names, int index) {
    return index >= 0 && static_cast<std::size_t>(index) < names.size()
               ? names[static_cast<std::size_t>(index)]
               : std::string();
  };
  workspace_->library().loadDetail(table.summary.id, candidate.number, at(table.devices, candidate.device),
                                   at(table.surrogates, candidate.surrogate));
}

void MainWindow::showLibrary() {
  const QString path = workspace_->library().path();
  using State = Workspace::LibraryState;
  switch (workspace_->libraryState()) {
    case State::None:
      if (asking_) welcome_->showChoice(defaultLibrary());
      else welcome_->showLoading();
      break;
    case State::Opening: welcome_->showLoading(); break;
    case State::Failed: welcome_->showError(path, workspace_->libraryError()); break;
    case State::Empty: welcome_->showEmpty(path); break;
    case State::Ready: break;
  }
  const bool ready = workspace_->libraryState() == State::Ready;
  if (ready || workspace_->libraryState() == State::Empty) recent_->add(path);
  showRecent();
  if (ready && stack_->currentIndex() == 0) list_->view()->setFocus();
  stack_->setCurrentIndex(ready ? 1 : 0);
  topBar_->setLibrary(path, workspace_->isReadOnly());
  showCommands();
}

void MainWindow::showCommands() {
  topBar_->showCommands(workspace_->libraryState() == Workspace::LibraryState::Ready);
}

QString MainWindow::whyNoSearch() const {
  if (workspace_->job() != nullptr)
    return QStringLiteral("A search is running in this window; stop it or let it end first.");
  if (workspace_->isReadOnly())
    return QStringLiteral("This library is read-only; a replay is written as a session of its own.");
  return {};
}

void MainWindow::showSessionMessage() {
  const SessionSummary& summary = workspace_->selection().table()->summary;
  messageOf_ = summary.id;
  const SessionSummary* listed = workspace_->sessions().find(summary.id);
  if (workspace_->isResumable(listed != nullptr ? *listed : summary)) {
    sessionMessage_->show(
        InlineMessage::Tone::Note,
        summary.state == SessionState::Paused
            ? QStringLiteral("This search is paused. It can go on where it was.")
            : QStringLiteral("This search was interrupted; nothing that was committed is lost. It can "
                             "go on where it was."));
    auto* resume = sessionMessage_->addAction(QStringLiteral("Resume"),
                                              QStringLiteral("Runs this search on, in this window"),
                                              [this, id = summary.id] { workspace_->resumeSession(id); });
    resume->setEnabled(workspace_->job() == nullptr);
    return;
  }
  if (dismissed_.contains(summary.id)) {
    sessionMessage_->hide();
  } else if (const auto outcome = outcomes_.find(summary.id); outcome != outcomes_.end()) {
    sessionMessage_->show(outcome->second.failed ? InlineMessage::Tone::Error : InlineMessage::Tone::Success,
                          outcome->second.text);
  } else if (isReplay(summary)) {
    sessionMessage_->show(InlineMessage::Tone::Note, QString::fromLatin1(kReplayNote));
  } else {
    sessionMessage_->hide();
  }
}

void MainWindow::onJobStarted(SearchJob* job, const QString& title) {
  message_->hide();
  jobs_->setJob(job, title);
  showCommands();
}

void MainWindow::onJobEnded(const std::string& session, const QString& outcome, bool failed, bool resumable,
                            bool replay) {
  jobs_->setJob(nullptr, {});
  showCommands();
  if (closing_) {
    close();
    return;
  }
  if (outcome.isEmpty()) return;  // it was refused, and the message says why
  if (!resumable) {
    const QString note = replay && !failed
                             ? QStringLiteral(" A replay shows how the program works; it is no evidence.")
                             : QString();
    outcomes_[session] = {outcome + note, failed};
    dismissed_.erase(session);
  }
  if (workspace_->openSessionId() == session && workspace_->selection().table()) {
    showSessionMessage();
    return;
  }
  message_->show(failed ? InlineMessage::Tone::Error : InlineMessage::Tone::Success,
                 resumable ? QStringLiteral("The search was left where it was and can be resumed.")
                           : outcomes_[session].text);
  message_->addAction(QStringLiteral("Show it"), QStringLiteral("Opens the session that has ended"),
                      [this, session] { workspace_->openSession(session); });
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (workspace_->job() != nullptr) {
    event->ignore();
    if (!closing_) askBeforeClosing();
    return;
  }
  settings_->setValue(Setting::WindowGeometry, saveGeometry());
  event->accept();
}

void MainWindow::askBeforeClosing() {
  if (findChild<CloseDialog*>() != nullptr) return;
  const search::SearchProgress& progress = workspace_->job()->progress();
  auto* dialog = new CloseDialog(stepText(progress) + QStringLiteral(" · ") + progressText(progress), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::finished, this, [this](int answer) {
    if (answer == CloseDialog::Cancel) return;
    closing_ = true;
    SearchJob* job = workspace_->job();
    if (job == nullptr) {
      close();  // it ended while the question stood
    } else if (answer == CloseDialog::Stop) {
      job->stop();
    } else {
      job->detach();
    }
  });
  dialog->open();
}

}  // namespace kernelcast::ui
