#include <algorithm>

#include "core/domain/text.h"
#include "db/ReaderImpl.h"
#include "db/Texts.h"

namespace kernelcast::db {

namespace {

constexpr std::size_t kShownAround = 48;  // bytes of a snippet on either side of what was found

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::size_t findIgnoringCase(std::string_view text, std::string_view what) {
  const auto found = std::search(text.begin(), text.end(), what.begin(), what.end(),
                                 [](char a, char b) { return lower(a) == lower(b); });
  return found == text.end() ? std::string_view::npos : static_cast<std::size_t>(found - text.begin());
}

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// One line around what was found, cut between characters.
std::string snippet(std::string_view text, std::size_t at, std::size_t length) {
  std::size_t begin = at > kShownAround ? at - kShownAround : 0;
  while (begin > 0 && continues(text[begin])) --begin;
  std::size_t end = std::min(text.size(), at + length + kShownAround);
  while (end < text.size() && continues(text[end])) ++end;
  std::string line = begin > 0 ? "…" : "";
  bool space = false;
  for (const char c : text.substr(begin, end - begin)) {
    const bool blank = static_cast<unsigned char>(c) <= ' ';
    if (blank && !space) line += ' ';
    if (!blank) line += c;
    space = blank;
  }
  if (end < text.size()) line += "…";
  return toValidUtf8(line);
}

std::vector<std::size_t> characterStarts(std::string_view text) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!continues(text[i])) starts.push_back(i);
  }
  return starts;
}

// All trigrams of the query, each quoted, so that nothing in it is an operator.
std::string trigramQuery(std::string_view query, const std::vector<std::size_t>& starts) {
  std::string match;
  for (std::size_t i = 0; i + 3 <= starts.size(); ++i) {
    const std::size_t end = i + 3 < starts.size() ? starts[i + 3] : query.size();
    if (!match.empty()) match += " AND ";
    match += '"';
    for (const char c : query.substr(starts[i], end - starts[i]))
      match += c == '"' ? std::string("\"\"") : std::string(1, c);
    match += '"';
  }
  return match;
}

class TextSearch {
 public:
  TextSearch(Connection& connection, std::string_view query, int limit)
      : connection_(connection), query_(query), limit_(static_cast<std::size_t>(std::max(0, limit))) {}

  std::vector<TextHit> run() {
    const auto starts = characterStarts(query_);
    if (starts.empty() || limit_ == 0) return {};
    searchNames();
    if (starts.size() >= 3) searchBodies(trigramQuery(query_, starts));
    return std::move(hits_);
  }

 private:
  [[nodiscard]] bool full() const { return hits_.size() >= limit_; }

  void searchNames() {
    std::string pattern = "%";
    for (const char c : query_) {
      if (c == '%' || c == '_' || c == '\\') pattern += '\\';
      pattern += c;
    }
    pattern += '%';
    Rows rows = connection_.query(
        R"(
        SELECT ulid, number, candidates.name, json_extract(json, '$.name') FROM candidates JOIN sessions ON
        sessions.id = candidates.session JOIN session_tasks ON session_tasks.session = candidates.session
        AND ix = task_ix JOIN task_definitions ON task_definitions.id = session_tasks.definition WHERE
        deleted_ms IS NULL AND candidates.name LIKE ? ESCAPE '\' ORDER BY candidates.session DESC, number LIMIT ?)",
        pattern, static_cast<std::int64_t>(limit_));
    while (rows.next()) {
      TextHit hit = hitFrom(rows);
      hit.where = "name";
      hit.snippet = hit.name;
      hits_.push_back(std::move(hit));
    }
  }

  static TextHit hitFrom(Rows& rows) {
    TextHit hit;
    hit.session = rows->string();
    hit.candidate = rows->number();
    hit.name = rows->string();
    hit.task = rows->string();
    return hit;
  }

  // The index says which texts hold all trigrams; whether they hold the query, the texts themselves say.
  void searchBodies(const std::string& match) {
    Rows found = connection_.query(
        "SELECT rowid FROM text_search WHERE text_search MATCH ? ORDER BY rowid DESC", match);
    while (!full() && found.next()) {
      const std::int64_t id = found->integer();
      const auto text = readText(connection_, id);
      if (!text) continue;
      const std::size_t at = findIgnoringCase(*text, query_);
      if (at == std::string_view::npos) continue;
      const std::string shown = snippet(*text, at, query_.size());
      addHits("source", shown, id,
              R"(
              SELECT ulid, number, candidates.name, json_extract(json, '$.name') FROM candidates JOIN
              sessions ON sessions.id = candidates.session JOIN session_tasks ON session_tasks.session =
              candidates.session AND ix = task_ix JOIN task_definitions ON task_definitions.id =
              session_tasks.definition WHERE kernel = ? AND deleted_ms IS NULL ORDER BY candidates.session DESC, number)");
      addHits("source", shown, id,
              R"(
              SELECT ulid, 0, session_kernels.name, json_extract(json, '$.name') FROM session_references
              JOIN sessions ON sessions.id = session_references.session JOIN session_tasks ON
              session_tasks.session = session_references.session AND session_tasks.ix = task_ix JOIN
              task_definitions ON task_definitions.id = session_tasks.definition JOIN session_kernels ON
              session_kernels.session = session_references.session AND session_kernels.kernel =
              session_references.kernel WHERE session_references.kernel = ? AND deleted_ms IS NULL ORDER BY
              session_references.session DESC)");
      addHits("rationale", shown, id,
              R"(
              SELECT DISTINCT ulid, number, candidates.name, json_extract(json, '$.name') FROM forecasts
              JOIN candidates ON candidates.session = forecasts.session AND number = candidate JOIN sessions
              ON sessions.id = candidates.session JOIN session_tasks ON session_tasks.session =
              candidates.session AND ix = task_ix JOIN task_definitions ON task_definitions.id =
              session_tasks.definition WHERE rationale = ? AND deleted_ms IS NULL ORDER BY candidates.session DESC, number)");
    }
  }

  void addHits(const char* where, const std::string& shown, std::int64_t text, std::string_view sql) {
    Rows rows = connection_.query(sql, text);
    while (!full() && rows.next()) {
      TextHit hit = hitFrom(rows);
      hit.where = where;
      hit.snippet = shown;
      hits_.push_back(std::move(hit));
    }
  }

  Connection& connection_;
  const std::string_view query_;
  const std::size_t limit_;
  std::vector<TextHit> hits_;
};

}  // namespace

std::vector<TextHit> searchTexts(Connection& connection, std::string_view query, int limit) {
  query = query.substr(0, query.find('\0'));  // where SQLite ends a text, too
  const auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!query.empty() && blank(query.front())) query.remove_prefix(1);
  while (!query.empty() && blank(query.back())) query.remove_suffix(1);
  return TextSearch(connection, query, limit).run();
}

}  // namespace kernelcast::db
