// Texts are stored once, by the SHA-256 of their bytes, compressed; sources and rationales are also
// searchable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/domain/result.h"
#include "db/Sql.h"

namespace kernelcast::db {

// 64 hexadecimal digits <-> 32 bytes, as they stand in the library. None where it is no such hash.
std::optional<std::string> hashBytes(std::string_view hex);
std::string hashHex(std::string_view bytes);

std::string compress(std::string_view text);
// `size` is what the library says of the text; anything else is an error, as is a damaged frame.
Result<std::string> decompress(std::string_view frame, std::int64_t size);

// Ids of texts. Storing a text that is there already costs one look-up.
class TextStore {
 public:
  explicit TextStore(Connection& connection) : connection_(connection) {}
  // Plain: found by its id only.
  std::int64_t store(std::string_view text) { return store(text, hashOf(text), false); }
  // Full-text searchable.
  std::int64_t storeSearchable(std::string_view text) { return store(text, hashOf(text), true); }
  // A kernel's source; its id is the kernel's.
  std::int64_t storeKernel(std::string_view source);
  // Something refers to a text that may have been waiting to be removed. Storing it again says so by itself.
  void keep(std::int64_t id) { connection_.run("DELETE FROM orphans WHERE text = ?", id); }
  // None where no such kernel is stored. `hash` is hexadecimal.
  std::optional<std::int64_t> findKernel(std::string_view hash);

 private:
  static std::string hashOf(std::string_view text);
  std::int64_t store(std::string_view text, const std::string& hash, bool searchable);
  Connection& connection_;
};

Result<std::string> readText(Connection& connection, std::int64_t id);

}  // namespace kernelcast::db
