#include "db/Reader.h"

#include <algorithm>

#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include "core/domain/ulid.h"
#include "db/Annotations.h"
#include "db/Catalogue.h"
#include "db/Deletion.h"
#include "db/ReaderImpl.h"
#include "db/SqlError.h"

namespace kernelcast::db {

Reader::Reader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
Reader::~Reader() = default;

namespace {

// One view of the library for all statements of an answer, whatever is written meanwhile.
template <typename Function>
auto inSnapshot(Reader::Impl& impl, std::string_view doing, Function&& function) {
  return guarded(impl.file, doing, [&] {
    SQLite::Transaction snapshot(impl.connection->database(), SQLite::TransactionBehavior::DEFERRED);
    return function(*impl.connection);
  });
}

// The same for one session.
template <typename Function>
auto ofSession(Reader::Impl& impl, const SessionId& id, std::string_view doing, Function&& function) {
  return inSnapshot(
      impl, doing,
      [&](Connection& connection) -> std::invoke_result_t<Function, Connection&, const SessionRow&> {
        const auto session = findSession(connection, id);
        if (!session) return failure(session.error());
        return function(connection, *session);
      });
}

}  // namespace

Result<SessionRow> findSession(Connection& connection, const SessionId& id, Deleted deleted) {
  Rows rows = connection.query("SELECT id, name, deleted_ms FROM sessions WHERE ulid = ?", id);
  if (!rows.next())
    return failure(Error::Kind::NotFound, fmt::format("there is no session {} in this library", id));
  SessionRow session;
  session.id = rows->integer();
  session.ulid = id;
  session.name = rows->string();
  const auto deletedMs = rows->optionalInteger();
  session.deleted = deletedMs.has_value();
  session.importing = deletedMs == kBeingImported;
  if (!session.deleted || deleted == Deleted::Found) return session;
  if (session.importing) {
    return failure(
        Error::Kind::NotFound,
        fmt::format("session {} (\"{}\") is being imported, or was when a program ended: it is not "
                    "all there. Importing it again completes it",
                    id, session.name));
  }
  return failure(
      Error::Kind::NotFound,
      fmt::format("session {} (\"{}\") was deleted. Importing it again brings it back", id, session.name));
}

Result<std::vector<SessionSummary>> Reader::sessions() {
  return inSnapshot(*impl_, "list the sessions", [this](Connection& connection) {
    return readSessions(connection, impl_->here, nullptr);
  });
}

Result<SessionSummary> Reader::session(const SessionId& id) {
  return ofSession(*impl_, id, "read a session",
                   [this](Connection& connection, const SessionRow& session) -> Result<SessionSummary> {
                     auto list = readSessions(connection, impl_->here, &session);
                     if (!list) return failure(list.error());
                     return std::move(list->front());
                   });
}

Result<SessionId> Reader::resolve(std::string_view idPrefixOrName) {
  return inSnapshot(*impl_, "look for a session", [&](Connection& connection) -> Result<SessionId> {
    auto found = resolveSession(sessionNames(connection, Deleted::Refused), idPrefixOrName);
    if (found || found.error().kind != Error::Kind::NotFound) return found;
    const auto deleted = resolveSession(sessionNames(connection, Deleted::Found), idPrefixOrName);
    if (!deleted) return found;
    return failure(findSession(connection, *deleted).error());
  });
}

Result<SessionTable> Reader::table(const SessionId& id) {
  return ofSession(*impl_, id, "open a session", [this](Connection& connection, const SessionRow& session) {
    return readTable(connection, impl_->here, session);
  });
}

Result<CandidateDetail> Reader::detail(const SessionId& id, int candidate, std::string_view device,
                                       std::string_view surrogate) {
  return ofSession(*impl_, id, "read a candidate", [&](Connection& connection, const SessionRow& session) {
    return readDetail(connection, session, candidate, device, surrogate);
  });
}

Result<search::Recording> Reader::recording(const SessionId& id, std::string_view task,
                                            std::string_view device, std::string_view surrogate) {
  return ofSession(*impl_, id, "read a recording", [&](Connection& connection, const SessionRow& session) {
    return readRecording(connection, session, task, device, surrogate);
  });
}

Result<std::vector<search::Event>> Reader::events(const SessionId& id) {
  return ofSession(*impl_, id, "read events", [](Connection& connection, const SessionRow& session) {
    return readEvents(connection, session.id);
  });
}

Result<EventPage> Reader::eventPage(const SessionId& id, const EventQuery& query) {
  return ofSession(*impl_, id, "read events",
                   [&](Connection& connection, const SessionRow& session) -> Result<EventPage> {
                     return readEventPage(connection, session.id, query);
                   });
}

Result<std::string> Reader::eventJson(const SessionId& id, std::int64_t seq) {
  return ofSession(*impl_, id, "read an event", [seq](Connection& connection, const SessionRow& session) {
    return readEventJson(connection, session, seq);
  });
}

Result<exchange::ExchangeSession> Reader::exchangeSession(const SessionId& id) {
  return ofSession(*impl_, id, "read a session", [](Connection& connection, const SessionRow& session) {
    return readExchange(connection, session);
  });
}

Result<std::vector<Device>> Reader::devices(const SessionId& id) {
  return ofSession(*impl_, id, "read devices",
                   [](Connection& connection, const SessionRow& session) -> Result<std::vector<Device>> {
                     std::vector<Device> devices;
                     for (const SessionDevice& own : readDevices(connection, session.id)) {
                       auto device = Catalogue(connection).readDevice(own.id);
                       if (!device) return failure(device.error());
                       devices.push_back(std::move(*device));
                     }
                     return devices;
                   });
}

Result<SessionAnnotations> Reader::annotations(const SessionId& id) {
  return ofSession(*impl_, id, "read annotations",
                   [](Connection& connection, const SessionRow& session) -> Result<SessionAnnotations> {
                     return readAnnotations(connection, session.id, session.ulid);
                   });
}

Result<KernelAnnotation> Reader::kernelAnnotation(std::string_view hash) {
  return inSnapshot(*impl_, "read annotations", [&](Connection& connection) -> Result<KernelAnnotation> {
    return readKernelAnnotation(connection, hash);
  });
}

Result<std::vector<TextHit>> Reader::searchText(std::string_view query, int limit) {
  return inSnapshot(*impl_, "search", [&](Connection& connection) -> Result<std::vector<TextHit>> {
    return searchTexts(connection, query, limit);
  });
}

Result<std::int64_t> Reader::dataVersion() {
  return guarded(impl_->file, "look for changes", [this]() -> Result<std::int64_t> {
    return impl_->connection->integer("PRAGMA data_version").value_or(0);
  });
}

}  // namespace kernelcast::db
