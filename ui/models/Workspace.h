// What the window has open: one library, its sessions, one session with its selection, and the search that
// runs here. Knows no widget; the window shows what it says.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "core/search/config.h"
#include "ui/models/KernelNotes.h"
#include "ui/models/LibraryService.h"
#include "ui/models/PairCauses.h"
#include "ui/models/Selection.h"
#include "ui/models/SessionListModel.h"
#include "ui/models/SessionScorer.h"
#include "ui/models/UndoStack.h"

namespace kernelcast::ui {

class SearchJob;

class Workspace : public QObject {
  Q_OBJECT

 public:
  enum class LibraryState { None, Opening, Failed, Empty, Ready };

  explicit Workspace(QObject* parent = nullptr);
  ~Workspace() override;

  // `session`: id, unique beginning of one, or name, opened once the list is there; else the newest.
  void openLibrary(const QString& path, const QString& session = {});
  void openSession(const SessionId& id);
  // Opens it, and selects the candidate once its rows are there.
  void openCandidate(const SessionId& id, int candidate);
  // One that was just written, as soon as the list knows it.
  void showWhenListed(const SessionId& id);
  void openSample();
  void reload();

  // Puts the sample into the library first, where it is not there. One search at a time runs in a window.
  void startReplay();
  // Any search over a recording. Nothing while one runs.
  void startSearch(const search::SearchConfig& config);
  // Instead of the replay that the program carries.
  void setReplay(search::SearchConfig config) { replay_ = std::move(config); }
  void resumeSession(const SessionId& id);
  // Undoable until the library is closed. Where it is the open one, the newest of the others is opened.
  void deleteSession(const SessionId& id);

  [[nodiscard]] LibraryState libraryState() const { return state_; }
  [[nodiscard]] QString libraryError() const { return libraryError_; }
  [[nodiscard]] bool isReadOnly() const { return readOnly_; }
  [[nodiscard]] const SessionId& openSessionId() const { return openId_; }
  [[nodiscard]] SearchJob* job() const { return job_; }  // null while none is active
  // May go on, and runs neither here nor, as far as is known, elsewhere.
  [[nodiscard]] bool isResumable(const SessionSummary& summary) const;

  LibraryService& library() { return service_; }
  SessionListModel& sessions() { return sessions_; }
  Selection& selection() { return selection_; }
  SessionScorer& scorer() { return scorer_; }
  // What was done to this library since it was opened.
  UndoStack& undo() { return undo_; }
  KernelNotes& notes() { return notes_; }
  PairCauses& causes() { return causes_; }

 signals:
  void libraryChanged();  // its state
  void sessionChosen();   // openSessionId() is another
  void sessionShown();    // its rows are in selection(), for the first time or again
  void jobStarted(kernelcast::ui::SearchJob* job, const QString& title);
  void jobEnded(const kernelcast::SessionId& session, const QString& outcome, bool failed, bool resumable,
                bool replay);
  void sessionDeleted(const QString& name);
  void failed(const QString& sentence);

 private:
  void onOpened(bool readOnly);
  void onSessions(const std::vector<SessionSummary>& sessions);
  void onSession(std::shared_ptr<const SessionTable> table);
  void chooseFirst();
  void loadOpenSession();
  void closeSession();
  void selectWanted();
  void runJob(SearchJob* job, const QString& title);
  void onProgress();
  void setState(LibraryState state);
  void lookForTheDead();

  LibraryService service_;
  SessionListModel sessions_;
  Selection selection_;
  SessionScorer scorer_;
  UndoStack undo_;
  KernelNotes notes_;
  PairCauses causes_;
  LibraryState state_ = LibraryState::None;
  QString libraryError_;
  bool readOnly_ = false;
  QString wanted_;           // session to open once the list is there
  int wantedCandidate_ = 0;  // to select once the open session's rows are there
  SessionId openId_;
  SearchJob* job_ = nullptr;
  QString jobTitle_;
  std::optional<search::SearchConfig> replay_;
  bool replayWanted_ = false;  // once the sample is in
  // One question of each kind on its way; what changes meanwhile asks once more.
  QTimer watch_;
  bool listing_ = false;
  bool listAgain_ = false;
  bool loading_ = false;
  bool loadAgain_ = false;
};

}  // namespace kernelcast::ui
