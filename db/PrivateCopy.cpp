#include "db/PrivateCopy.h"

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <thread>

#include <fmt/format.h>
#include <sys/stat.h>

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

namespace {

constexpr int kTries = 40;
constexpr std::chrono::milliseconds kBetweenTries{15};
// The kernel counts modification times in ticks of up to 10 ms.
constexpr std::int64_t kTickNs = 20'000'000;

std::int64_t nanoseconds(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

// What tells whether a file and its side files were changed while they were copied.
struct Moment {
  std::string walHeader;     // with its salts, which are others each time the WAL starts anew; empty: no WAL
  ino_t journal = 0;         // 0: no rollback journal
  std::int64_t changed = 0;  // of the file itself, nanoseconds
  off_t size = 0;

  static Moment of(const fs::path& file) {
    Moment now;
    struct stat facts {};
    if (::stat(file.c_str(), &facts) == 0) {
      now.changed = nanoseconds(facts.st_mtim);
      now.size = facts.st_size;
    }
    const fs::path journal = sideFile(file, "-journal");
    if (::stat(journal.c_str(), &facts) == 0 && facts.st_size > 0) now.journal = facts.st_ino;
    now.walHeader.resize(32);
    std::ifstream wal(sideFile(file, "-wal"), std::ios::binary);
    if (!wal.read(now.walHeader.data(), static_cast<std::streamsize>(now.walHeader.size())))
      now.walHeader.clear();
    return now;
  }
};

// The file was copied first. What was moved into it from the WAL meanwhile is in the WAL still, as long as
// that did not start anew; what a transaction with a rollback journal overwrote is in that journal, as long
// as it is there. With neither, the file must not have been written to at all.
bool sameState(const Moment& before, const Moment& after, std::int64_t startedNs) {
  if (before.walHeader != after.walHeader || before.journal != after.journal) return false;
  if (!before.walHeader.empty() || before.journal != 0) return true;
  return before.changed == after.changed && before.size == after.size && before.changed < startedNs - kTickNs;
}

// Empty, or why it failed.
std::string copyAll(const fs::path& file, const fs::path& target) {
  std::error_code error;
  const auto copied =
      VfsFile::open(file).and_then([&](const VfsFile& opened) { return opened.copyTo(target); });
  if (!copied) return copied.error().message;
  for (const char* suffix : {"-journal", "-wal"}) {
    fs::remove(sideFile(target, suffix), error);
    if (sizeOrZero(sideFile(file, suffix)) == 0) continue;
    fs::copy_file(sideFile(file, suffix), sideFile(target, suffix), error);
    // It may have gone meanwhile, which is seen afterwards.
    if (error && error != std::errc::no_such_file_or_directory) return error.message();
  }
  return {};
}

}  // namespace

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
  std::string why;
  bool steady = false;
  for (int i = 0; i < kTries; ++i) {
    if (i > 0) std::this_thread::sleep_for(kBetweenTries);
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    const Moment before = Moment::of(file);
    // A file that shrinks under the copying hand is an error too: only one of a file that stays as it is is
    // told.
    why = copyAll(file, copy.file_);
    if (!sameState(before, Moment::of(file), nanoseconds(now))) why.clear();
    else if (why.empty()) steady = true;
    if (!steady) continue;
    fs::permissions(copy.file_, fs::perms::owner_read | fs::perms::owner_write, error);
    return copy;
  }
  if (!why.empty()) return cannot(why);
  return failure(
      Error::Kind::Conflict,
      fmt::format("cannot read {}: another program is writing to it without a pause. Nothing was changed; "
                  "try again when it is done",
                  file.string()));
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
