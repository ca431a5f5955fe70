#include "db/SqlImportSink.h"

#include <fmt/format.h>

#include "core/domain/ulid.h"
#include "db/Deletion.h"
#include "db/ReaderImpl.h"
#include "db/SessionImport.h"
#include "db/Texts.h"

namespace kernelcast::db {

namespace {

// A session that was searched here has no hash of its own until it is asked for one.
Result<std::string> hashOf(Connection& connection, const SessionRow& session) {
  {
    Rows rows = connection.query("SELECT content_hash FROM sessions WHERE id = ?", session.id);
    if (rows.next() && !rows->isNull()) return hashHex(rows->bytes());
  }
  return readExchange(connection, session).map(exchange::contentHash);
}

}  // namespace

Error readOnlyError(std::string_view doing) {
  return {Error::Kind::Failed, fmt::format("cannot {}: this library is open for reading only", doing)};
}

Result<void> SqlImportSink::storeIn(Connection& connection, const exchange::ExchangeSession& session,
                                    const std::string& hash, ImportPauses& pauses, Stored& stored) const {
  const auto there = findSession(connection, session.id, Deleted::Found);
  if (there && there->importing) {
    if (const auto lease = readLease(connection, there->id); lease && !isDead(*lease, here_)) {
      return failure(Error::Kind::Conflict,
                     fmt::format("session {} (\"{}\") is being imported by {}. Nothing was "
                                 "imported here",
                                 session.id, there->name, holderOf(*lease, here_)));
    }
    purgeSession(connection, there->id);
  } else if (there) {
    const auto own = hashOf(connection, *there);
    if (!own) return failure(own.error());
    if (*own == hash && there->deleted)
      return restoreDeleted(connection, session.id).map([](std::int64_t) {});
    if (*own == hash) {
      stored = Stored::AlreadyThere;
      return {};
    }
    if (!there->deleted) {
      return failure(
          Error::Kind::Conflict,
          fmt::format("session {} (\"{}\") is in this library with other content. The one that is here was "
                      "kept and nothing was imported; give the document another id to have both",
                      session.id, there->name));
    }
    purgeSession(connection, there->id);
  }
  return importSession(connection, session, hash, here_.nowMs(), pauses);
}

// What a failed import had committed. Where this fails, the next that opens the library does it.
void SqlImportSink::purgeHalf(const LeaseToken& begun) {
  bool more = false;
  const auto purged = writer_->run("take an import back", [&](Connection& connection) -> Result<void> {
    // By its token: where nothing was committed, the row's number may be another session's by now.
    const auto lease = readLease(connection, begun.session);
    more = lease && lease->token == begun.token;
    if (more) purgeSession(connection, begun.session);
    return {};
  });
  if (purged) leases_.forget({begun});
  else leases_.letGo(begun.session);
  while (purged && more) {
    const auto swept = writer_->run("take an import back", [&](Connection& connection) -> Result<void> {
      more = sweepOrphans(connection, kOrphansAtOnce);
      return {};
    });
    if (!swept) return;
  }
}

Result<exchange::ImportSink::Stored> SqlImportSink::store(const exchange::ExchangeSession& session) {
  if (writer_ == nullptr) return failure(readOnlyError("import"));
  if (!isUlid(session.id)) {
    return failure(Error::Kind::BadInput,
                   fmt::format("\"{}\" is no session id (a ULID, 26 characters)", session.id));
  }
  const std::string hash = exchange::contentHash(session);
  Stored stored = Stored::New;
  std::optional<LeaseToken> begun;
  const auto done = writer_->runLong(
      fmt::format("import \"{}\"", session.name),
      [&](Connection& connection, const Writer::Breathe& breathe) {
        ImportPauses pauses{leases_, breathe, begun};
        return storeIn(connection, session, hash, pauses, stored);
      },
      std::chrono::milliseconds(here_.importSliceMs));
  if (done && begun) leases_.forget({*begun});
  if (!done && begun) purgeHalf(*begun);
  if (!done) return failure(done.error());
  return stored;
}

}  // namespace kernelcast::db
