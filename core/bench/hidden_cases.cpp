#include <algorithm>
#include <cmath>

#include "core/bench/bench_task.h"

namespace kernelcast::bench {

namespace {

// SplitMix64 (Steele, Lea, Flood 2014): every output of a counter is well mixed.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}
double share(std::uint64_t bits) { return static_cast<double>(bits >> 11U) * 0x1p-53; }

// Between least and `largest`, small values as likely as large ones: shapes go wrong at both ends.
std::int64_t drawn(const ParamRange& range, std::int64_t largest, std::uint64_t bits) {
  const double low = std::log(static_cast<double>(std::max<std::int64_t>(range.least, 1)));
  const double high = std::log(static_cast<double>(std::max<std::int64_t>(largest, 1)) + 1);
  const auto value = static_cast<std::int64_t>(std::exp(low + (high - low) * share(bits)));
  const std::int64_t least = (range.least + range.multipleOf - 1) / range.multipleOf * range.multipleOf;
  return std::clamp(value / range.multipleOf * range.multipleOf, least,
                    std::max(least, largest / range.multipleOf * range.multipleOf));
}

std::int64_t bytesOf(const BenchTask& task, const CaseParams& params) {
  std::int64_t total = 0;
  for (const BenchTensor& tensor : task.tensors) {
    const auto extent = extentOf(tensor, bindingsOf(params));
    if (!extent || __builtin_add_overflow(total, extent->bytes, &total)) return -1;
  }
  return total;
}

bool isListed(const BenchTask& task, const CaseParams& params) {
  const auto same = [&](const BenchCase& own) { return own.params == params; };
  return std::any_of(task.correctness.begin(), task.correctness.end(), same) ||
         std::any_of(task.benchmark.begin(), task.benchmark.end(), same);
}

}  // namespace

std::vector<BenchCase> hiddenCases(const BenchTask& task, std::uint64_t secret, int count,
                                   std::int64_t maxBytes) {
  constexpr int kTries = 200;  // for each; a task of one possible shape has no hidden one
  std::vector<BenchCase> cases;
  std::uint64_t counter = mixed(secret);
  for (int index = 0; index < count; ++index) {
    for (int attempt = 0; attempt < kTries; ++attempt) {
      BenchCase own;
      for (const ParamRange& range : task.ranges) {
        // Later tries draw smaller shapes, so that the bound on memory is met.
        const std::int64_t largest = std::max(range.least, range.largest >> std::min(attempt / 8, 40));
        own.params.values.emplace_back(range.name, drawn(range, largest, mixed(++counter)));
      }
      own.seed = mixed(++counter) >> 1U;
      const std::int64_t bytes = bytesOf(task, own.params);
      const bool again = std::any_of(cases.begin(), cases.end(),
                                     [&](const BenchCase& other) { return other.params == own.params; });
      if (bytes < 0 || bytes > maxBytes || again || isListed(task, own.params)) continue;
      own.label = own.params;
      cases.push_back(std::move(own));
      break;
    }
  }
  return cases;
}

}  // namespace kernelcast::bench
