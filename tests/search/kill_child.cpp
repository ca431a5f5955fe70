// Runs one replay on a library, or goes on with it, until its end or its own: kill_child LIBRARY SESSION
// SHUFFLE
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/search/driver.h"
#include "core/search/recorded.h"
#include "db/Library.h"
#include "tests/search/kill_config.h"

using namespace kernelcast;

namespace {

class Silent final : public search::Observer {
 public:
  void onCommitted(const SessionId& /*session*/, std::span<const search::Event> /*events*/,
                   const search::SearchProgress& /*progress*/) override {}
  void onEnded(const search::SearchProgress& /*progress*/, const std::optional<Error>& error) override {
    if (error) std::fprintf(stderr, "%s\n", error->message.c_str());
    failed = error.has_value();
  }
  bool failed = false;
};

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const SessionId session = argv[2];
  auto library = db::Library::open(argv[1], {.create = false});
  if (!library) return fail(library.error());
  auto reader = (*library)->reader();
  if (!reader) return fail(reader.error());
  const search::SearchConfig config = search::test::killConfig();
  auto recording = reader->recording(config.recorded.session, config.task);
  if (!recording) return fail(recording.error());
  auto started = search::startedFromRecording(*recording, config);
  if (!started) return fail(started.error());

  search::RecordedProviderSet providers(std::move(*recording), config.recorded, config.seed,
                                        std::strtoull(argv[3], nullptr, 10));
  Silent observer;
  search::SearchDriver driver((*library)->eventStore(), providers.providers(), observer);
  const bool begun = reader->session(session).has_value();
  const auto running = begun ? driver.resume(session) : driver.start(session, std::move(*started));
  if (!running) return fail(running.error());
  return driver.wait().state == SessionState::Finished && !observer.failed ? 0 : 1;
}
