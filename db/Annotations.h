// Notes, tags and causes as people set them. Every write returns what it replaced, so that it can be undone
// by writing that.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/domain/annotations.h"
#include "core/domain/result.h"
#include "db/Sql.h"
#include "db/Surroundings.h"
#include "db/Writer.h"

namespace kernelcast::db {

// Thread-safe. Each call is durable when it returns. Bytes of a text that are not UTF-8 are replaced.
class Annotations {
 public:
  // writer may be null: the library is read-only, and everything is refused.
  Annotations(Writer* writer, const Surroundings& here) : writer_(writer), here_(here) {}

  // An empty note removes it. At most 100,000 bytes. `hash`: 64 hexadecimal digits; the kernel need not be in
  // the library.
  Result<std::string> setKernelNote(std::string_view hash, std::string_view note);
  Result<std::string> setSessionNote(const SessionId& session, std::string_view note);
  // All tags at once; none removes them. A tag is a line of at most 100 bytes; blanks around it are cut off.
  Result<std::vector<std::string>> setKernelTags(std::string_view hash, std::vector<std::string> tags);
  Result<std::vector<std::string>> setSessionTags(const SessionId& session, std::vector<std::string> tags);
  // An empty cause removes it.
  Result<std::string> setPairCause(const SessionId& session, const KernelPair& pair, std::string_view cause);

 private:
  Writer* writer_;
  const Surroundings& here_;
};

// What a Reader gives; callers hold a transaction.
SessionAnnotations readAnnotations(Connection& connection, std::int64_t session, const SessionId& id);
// Empty where nothing was added, or `hash` is none.
KernelAnnotation readKernelAnnotation(Connection& connection, std::string_view hash);

}  // namespace kernelcast::db
