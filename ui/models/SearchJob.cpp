#include "ui/models/SearchJob.h"

#include <mutex>
#include <utility>

#include "ui/models/PlainText.h"
#include "ui/models/ProgressText.h"

namespace kernelcast::ui {

// Lives as long as the job or any piece of its work. Destroyed anywhere but on the engine's thread.
struct SearchJob::Engine final : search::Observer {
  std::shared_ptr<db::Library> library;
  std::unique_ptr<db::RecordedSearch> search;  // goes before the library it works on

  std::mutex mutex;
  SearchJob* job = nullptr;  // null once it is gone
  search::SearchProgress latest;
  std::optional<Error> error;
  bool announced = false;  // a call of takeProgress is on its way, and will find whatever is newest then

  // Runs on the window's thread, unless the job is gone.
  template <typename Call>
  void tell(Call call) {
    const std::lock_guard lock(mutex);
    if (job != nullptr)
      QMetaObject::invokeMethod(
          job, [target = job, call] { call(*target); }, Qt::QueuedConnection);
  }

  void onCommitted(const SessionId& /*session*/, std::span<const search::Event> /*events*/,
                   const search::SearchProgress& progress) override {
    {
      const std::lock_guard lock(mutex);
      latest = progress;
      if (std::exchange(announced, true)) return;
    }
    tell([](SearchJob& target) { target.throttle_.trigger(); });
  }

  void onEnded(const search::SearchProgress& progress, const std::optional<Error>& failure) override {
    {
      const std::lock_guard lock(mutex);
      latest = progress;
      error = failure;
    }
    tell([](SearchJob& target) { target.onEngineEnded(); });
  }
};

SearchJob::SearchJob(Post post, QObject* parent)
    : QObject(parent), post_(std::move(post)), engine_(std::make_shared<Engine>()) {
  engine_->job = this;
  connect(&throttle_, &Throttle::fired, this, &SearchJob::takeProgress);
}

SearchJob::~SearchJob() {
  {
    const std::lock_guard lock(engine_->mutex);
    engine_->job = nullptr;
  }
  post_([engine = engine_] { engine->search.reset(); });
}

std::function<void(std::shared_ptr<db::Library>)> SearchJob::starter(Start start) const {
  return [engine = engine_, start = std::move(start)](std::shared_ptr<db::Library> library) {
    if (!library) {
      engine->tell([](SearchJob& job) { job.onRefused(QStringLiteral("No library is open.")); });
      return;
    }
    engine->library = std::move(library);
    auto search = start(*engine->library, *engine);
    if (!search) {
      engine->tell(
          [sentence = asSentence(search.error().message)](SearchJob& job) { job.onRefused(sentence); });
      return;
    }
    engine->search = std::move(*search);
    engine->tell([id = engine->search->session()](SearchJob& job) { job.onStarted(id); });
  };
}

void SearchJob::onStarted(const SessionId& id) {
  ready_ = true;
  progress_.session = id;
  emit started();
  if (endWaits_) {
    onEngineEnded();
    return;
  }
  // Asked for while there was no driver to ask.
  if (stopping_ && !detaching_) engine_->search->driver().stop();
  else if (paused_) engine_->search->driver().pause();
  takeProgress();
}

void SearchJob::onRefused(const QString& sentence) {
  active_ = false;
  emit refused(sentence);
}

void SearchJob::takeProgress() {
  {
    const std::lock_guard lock(engine_->mutex);
    engine_->announced = false;
    if (engine_->latest.session.empty()) return;  // nothing was committed yet
    progress_ = engine_->latest;
  }
  emit progressed();
}

void SearchJob::onEngineEnded() {
  if (!active_) return;
  if (!ready_) {
    endWaits_ = true;
    return;
  }
  active_ = false;
  std::optional<Error> error;
  {
    const std::lock_guard lock(engine_->mutex);
    if (!engine_->latest.session.empty()) progress_ = engine_->latest;
    error = engine_->error;
  }
  post_([engine = engine_] { engine->search.reset(); });
  const bool resumable = progress_.state == SessionState::Running ||
                         progress_.state == SessionState::Paused ||
                         progress_.state == SessionState::Interrupted;
  emit progressed();
  emit ended(outcomeText(progress_, error), error.has_value() || progress_.state == SessionState::Failed,
             resumable);
}

void SearchJob::pause() {
  if (!active_ || stopping_ || paused_) return;
  paused_ = true;
  if (ready_) engine_->search->driver().pause();
  emit progressed();
}

void SearchJob::unpause() {
  if (!active_ || stopping_ || !paused_) return;
  paused_ = false;
  if (ready_) engine_->search->driver().unpause();
  emit progressed();
}

void SearchJob::stop() {
  if (!active_ || stopping_) return;
  stopping_ = true;
  if (ready_) engine_->search->driver().stop();
  emit progressed();
}

void SearchJob::detach() {
  if (!active_ || detaching_) return;
  stopping_ = true;
  detaching_ = true;
  // The destructor detaches and joins; onEnded() need not come, so the end is told from here.
  post_([engine = engine_] {
    engine->search.reset();
    engine->tell([](SearchJob& job) { job.onEngineEnded(); });
  });
  emit progressed();
}

}  // namespace kernelcast::ui
