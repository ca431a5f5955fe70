// The newest committed first page of a database and its size in pages, read from the bytes of the file and
// its WAL without opening either: who wrote a file must be known before SQLite may touch it. Format:
// sqlite.org/fileformat2.html, "The Database Header" and "The WAL File Format".
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace kernelcast::db {

struct DatabaseHeader {
  bool sqlite = false;         // starts with SQLite's magic
  std::uint32_t pageSize = 0;  // 0: makes no sense
  std::uint32_t pages = 0;     // as the header says; 0: a writer that did not say
  std::int32_t userVersion = 0;
  std::int32_t applicationId = 0;
  bool wal = false;  // in WAL mode
};
// `bytes`: at least the first 100.
DatabaseHeader parseHeader(const std::string& bytes);

struct WalPeek {
  bool live = false;                 // holds at least one committed transaction
  std::optional<std::string> page1;  // newest committed, where a transaction wrote it
  std::uint32_t pages = 0;           // of the database after the last commit
  std::uint32_t beyond = 0;          // pages in it that lie beyond `pagesInFile`
};
// A WAL that is absent, empty or of another database is not live.
WalPeek peekWal(const std::filesystem::path& wal, std::uint32_t pagesInFile);

}  // namespace kernelcast::db
