#include "db/Annotations.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/domain/text.h"
#include "db/SqlImportSink.h"
#include "db/Texts.h"

namespace kernelcast::db {

namespace {

constexpr std::size_t kLongestNote = 100'000;
constexpr std::size_t kLongestTag = 100;

std::string noteOf(Connection& connection, const std::string& key) {
  return connection.text("SELECT note FROM kernel_notes WHERE kernel_hash = ?", Blob{key}).value_or("");
}

std::vector<std::string> tagsOf(Connection& connection, const std::string& key) {
  std::vector<std::string> tags;
  const Blob hash{key};
  Rows rows = connection.query("SELECT tag FROM kernel_tags WHERE kernel_hash = ? ORDER BY tag", hash);
  while (rows.next()) tags.push_back(rows->string());
  return tags;
}

Result<std::vector<std::string>> cleaned(std::vector<std::string> tags) {
  const auto isBlank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  for (std::string& tag : tags) {
    tag.erase(tag.begin(), std::find_if_not(tag.begin(), tag.end(), isBlank));
    tag.erase(std::find_if_not(tag.rbegin(), tag.rend(), isBlank).base(), tag.end());
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

Result<std::string> kernelKey(std::string_view hash) {
  if (auto bytes = hashBytes(hash)) return std::move(*bytes);
  return failure(Error::Kind::BadInput,
                 fmt::format("\"{}\" is no hash of a kernel (64 hexadecimal digits)", hash));
}

}  // namespace

Result<std::string> Annotations::setKernelNote(std::string_view hash, std::string_view text) {
  if (writer_ == nullptr) return failure(readOnlyError("write a note"));
  const auto key = kernelKey(hash);
  if (!key) return failure(key.error());
  if (text.size() > kLongestNote) {
    return failure(Error::Kind::BadInput,
                   fmt::format("a note holds at most {} bytes, and this one has {}. The old one was kept",
                               kLongestNote, text.size()));
  }
  const std::string note = toValidUtf8(text);
  std::string replaced;
  const auto done = writer_->run("write a note", [&](Connection& connection) -> Result<void> {
    replaced = noteOf(connection, *key);
    if (note.empty()) {
      connection.run("DELETE FROM kernel_notes WHERE kernel_hash = ?", Blob{*key});
    } else {
      connection.run("INSERT OR REPLACE INTO kernel_notes(kernel_hash, note, updated_ms) VALUES (?, ?, ?)",
                     Blob{*key}, note, here_.nowMs());
    }
    return {};
  });
  if (!done) return failure(done.error());
  return replaced;
}

Result<std::vector<std::string>> Annotations::setKernelTags(std::string_view hash,
                                                            std::vector<std::string> wanted) {
  if (writer_ == nullptr) return failure(readOnlyError("write tags"));
  const auto key = kernelKey(hash);
  if (!key) return failure(key.error());
  const auto tags = cleaned(std::move(wanted));
  if (!tags) return failure(tags.error());
  std::vector<std::string> replaced;
  const auto done = writer_->run("write tags", [&](Connection& connection) -> Result<void> {
    replaced = tagsOf(connection, *key);
    connection.run("DELETE FROM kernel_tags WHERE kernel_hash = ?", Blob{*key});
    for (const std::string& tag : *tags) {
      connection.run("INSERT INTO kernel_tags(kernel_hash, tag, updated_ms) VALUES (?, ?, ?)", Blob{*key},
                     tag, here_.nowMs());
    }
    return {};
  });
  if (!done) return failure(done.error());
  return replaced;
}

KernelAnnotation readKernelAnnotation(Connection& connection, std::string_view hash) {
  const auto key = hashBytes(hash);
  if (!key) return {};
  return {noteOf(connection, *key), tagsOf(connection, *key)};
}

}  // namespace kernelcast::db
