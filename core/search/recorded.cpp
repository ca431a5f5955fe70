#include "core/search/recorded.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "core/domain/hash.h"
#include "core/search/delayed_answers.h"
#include "core/search/policy.h"

namespace kernelcast::search {

namespace {

// Fisher-Yates. The chance of each exchange is a hash of its own, so the order is the same on every machine.
void permute(std::vector<std::size_t>& items, const std::string& parentHash, std::uint64_t seed) {
  const std::uint64_t own = stableHash(parentHash, seed);
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[stableHash(std::to_string(i), own) % i]);
  }
}

const RecordedRun* runNamed(const std::vector<RecordedRun>& runs, const std::string& name) {
  const auto found =
      std::find_if(runs.begin(), runs.end(), [&](const RecordedRun& run) { return run.run == name; });
  return found == runs.end() ? nullptr : &*found;
}

// A run in which the machine was at fault says nothing of the kernel: it is as good as none.
std::vector<const RecordedRun*> saying(const std::vector<RecordedRun>& runs) {
  std::vector<const RecordedRun*> list;
  for (const RecordedRun& run : runs) {
    if (run.measurement.status != MeasurementStatus::Infrastructure) list.push_back(&run);
  }
  return list;
}

}  // namespace

class RecordedProviderSet::Impl {
 public:
  Impl(Recording recording, RecordedProviders settings, std::uint64_t seed, std::uint64_t shuffle)
      : shuffle_(shuffle),
        recording_(std::move(recording)),
        settings_(std::move(settings)),
        mutator_(*this),
        surrogate_(*this),
        evaluator_(*this) {
    for (std::size_t i = 0; i < recording_.candidates.size(); ++i) {
      const RecordedKernel& kernel = recording_.candidates[i];
      // Imports may not say what a kernel was written from: then it is the reference.
      const std::string& parent =
          kernel.parentHash.empty() ? recording_.reference.kernelHash : kernel.parentHash;
      children_[parent].push_back(i);
      Facts& facts = facts_[kernel.hash];
      // The same kernel may stand under two parents: the first entry that says something speaks for it.
      if (facts.forecast == nullptr && kernel.forecast) facts.forecast = &*kernel.forecast;
      if (facts.runs.empty()) facts.runs = saying(kernel.runs);
      facts.hadRuns = facts.hadRuns || !kernel.runs.empty();
    }
    for (auto& [parent, items] : children_) permute(items, parent, seed);
  }

  [[nodiscard]] Providers providers() { return {&mutator_, &surrogate_, &evaluator_}; }
  [[nodiscard]] const Recording& recording() const { return recording_; }

 private:
  // What the recording says of a kernel; points into the recording.
  struct Facts {
    const Forecast* forecast = nullptr;
    std::vector<const RecordedRun*> runs;
    bool hadRuns = false;
  };

  class Mutations final : public Mutator {
   public:
    explicit Mutations(Impl& impl) : impl_(impl) {}
    void submit(MutationRequest request, Completion<MutationAnswer> done) override {
      impl_.answer(request, Stage::Mutation, impl_.mutationAnswer(request), std::move(done));
    }
    void cancel(RequestId id) override { impl_.delayed_.cancel(id); }
    [[nodiscard]] int maxInFlight() const override { return impl_.settings_.maxInFlight; }
    [[nodiscard]] bool needsSources() const override { return false; }

   private:
    Impl& impl_;
  };
  class Forecasts final : public Surrogate {
   public:
    explicit Forecasts(Impl& impl) : impl_(impl) {}
    void submit(ForecastRequest request, Completion<ForecastAnswer> done) override {
      impl_.answer(request, Stage::Forecast, impl_.forecastAnswer(request), std::move(done));
    }
    void cancel(RequestId id) override { impl_.delayed_.cancel(id); }
    [[nodiscard]] int maxInFlight() const override { return impl_.settings_.maxInFlight; }
    [[nodiscard]] bool needsSources() const override { return false; }

   private:
    Impl& impl_;
  };
  class Measurements final : public Evaluator {
   public:
    explicit Measurements(Impl& impl) : impl_(impl) {}
    void compile(CompileRequest request, Completion<CompileAnswer> done) override {
      impl_.answer(request, Stage::Compile, impl_.compileAnswer(request), std::move(done));
    }
    void measure(MeasureRequest request, Completion<MeasureAnswer> done) override {
      impl_.answer(request, Stage::Measurement, impl_.measureAnswer(request), std::move(done));
    }
    void cancel(RequestId id) override { impl_.delayed_.cancel(id); }
    [[nodiscard]] int maxInFlight() const override { return impl_.settings_.maxInFlight; }
    [[nodiscard]] int maxCompilesInFlight() const override { return impl_.settings_.maxInFlight; }
    [[nodiscard]] bool needsSources() const override { return false; }

   private:
    Impl& impl_;
  };

  // The answer is known at once; it is given after a delay that is a function of the request as well.
  template <typename Request, typename A>
  void answer(const Request& request, Stage stage, A answer, Completion<A> done) {
    const double share = unitInterval(
        chance(request.seed, request.slot, fmt::format("delay {} {}", info(stage).key, shuffle_)));
    const double ms = settings_.delayMsLow + share * (settings_.delayMsHigh - settings_.delayMsLow);
    const auto delay = std::chrono::microseconds(static_cast<std::int64_t>(ms * 1000));
    delayed_.give(request.id, delay,
                  [id = request.id, answer = std::move(answer), done = std::move(done)](bool cancelled) {
                    A given = answer;
                    if (cancelled) {
                      given = {};
                      given.outcome = Outcome::Cancelled;
                    }
                    done(id, std::move(given));
                  });
  }

  [[nodiscard]] MutationAnswer mutationAnswer(const MutationRequest& request) const {
    MutationAnswer answer;
    const auto found = children_.find(request.parentHash);
    const std::size_t count = found == children_.end() ? 0 : found->second.size();
    if (request.ordinal < 0 || static_cast<std::size_t>(request.ordinal) >= count) {
      answer.outcome = Outcome::Exhausted;
      answer.reason = fmt::format("the recording holds {} kernels written from this one", count);
      return answer;
    }
    const RecordedKernel& kernel =
        recording_.candidates[found->second[static_cast<std::size_t>(request.ordinal)]];
    answer.name = kernel.name;
    answer.source = kernel.source;
    answer.note = kernel.note;
    return answer;
  }

  [[nodiscard]] const Facts* factsOf(const std::string& hash) const {
    const auto found = facts_.find(hash);
    return found == facts_.end() ? nullptr : &found->second;
  }

  // One run for all that is asked of a slot, compiling and measuring alike.
  static const RecordedRun* chosenRun(const Facts* facts, std::uint64_t seed, Slot slot) {
    if (facts == nullptr || facts->runs.empty()) return nullptr;
    return facts->runs[chance(seed, slot, "run") % facts->runs.size()];
  }

  [[nodiscard]] CompileAnswer compileAnswer(const CompileRequest& request) const {
    CompileAnswer answer;
    // Without a run nothing is known of its compilation; its measurement will be missing.
    const RecordedRun* run = chosenRun(factsOf(request.kernelHash), request.seed, request.slot);
    if (run == nullptr) return answer;
    answer.ok = run->measurement.status != MeasurementStatus::CompileFailed;
    if (!answer.ok) answer.log = run->measurement.error;
    answer.resources = run->measurement.resources;
    answer.compileMs = run->measurement.compileMs;
    return answer;
  }

  [[nodiscard]] ForecastAnswer forecastAnswer(const ForecastRequest& request) const {
    ForecastAnswer answer;
    const Facts* facts = factsOf(request.kernelHash);
    if (facts == nullptr || facts->forecast == nullptr) {
      answer.outcome = Outcome::Missing;
      answer.reason = "the recording holds no forecast of this kernel";
    } else {
      answer.forecast = *facts->forecast;
    }
    return answer;
  }

  [[nodiscard]] MeasureAnswer measureAnswer(const MeasureRequest& request) const {
    MeasureAnswer answer;
    answer.recorded = true;
    const auto missing = [&](std::string reason) {
      answer.outcome = Outcome::Missing;
      answer.reason = std::move(reason);
      return answer;
    };
    const Facts* facts = factsOf(request.kernelHash);
    const RecordedRun* run = chosenRun(facts, request.seed, request.slot);
    if (run == nullptr) {
      return missing(facts != nullptr && facts->hadRuns
                         ? "not measured in the recording: the machine was at fault"
                         : "not measured in the recording");
    }
    answer.run = run->run;
    answer.status = run->measurement.status;
    if (answer.status != MeasurementStatus::Ok) return answer;
    const RecordedRun* reference = runNamed(recording_.referenceRuns, run->run);
    if (reference == nullptr) {
      return missing(
          fmt::format("run \"{}\" of the recording holds no measurement of the reference", run->run));
    }
    const auto relation = speedup(reference->measurement, run->measurement);
    if (!relation) {
      return missing(fmt::format("run \"{}\" of the recording gives no speedup: {}", run->run,
                                 relation.error().message));
    }
    answer.speedup = *relation;
    return answer;
  }

  std::uint64_t shuffle_ = 0;
  Recording recording_;
  RecordedProviders settings_;
  std::unordered_map<std::string, std::vector<std::size_t>> children_;  // by the parent's hash, permuted
  std::unordered_map<std::string, Facts> facts_;                        // by kernel
  Mutations mutator_;
  Forecasts surrogate_;
  Measurements evaluator_;
  DelayedAnswers delayed_;  // last: its thread ends before anything it answers from is gone
};

RecordedProviderSet::RecordedProviderSet(Recording recording, RecordedProviders settings, std::uint64_t seed,
                                         std::uint64_t shuffle)
    : impl_(std::make_unique<Impl>(std::move(recording), std::move(settings), seed, shuffle)) {}
RecordedProviderSet::~RecordedProviderSet() = default;

Providers RecordedProviderSet::providers() { return impl_->providers(); }
const Recording& RecordedProviderSet::recording() const { return impl_->recording(); }

Result<SessionStarted> startedFromRecording(const Recording& recording, const SearchConfig& config) {
  const auto refuse = [&](std::string_view what) {
    return failure(Error::Kind::BadInput,
                   fmt::format("\"{}\" cannot be replayed: {}", recording.sessionName, what));
  };
  if (recording.reference.kernelHash.empty()) return refuse("it has no reference kernel");
  if (recording.candidates.empty()) return refuse("it holds no candidates of this task");
  const PolicyInfo* policy = findPolicy(config.policy.name);
  const auto forecast = [](const RecordedKernel& kernel) { return kernel.forecast.has_value(); };
  if (policy != nullptr && policy->usesSurrogate &&
      std::none_of(recording.candidates.begin(), recording.candidates.end(), forecast)) {
    return refuse(fmt::format("it holds no forecasts, which policy \"{}\" needs", policy->key));
  }
  SessionStarted started;
  started.config = config;
  started.config.task = recording.task;
  started.config.recorded.session = recording.session;
  started.config.recorded.surrogate = recording.surrogate;
  if (recording.device) started.config.device = recording.device->name;
  // A recorded call spends what the recording says, so its largest is the worst case.
  WorstCase& worst = started.config.worstCase;
  for (const RecordedKernel& kernel : recording.candidates) {
    if (!kernel.forecast) continue;
    const Usage& usage = kernel.forecast->usage;
    worst.tokensPerForecast =
        std::max(worst.tokensPerForecast, usage.inputTokens.value_or(0) + usage.outputTokens.value_or(0));
    worst.costPerForecast = std::max(worst.costPerForecast, usage.cost.value_or(0));
  }
  started.seeds = {recording.reference};
  started.seeds.front().reward = 1;
  started.device = recording.device;
  started.recordedCandidates = static_cast<int>(recording.candidates.size());
  return started;
}

}  // namespace kernelcast::search
