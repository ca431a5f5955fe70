// A library of its own for each test, in a folder that goes with it.
#pragma once

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "core/exchange/sample.h"
#include "db/Library.h"
#include "db/LibraryImpl.h"

// A result that must hold; its message is shown where it does not.
#define MUST(result)                                                                  \
  do {                                                                                \
    const auto& held = (result);                                                      \
    QVERIFY2(held.has_value(), held.has_value() ? "" : held.error().message.c_str()); \
  } while (false)
// A result that must be refused with words of this in its sentence.
#define REFUSED(result, words)                                                                     \
  do {                                                                                             \
    const auto& held = (result);                                                                   \
    QVERIFY(!held.has_value());                                                                    \
    QVERIFY2(held.error().message.find(words) != std::string::npos, held.error().message.c_str()); \
  } while (false)

namespace kernelcast::fixtures {

// For set-up that must work: throws with the message.
template <typename T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

class LibraryFixture {
 public:
  [[nodiscard]] std::filesystem::path folder() const { return folder_.path().toStdString(); }
  [[nodiscard]] std::filesystem::path file() const { return folder() / "library.kcast"; }

  [[nodiscard]] std::unique_ptr<db::Library> open(db::OpenOptions options = {}) const {
    return openAs(db::LibraryInternals(), options);
  }
  [[nodiscard]] std::unique_ptr<db::Library> openAs(const db::LibraryInternals& internals,
                                                    db::OpenOptions options = {}) const {
    return must(db::Library::openIn(file(), options, internals));
  }

 private:
  QTemporaryDir folder_;
};

inline const exchange::ExchangeSession& sample() {
  static const exchange::ExchangeSession session =
      must(exchange::readNative(exchange::sampleDocument())).session;
  return session;
}

inline std::string bytesOf(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream bytes;
  bytes << stream.rdbuf();
  return bytes.str();
}

inline void writeBytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

inline std::filesystem::path wal(const std::filesystem::path& file) { return file.string() + "-wal"; }

}  // namespace kernelcast::fixtures
