#include "db/VfsFile.h"

#include <algorithm>
#include <fstream>
#include <vector>

#include <fmt/format.h>
#include <sqlite3.h>

namespace kernelcast::db {

struct VfsFile::Handle {
  explicit Handle(const std::filesystem::path& path)
      : vfs(sqlite3_vfs_find(nullptr)),
        name(sqlite3_create_filename(path.c_str(), "", "", 0, nullptr)),
        memory(static_cast<std::size_t>(vfs->szOsFile)) {}
  ~Handle() {
    if (file()->pMethods != nullptr) file()->pMethods->xClose(file());
    sqlite3_free_filename(
        const_cast<char*>(name));  // NOLINT(cppcoreguidelines-pro-type-const-cast): as SQLite takes it
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  sqlite3_file* file() { return reinterpret_cast<sqlite3_file*>(memory.data()); }

  sqlite3_vfs* vfs;
  const char* name;          // must live as long as the file
  std::vector<char> memory;  // zeroed: of no file yet
};

VfsFile::VfsFile(std::unique_ptr<Handle> handle) : handle_(std::move(handle)) {}
VfsFile::VfsFile(VfsFile&&) noexcept = default;
VfsFile& VfsFile::operator=(VfsFile&&) noexcept = default;
VfsFile::~VfsFile() = default;

Result<VfsFile> VfsFile::open(const std::filesystem::path& file) {
  auto handle = std::make_unique<Handle>(file);
  int given = 0;
  const int code = handle->vfs->xOpen(handle->vfs, handle->name, handle->file(),
                                      SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, &given);
  if (code != SQLITE_OK)
    return failure(fmt::format("cannot open {}: {}", file.string(), sqlite3_errstr(code)));
  return VfsFile(std::move(handle));
}

Result<std::string> VfsFile::read(std::uint64_t offset, std::size_t size) const {
  sqlite3_file* file = handle_->file();
  sqlite3_int64 end = 0;
  int code = file->pMethods->xFileSize(file, &end);
  const auto length = static_cast<std::uint64_t>(std::max<sqlite3_int64>(0, end));
  std::string bytes(
      offset >= length ? 0 : static_cast<std::size_t>(std::min<std::uint64_t>(size, length - offset)), '\0');
  if (code == SQLITE_OK && !bytes.empty()) {
    code = file->pMethods->xRead(file, bytes.data(), static_cast<int>(bytes.size()),
                                 static_cast<sqlite3_int64>(offset));
  }
  if (code == SQLITE_OK || code == SQLITE_IOERR_SHORT_READ) return bytes;
  return failure(fmt::format("cannot read {}: {}", handle_->name, sqlite3_errstr(code)));
}

Result<void> VfsFile::copyTo(const std::filesystem::path& target) const {
  constexpr std::size_t kChunk = 1U << 20U;
  std::ofstream out(target, std::ios::binary | std::ios::trunc);
  for (std::uint64_t offset = 0;; offset += kChunk) {
    const auto bytes = read(offset, kChunk);
    if (!bytes) return failure(bytes.error());
    if (bytes->empty()) break;
    out.write(bytes->data(), static_cast<std::streamsize>(bytes->size()));
  }
  if (!out.flush()) return failure(fmt::format("cannot write {}", target.string()));
  return {};
}

}  // namespace kernelcast::db
