#include "ui/models/Workspace.h"

#include <algorithm>
#include <utility>

#include "db/Library.h"
#include "ui/models/Bundled.h"
#include "ui/models/PlainText.h"
#include "ui/models/ProgressText.h"
#include "ui/models/SearchJob.h"

namespace kernelcast::ui {

namespace {

bool looksDifferent(const SessionSummary& a, const SessionSummary& b) {
  return a.updatedMs != b.updatedMs || a.state != b.state || a.candidates != b.candidates ||
         a.forecasts != b.forecasts || a.measured != b.measured;
}

}  // namespace

Workspace::Workspace(QObject* parent)
    : QObject(parent),
      service_(this),
      sessions_(this),
      selection_(this),
      scorer_(this),
      undo_(this),
      notes_(service_, undo_, this),
      causes_(service_, undo_, this) {
  connect(&service_, &LibraryService::opened, this, &Workspace::onOpened);
  connect(&service_, &LibraryService::openFailed, this, [this](const QString& sentence) {
    libraryError_ = sentence;
    setState(LibraryState::Failed);
  });
  connect(&service_, &LibraryService::sessionsLoaded, this, &Workspace::onSessions);
  connect(&service_, &LibraryService::sessionLoaded, this, &Workspace::onSession);
  connect(&service_, &LibraryService::failed, this, [this](const QString& sentence) {
    listing_ = listAgain_ = loading_ = loadAgain_ = false;
    emit failed(sentence);
  });
  connect(&service_, &LibraryService::imported, this, [this](const SessionId& id) {
    if (std::exchange(replayWanted_, false)) {
      runJob(service_.startReplay(*replay_, this), QStringLiteral("Replay of ") + oneLine(replay_->task));
      return;
    }
    wanted_ = plainText(id);
    reload();
  });
  connect(&service_, &LibraryService::importFailed, this, [this](const QString& sentence) {
    replayWanted_ = false;
    emit failed(sentence);
  });
  connect(&service_, &LibraryService::changed, this, &Workspace::reload);
  connect(&causes_, &PairCauses::failed, this, &Workspace::failed);
  connect(&watch_, &QTimer::timeout, this, &Workspace::lookForTheDead);
  watch_.start(5000);
}

Workspace::~Workspace() {
  delete job_;  // before the service whose thread ends it
}

// A process that dies commits nothing, so nobody is told; only the list, read again, knows that its lease is
// dead.
void Workspace::lookForTheDead() {
  const auto& all = sessions_.summaries();
  const bool elsewhere = std::any_of(all.begin(), all.end(), [this](const SessionSummary& session) {
    return session.state == SessionState::Running && (job_ == nullptr || job_->session() != session.id);
  });
  if (elsewhere) reload();
}

void Workspace::setState(LibraryState state) {
  state_ = state;
  emit libraryChanged();
}

void Workspace::openLibrary(const QString& path, const QString& session) {
  wanted_ = session;
  closeSession();
  undo_.clear();
  sessions_.setSummaries({});
  listing_ = listAgain_ = false;
  setState(LibraryState::Opening);
  service_.open(path);
}

void Workspace::onOpened(bool readOnly) {
  readOnly_ = readOnly;
  reload();
}

void Workspace::reload() {
  if (!service_.isOpen()) return;
  if (std::exchange(listing_, true)) {
    listAgain_ = true;
    return;
  }
  service_.loadSessions();
}

void Workspace::onSessions(const std::vector<SessionSummary>& sessions) {
  listing_ = false;
  sessions_.setSummaries(sessions);
  const auto state = sessions.empty() ? LibraryState::Empty : LibraryState::Ready;
  if (state != state_) setState(state);
  if (!wanted_.isEmpty()) {
    const QString wanted = wanted_;
    if (const auto session = resolveSession(sessions, wanted.toStdString())) {
      wanted_.clear();
      openSession(*session);
    } else if (!listAgain_) {  // else this list may be older than the session
      wanted_.clear();
      emit failed(asSentence(session.error().message));
      chooseFirst();
    }
  } else if (openId_.empty()) {
    chooseFirst();
  } else if (const SessionSummary* open = sessions_.find(openId_); open == nullptr) {
    emit failed(
        QStringLiteral("The session that was open is no longer in this library: another program "
                       "deleted it."));
    closeSession();
    chooseFirst();
  } else if (selection_.table() && looksDifferent(*open, selection_.table()->summary)) {
    loadOpenSession();
  }
  if (std::exchange(listAgain_, false)) reload();
}

void Workspace::chooseFirst() {
  if (openId_.empty() && !sessions_.summaries().empty()) openSession(sessions_.summaries().front().id);
}

void Workspace::openSession(const SessionId& id) {
  if (id == openId_) return;
  openId_ = id;
  wantedCandidate_ = 0;
  loading_ = loadAgain_ = false;  // the service drops the answer to an older question
  causes_.show(id);
  emit sessionChosen();
  loadOpenSession();
}

void Workspace::openCandidate(const SessionId& id, int candidate) {
  openSession(id);
  wantedCandidate_ = candidate;
  if (selection_.table() && selection_.table()->summary.id == id) selectWanted();
}

void Workspace::showWhenListed(const SessionId& id) {
  wanted_ = plainText(id);
  reload();
}

void Workspace::selectWanted() {
  const int candidate = std::exchange(wantedCandidate_, 0);
  if (candidate == 0) return;
  const auto& rows = selection_.table()->rows;
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const CandidateRow& row) { return row.number == candidate; });
  if (found == rows.end()) return;
  const int row = static_cast<int>(found - rows.begin());
  // It was asked for by name: a filter that hides it gives way.
  if (!selection_.isVisible(row)) selection_.setFilter({});
  selection_.setCurrentRow(row);
}

void Workspace::loadOpenSession() {
  if (std::exchange(loading_, true)) {
    loadAgain_ = true;
    return;
  }
  service_.loadSession(openId_);
}

void Workspace::onSession(std::shared_ptr<const SessionTable> table) {
  if (table->summary.id != openId_) return;
  loading_ = false;
  selection_.setTable(std::move(table));
  selectWanted();
  emit sessionShown();
  if (std::exchange(loadAgain_, false)) loadOpenSession();
}

void Workspace::openSample() { service_.importSample(); }

void Workspace::startReplay() {
  if (job_ != nullptr || replayWanted_) return;
  if (!replay_) {
    auto config = bundledReplay();
    if (!config) {
      emit failed(asSentence(config.error().message));
      return;
    }
    replay_ = std::move(*config);
  }
  replayWanted_ = true;
  service_.importSample();
}

void Workspace::startSearch(const search::SearchConfig& config) {
  if (job_ != nullptr) return;
  runJob(service_.startReplay(config, this), oneLine(config.name.empty() ? config.task : config.name));
}

void Workspace::resumeSession(const SessionId& id) {
  if (job_ != nullptr) return;
  const SessionSummary* summary = sessions_.find(id);
  runJob(service_.resumeSearch(id, this),
         summary != nullptr ? oneLine(summary->name) : QStringLiteral("Search"));
}

void Workspace::deleteSession(const SessionId& id) {
  const SessionSummary* summary = sessions_.find(id);
  const QString name = summary != nullptr ? oneLine(summary->name) : plainText(id);
  service_.change<void>(
      this, [id](db::Library& library) { return library.deleteSession(id); },
      [this, id, name](const Result<void>& done) {
        if (!done) {
          emit failed(asSentence(done.error().message));
          return;
        }
        undo_.push(QStringLiteral("deletion of %1").arg(name), [this, id] {
          service_.change<void>(
              this, [id](db::Library& library) { return library.restoreSession(id); },
              [this, id](const Result<void>& restored) {
                if (restored) showWhenListed(id);
                else emit failed(asSentence(restored.error().message));
              });
        });
        if (id == openId_) closeSession();
        reload();
        emit sessionDeleted(name);
      });
}

void Workspace::closeSession() {
  openId_.clear();
  selection_.setTable(nullptr);
  notes_.show({}, {});
  causes_.show({});
  loading_ = loadAgain_ = false;
}

void Workspace::runJob(SearchJob* job, const QString& title) {
  job_ = job;
  jobTitle_ = title;
  connect(job, &SearchJob::started, this, [this] {
    wanted_ = plainText(job_->session());
    reload();
  });
  connect(job, &SearchJob::progressed, this, &Workspace::onProgress);
  connect(job, &SearchJob::refused, this, [this](const QString& sentence) {
    std::exchange(job_, nullptr)->deleteLater();
    emit failed(sentence);
    emit jobEnded({}, {}, true, false, false);
  });
  connect(job, &SearchJob::ended, this, [this](const QString& outcome, bool failed, bool resumable) {
    SearchJob* ended = std::exchange(job_, nullptr);
    const SessionId session = ended->session();
    const bool replay = ended->progress().recorded > 0;
    ended->deleteLater();
    sessions_.setLiveNote(session, {});
    reload();
    emit jobEnded(session, outcome, failed, resumable, replay);
  });
  emit jobStarted(job, title);
}

void Workspace::onProgress() {
  if (job_ == nullptr || job_->session().empty()) return;
  sessions_.setLiveNote(job_->session(), stepText(job_->progress()));
  reload();
}

bool Workspace::isResumable(const SessionSummary& summary) const {
  const bool mine = job_ != nullptr && job_->session() == summary.id;
  return !mine && !readOnly_ &&
         (summary.state == SessionState::Interrupted || summary.state == SessionState::Paused);
}

}  // namespace kernelcast::ui
