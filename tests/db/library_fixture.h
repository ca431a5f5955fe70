// A library of its own for each test, in a folder that goes with it.
#pragma once

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "db/Library.h"
#include "db/LibraryImpl.h"

// A result that must hold; its message is shown where it does not.
#define MUST(result) \
  QVERIFY2((result).has_value(), (result).has_value() ? "" : (result).error().message.c_str())

namespace kernelcast::fixtures {

class LibraryFixture {
 public:
  [[nodiscard]] std::filesystem::path folder() const { return folder_.path().toStdString(); }
  [[nodiscard]] std::filesystem::path file() const { return folder() / "library.kcast"; }

  std::unique_ptr<db::Library> open(db::OpenOptions options = {}) const {
    return openAs(db::LibraryInternals(), options);
  }
  std::unique_ptr<db::Library> openAs(const db::LibraryInternals& internals,
                                      db::OpenOptions options = {}) const {
    auto library = db::Library::openIn(file(), options, internals);
    if (!library) throw std::runtime_error(library.error().message);
    return std::move(*library);
  }

 private:
  QTemporaryDir folder_;
};

inline std::string bytesOf(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream bytes;
  bytes << stream.rdbuf();
  return bytes.str();
}

inline void writeBytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

}  // namespace kernelcast::fixtures
