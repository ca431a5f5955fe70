#include "db/Texts.h"

#include <fmt/format.h>
#include <zstd.h>

#include "core/domain/hash.h"
#include "core/domain/text.h"

namespace kernelcast::db {

namespace {

constexpr int kLevel = 3;
constexpr std::int64_t kLargestText = std::int64_t{1} << 30U;

int nibble(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

// Contexts are costly to make and hold no state between calls.
ZSTD_CCtx* compressor() {
  struct Context {
    Context() { ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1); }
    ~Context() { ZSTD_freeCCtx(context); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ZSTD_CCtx* context = ZSTD_createCCtx();
  };
  thread_local Context own;
  ZSTD_CCtx_setParameter(own.context, ZSTD_c_compressionLevel, kLevel);
  return own.context;
}

ZSTD_DCtx* decompressor() {
  struct Context {
    Context() = default;
    ~Context() { ZSTD_freeDCtx(context); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ZSTD_DCtx* context = ZSTD_createDCtx();
  };
  thread_local Context own;
  return own.context;
}

}  // namespace

std::optional<std::string> hashBytes(std::string_view hex) {
  if (hex.size() != 64) return std::nullopt;
  std::string bytes(32, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const int high = nibble(hex[2 * i]);
    const int low = nibble(hex[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes[i] = static_cast<char>(high * 16 + low);
  }
  return bytes;
}

std::string hashHex(std::string_view bytes) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex(2 * bytes.size(), '0');
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    hex[2 * i] = kDigits[byte >> 4U];
    hex[2 * i + 1] = kDigits[byte & 15U];
  }
  return hex;
}

std::string compress(std::string_view text) {
  std::string frame(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress2(compressor(), frame.data(), frame.size(), text.data(), text.size());
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();  // the buffer is large enough: only memory can lack
  frame.resize(size);
  return frame;
}

Result<std::string> decompress(std::string_view frame, std::int64_t size) {
  if (size < 0 || size > kLargestText) return failure("a stored text is damaged: its length makes no sense");
  std::string text(static_cast<std::size_t>(size), '\0');
  const std::size_t got =
      ZSTD_decompressDCtx(decompressor(), text.data(), text.size(), frame.data(), frame.size());
  if (ZSTD_isError(got) != 0) {
    return failure(fmt::format("a stored text is damaged: {}", ZSTD_getErrorName(got)));
  }
  if (got != text.size()) return failure("a stored text is damaged: it is shorter than it should be");
  return text;
}

std::string TextStore::hashOf(std::string_view text) { return *hashBytes(sha256Hex(text)); }

std::int64_t TextStore::store(std::string_view text, const std::string& hash, bool searchable) {
  std::int64_t id = 0;
  bool searched = false;
  bool stored = false;
  {
    Rows rows = connection_.query("SELECT id, searchable FROM texts WHERE hash = ?", Blob{hash});
    if (rows.next()) {
      stored = true;
      id = rows->integer();
      searched = rows->integer() != 0;
    }
  }
  if (!stored) {
    const std::string frame = compress(text);
    connection_.run("INSERT INTO texts(hash, size, searchable, zstd) VALUES (?, ?, ?, ?)", Blob{hash},
                    static_cast<std::int64_t>(text.size()), searchable, Blob{frame});
    id = connection_.lastId();
  } else {
    keep(id);
  }
  if (stored && searchable && !searched) {  // it was stored as a prompt, which is not searched
    connection_.run("UPDATE texts SET searchable = 1 WHERE id = ?", id);
  }
  if (searchable && !searched) {
    const std::string body = isValidUtf8(text) ? std::string() : toValidUtf8(text);
    connection_.run("INSERT INTO text_search(rowid, body) VALUES (?, ?)", id, body.empty() ? text : body);
  }
  return id;
}

std::int64_t TextStore::storeKernel(std::string_view source) {
  const std::string hash = hashOf(source);
  const std::int64_t id = store(source, hash, true);
  // One row by its values: a statement that may write several (INSERT ... SELECT) is a savepoint of its own,
  // and at each of those the full-text index writes out what it has gathered, which made a large import three
  // times as long.
  connection_.run("INSERT INTO kernels(id, hash) VALUES (?, ?) ON CONFLICT DO NOTHING", id, Blob{hash});
  return id;
}

std::optional<std::int64_t> TextStore::findKernel(std::string_view hash) {
  const auto bytes = hashBytes(hash);
  if (!bytes) return std::nullopt;
  return connection_.integer(
      "SELECT kernels.id FROM texts JOIN kernels ON kernels.id = texts.id WHERE texts.hash = ?",
      Blob{*bytes});
}

Result<std::string> readText(Connection& connection, std::int64_t id) {
  Rows rows = connection.query("SELECT size, zstd FROM texts WHERE id = ?", id);
  if (!rows.next()) return failure("a stored text is missing");
  const std::int64_t size = rows->integer();
  return decompress(rows->bytes(), size);
}

}  // namespace kernelcast::db
