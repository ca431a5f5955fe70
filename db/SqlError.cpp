#include "db/SqlError.h"

#include <fmt/format.h>
#include <sqlite3.h>

namespace kernelcast::db {

Error sqlError(const SQLite::Exception& exception, const std::string& file, std::string_view doing) {
  const auto say = [&](Error::Kind kind, std::string_view why) {
    return Error{kind, fmt::format("cannot {} in {}: {}", doing, file, why)};
  };
  switch (exception.getErrorCode() & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return say(Error::Kind::Conflict,
                 "another program has been writing to it for several seconds. Nothing was changed; try again "
                 "when it "
                 "is done");
    case SQLITE_FULL:
      return say(Error::Kind::Failed,
                 "the disk is full. What was committed before is kept; free some space and try again");
    case SQLITE_READONLY: return say(Error::Kind::Failed, "it is open for reading only. Nothing was changed");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return say(
          Error::Kind::Failed,
          fmt::format("the file is damaged ({}). Nothing was changed; make a copy, then take a backup from "
                      "beside it, or recover what can be read with: sqlite3 FILE .recover",
                      exception.what()));
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
      return say(Error::Kind::Failed,
                 "the file cannot be opened. Look at the permissions of it and of its folder");
    case SQLITE_IOERR:
      return say(Error::Kind::Failed,
                 fmt::format("the disk reported an error ({}). What was committed before is kept",
                             exception.what()));
    case SQLITE_CONSTRAINT:
      return say(Error::Kind::BadInput,
                 fmt::format("rows contradict each other ({}). Nothing of it was kept", exception.what()));
    case SQLITE_NOMEM: return say(Error::Kind::Failed, "not enough memory");
    default: return say(Error::Kind::Failed, exception.what());
  }
}

}  // namespace kernelcast::db
