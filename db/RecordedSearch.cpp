#include "db/RecordedSearch.h"

#include "core/domain/ulid.h"
#include "db/LibraryImpl.h"
#include "db/ReaderImpl.h"
#include "db/SearchProjection.h"
#include "db/SqlError.h"

namespace kernelcast::db {

namespace {

Result<search::Recording> recordingFor(const Library& library, const search::SearchConfig& config) {
  if (!search::isReplay(config)) {
    return failure(
        Error::Kind::NotInBuild,
        "provider \"" + config.provider + "\" is not in this build yet: a search replays a recorded session");
  }
  auto reader = library.reader();
  if (!reader) return failure(reader.error());
  const auto recorded = reader->resolve(config.recorded.session);
  if (!recorded) return failure(recorded.error().in("the recorded session"));
  return reader->recording(*recorded, config.task, config.device, config.recorded.surrogate);
}

// What the session was started with; of a long search only this is read, not its log.
Result<search::SearchConfig> configOf(const Library::Impl& library, const SessionId& id) {
  auto connection = library.readOnlyConnection();
  if (!connection) return failure(connection.error());
  return guarded(library.path.string(), "read a search", [&]() -> Result<search::SearchConfig> {
    const auto session = findSession(**connection, id);
    if (!session) return failure(session.error());
    return loadSearch(**connection, session->id, id).map([](const SearchContext& context) {
      return context.config;
    });
  });
}

}  // namespace

Result<std::unique_ptr<RecordedSearch>> RecordedSearch::start(Library& library,
                                                              const search::SearchConfig& config,
                                                              search::Observer& observer) {
  auto recording = recordingFor(library, config);
  if (!recording) return failure(recording.error());
  auto started = search::startedFromRecording(*recording, config);
  if (!started) return failure(started.error());
  if (!config.device.empty()) started->config.device = config.device;

  std::unique_ptr<RecordedSearch> own(new RecordedSearch);
  own->session_ = newUlid();
  own->providers_ = std::make_unique<search::RecordedProviderSet>(
      std::move(*recording), started->config.recorded, started->config.seed);
  own->driver_ =
      std::make_unique<search::SearchDriver>(library.eventStore(), own->providers_->providers(), observer);
  if (auto running = own->driver_->start(own->session_, std::move(*started)); !running)
    return failure(running.error());
  return own;
}

Result<std::unique_ptr<RecordedSearch>> RecordedSearch::resume(Library& library, const SessionId& id,
                                                               search::Observer& observer) {
  const auto config = configOf(library.impl(), id);
  if (!config) return failure(config.error());
  auto recording = recordingFor(library, *config);
  if (!recording) return failure(recording.error());

  std::unique_ptr<RecordedSearch> own(new RecordedSearch);
  own->session_ = id;
  own->providers_ =
      std::make_unique<search::RecordedProviderSet>(std::move(*recording), config->recorded, config->seed);
  own->driver_ =
      std::make_unique<search::SearchDriver>(library.eventStore(), own->providers_->providers(), observer);
  if (auto running = own->driver_->resume(id); !running) return failure(running.error());
  return own;
}

}  // namespace kernelcast::db
