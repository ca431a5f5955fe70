// The bytes of a database file, read through SQLite's own file layer. A process that opens such a file by
// itself and closes it again drops every lock that SQLite holds on it for other connections of the process
// (POSIX; sqlite.org/howtocorrupt.html, section 2.2); SQLite's layer knows of them and waits with closing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "core/domain/result.h"

namespace kernelcast::db {

class VfsFile {
 public:
  static Result<VfsFile> open(const std::filesystem::path& file);
  VfsFile(VfsFile&&) noexcept;
  VfsFile& operator=(VfsFile&&) noexcept;
  VfsFile(const VfsFile&) = delete;
  VfsFile& operator=(const VfsFile&) = delete;
  ~VfsFile();

  // Fewer bytes than asked for at the end of the file.
  Result<std::string> read(std::uint64_t offset, std::size_t size) const;
  Result<void> copyTo(const std::filesystem::path& target) const;

 private:
  struct Handle;
  explicit VfsFile(std::unique_ptr<Handle> handle);
  std::unique_ptr<Handle> handle_;
};

}  // namespace kernelcast::db
