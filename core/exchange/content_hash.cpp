#include <algorithm>
#include <map>
#include <set>

#include "core/domain/hash.h"
#include "core/exchange/native.h"

namespace kernelcast::exchange {

namespace {

std::string digest(const Json& json) { return sha256Hex(dumpJson(json)); }

template <typename T>
Json orNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

// Rows of a list are a multiset: their digests, sorted.
class Rows {
 public:
  void add(const Json& row) { digests_.push_back(digest(row)); }
  void addDigest(std::string rowDigest) { digests_.push_back(std::move(rowDigest)); }
  std::string take() {
    std::sort(digests_.begin(), digests_.end());
    std::string all;
    for (const std::string& one : digests_) all += one;
    return sha256Hex(all);
  }

 private:
  std::vector<std::string> digests_;
};

// What a local key stands for. A key that stands for nothing is its own name.
using Meanings = std::map<std::string, std::string, std::less<>>;
const std::string& meaning(const Meanings& meanings, const std::string& key) {
  const auto found = meanings.find(key);
  return found == meanings.end() ? key : found->second;
}

}  // namespace

std::string contentHash(const ExchangeSession& session) {
  Meanings devices;
  Meanings surrogates;
  Meanings kernels;
  for (const auto& row : session.devices) devices[row.key] = digest(toJson(row.device));
  for (const auto& row : session.surrogates) {
    surrogates[row.key] = digest(Json::array({row.name, row.model, row.mode, row.prompt}));
  }
  // A kernel is its bytes, as in the library; names that it goes by are content of their own.
  std::set<std::pair<std::string, std::string>> names;
  for (const auto& row : session.kernels) {
    const std::string& hash = kernels[row.key] = sha256Hex(row.source);
    names.emplace(hash, row.name);
  }

  // A run is told apart by what it measured, so that renaming the keys of runs changes nothing.
  std::map<std::string, Rows> measuredBy;
  for (const auto& row : session.measurements) {
    measuredBy[row.run].add(Json::array({meaning(kernels, row.kernel), row.task, toJson(row.measurement)}));
  }
  Meanings runs;
  for (const auto& row : session.runs) {
    runs[row.key] = digest(Json::array(
        {meaning(devices, row.device), row.tool, orNull(row.startedMs), measuredBy[row.key].take()}));
  }

  Rows tasks;
  for (const auto& task : session.tasks) tasks.add(toJson(task));
  Rows references;
  for (const auto& row : session.references)
    references.add(Json::array({row.task, meaning(kernels, row.kernel)}));
  Rows candidates;
  for (const auto& row : session.candidates) {
    candidates.add(Json::array({row.number, row.task, meaning(kernels, row.kernel), row.name, row.parent,
                                row.note, row.verdict ? Json(info(*row.verdict).key) : Json(),
                                row.status ? Json(info(*row.status).key) : Json(), orNull(row.speedup),
                                meaning(runs, row.run)}));
  }
  Rows forecasts;
  for (const auto& row : session.forecasts) {
    forecasts.add(
        Json::array({row.candidate, meaning(surrogates, row.surrogate), meaning(kernels, row.anchor),
                     meaning(devices, row.device), row.repeat, toJson(row.forecast)}));
  }
  Rows events;
  for (const auto& row : session.events) {
    events.add(Json::array({row.seq, row.atMs, row.kind, row.version, row.slot, row.payload}));
  }
  const auto all = [](const Meanings& meanings) {
    Rows rows;
    for (const auto& [key, value] : meanings) rows.addDigest(value);
    return rows.take();
  };
  return digest(Json::array({session.id, session.name, info(session.kind).key, info(session.state).key,
                             session.stateNote, session.createdMs, session.policy, session.note, tasks.take(),
                             all(devices), all(surrogates), Json(names), references.take(), candidates.take(),
                             forecasts.take(), all(runs), events.take()}));
}

}  // namespace kernelcast::exchange
