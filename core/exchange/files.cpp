#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/domain/number_format.h"
#include "core/domain/ulid.h"
#include "core/exchange/formats.h"

namespace kernelcast::exchange {

namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  void keepOpen() { fd_ = -1; }
  // Closing tells of write errors that some file systems keep until then.
  [[nodiscard]] bool close() { return ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

std::string reason() {
  return std::strerror(errno);
}  // NOLINT(concurrency-mt-unsafe): glibc's is thread-safe

tl::unexpected<Error> cannot(std::string_view what, const std::filesystem::path& path,
                             const std::string& why) {
  const auto kind = errno == ENOENT ? Error::Kind::NotFound : Error::Kind::Failed;
  return failure(kind, fmt::format("cannot {} {}: {}", what, path.string(), why));
}

bool writeAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// A pipe or a device, "/dev/stdout": it is written to; a rename would replace it.
Result<void> writeInPlace(const std::filesystem::path& path, std::string_view bytes) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() < 0 || !writeAll(file.get(), bytes) || !file.close()) return cannot("write", path, reason());
  return {};
}

// The header of a database, of its write-ahead log in either byte order, or of a rollback journal
// (sqlite.org/fileformat2).
bool isDatabaseHeader(std::string_view start) {
  return start.starts_with(std::string_view("SQLite format 3\0", 16)) ||
         start.starts_with("\x37\x7f\x06\x82") || start.starts_with("\x37\x7f\x06\x83") ||
         start.starts_with("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7");
}

// True also leaves the file open for good: this process may have the database open, and closing any
// descriptor of a file gives up all locks that the process holds on it (sqlite.org/howtocorrupt, 2.2).
bool isDatabase(Descriptor& file) {
  std::array<char, 16> head{};
  const ssize_t got = file.get() < 0 ? 0 : ::pread(file.get(), head.data(), head.size(), 0);
  const bool database = got > 0 && isDatabaseHeader({head.data(), static_cast<std::size_t>(got)});
  if (database) file.keepOpen();
  return database;
}

}  // namespace

Result<std::string> readFile(const std::filesystem::path& path, std::uintmax_t limit) {
  errno = 0;
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat facts {};
  if (file.get() < 0 || ::fstat(file.get(), &facts) != 0) return cannot("read", path, reason());
  if (S_ISDIR(facts.st_mode)) return cannot("read", path, "it is a folder");
  if (!S_ISREG(facts.st_mode) && !S_ISFIFO(facts.st_mode)) return cannot("read", path, "it is not a file");
  if (S_ISREG(facts.st_mode) && isDatabase(file)) {
    return cannot("read", path,
                  "it is a SQLite database or belongs to one, perhaps a library (--library opens it)");
  }
  const auto tooLarge = [&] {
    return cannot("read", path, fmt::format("it is larger than {}", formatBytes(static_cast<double>(limit))));
  };
  if (S_ISREG(facts.st_mode) && static_cast<std::uintmax_t>(facts.st_size) > limit) return tooLarge();

  std::string bytes;
  // One byte more than expected, so that the end of the file is found without growing.
  std::size_t room =
      S_ISREG(facts.st_mode) ? static_cast<std::size_t>(facts.st_size) + 1 : std::size_t{1} << 16U;
  for (;;) {
    const std::size_t have = bytes.size();
    bytes.resize(have + room);
    const ssize_t got = ::read(file.get(), bytes.data() + have, room);
    if (got < 0 && errno != EINTR) return cannot("read", path, reason());
    bytes.resize(have + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0) return bytes;
    if (bytes.size() > limit) return tooLarge();  // grew while it was read, or came through a pipe
    room = std::size_t{1} << 16U;
  }
}

Result<void> writeFile(const std::filesystem::path& path, std::string_view bytes) {
  errno = 0;
  struct stat facts {};
  const bool exists = ::stat(path.c_str(), &facts) == 0;
  if (exists && S_ISDIR(facts.st_mode)) return cannot("write", path, "it is a folder");
  if (exists && !S_ISREG(facts.st_mode)) return writeInPlace(path, bytes);
  // A link keeps pointing where it points: what it names is replaced.
  std::error_code unresolved;
  std::filesystem::path target = exists ? std::filesystem::canonical(path, unresolved) : path;
  if (unresolved) target = path;
  if (!target.has_filename()) return cannot("write", path, "it names no file");
  // A library is never replaced by an export or a report, however it was named.
  if (exists) {
    Descriptor old(::open(target.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (isDatabase(old)) {
      return cannot("write", path,
                    "it is a SQLite database or belongs to one, perhaps a library; it was left as it is");
    }
  }
  // What may not be written must not be replaced either, though the folder's permissions would allow it.
  errno = 0;
  if (exists && ::access(target.c_str(), W_OK) != 0) return cannot("write", path, reason());

  struct stat folderFacts {};
  if (const auto folder = target.parent_path();
      !folder.empty() && ::stat(folder.c_str(), &folderFacts) != 0) {
    return cannot("write", path, fmt::format("there is no folder {}", folder.string()));
  }
  const std::filesystem::path beside = target.parent_path() / (".kernelcast-" + newUlid() + ".tmp");
  Descriptor file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.get() < 0) return cannot("write", path, reason());
  const bool done = writeAll(file.get(), bytes) &&
                    (!exists || ::fchmod(file.get(), facts.st_mode & 07777U) == 0) &&
                    ::fsync(file.get()) == 0 && file.close() && ::rename(beside.c_str(), target.c_str()) == 0;
  if (done) return {};
  const std::string why = reason();
  ::unlink(beside.c_str());
  return cannot("write", path, why);
}

}  // namespace kernelcast::exchange
