// Everything that is read from a library, as values. One connection, one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/domain/annotations.h"
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
  Result<search::Recording> recording(const SessionId& id, std::string_view task,
                                      std::string_view device = {}, std::string_view surrogate = {});
  Result<std::vector<search::Event>> events(const SessionId& id);
  Result<exchange::ExchangeSession> exchangeSession(const SessionId& id) override;
  Result<std::vector<Device>> devices(const SessionId& id);
  // What people added to one kernel, by its hash; empty where nothing was.
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
