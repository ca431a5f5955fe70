#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "core/search/event.h"
#include "db/ReaderImpl.h"

namespace kernelcast::db {

namespace {

constexpr std::string_view kOldestFirst =
    R"(
    SELECT seq, at_ms, kind, version, slot, payload FROM events WHERE session = ?1 AND seq >= ?2 AND
    (?3 IS NULL OR kind IN (SELECT value FROM json_each(?3))) AND
    (?4 IS NULL OR slot IN (SELECT value FROM json_each(?4))) AND
    (?5 IS NULL OR kind IN (SELECT value FROM json_each(?6)) OR slot IN (SELECT value FROM json_each(?7)) OR
     payload LIKE ?5 ESCAPE '\') ORDER BY seq LIMIT ?8)";
constexpr std::string_view kNewestFirst =
    R"(
    SELECT seq, at_ms, kind, version, slot, payload FROM events WHERE session = ?1 AND seq <= ?2 AND
    (?3 IS NULL OR kind IN (SELECT value FROM json_each(?3))) AND
    (?4 IS NULL OR slot IN (SELECT value FROM json_each(?4))) AND
    (?5 IS NULL OR kind IN (SELECT value FROM json_each(?6)) OR slot IN (SELECT value FROM json_each(?7)) OR
     payload LIKE ?5 ESCAPE '\') ORDER BY seq DESC LIMIT ?8)";

// How a search numbers its candidates.
struct Numbering {
  int parents = 0;  // 0: the session has no configuration, so its events tell no candidate
  int samples = 0;

  [[nodiscard]] int candidateOf(std::string_view slot) const {
    if (slot.starts_with('v')) slot.remove_prefix(1);
    const auto own = parents > 0 ? search::slotFromKey(slot) : std::nullopt;
    return own ? search::candidateNumber(*own, parents, samples) : 0;
  }
  // All that the events of a candidate have in their slot.
  [[nodiscard]] Json slotsOf(int candidate) const {
    Json slots = Json::array();
    if (parents <= 0 || samples <= 0 || candidate <= 0) return slots;
    const int behind = candidate - 1;
    const search::Slot slot{behind / (parents * samples), behind / samples % parents, behind % samples};
    const std::string key = search::slotKey(slot);
    return {key, "v" + key, fmt::format("{}/{}", slot.step, slot.parent)};
  }
};

Numbering numberingOf(Connection& connection, std::int64_t session) {
  Rows rows = connection.query(
      "SELECT json_extract(config, '$.parents'), json_extract(config, '$.samples') FROM sessions WHERE id = "
      "?",
      session);
  Numbering numbering;
  if (!rows.next()) return numbering;
  numbering.parents = rows->number();
  numbering.samples = rows->number();
  return numbering;
}

// What stands for it in a payload, which is JSON, as a pattern of LIKE.
std::string payloadPattern(const std::string& text) {
  const std::string quoted = dumpJson(Json(text));
  std::string pattern = "%";
  for (const char c : std::string_view(quoted).substr(1, quoted.size() - 2)) {
    if (c == '%' || c == '_' || c == '\\') pattern += '\\';
    pattern += c;
  }
  return pattern + "%";
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

Json kindsNamed(std::string_view text) {
  const auto holds = [&](std::string_view title) {
    return std::search(title.begin(), title.end(), text.begin(), text.end(),
                       [](char a, char b) { return lower(a) == lower(b); }) != title.end();
  };
  Json kinds = Json::array();
  for (const auto& kind : search::eventKinds()) {
    if (holds(kind.title) || holds(kind.key)) kinds.push_back(kind.key);
  }
  return kinds;
}

// 17 of "#17"; 0 where it is no such thing.
int candidateNamed(std::string_view text) {
  int number = 0;
  if (!text.starts_with('#')) return 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? number : 0;
}

void fillFromPayload(EventLine& line, int version, std::string_view payload) {
  const auto json = parseJson(payload);
  const auto body =
      json.and_then([&](const Json& own) { return search::eventFromJson(line.kind, version, own); });
  line.summary = body ? search::eventSummary(*body) : body.error().message;
  if (!json || !json->is_object()) return;
  if (const auto id = json->find("request_id"); id != json->end() && id->is_string())
    line.requestId = id->get<std::string>();
}

}  // namespace

EventPage readEventPage(Connection& connection, std::int64_t session, const EventQuery& query) {
  EventPage page;
  page.lastSeq = connection.integer("SELECT max(seq) FROM events WHERE session = ?", session).value_or(0);
  const int limit = std::max(0, query.limit);
  if (limit == 0) return page;
  const Numbering numbering = numberingOf(connection, session);
  const std::int64_t from = query.fromSeq > 0 ? query.fromSeq : (query.newestFirst ? page.lastSeq : 1);
  std::optional<std::string> kinds;
  if (!query.kinds.empty()) kinds = dumpJson(Json(query.kinds));
  std::optional<std::string> slots;
  if (query.candidate) slots = dumpJson(numbering.slotsOf(*query.candidate));
  std::optional<std::string> pattern;
  std::string named = "[]";
  std::string candidate = "[]";
  if (!query.text.empty()) {
    pattern = payloadPattern(query.text);
    named = dumpJson(kindsNamed(query.text));
    candidate = dumpJson(numbering.slotsOf(candidateNamed(query.text)));
  }
  Rows rows = connection.query(query.newestFirst ? kNewestFirst : kOldestFirst, session, from, kinds, slots,
                               pattern, named, candidate, static_cast<std::int64_t>(limit) + 1);
  while (rows.next()) {
    const std::int64_t seq = rows->integer();
    if (std::cmp_equal(page.lines.size(), limit)) {
      page.nextSeq = seq;
      break;
    }
    EventLine& line = page.lines.emplace_back();
    line.seq = seq;
    line.atMs = rows->integer();
    line.kind = rows->string();
    const int version = rows->number();
    line.slot = rows->string();
    line.candidate = numbering.candidateOf(line.slot);
    fillFromPayload(line, version, rows->text());
  }
  return page;
}

Result<std::string> readEventJson(Connection& connection, const SessionRow& session, std::int64_t seq) {
  Rows rows =
      connection.query("SELECT at_ms, kind, version, slot, payload FROM events WHERE session = ? AND seq = ?",
                       session.id, seq);
  if (!rows.next()) {
    return failure(Error::Kind::NotFound, fmt::format("session \"{}\" has no event {}", session.name, seq));
  }
  OrderedJson json;
  json["seq"] = seq;
  json["at"] = formatUtc(rows->integer());
  json["kind"] = rows->string();
  json["version"] = rows->integer();
  json["slot"] = rows->string();
  auto payload = parseJson(rows->text());
  if (!payload) return failure(payload.error().in(fmt::format("event {}", seq)));
  json["payload"] = std::move(*payload);
  return dumpJson(json, 2);
}

}  // namespace kernelcast::db
