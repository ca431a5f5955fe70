#include "core/search/driver.h"

#include "core/search/engine.h"

namespace kernelcast::search {

SearchDriver::SearchDriver(EventStore& store, Providers providers, Observer& observer, Clock clock)
    : engine_(std::make_unique<Engine>(store, providers, observer, std::move(clock))) {}
SearchDriver::~SearchDriver() = default;

Result<void> SearchDriver::start(const SessionId& id, SessionStarted started) {
  return engine_->start(id, std::move(started));
}
Result<void> SearchDriver::resume(const SessionId& id) { return engine_->resume(id); }

void SearchDriver::pause() { engine_->inbox().wantPause(true); }
void SearchDriver::unpause() { engine_->inbox().wantPause(false); }
void SearchDriver::stop() { engine_->inbox().wantStop(); }
void SearchDriver::detach() { engine_->inbox().wantDetach(); }
SearchProgress SearchDriver::wait() { return engine_->wait(); }
SearchProgress SearchDriver::progress() const { return engine_->progress(); }

}  // namespace kernelcast::search
