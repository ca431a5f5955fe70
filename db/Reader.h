// Everything that is read from a library, as values. One connection, one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/domain/annotations.h"
#include "core/domain/case_times.h"
#include "core/domain/session.h"
#include "core/exchange/formats.h"
#include "core/search/event.h"
#include "core/search/recorded.h"

namespace kernelcast::db {

struct TextHit {
  SessionId session;
  int candidate = 0;
  std::string name;
  std::string task;
  std::string where;  // "source", "rationale", "name"
  std::string snippet;
};

// Which events of a log are wanted. What is empty or absent asks for nothing.
struct EventQuery {
  std::vector<std::string> kinds;  // keys of search::eventKinds(); any of them
  std::optional<int> candidate;    // its own events, and the verdicts that fell with it
  std::string text;          // in what the event holds or in its kind's title; "#17" also is a candidate
  std::int64_t fromSeq = 0;  // from here on, in the page's direction; 0: from its beginning
  int limit = 200;
  bool newestFirst = false;
};
struct EventLine {
  std::int64_t seq = 0;
  std::int64_t atMs = 0;  // UTC
  std::string kind;       // key
  std::string slot;       // search::eventSlotKey
  int candidate = 0;      // 0: not of one
  std::string
      summary;  // search::eventSummary; of a kind or version that this build does not know it says that
  std::string requestId;  // of the call that it answers, where its payload names one
};
struct EventPage {
  std::vector<EventLine> lines;         // in the direction that was asked for
  std::optional<std::int64_t> nextSeq;  // fromSeq of the next page; none: this was the last
  std::int64_t lastSeq = 0;             // of the whole log
};

class Reader final : public exchange::RowSource {
 public:
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  ~Reader() override;

  // From summary columns; newest first.
  Result<std::vector<SessionSummary>> sessions();
  Result<SessionSummary> session(const SessionId& id);
  // Id, unique prefix of 10 characters and more, or exact name. NotFound and Conflict say what there is.
  Result<SessionId> resolve(std::string_view idPrefixOrName);
  // All rows; ranks are not filled (stats::fillRanks).
  Result<SessionTable> table(const SessionId& id) override;
  // device and surrogate by name; empty where the row has none.
  Result<CandidateDetail> detail(const SessionId& id, int candidate, std::string_view device,
                                 std::string_view surrogate);
  // Times of each benchmark case beside the reference's, of all candidates of a task on a device, both by
  // name as in SessionTable. Of the runs that the rows' speedups stand on; candidates without one have none.
  Result<CaseTimes> caseTimes(const SessionId& id, std::string_view task, std::string_view device);
  Result<search::Recording> recording(const SessionId& id, std::string_view task,
                                      std::string_view device = {}, std::string_view surrogate = {});
  Result<std::vector<search::Event>> events(const SessionId& id);
  // A page of the log; of no more events than are shown is the payload decoded.
  Result<EventPage> eventPage(const SessionId& id, const EventQuery& query);
  // One event in full, indented JSON. NotFound where there is none.
  Result<std::string> eventJson(const SessionId& id, std::int64_t seq);
  Result<exchange::ExchangeSession> exchangeSession(const SessionId& id) override;
  Result<std::vector<Device>> devices(const SessionId& id);
  // Notes, tags and causes, of all kernels in it.
  Result<SessionAnnotations> annotations(const SessionId& id);
  // Of one kernel, by its hash; empty where nothing was added.
  Result<KernelAnnotation> kernelAnnotation(std::string_view hash);
  // Full text over kernel names, sources and rationales; under three characters, names only.
  Result<std::vector<TextHit>> searchText(std::string_view query, int limit = 50);
  // Grows when any process committed to the library: what a live view polls.
  Result<std::int64_t> dataVersion();

  class Impl;
  explicit Reader(std::unique_ptr<Impl> impl);

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace kernelcast::db
