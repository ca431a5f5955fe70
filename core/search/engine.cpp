#include "core/search/engine.h"

#include <algorithm>
#include <exception>

#include <fmt/format.h>

#include "core/search/budget.h"

namespace kernelcast::search {

namespace {

// A longer silence between two events is taken for an interruption: it does not count as time that the search
// ran.
constexpr std::int64_t kLongestSilenceMs = 10 * 60 * 1000;
// How often the wall-time budget is looked at while nothing happens.
constexpr std::chrono::milliseconds kPatience{200};

std::int64_t systemMs() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace

SearchDriver::Engine::Engine(EventStore& store, Providers providers, Observer& observer, Clock clock)
    : store_(store),
      observer_(observer),
      clock_(clock ? std::move(clock) : Clock(systemMs)),
      dispatcher_(store, providers, inbox_) {}

SearchDriver::Engine::~Engine() {
  inbox_->wantDetach();
  if (thread_.joinable()) thread_.join();
}

Result<void> SearchDriver::Engine::start(const SessionId& id, SessionStarted started) {
  if (auto runnable = checkRunnable(started.config); !runnable) return runnable;
  if (auto complete = dispatcher_.check(started.config); !complete) return complete;
  if (auto begun = begin(); !begun) return begun;
  id_ = id;
  countedMs_ = clock_();
  if (auto taken = take(std::move(started)); !taken) return taken;
  if (auto created = store_.create(id, batch_.front()); !created) return created;
  launch();
  return {};
}

Result<void> SearchDriver::Engine::resume(const SessionId& id) {
  if (auto begun = begin(); !begun) return begun;
  auto opened = store_.open(id);
  if (!opened) return failure(opened.error());
  id_ = id;
  lost_ = opened->lost;
  lossesSettled_ = false;
  for (const Event& event : opened->events) {
    if (state_.started && state_.phase == SessionState::Running) {
      activeMs_ += std::clamp<std::int64_t>(event.atMs - lastAtMs_, 0, kLongestSilenceMs);
    }
    lastAtMs_ = std::max(lastAtMs_, event.atMs);
    auto next = apply(std::move(state_), event);
    if (!next) {
      store_.release(id);
      return failure(next.error().in("the session's events"));
    }
    state_ = std::move(*next);
    dispatcher_.remember(event.body);
  }
  auto complete = state_.started ? dispatcher_.check(state_.config) : failure("the session has no events");
  if (!complete) {
    store_.release(id);
    return complete;
  }
  countedMs_ = clock_();
  launch();
  return {};
}

Result<void> SearchDriver::Engine::begin() {
  const std::lock_guard lock(mutex_);
  if (begun_) return failure(Error::Kind::Conflict, "this driver has been given a search already");
  begun_ = true;
  return {};
}

void SearchDriver::Engine::launch() {
  publish();
  const std::lock_guard lock(mutex_);
  running_ = true;
  thread_ = std::thread([this] { run(); });
}

void SearchDriver::Engine::run() {
  std::optional<Error> error;
  try {
    error = loop();
  } catch (const std::exception& e) {
    error = Error{Error::Kind::Failed, fmt::format("the search broke off: {}", e.what())};
  }
  dispatcher_.cancelAll();
  inbox_->close();
  store_.release(id_);
  observer_.onEnded(progress(), error);
  const std::lock_guard lock(mutex_);
  running_ = false;
  done_.notify_all();
}

std::optional<Error> SearchDriver::Engine::loop() {
  for (bool first = true;; first = false) {
    Inbox::Taken taken = first ? inbox_->take() : inbox_->wait(patience());
    if (taken.detach) return std::nullopt;
    countTime();
    if (auto done = recordAnswers(std::move(taken.answers)); !done) return done.error();
    if (auto done = heedWishes(taken); !done) return done.error();
    if (auto done = decide(); !done) return done.error();

    if (!batch_.empty() || !ledger_.empty()) {
      // The first event of a new session is in the store already.
      std::span<const Event> events = batch_;
      if (!events.empty() && events.front().seq == 1) events = events.subspan(1);
      if (!events.empty() || !ledger_.empty()) {
        if (auto durable = commit(events); !durable) {
          // Left while the store could not be reached: that is no error of the search.
          if (inbox_->detachWanted()) return std::nullopt;
          return durable.error();
        }
      }
    }
    dispatcher_.send(std::exchange(outgoing_, {}));
    publish();
    if (!batch_.empty() || first) observer_.onCommitted(id_, batch_, progress());
    batch_.clear();
    ledger_.clear();
    if (ended()) return std::nullopt;
    if (state_.phase == SessionState::Running && !stopping_ && dispatcher_.inFlight() == 0) {
      return Error{Error::Kind::Failed, "the search has nothing left to do and no reason to end"};
    }
  }
}

Result<void> SearchDriver::Engine::commit(std::span<const Event> events) {
  WhileLocked whileLocked;
  whileLocked.goOn = [this] { return !inbox_->endWanted(); };
  whileLocked.waiting = [this] {
    SearchProgress now = progress();
    now.waiting = "the library is locked by another program; waiting for it";
    {
      const std::lock_guard lock(mutex_);
      progress_ = now;
    }
    observer_.onWaiting(now);
  };
  return store_.append(id_, events, ledger_, whileLocked);
}

Result<void> SearchDriver::Engine::recordAnswers(std::vector<Arrived> answers) {
  for (Arrived& arrived : answers) {
    const auto call = dispatcher_.settle(arrived.id);
    if (!call) continue;
    if (call->stage != Stage::Compile) {
      ledger_.push_back({LedgerEntry::Kind::Settled, call->id, call->stage, call->slot, {}});
    }
    if (auto taken = take(eventOf(*call, std::move(arrived.answer))); !taken) return taken;
  }
  return {};
}

Result<void> SearchDriver::Engine::heedWishes(const Inbox::Taken& taken) {
  if (ended()) return {};
  if (taken.stop || stopping_) {
    if (!stopping_) dispatcher_.cancelAll();
    stopping_ = true;
    if (dispatcher_.inFlight() == 0) return take(Stopped{"stopped on request"});
    return {};
  }
  if (taken.pause && state_.phase == SessionState::Running) return take(Paused{});
  if (!taken.pause && state_.phase == SessionState::Paused) return take(Resumed{});
  return {};
}

Result<void> SearchDriver::Engine::decide() {
  if (stopping_) return {};
  if (!lossesSettled_ && state_.phase == SessionState::Running) {
    lossesSettled_ = true;
    for (EventBody& given : decisionsAfterLoss(state_, state_.config, lost_)) {
      if (auto taken = take(std::move(given)); !taken) return taken;
    }
  }
  for (;;) {
    std::vector<Action> actions = nextActions(state_, state_.config, lost_);
    bool decided = false;
    for (Action& action : actions) {
      auto* decision = std::get_if<Decide>(&action);
      if (decision == nullptr) break;
      // Out of time: what is in flight is folded, and nothing new is begun.
      const bool begins = std::holds_alternative<StepStarted>(decision->event) ||
                          std::holds_alternative<VerificationStarted>(decision->event);
      if (timeIsUp_ && begins) break;
      if (auto taken = take(std::move(decision->event)); !taken) return taken;
      decided = true;
    }
    if (decided) continue;
    if (timeIsUp_) {
      if (state_.phase == SessionState::Running && dispatcher_.inFlight() == 0) {
        return take(Finished{std::string(kWallTimeSpent)});
      }
      return {};
    }
    auto outgoing = dispatcher_.take(actions, state_);
    if (!outgoing) return failure(outgoing.error());
    for (LedgerEntry& entry : Dispatcher::reservations(*outgoing, state_.config.worstCase))
      ledger_.push_back(entry);
    outgoing_ = std::move(*outgoing);
    return {};
  }
}

Result<void> SearchDriver::Engine::take(EventBody body) {
  lastAtMs_ = std::max(lastAtMs_, clock_());
  batch_.push_back({state_.lastSeq + 1, lastAtMs_, std::move(body)});
  auto next = apply(std::move(state_), batch_.back());
  if (!next) {
    batch_.pop_back();
    return failure(next.error());
  }
  state_ = std::move(*next);
  dispatcher_.remember(batch_.back().body);
  return {};
}

void SearchDriver::Engine::countTime() {
  const std::int64_t now = clock_();
  if (state_.phase == SessionState::Running) activeMs_ += std::max<std::int64_t>(0, now - countedMs_);
  countedMs_ = now;
  const auto& limit = state_.config.budgets.wallSeconds;
  if (limit && static_cast<double>(activeMs_) >= *limit * 1000) timeIsUp_ = true;
}

std::optional<std::chrono::milliseconds> SearchDriver::Engine::patience() const {
  const auto& limit = state_.config.budgets.wallSeconds;
  if (!limit || timeIsUp_ || stopping_ || state_.phase != SessionState::Running) return std::nullopt;
  const auto left = static_cast<std::int64_t>(*limit * 1000) - activeMs_;
  return std::clamp(std::chrono::milliseconds(left + 1), std::chrono::milliseconds(1), kPatience);
}

bool SearchDriver::Engine::ended() const {
  return state_.phase != SessionState::Running && state_.phase != SessionState::Paused;
}

void SearchDriver::Engine::publish() {
  SearchProgress progress;
  progress.session = id_;
  progress.state = state_.phase;
  progress.reason = state_.reason;
  progress.step = state_.step + (state_.stepOpen ? 0 : 1);
  progress.steps = state_.config.steps;
  progress.counts = state_.counts;
  progress.best = state_.best;
  progress.spent = state_.spent;
  progress.lost = lost_;
  progress.inFlight = dispatcher_.inFlight();
  progress.recorded = state_.recordedCandidates;
  progress.reached = progress.recorded > 0 ? state_.counts.proposed : 0;
  progress.elapsedSeconds = static_cast<double>(activeMs_) / 1000;
  if (ended()) {
    progress.etaSeconds = 0;
  } else if (progress.step > 0) {
    progress.etaSeconds = progress.elapsedSeconds / progress.step * (progress.steps - progress.step);
  }
  const std::lock_guard lock(mutex_);
  progress_ = std::move(progress);
}

SearchProgress SearchDriver::Engine::wait() {
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return !running_; });
  return progress_;
}

SearchProgress SearchDriver::Engine::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

}  // namespace kernelcast::search
