#include "core/domain/session.h"

#include <algorithm>

#include <fmt/format.h>

namespace kernelcast {

namespace {

constexpr std::array<KeyTitle, 3> kKinds{
    {{"search", "search"}, {"evaluation", "evaluation"}, {"import", "import"}}};
constexpr std::array<KeyTitle, 7> kStates{{{"imported", "imported"},
                                           {"running", "running"},
                                           {"paused", "paused"},
                                           {"interrupted", "interrupted"},
                                           {"stopped", "stopped"},
                                           {"finished", "finished"},
                                           {"failed", "failed"}}};
constexpr std::array<KeyTitle, 5> kVerdicts{{{"none", "–"},
                                             {"trusted", "trusted"},
                                             {"deferred", "deferred"},
                                             {"skipped", "skipped"},
                                             {"audit", "random spot check"}}};
constexpr std::array<KeyTitle, 10> kRowStatuses{{{"pending", "not measured"},
                                                 {"skipped", "skipped"},
                                                 {"trusted", "trusted"},
                                                 {"not_recorded", "not measured in the recording"},
                                                 {"ok", "correct"},
                                                 {"compile_failed", "did not compile"},
                                                 {"incorrect", "wrong result"},
                                                 {"runtime_error", "run-time error"},
                                                 {"timed_out", "timed out"},
                                                 {"infrastructure", "could not be measured"}}};

template <typename Enum, std::size_t N>
const KeyTitle& at(const std::array<KeyTitle, N>& table, Enum value) {
  return table.at(static_cast<std::size_t>(value));
}

template <typename Enum, std::size_t N>
std::optional<Enum> find(const std::array<KeyTitle, N>& table, std::string_view key) {
  for (std::size_t i = 0; i < N; ++i) {
    if (table[i].key == key) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace

const KeyTitle& info(SessionKind kind) { return at(kKinds, kind); }
const KeyTitle& info(SessionState state) { return at(kStates, state); }
const KeyTitle& info(Verdict verdict) { return at(kVerdicts, verdict); }
const KeyTitle& info(RowStatus status) { return at(kRowStatuses, status); }
std::optional<SessionKind> sessionKindFromKey(std::string_view key) { return find<SessionKind>(kKinds, key); }
std::optional<SessionState> sessionStateFromKey(std::string_view key) {
  return find<SessionState>(kStates, key);
}
std::optional<Verdict> verdictFromKey(std::string_view key) { return find<Verdict>(kVerdicts, key); }
std::optional<RowStatus> rowStatusFromKey(std::string_view key) { return find<RowStatus>(kRowStatuses, key); }

RowStatus rowStatusOf(MeasurementStatus status) {
  switch (status) {
    case MeasurementStatus::Ok: return RowStatus::Ok;
    case MeasurementStatus::CompileFailed: return RowStatus::CompileFailed;
    case MeasurementStatus::Incorrect: return RowStatus::Incorrect;
    case MeasurementStatus::RuntimeError: return RowStatus::RuntimeError;
    case MeasurementStatus::TimedOut: return RowStatus::TimedOut;
    case MeasurementStatus::Infrastructure: return RowStatus::Infrastructure;
  }
  return RowStatus::Infrastructure;
}

bool isFailure(RowStatus status) {
  return status == RowStatus::CompileFailed || status == RowStatus::Incorrect ||
         status == RowStatus::RuntimeError || status == RowStatus::TimedOut;
}

bool isMeasured(RowStatus status) { return status == RowStatus::Ok || isFailure(status); }

namespace {

// "01J... \"first\", 01K... \"second\", ..."
std::string listed(std::span<const SessionSummary* const> sessions) {
  constexpr std::size_t kShown = 8;
  std::string list;
  for (const SessionSummary* session : sessions.first(std::min(kShown, sessions.size()))) {
    list += fmt::format("{}{} \"{}\"", list.empty() ? "" : ", ", session->id, session->name);
  }
  return sessions.size() > kShown ? list + ", ..." : list;
}

}  // namespace

Result<SessionId> resolveSession(std::span<const SessionSummary> sessions, std::string_view text) {
  constexpr std::size_t kShortestPrefix = 10;
  std::string upper(text);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  std::vector<const SessionSummary*> found;
  const auto look = [&](auto&& fits) {
    for (const SessionSummary& session : sessions) {
      if (fits(session)) found.push_back(&session);
    }
  };
  if (upper.size() >= kShortestPrefix)
    look([&](const SessionSummary& session) { return session.id.starts_with(upper); });
  if (found.empty()) look([&](const SessionSummary& session) { return session.name == text; });
  if (found.size() == 1) return found.front()->id;
  if (!found.empty()) {
    return failure(Error::Kind::Conflict, fmt::format("\"{}\" names {} sessions: {}. Give the id of one",
                                                      text, found.size(), listed(found)));
  }
  if (sessions.empty()) {
    return failure(Error::Kind::NotFound,
                   fmt::format("there is no session \"{}\": the library is empty", text));
  }
  look([](const SessionSummary&) { return true; });
  return failure(Error::Kind::NotFound,
                 fmt::format("there is no session \"{}\". There are: {}", text, listed(found)));
}

}  // namespace kernelcast
