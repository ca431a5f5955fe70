#include "db/Reader.h"

#include <algorithm>

#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include "core/domain/ulid.h"
#include "db/Annotations.h"
#include "db/Catalogue.h"
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

Result<SessionRow> findSession(Connection& connection, const SessionId& id) {
  Rows rows = connection.query("SELECT id, name FROM sessions WHERE ulid = ?", id);
  if (!rows.next())
    return failure(Error::Kind::NotFound, fmt::format("there is no session {} in this library", id));
  SessionRow session;
  session.id = rows->integer();
  session.ulid = id;
  session.name = rows->string();
  return session;
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
  constexpr std::size_t kShortestPrefix = 10;
  return inSnapshot(*impl_, "look for a session", [&](Connection& connection) -> Result<SessionId> {
    std::vector<std::pair<SessionId, std::string>> found;
    const auto look = [&](std::string_view sql, const auto&... args) {
      Rows rows = connection.query(sql, args...);
      while (rows.next()) {
        SessionId id = rows->string();
        found.emplace_back(std::move(id), rows->string());
      }
    };
    std::string upper(idPrefixOrName);
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    if (upper.size() >= kShortestPrefix && upper.size() <= 26) {
      // Ids hold digits and capital letters, so what starts with the prefix ends before the prefix and a
      // tilde.
      const std::string end = upper + "~";
      look("SELECT ulid, name FROM sessions WHERE ulid >= ? AND ulid < ? ORDER BY ulid", upper, end);
    }
    if (found.empty()) look("SELECT ulid, name FROM sessions WHERE name = ? ORDER BY ulid", idPrefixOrName);
    if (found.size() == 1) return found.front().first;

    constexpr std::size_t kShown = 8;
    const bool several = !found.empty();
    if (!several) look("SELECT ulid, name FROM sessions ORDER BY created_ms DESC, id DESC LIMIT 9");
    std::string list;
    for (std::size_t i = 0; i < std::min(kShown, found.size()); ++i) {
      list += fmt::format("{}{} \"{}\"", i == 0 ? "" : ", ", found[i].first, found[i].second);
    }
    if (found.size() > kShown) list += ", ...";
    if (several) {
      return failure(Error::Kind::Conflict, fmt::format("\"{}\" names {} sessions: {}. Give the id of one",
                                                        idPrefixOrName, found.size(), list));
    }
    if (found.empty()) {
      return failure(Error::Kind::NotFound,
                     fmt::format("there is no session \"{}\": the library is empty", idPrefixOrName));
    }
    return failure(Error::Kind::NotFound,
                   fmt::format("there is no session \"{}\". There are: {}", idPrefixOrName, list));
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
