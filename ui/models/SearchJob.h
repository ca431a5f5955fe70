// One running search as the window sees it: its progress at most ten times a second, and the buttons of its
// strip.
#pragma once

#include <QObject>
#include <functional>
#include <memory>

#include "core/search/driver.h"
#include "db/RecordedSearch.h"
#include "ui/models/Throttle.h"

namespace kernelcast::ui {

class SearchJob : public QObject {
  Q_OBJECT

 public:
  // Runs a piece of work on the thread that may wait for the disk, and for threads to end.
  using Post = std::function<void(std::function<void()>)>;
  using Start = std::function<Result<std::unique_ptr<db::RecordedSearch>>(db::Library&, search::Observer&)>;

  explicit SearchJob(Post post, QObject* parent = nullptr);
  ~SearchJob() override;  // a search that still runs is left resumable

  // To be called once, on the thread of `post`, with the library that the search keeps open.
  [[nodiscard]] std::function<void(std::shared_ptr<db::Library>)> starter(Start start) const;

  void pause();
  void unpause();
  void stop();    // ends as "stopped"
  void detach();  // ends here without an event: the session can be resumed

  [[nodiscard]] const search::SearchProgress& progress() const { return progress_; }
  [[nodiscard]] const SessionId& session() const { return progress_.session; }  // empty before started()
  [[nodiscard]] bool isActive() const { return active_; }                       // neither ended nor refused
  [[nodiscard]] bool isPaused() const { return paused_; }                       // or asked to
  [[nodiscard]] bool isStopping() const { return stopping_; }

 signals:
  void started();
  void refused(const QString& sentence);  // it never ran
  void progressed();
  // The last signal. outcome is a sentence; resumable: it was detached.
  void ended(const QString& outcome, bool failed, bool resumable);

 private:
  struct Engine;
  void onStarted(const SessionId& id);
  void onRefused(const QString& sentence);
  void takeProgress();
  void onEngineEnded();

  Post post_;
  std::shared_ptr<Engine> engine_;
  Throttle throttle_{100};
  search::SearchProgress progress_;
  bool active_ = true;
  bool ready_ = false;  // started() was sent: the driver can be reached while the job is active
  bool paused_ = false;
  bool stopping_ = false;  // or leaving
  bool detaching_ = false;
  bool endWaits_ = false;  // the engine ended before its start could be told
};

}  // namespace kernelcast::ui
