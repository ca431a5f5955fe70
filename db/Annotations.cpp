#include "db/Annotations.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/domain/text.h"
#include "core/domain/ulid.h"
#include "db/SqlImportSink.h"
#include "db/Texts.h"

namespace kernelcast::db {

namespace {

constexpr std::size_t kLongestNote = 100'000;
constexpr std::size_t kLongestTag = 100;

// Where notes and tags of one kind of thing stand.
struct Place {
  std::string_view readNote;
  std::string_view writeNote;
  std::string_view removeNote;
  std::string_view readTags;
  std::string_view addTag;
  std::string_view removeTags;
};
constexpr Place kOfKernels{
    "SELECT note FROM kernel_notes WHERE kernel_hash = ?",
    "INSERT OR REPLACE INTO kernel_notes(kernel_hash, note, updated_ms) VALUES (?, ?, ?)",
    "DELETE FROM kernel_notes WHERE kernel_hash = ?",
    "SELECT tag FROM kernel_tags WHERE kernel_hash = ? ORDER BY tag",
    "INSERT INTO kernel_tags(kernel_hash, tag, updated_ms) VALUES (?, ?, ?)",
    "DELETE FROM kernel_tags WHERE kernel_hash = ?"};
constexpr Place kOfSessions{
    "SELECT note FROM session_notes WHERE session_ulid = ?",
    "INSERT OR REPLACE INTO session_notes(session_ulid, note, updated_ms) VALUES (?, ?, ?)",
    "DELETE FROM session_notes WHERE session_ulid = ?",
    "SELECT tag FROM session_tags WHERE session_ulid = ? ORDER BY tag",
    "INSERT INTO session_tags(session_ulid, tag, updated_ms) VALUES (?, ?, ?)",
    "DELETE FROM session_tags WHERE session_ulid = ?"};

// `key` is bound as it stands in the tables: a Blob for kernels, a text for sessions.
template <typename Key>
std::vector<std::string> readTags(Connection& connection, const Place& place, const Key& key) {
  std::vector<std::string> tags;
  Rows rows = connection.query(place.readTags, key);
  while (rows.next()) tags.push_back(rows->string());
  return tags;
}

template <typename Key>
Result<std::string> setNote(Writer& writer, const Place& place, const Key& key, std::string_view text,
                            std::int64_t nowMs) {
  if (text.size() > kLongestNote) {
    return failure(Error::Kind::BadInput,
                   fmt::format("a note holds at most {} bytes, and this one has {}. The old one was kept",
                               kLongestNote, text.size()));
  }
  const std::string note = toValidUtf8(text);
  std::string replaced;
  const auto done = writer.run("write a note", [&](Connection& connection) -> Result<void> {
    replaced = connection.text(place.readNote, key).value_or("");
    if (note.empty()) connection.run(place.removeNote, key);
    else connection.run(place.writeNote, key, note, nowMs);
    return {};
  });
  if (!done) return failure(done.error());
  return replaced;
}

Result<std::vector<std::string>> cleaned(std::vector<std::string> tags) {
  const auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  for (std::string& tag : tags) {
    tag.erase(tag.begin(), std::find_if_not(tag.begin(), tag.end(), blank));
    tag.erase(std::find_if_not(tag.rbegin(), tag.rend(), blank).base(), tag.end());
    tag = toValidUtf8(tag);
    const bool oneLine =
        std::none_of(tag.begin(), tag.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
    if (tag.empty() || tag.size() > kLongestTag || !oneLine) {
      return failure(
          Error::Kind::BadInput,
          fmt::format("\"{}\" is no tag: a tag is one line of 1 to {} bytes. The old tags were kept", tag,
                      kLongestTag));
    }
  }
  std::sort(tags.begin(), tags.end());
  tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
  return tags;
}

template <typename Key>
Result<std::vector<std::string>> setTags(Writer& writer, const Place& place, const Key& key,
                                         std::vector<std::string> wanted, std::int64_t nowMs) {
  const auto tags = cleaned(std::move(wanted));
  if (!tags) return failure(tags.error());
  std::vector<std::string> replaced;
  const auto done = writer.run("write tags", [&](Connection& connection) -> Result<void> {
    replaced = readTags(connection, place, key);
    connection.run(place.removeTags, key);
    for (const std::string& tag : *tags) connection.run(place.addTag, key, tag, nowMs);
    return {};
  });
  if (!done) return failure(done.error());
  return replaced;
}

Result<std::string> kernelKey(std::string_view hash) {
  if (auto bytes = hashBytes(hash)) return std::move(*bytes);
  return failure(Error::Kind::BadInput,
                 fmt::format("\"{}\" is no hash of a kernel (64 hexadecimal digits)", hash));
}

Result<void> checkSession(const SessionId& session) {
  if (isUlid(session)) return {};
  return failure(Error::Kind::BadInput, fmt::format("\"{}\" is no session id (a ULID)", session));
}

}  // namespace

Result<std::string> Annotations::setKernelNote(std::string_view hash, std::string_view note) {
  if (writer_ == nullptr) return failure(readOnlyError("write a note"));
  const auto key = kernelKey(hash);
  if (!key) return failure(key.error());
  return setNote(*writer_, kOfKernels, Blob{*key}, note, here_.nowMs());
}

Result<std::string> Annotations::setSessionNote(const SessionId& session, std::string_view note) {
  if (writer_ == nullptr) return failure(readOnlyError("write a note"));
  if (auto is = checkSession(session); !is) return failure(is.error());
  return setNote(*writer_, kOfSessions, session, note, here_.nowMs());
}

Result<std::vector<std::string>> Annotations::setKernelTags(std::string_view hash,
                                                            std::vector<std::string> tags) {
  if (writer_ == nullptr) return failure(readOnlyError("write tags"));
  const auto key = kernelKey(hash);
  if (!key) return failure(key.error());
  return setTags(*writer_, kOfKernels, Blob{*key}, std::move(tags), here_.nowMs());
}

Result<std::vector<std::string>> Annotations::setSessionTags(const SessionId& session,
                                                             std::vector<std::string> tags) {
  if (writer_ == nullptr) return failure(readOnlyError("write tags"));
  if (auto is = checkSession(session); !is) return failure(is.error());
  return setTags(*writer_, kOfSessions, session, std::move(tags), here_.nowMs());
}

Result<std::string> Annotations::setPairCause(const SessionId& session, const KernelPair& pair,
                                              std::string_view cause) {
  if (writer_ == nullptr) return failure(readOnlyError("write a cause"));
  if (auto is = checkSession(session); !is) return failure(is.error());
  const auto faster = kernelKey(pair.fasterHash);
  if (!faster) return failure(faster.error());
  const auto slower = kernelKey(pair.slowerHash);
  if (!slower) return failure(slower.error());
  if (pair.task.empty() || *faster == *slower) {
    return failure(Error::Kind::BadInput, "a pair is two different kernels of one task");
  }
  std::string replaced;
  const auto done = writer_->run("write a cause", [&](Connection& connection) -> Result<void> {
    replaced = connection
                   .text(
                       R"(
                       SELECT cause FROM pair_causes WHERE session_ulid = ? AND task = ? AND faster_hash = ?
                       AND slower_hash = ? AND device = ?)",
                       session, pair.task, Blob{*faster}, Blob{*slower}, pair.device)
                   .value_or("");
    if (cause.empty()) {
      connection.run(
          R"(
          DELETE FROM pair_causes WHERE session_ulid = ? AND task = ? AND faster_hash = ? AND slower_hash = ?
          AND device = ?)",
          session, pair.task, Blob{*faster}, Blob{*slower}, pair.device);
    } else {
      connection.run(
          R"(
          INSERT OR REPLACE INTO pair_causes(session_ulid, task, faster_hash, slower_hash, device, cause,
          updated_ms) VALUES (?, ?, ?, ?, ?, ?, ?))",
          session, pair.task, Blob{*faster}, Blob{*slower}, pair.device, cause, here_.nowMs());
    }
    return {};
  });
  if (!done) return failure(done.error());
  return replaced;
}

SessionAnnotations readAnnotations(Connection& connection, std::int64_t session, const SessionId& id) {
  SessionAnnotations all;
  all.note = connection.text(kOfSessions.readNote, id).value_or("");
  all.tags = readTags(connection, kOfSessions, id);
  // From the annotations, which are few, to the session's kernels, which are many.
  {
    Rows rows = connection.query(
        R"(
        SELECT kernel_hash, note FROM kernel_notes WHERE EXISTS (SELECT 1 FROM texts JOIN session_kernels ON
        kernel = texts.id WHERE texts.hash = kernel_hash AND session = ?))",
        session);
    while (rows.next()) {
      const std::string hash = hashHex(rows->bytes());
      all.kernels[hash].note = rows->string();
    }
  }
  {
    Rows rows = connection.query(
        R"(
        SELECT kernel_hash, tag FROM kernel_tags WHERE EXISTS (SELECT 1 FROM texts JOIN session_kernels ON
        kernel = texts.id WHERE texts.hash = kernel_hash AND session = ?) ORDER BY kernel_hash, tag)",
        session);
    while (rows.next()) {
      const std::string hash = hashHex(rows->bytes());
      all.kernels[hash].tags.push_back(rows->string());
    }
  }
  Rows rows = connection.query(
      R"(
      SELECT task, faster_hash, slower_hash, device, cause FROM pair_causes WHERE session_ulid = ? ORDER BY
      task, faster_hash, slower_hash, device)",
      id);
  while (rows.next()) {
    PairCause& own = all.pairCauses.emplace_back();
    own.pair.task = rows->string();
    own.pair.fasterHash = hashHex(rows->bytes());
    own.pair.slowerHash = hashHex(rows->bytes());
    own.pair.device = rows->string();
    own.cause = rows->string();
  }
  return all;
}

KernelAnnotation readKernelAnnotation(Connection& connection, std::string_view hash) {
  KernelAnnotation own;
  const auto key = hashBytes(hash);
  if (!key) return own;
  own.note = connection.text(kOfKernels.readNote, Blob{*key}).value_or("");
  own.tags = readTags(connection, kOfKernels, Blob{*key});
  return own;
}

}  // namespace kernelcast::db
