#include "tests/benchmarks/make_library.h"

#include <array>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/domain/hash.h"
#include "core/domain/ulid.h"
#include "db/Library.h"
#include "tests/benchmarks/timing.h"

namespace kernelcast::benchmarks {

namespace {

constexpr std::int64_t kCreatedMs = 1'772'000'000'000;

// Chance that depends on nothing but the seed, the candidate and what it is for.
class Dice {
 public:
  Dice(std::uint64_t seed, int session, int candidate)
      : seed_(stableHash(fmt::format("{}/{}", session, candidate), seed)) {}
  double uniform() { return unitInterval(stableHash("u", seed_ + ++count_)); }
  double normal() {  // Box and Muller
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(6.283185307179586 * uniform());
  }
  int below(int n) { return static_cast<int>(uniform() * n); }

 private:
  std::uint64_t seed_;
  std::uint64_t count_ = 0;
};

std::string sourceOf(int session, int candidate, Dice& dice) {
  static constexpr std::array<const char*, 4> kIdeas{
      "vectorised loads of four floats", "one warp for each row, shuffles", "tiles in shared memory, padded",
      "online maximum and sum"};
  const int block = 64 << dice.below(5);
  const int unroll = 1 << dice.below(4);
  std::string body;
  for (int i = 0; i < 6; ++i) {
    body += fmt::format(
        "    const float v{0} = x[row * cols + i + {1} * blockDim.x];\n"
        "    best = fmaxf(best, v{0}); sum += __expf(v{0} - best) * {2:.6f}f;\n",
        i, i * unroll, 0.5 + dice.uniform());
  }
  return fmt::format(
      "/* kernelcast:launch\n{{\"plan\": 1, \"launches\": [{{\"kernel\": \"softmax_{0}_{1}\", \"grid\": "
      "[\"rows\"], "
      "\"block\": [\"{2}\"], \"shared\": \"0\", \"args\": [\"x\", \"y\", \"rows\", \"cols\"]}}]}}\n*/\n"
      "// {3}, unrolled {4} times\n"
      "extern \"C\" __global__ void softmax_{0}_{1}(const float* __restrict__ x, float* __restrict__ y, int "
      "rows, int cols) {{\n"
      "  const int row = blockIdx.x;\n  float best = -INFINITY, sum = 0.f;\n"
      "  for (int i = threadIdx.x; i < cols; i += blockDim.x * {4}) {{\n{5}  }}\n"
      "  y[row * cols + threadIdx.x] = best / sum;\n}}\n",
      session, candidate, block, kIdeas[static_cast<std::size_t>(dice.below(4))], unroll, body);
}

Forecast forecastOf(double log2Speedup, Dice& dice) {
  const double centre = log2Speedup + 0.45 * dice.normal();
  const double width = 0.25 + 0.5 * dice.uniform();
  Forecast forecast;
  double sum = 0;
  for (std::size_t k = 0; k < forecast.probabilities.size(); ++k) {
    const double distance = (kBinCentresLog2[k] - centre) / width;
    forecast.probabilities[k] = std::exp(-0.5 * distance * distance) + 1e-4;
    sum += forecast.probabilities[k];
  }
  for (double& p : forecast.probabilities) p /= sum;
  forecast.predictedBin = argmaxBin(forecast.probabilities);
  forecast.rawProbabilitySum = 0.98 + 0.04 * dice.uniform();
  forecast.rationale = fmt::format(
      "The candidate keeps {} elements in flight for each thread; the loads coalesce and occupancy is "
      "limited by {} "
      "registers, so I expect about {:.2f} times the reference.",
      1 << dice.below(5), 24 + dice.below(200), std::exp2(centre));
  forecast.usage = {1800 + dice.below(400), 150 + dice.below(120), 0.0021};
  forecast.elapsedMs = 900 + 2000 * dice.uniform();
  return forecast;
}

constexpr std::array<std::array<std::int64_t, 2>, 3> kCases{{{64, 1024}, {4096, 1024}, {1024, 16384}}};
constexpr std::array<double, 3> kReferenceUs{8.4, 52.0, 181.0};

Measurement measured(double speedup, Dice& dice) {
  Measurement measurement;
  for (std::size_t c = 0; c < kCases.size(); ++c) {
    CaseTiming timing;
    timing.params.values = {{"rows", kCases[c][0]}, {"cols", kCases[c][1]}};
    timing.medianUs = kReferenceUs[c] / speedup * std::exp(0.02 * dice.normal());
    timing.n = 60;
    timing.meanUs = timing.medianUs * 1.004;
    timing.stdUs = timing.medianUs * 0.015;
    timing.minUs = timing.medianUs * 0.97;
    timing.quantiles = {{0.1, timing.medianUs * 0.98}, {0.9, timing.medianUs * 1.03}};
    measurement.cases.push_back(std::move(timing));
  }
  measurement.resources = {{"softmax", 24 + dice.below(200), 1024 * dice.below(32), 0, 0}};
  measurement.compileMs = 60 + 80 * dice.uniform();
  return measurement;
}

Measurement failed(Dice& dice) {
  Measurement measurement;
  constexpr std::array kinds{MeasurementStatus::CompileFailed, MeasurementStatus::Incorrect,
                             MeasurementStatus::RuntimeError};
  measurement.status = kinds[static_cast<std::size_t>(dice.below(3))];
  measurement.error = fmt::format("{} of 4096 elements of y outside tolerance", 1 + dice.below(4096));
  return measurement;
}

}  // namespace

exchange::ExchangeSession makeSession(int index, int candidates, const LibraryShape& shape) {
  exchange::ExchangeSession session;
  std::array<std::uint8_t, 10> randomness{};
  for (std::size_t i = 0; i < 8; ++i) {
    randomness[i] = static_cast<std::uint8_t>(stableHash(fmt::format("id {}", index), shape.seed) >> (8 * i));
  }
  session.id = makeUlid(kCreatedMs + index, randomness);
  session.name = fmt::format("generated {}", index);
  session.createdMs = kCreatedMs + index;
  session.note = "generated for benchmarks";
  Task task;
  task.name = "row_softmax";
  task.title = "Softmax over rows";
  task.params = {"rows", "cols"};
  for (const auto& shapeOfCase : kCases) {
    task.benchmarkCases.push_back({{{"rows", shapeOfCase[0]}, {"cols", shapeOfCase[1]}}});
  }
  session.tasks = {std::move(task)};
  Device device;
  device.name = "NVIDIA H200";
  device.multiprocessorCount = 132;
  session.devices = {{"gpu", std::move(device)}};
  session.surrogates = {{"model", "generated surrogate", "model-1", "forced tool", "Forecast the speedup."}};
  session.runs = {{"1", "gpu", "generator", kCreatedMs}};
  session.kernels.push_back({"reference", "reference", fmt::format("// reference of session {}\n", index)});
  session.references = {{"row_softmax", "reference"}};
  Dice referenceDice(shape.seed, index, 0);
  session.measurements.push_back({"reference", "row_softmax", "1", measured(1, referenceDice)});
  for (int number = 1; number <= candidates; ++number) {
    Dice dice(shape.seed, index, number);
    const std::string key = fmt::format("k{}", number);
    const double log2Speedup = 1.1 * dice.normal() + 0.1;
    session.kernels.push_back({key, fmt::format("candidate_{}", number), sourceOf(index, number, dice)});
    exchange::ExchangeCandidate candidate;
    candidate.number = number;
    candidate.task = "row_softmax";
    candidate.kernel = key;
    candidate.name = session.kernels.back().name;
    candidate.parent = number < 40 ? 0 : 1 + dice.below(number - 1);
    candidate.note = "generated";
    session.candidates.push_back(std::move(candidate));
    session.forecasts.push_back({number, "model", "reference", "gpu", 0, forecastOf(log2Speedup, dice)});
    session.measurements.push_back(
        {key, "row_softmax", "1",
         dice.uniform() < shape.failing ? failed(dice) : measured(std::exp2(log2Speedup), dice)});
  }
  return session;
}

Result<void> makeLibrary(const std::filesystem::path& file, const LibraryShape& shape) {
  auto library = db::Library::open(file);
  if (!library) return failure(library.error());
  const auto store = [&](const exchange::ExchangeSession& session) -> Result<void> {
    const auto stored = (*library)->importSink().store(session);
    return stored ? Result<void>() : failure(stored.error());
  };
  for (int i = 1; i <= shape.smallSessions; ++i) {
    if (auto stored = store(makeSession(i, 8, shape)); !stored) return stored;
  }
  return shape.candidates > 0 ? store(makeSession(0, shape.candidates, shape)) : Result<void>();
}

bool makeLibraryInChild(const std::filesystem::path& file, const LibraryShape& shape) {
  const Stopwatch making;
  const pid_t child = ::fork();
  if (child == 0) {
    const auto made = makeLibrary(file, shape);
    if (!made) std::fprintf(stderr, "%s\n", made.error().message.c_str());
    ::_exit(made ? 0 : 1);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  fmt::print("made and imported in {:.1f} s\n", making.ms() / 1000);
  return status == 0;
}

}  // namespace kernelcast::benchmarks
