// A replay on a library, ready to run: recording, providers and driver with one owner.
#pragma once

#include <memory>

#include "core/search/driver.h"
#include "core/search/recorded.h"
#include "db/Library.h"

namespace kernelcast::db {

class RecordedSearch {
 public:
  // Resolves the recorded session, reads its recording and starts a new session. The library and the observer
  // must outlive it.
  static Result<std::unique_ptr<RecordedSearch>> start(Library& library, const search::SearchConfig& config,
                                                       search::Observer& observer);
  // Goes on with a session that was interrupted, paused or stopped by a crash; a finished one is refused by
  // the caller.
  static Result<std::unique_ptr<RecordedSearch>> resume(Library& library, const SessionId& id,
                                                        search::Observer& observer);
  [[nodiscard]] const SessionId& session() const { return session_; }
  search::SearchDriver& driver() { return *driver_; }

 private:
  RecordedSearch() = default;
  SessionId session_;
  std::unique_ptr<search::RecordedProviderSet> providers_;  // outlives the driver
  std::unique_ptr<search::SearchDriver> driver_;
};

}  // namespace kernelcast::db
