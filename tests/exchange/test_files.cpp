// Whole files in and out: errors say what and why, and a failed write leaves what was there.
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/exchange/formats.h"

using namespace kernelcast;
using namespace kernelcast::exchange;
namespace fs = std::filesystem;

namespace {

int entries(const fs::path& folder) {
  return static_cast<int>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

// Writes beyond this many bytes fail with EFBIG instead of the signal.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int) = nullptr;
};

}  // namespace

class TestFiles : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path at(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }

 private slots:
  void init() {
    for (const auto& entry : fs::directory_iterator(folder_.path().toStdString()))
      fs::remove_all(entry.path());
  }

  void readsBackWhatItWrote() {
    for (const std::string& bytes :
         {std::string(), std::string("a"), std::string(1, '\0'), std::string(300'000, '\xff')}) {
      QVERIFY(writeFile(at("file"), bytes).has_value());
      const auto read = readFile(at("file"));
      QVERIFY(read.has_value());
      QVERIFY(*read == bytes);
    }
    QCOMPARE(entries(at("")), 1);
  }

  void replacesAndKeepsPermissions() {
    QVERIFY(writeFile(at("file"), "old").has_value());
    fs::permissions(at("file"), fs::perms::owner_read | fs::perms::owner_write);
    QVERIFY(writeFile(at("file"), "new").has_value());
    QCOMPARE(*readFile(at("file")), std::string("new"));
    QVERIFY(fs::status(at("file")).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    QCOMPARE(entries(at("")), 1);
  }

  void obeysTheUmask() {
    const mode_t before = ::umask(027);
    const bool written = writeFile(at("file"), "x").has_value();
    ::umask(before);
    QVERIFY(written);
    QCOMPARE(static_cast<int>(fs::status(at("file")).permissions()), 0640);
  }

  // A reader sees the old file or the new one, whole.
  void neverShowsHalfAFile() {
    const std::string a(400'000, 'a');
    const std::string b(400'000, 'b');
    QVERIFY(writeFile(at("file"), a).has_value());
    std::atomic<bool> done = false;
    std::thread writer([&] {
      for (int i = 0; i < 50; ++i) (void)writeFile(at("file"), i % 2 == 0 ? b : a);
      done = true;
    });
    bool whole = true;
    while (!done) {
      const auto read = readFile(at("file"));
      whole = whole && read && (*read == a || *read == b);
    }
    writer.join();
    QVERIFY(whole);
  }

  void aFailedWriteLeavesTheOldFile() {
    QVERIFY(writeFile(at("file"), "old").has_value());
    {
      const FileSizeLimit limit(1000);
      const auto written = writeFile(at("file"), std::string(100'000, 'x'));
      QVERIFY(!written.has_value());
      QVERIFY2(written.error().message.find("cannot write") == 0, written.error().message.c_str());
      QVERIFY(written.error().message.find("File too large") != std::string::npos);
    }
    QCOMPARE(*readFile(at("file")), std::string("old"));
    QCOMPARE(entries(at("")), 1);
  }

  void saysWhyItCannotRead() {
    const auto missing = readFile(at("none.json"));
    QVERIFY(!missing.has_value());
    QVERIFY(missing.error().kind == Error::Kind::NotFound);
    QCOMPARE(missing.error().message,
             "cannot read " + at("none.json").string() + ": No such file or directory");
    const auto folder = readFile(folder_.path().toStdString());
    QVERIFY(!folder.has_value());
    QVERIFY(folder.error().message.find("it is a folder") != std::string::npos);
    QVERIFY(folder.error().kind == Error::Kind::Failed);
    const auto device = readFile("/dev/zero");
    QVERIFY(!device.has_value());
    QVERIFY(device.error().message.find("it is not a file") != std::string::npos);
    QVERIFY(!readFile("").has_value());
    QVERIFY(!readFile(std::string(5000, 'x')).has_value());
  }

  void refusesWhatIsTooLarge() {
    QVERIFY(writeFile(at("file"), std::string(2048, 'x')).has_value());
    QVERIFY(readFile(at("file"), 2048).has_value());
    const auto large = readFile(at("file"), 2047);
    QVERIFY(!large.has_value());
    QVERIFY2(large.error().message.find("it is larger than 2.00 KiB") != std::string::npos,
             large.error().message.c_str());
    // Holes count: nothing is read to find out.
    std::ofstream(at("sparse")).close();
    fs::resize_file(at("sparse"), std::uintmax_t{5} << 30U);
    QVERIFY(!readFile(at("sparse")).has_value());
  }

  void saysWhyItCannotWrite() {
    const auto folder = writeFile(folder_.path().toStdString(), "x");
    QVERIFY(!folder.has_value());
    QVERIFY(folder.error().message.find("it is a folder") != std::string::npos);
    const auto nowhere = writeFile(at("no") / "such" / "file", "x");
    QVERIFY(!nowhere.has_value());
    QVERIFY(nowhere.error().kind == Error::Kind::NotFound);
    QVERIFY(!writeFile("", "x").has_value());
    QVERIFY(!writeFile(at("new") / "", "x").has_value());
    QCOMPARE(entries(at("")), 0);
  }

  void respectsPermissions() {
    if (::geteuid() == 0) QSKIP("root may do anything");
    QVERIFY(writeFile(at("file"), "old").has_value());
    fs::permissions(at("file"), fs::perms::none);
    QVERIFY(!readFile(at("file")).has_value());
    QVERIFY(!writeFile(at("file"), "new").has_value());
    fs::permissions(at("file"), fs::perms::owner_read | fs::perms::owner_write);
    QCOMPARE(*readFile(at("file")), std::string("old"));
    fs::permissions(at(""), fs::perms::owner_read | fs::perms::owner_exec);
    const auto written = writeFile(at("other"), "x");
    fs::permissions(at(""), fs::perms::owner_all);
    QVERIFY(!written.has_value());
    QVERIFY(written.error().message.find("Permission denied") != std::string::npos);
  }

  void databasesAreNeitherReadNorReplaced() {
    for (const std::string& head :
         {std::string("SQLite format 3\0", 16), std::string("\x37\x7f\x06\x82"),
          std::string("\x37\x7f\x06\x83"), std::string("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")}) {
      const std::string bytes = head + "and pages";
      std::ofstream(at("library"), std::ios::binary) << bytes;
      const auto written = writeFile(at("library"), "x");
      QVERIFY(!written.has_value());
      QVERIFY(written.error().message.find("it was left as it is") != std::string::npos);
      const auto read = readFile(at("library"));
      QVERIFY(!read.has_value());
      QVERIFY(read.error().message.find("SQLite database") != std::string::npos);
      std::stringstream kept;
      kept << std::ifstream(at("library"), std::ios::binary).rdbuf();
      QCOMPARE(kept.str(), bytes);
    }
  }

  // The process may have that database open: its locks must outlive the look at the file.
  void locksOfADatabaseAreKept() {
    std::ofstream(at("library"), std::ios::binary) << std::string("SQLite format 3\0", 16);
    const int fd = ::open(at("library").c_str(), O_RDWR | O_CLOEXEC);
    struct flock lock {};
    lock.l_type = F_WRLCK;
    QCOMPARE(::fcntl(fd, F_SETLK, &lock), 0);
    (void)writeFile(at("library"), "x");
    (void)readFile(at("library"));
    // Only another process sees whether the lock is there.
    const pid_t child = ::fork();
    if (child == 0) {
      struct flock other {};
      other.l_type = F_WRLCK;
      ::_exit(::fcntl(fd, F_GETLK, &other) == 0 && other.l_type == F_WRLCK ? 0 : 1);
    }
    int status = 1;
    QCOMPARE(::waitpid(child, &status, 0), child);
    ::close(fd);
    QCOMPARE(status, 0);
  }

  void followsLinks() {
    QVERIFY(writeFile(at("real"), "old").has_value());
    fs::create_symlink(at("real"), at("link"));
    QVERIFY(writeFile(at("link"), "new").has_value());
    QVERIFY(fs::is_symlink(at("link")));
    QCOMPARE(*readFile(at("real")), std::string("new"));
  }

  // A pipe is read to its end, and written instead of replaced.
  void pipesStayPipes() {
    QCOMPARE(::mkfifo(at("pipe").c_str(), 0600), 0);
    std::thread writer([&] { (void)writeFile(at("pipe"), std::string(200'000, 'p')); });
    const auto read = readFile(at("pipe"));
    writer.join();
    QVERIFY(read.has_value());
    QVERIFY(*read == std::string(200'000, 'p'));
    QVERIFY(fs::is_fifo(at("pipe")));
    QVERIFY(writeFile("/dev/null", "x").has_value());
    QVERIFY(fs::is_character_file("/dev/null"));
  }
};

QTEST_APPLESS_MAIN(TestFiles)
#include "test_files.moc"
