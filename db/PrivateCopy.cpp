#include "db/PrivateCopy.h"

#include <cstdlib>

#include <fmt/format.h>

#include "db/VfsFile.h"

namespace kernelcast::db {

namespace fs = std::filesystem;

fs::path sideFile(const fs::path& file, const char* suffix) {
  fs::path side = file;
  side += suffix;
  return side;
}

std::uintmax_t sizeOrZero(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  return error ? 0 : size;
}

Result<PrivateCopy> PrivateCopy::of(const fs::path& file) {
  const auto cannot = [&](const std::string& why) {
    return failure(
        fmt::format("cannot make a private copy of {}: {}. The file was not touched", file.string(), why));
  };
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  if (error) return cannot(error.message());
  std::string pattern = (temporary / "kernelcast-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) return cannot("no folder for temporary files");
  PrivateCopy copy;
  copy.folder_ = pattern;
  copy.file_ = copy.folder_ / "library";
  // The WAL last: what a writer checkpoints meanwhile is in the file, or still in the WAL.
  const auto copied =
      VfsFile::open(file).and_then([&](const VfsFile& opened) { return opened.copyTo(copy.file_); });
  if (!copied) return cannot(copied.error().message);
  for (const char* suffix : {"-journal", "-wal"}) {
    if (!error && sizeOrZero(sideFile(file, suffix)) > 0) {
      fs::copy_file(sideFile(file, suffix), sideFile(copy.file_, suffix), error);
    }
  }
  if (error) return cannot(error.message());
  fs::permissions(copy.file_, fs::perms::owner_read | fs::perms::owner_write, error);
  return copy;
}

PrivateCopy::PrivateCopy(PrivateCopy&& other) noexcept
    : folder_(std::exchange(other.folder_, {})), file_(std::exchange(other.file_, {})) {}

PrivateCopy& PrivateCopy::operator=(PrivateCopy&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(file_, other.file_);
  return *this;
}

PrivateCopy::~PrivateCopy() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

}  // namespace kernelcast::db
