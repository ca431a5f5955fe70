// A copy of a database with its WAL and journal in a folder of its own, for looks that may touch nothing.
#pragma once

#include <filesystem>

#include "core/domain/result.h"

namespace kernelcast::db {

class PrivateCopy {
 public:
  // One state of the database, also while another process writes to it and moves its WAL into the file: a
  // copy during which that could not be sure is made again. Conflict where it never was; nothing of the file
  // is touched.
  static Result<PrivateCopy> of(const std::filesystem::path& file);
  PrivateCopy(PrivateCopy&& other) noexcept;
  PrivateCopy& operator=(PrivateCopy&& other) noexcept;
  PrivateCopy(const PrivateCopy&) = delete;
  PrivateCopy& operator=(const PrivateCopy&) = delete;
  ~PrivateCopy();  // removes the folder
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  PrivateCopy() = default;
  std::filesystem::path folder_;
  std::filesystem::path file_;
};

// "library.kcast-wal", "library.kcast-journal".
std::filesystem::path sideFile(const std::filesystem::path& file, const char* suffix);
// Bytes; 0 where it is absent.
std::uintmax_t sizeOrZero(const std::filesystem::path& file);

}  // namespace kernelcast::db
