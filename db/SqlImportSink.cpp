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

Result<exchange::ImportSink::Stored> SqlImportSink::store(const exchange::ExchangeSession& session) {
  if (writer_ == nullptr) return failure(readOnlyError("import"));
  if (!isUlid(session.id)) {
    return failure(Error::Kind::BadInput,
                   fmt::format("\"{}\" is no session id (a ULID, 26 characters)", session.id));
  }
  const std::string hash = exchange::contentHash(session);
  Stored stored = Stored::New;
  const auto done =
      writer_->run(fmt::format("import \"{}\"", session.name), [&](Connection& connection) -> Result<void> {
        const auto there = findSession(connection, session.id, Deleted::Found);
        if (!there) return importSession(connection, session, hash, here_.nowMs());
        const auto own = hashOf(connection, *there);
        if (!own) return failure(own.error());
        if (there->deleted) {
          if (*own == hash) return restoreDeleted(connection, session.id).map([](std::int64_t) {});
          purgeSession(connection, there->id);
          return importSession(connection, session, hash, here_.nowMs());
        }
        if (*own != hash) {
          return failure(
              Error::Kind::Conflict,
              fmt::format(
                  "session {} (\"{}\") is in this library with other content. The one that is here was "
                  "kept and nothing was imported; give the document another id to have both",
                  session.id, there->name));
        }
        stored = Stored::AlreadyThere;
        return {};
      });
  if (!done) return failure(done.error());
  return stored;
}

}  // namespace kernelcast::db
