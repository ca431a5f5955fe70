#include "core/exchange/native_checks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "core/domain/text.h"

namespace kernelcast::exchange {

namespace {
tl::unexpected<Error> refused(std::string message) {
  return failure(Error::Kind::BadInput, std::move(message));
}
}  // namespace

std::string shortened(const std::string& text) {
  constexpr std::size_t kShown = 60;
  return text.size() <= kShown ? text : toValidUtf8(text.substr(0, kShown)) + "...";
}

std::string inQuotes(const std::string& text) { return '"' + shortened(text) + '"'; }

Result<void> checkLineage(const std::vector<ExchangeCandidate>& candidates) {
  std::unordered_map<int, std::size_t> byNumber;
  for (std::size_t i = 0; i < candidates.size(); ++i) byNumber.emplace(candidates[i].number, i);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const ExchangeCandidate& own = candidates[i];
    if (own.parent == 0) continue;
    const auto parent = byNumber.find(own.parent);
    if (parent == byNumber.end()) {
      return refused(fmt::format("candidates[{}]: parent {} is no candidate of this session", i, own.parent));
    }
    if (const std::string& task = candidates[parent->second].task; task != own.task) {
      return refused(fmt::format("candidates[{}]: parent {} is of task {}, not of {}", i, own.parent,
                                 inQuotes(task), inQuotes(own.task)));
    }
  }
  // Each walk towards the reference ends at a candidate that an earlier walk passed, so all walks together
  // are linear.
  constexpr std::size_t kNever = 0;
  std::vector<std::size_t> walkOf(candidates.size(), kNever);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::size_t walk = i + 1;
    std::size_t at = i;
    while (walkOf[at] == kNever) {
      walkOf[at] = walk;
      if (candidates[at].parent == 0) break;
      at = byNumber.at(candidates[at].parent);
      if (walkOf[at] == walk) {
        return refused(
            fmt::format("candidates[{}]: candidate {} descends from itself", at, candidates[at].number));
      }
    }
  }
  return {};
}

Result<void> checkMeasurement(const Measurement& measurement) {
  if (measurement.status != MeasurementStatus::Ok && !measurement.cases.empty()) {
    return refused(
        fmt::format("status is \"{}\", and yet there are times", statusInfo(measurement.status).key));
  }
  // A case that is there twice would count twice in the geometric mean, whichever of its times is right.
  std::map<std::vector<std::pair<std::string, std::int64_t>>, std::size_t> places;
  for (std::size_t i = 0; i < measurement.cases.size(); ++i) {
    const CaseParams& params = measurement.cases[i].params;
    auto sorted = params.values;
    std::sort(sorted.begin(), sorted.end());
    const auto [first, fresh] = places.emplace(std::move(sorted), i);
    if (!fresh) {
      return refused(fmt::format("cases[{}] is the case of cases[{}] again: {}", i, first->second,
                                 caseLabelLong(params)));
    }
  }
  for (const CaseTiming& timing : measurement.cases) {
    double below = -1;
    for (const auto& [level, microseconds] : timing.quantiles) {
      if (level < 0 || level > 1 || level <= below) {
        return refused(fmt::format("case {}: quantile levels must ascend from 0 to 1, and {:g} does not",
                                   caseLabelLong(timing.params), level));
      }
      if (!std::isfinite(microseconds) || microseconds < 0) {
        return refused(
            fmt::format("case {}: the quantile {:g} is no time", caseLabelLong(timing.params), level));
      }
      below = level;
    }
  }
  return {};
}

}  // namespace kernelcast::exchange
