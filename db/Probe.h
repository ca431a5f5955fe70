// Looks at a file before it is opened, and touches nothing: neither the file nor its WAL changes by a byte.
#pragma once

#include <filesystem>

#include "core/domain/result.h"
#include "db/LibraryImpl.h"

namespace kernelcast::db {

struct Probed {
  bool exists = false;
  bool writable = false;  // the file and its folder, by this user
  bool liveWal = false;   // its WAL holds committed transactions
  int version = 0;
};

// Refuses, each with a sentence of its own: a folder, a file that may not be read, an empty file, one that is
// not SQLite's, one of another program, one of a newer Kernelcast, a truncated one and a damaged one.
Result<Probed> probe(const std::filesystem::path& file, const LibraryInternals& internals);

// Whether it can be read under SQLite's locks, which make one view of the file and its WAL whoever writes
// meanwhile. They need side files: where a folder may not be written and nobody else made them, it cannot.
// Other errors do not count.
bool opensShared(const std::filesystem::path& file);

// Opens a file for reading without locks and side files: right where nobody writes to it.
std::string immutableUri(const std::filesystem::path& file);

}  // namespace kernelcast::db
