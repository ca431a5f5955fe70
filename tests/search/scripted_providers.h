// Providers whose answers are functions of the request, with failures drawn from a seed, and that deliver as
// told: at once, twice, later, never, or with an exception.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <string>

#include <fmt/format.h>

#include "core/domain/hash.h"
#include "core/search/delayed_answers.h"
#include "core/search/providers.h"
#include "tests/search/synthetic_recording.h"

namespace kernelcast::search::test {

enum class Delivery {
  Inline,          // from inside submit()
  Later,           // from another thread
  Twice,           // from inside submit(), and again
  ThrowsFirst,     // submit() throws and nothing comes
  ThrowsAfter,     // answers, then throws
  UntilCancelled,  // nothing comes until it is cancelled
  LateResult,      // nothing comes until it is cancelled, and then the result
  Deaf,            // nothing comes, cancelled or not, until answerHeld()
};

struct Script {
  std::uint64_t seed = 0;
  double mutationFails = 0;
  double compileFails = 0;   // the kernel's fault
  double compileBreaks = 0;  // the machine's
  double forecastFails = 0;
  double forecastMissing = 0;
  double forecastUnreadable = 0;
  double measurementFails = 0;
  double wrongResult = 0;
  std::int64_t mostTokens = 1000;  // a call
  double mostCost = 0.01;
  double mostGpuSeconds = 2;
  int maxInFlight = 4;
  bool needsSources = false;
  std::function<Delivery(Stage, Slot)> delivery = [](Stage, Slot) { return Delivery::Inline; };
  // Before anything else is done with a request.
  std::function<void(Stage, Slot, RequestId)> onSubmit;
  std::function<void(const MutationRequest&)> onMutation;
  std::function<void(const ForecastRequest&)> onForecast;
  std::function<void(const MeasureRequest&)> onMeasure;
  std::function<void(const CompileRequest&)> onCompile;
};

class ScriptedProviders {
 public:
  explicit ScriptedProviders(Script script)
      : script_(std::move(script)), mutator_(*this), surrogate_(*this), evaluator_(*this) {}

  [[nodiscard]] Providers providers() { return {&mutator_, &surrogate_, &evaluator_}; }
  [[nodiscard]] int calls(Stage stage) const { return calls_[static_cast<std::size_t>(stage)]; }
  // Answers that were held back, from this thread: as late as can be.
  void answerHeld() {
    std::map<RequestId, Held> held;
    {
      const std::lock_guard lock(mutex_);
      held.swap(held_);
    }
    for (auto& [id, one] : held) one.answer(false);
  }

 private:
  struct Held {
    std::function<void(bool cancelled)> answer;
    bool deaf = false;
  };

  class Mutations final : public Mutator {
   public:
    explicit Mutations(ScriptedProviders& all) : all_(all) {}
    void submit(MutationRequest request, Completion<MutationAnswer> done) override {
      if (all_.script_.onMutation) all_.script_.onMutation(request);
      MutationAnswer answer;
      answer.usage = all_.usage(Stage::Mutation, request.slot);
      if (all_.happens(all_.script_.mutationFails, request.slot, "mutation")) {
        answer.outcome = Outcome::Failed;
        answer.reason = "no code in the answer";
      } else {
        answer.name = "kernel " + slotKey(request.slot);
        answer.source = fmt::format("// {} from {}\n", slotKey(request.slot), request.parentHash);
      }
      all_.deliver(Stage::Mutation, request, std::move(answer), std::move(done));
    }
    void cancel(RequestId id) override { all_.cancel(id); }
    [[nodiscard]] int maxInFlight() const override { return all_.script_.maxInFlight; }
    [[nodiscard]] bool needsSources() const override { return all_.script_.needsSources; }

   private:
    ScriptedProviders& all_;
  };

  class Forecasts final : public Surrogate {
   public:
    explicit Forecasts(ScriptedProviders& all) : all_(all) {}
    void submit(ForecastRequest request, Completion<ForecastAnswer> done) override {
      if (all_.script_.onForecast) all_.script_.onForecast(request);
      ForecastAnswer answer;
      const Usage usage = all_.usage(Stage::Forecast, request.slot);
      if (all_.happens(all_.script_.forecastMissing, request.slot, "missing")) {
        answer.outcome = Outcome::Missing;
        answer.reason = "not there";
      } else if (all_.happens(all_.script_.forecastFails, request.slot, "forecast")) {
        answer.outcome = Outcome::Failed;
        answer.reason = "the endpoint is busy";
        answer.usage = usage;
      } else if (all_.happens(all_.script_.forecastUnreadable, request.slot, "unreadable")) {
        answer.forecast.parsed = false;
        answer.forecast.probabilities = uniformProbabilities();
        answer.forecast.usage = usage;
      } else {
        answer.forecast = forecastAround(all_.speedup(request.slot), 0.2);
        answer.forecast.usage = usage;
      }
      all_.deliver(Stage::Forecast, request, std::move(answer), std::move(done));
    }
    void cancel(RequestId id) override { all_.cancel(id); }
    [[nodiscard]] int maxInFlight() const override { return all_.script_.maxInFlight; }
    [[nodiscard]] bool needsSources() const override { return all_.script_.needsSources; }

   private:
    ScriptedProviders& all_;
  };

  class Measurements final : public Evaluator {
   public:
    explicit Measurements(ScriptedProviders& all) : all_(all) {}
    void compile(CompileRequest request, Completion<CompileAnswer> done) override {
      if (all_.script_.onCompile) all_.script_.onCompile(request);
      CompileAnswer answer;
      answer.ok = !all_.happens(all_.script_.compileFails, request.slot, "compile");
      if (!answer.ok) answer.log = "expected ';'";
      answer.resources = {{"kernel", 40, 0, 0, 0}};
      if (all_.happens(all_.script_.compileBreaks, request.slot, "compiler")) {
        answer.outcome = Outcome::Failed;
        answer.reason = "the compiler is gone";
      }
      all_.deliver(Stage::Compile, request, std::move(answer), std::move(done));
    }
    void measure(MeasureRequest request, Completion<MeasureAnswer> done) override {
      if (all_.script_.onMeasure) all_.script_.onMeasure(request);
      MeasureAnswer answer;
      answer.run = "live";
      answer.gpuSeconds = all_.share(request.slot, "seconds") * all_.script_.mostGpuSeconds;
      if (all_.happens(all_.script_.measurementFails, request.slot, "measurement")) {
        answer.outcome = Outcome::Failed;
        answer.reason = "the GPU fell off the bus";
      } else if (all_.happens(all_.script_.wrongResult, request.slot, "wrong")) {
        answer.status = MeasurementStatus::Incorrect;
      } else {
        answer.speedup = all_.speedup(request.slot);
      }
      all_.deliver(Stage::Measurement, request, std::move(answer), std::move(done));
    }
    void cancel(RequestId id) override { all_.cancel(id); }
    [[nodiscard]] int maxInFlight() const override { return all_.script_.maxInFlight; }
    [[nodiscard]] int maxCompilesInFlight() const override { return all_.script_.maxInFlight; }
    [[nodiscard]] bool needsSources() const override { return all_.script_.needsSources; }

   private:
    ScriptedProviders& all_;
  };

  [[nodiscard]] double share(Slot slot, std::string_view what) const {
    return unitInterval(chance(script_.seed, slot, what));
  }
  [[nodiscard]] bool happens(double probability, Slot slot, std::string_view what) const {
    return share(slot, what) < probability;
  }
  [[nodiscard]] double speedup(Slot slot) const { return std::exp2(3 * share(slot, "speedup") - 1); }
  [[nodiscard]] Usage usage(Stage stage, Slot slot) const {
    const double part = share(slot, fmt::format("usage {}", info(stage).key));
    Usage usage;
    usage.inputTokens = static_cast<std::int64_t>(part * static_cast<double>(script_.mostTokens));
    usage.cost = part * script_.mostCost;
    return usage;
  }

  template <typename Request, typename Answer>
  void deliver(Stage stage, const Request& request, Answer answer, Completion<Answer> done) {
    ++calls_[static_cast<std::size_t>(stage)];
    if (script_.onSubmit) script_.onSubmit(stage, request.slot, request.id);
    const RequestId id = request.id;
    const Delivery delivery = script_.delivery(stage, request.slot);
    const auto give = [id, answer, done](bool cancelled) {
      Answer given = answer;
      if (cancelled) {
        given = {};
        given.outcome = Outcome::Cancelled;
      }
      done(id, std::move(given));
    };
    switch (delivery) {
      case Delivery::Twice: give(false); [[fallthrough]];
      case Delivery::Inline: give(false); break;
      case Delivery::Later: {
        const double ms = 0.5 * share(request.slot, fmt::format("later {}", info(stage).key));
        delayed_.give(id, std::chrono::microseconds(1 + static_cast<std::int64_t>(ms * 1000)), give);
        break;
      }
      case Delivery::ThrowsFirst: throw std::runtime_error("thrown by a provider");
      case Delivery::ThrowsAfter: give(false); throw std::runtime_error("thrown by a provider");
      case Delivery::Deaf:
      case Delivery::UntilCancelled:
      case Delivery::LateResult: {
        const bool late = delivery == Delivery::LateResult;
        const std::lock_guard lock(mutex_);
        held_.emplace(
            id, Held{[give, late](bool cancelled) { give(cancelled && !late); }, delivery == Delivery::Deaf});
        break;
      }
    }
  }

  void cancel(RequestId id) {
    delayed_.cancel(id);
    std::function<void(bool)> answer;
    {
      const std::lock_guard lock(mutex_);
      const auto found = held_.find(id);
      if (found == held_.end() || found->second.deaf) return;
      answer = std::move(found->second.answer);
      held_.erase(found);
    }
    answer(true);
  }

  Script script_;
  std::array<std::atomic<int>, 4> calls_{};
  std::mutex mutex_;
  std::map<RequestId, Held> held_;
  Mutations mutator_;
  Forecasts surrogate_;
  Measurements evaluator_;
  DelayedAnswers delayed_;
};

}  // namespace kernelcast::search::test
