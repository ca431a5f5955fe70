#include "core/search/dispatcher.h"

#include <algorithm>
#include <exception>

#include <fmt/format.h>

#include "core/domain/hash.h"
#include "core/search/budget.h"
#include "core/search/policy.h"

namespace kernelcast::search {

namespace {

EventBody eventOf(const InFlight& call, MutationAnswer&& answer) {
  if (answer.outcome == Outcome::Done) {
    MutationCompleted event;
    event.slot = call.slot;
    event.parentNode = call.parentNode;
    event.name = std::move(answer.name);
    event.kernelHash = sha256Hex(answer.source);
    event.source = std::move(answer.source);
    event.note = std::move(answer.note);
    event.usage = answer.usage;
    event.elapsedMs = answer.elapsedMs;
    return event;
  }
  MutationFailed event;
  event.slot = call.slot;
  event.parentNode = call.parentNode;
  event.reason = std::move(answer.reason);
  event.exhausted = answer.outcome == Outcome::Exhausted || answer.outcome == Outcome::Missing;
  event.usage = answer.usage;
  return event;
}

// A compiler that broke down says nothing of the kernel: the machine was at fault.
EventBody eventOf(const InFlight& call, CompileAnswer&& answer) {
  if (answer.outcome == Outcome::Done) {
    return CompileCompleted{call.slot, answer.ok, std::move(answer.log), std::move(answer.resources),
                            answer.compileMs};
  }
  MeasurementFailed event;
  event.slot = call.slot;
  event.reason = std::move(answer.reason);
  event.missing = answer.outcome == Outcome::Missing;
  return event;
}

EventBody eventOf(const InFlight& call, ForecastAnswer&& answer) {
  if (answer.outcome == Outcome::Done) return ForecastCompleted{call.slot, std::move(answer.forecast)};
  return ForecastFailed{call.slot, std::move(answer.reason), answer.outcome == Outcome::Missing,
                        answer.usage};
}

EventBody eventOf(const InFlight& call, MeasureAnswer&& answer) {
  if (answer.outcome == Outcome::Done) {
    MeasurementCompleted event;
    event.slot = call.slot;
    event.status = answer.status;
    event.speedup = answer.speedup;
    event.run = std::move(answer.run);
    event.recorded = answer.recorded;
    event.verification = call.verification;
    event.measurement = std::move(answer.measurement);
    event.reference = std::move(answer.reference);
    event.gpuSeconds = answer.gpuSeconds;
    return event;
  }
  MeasurementFailed event;
  event.slot = call.slot;
  event.reason = std::move(answer.reason);
  event.missing = answer.outcome == Outcome::Missing;
  event.verification = call.verification;
  event.gpuSeconds = answer.gpuSeconds;
  return event;
}

}  // namespace

EventBody eventOf(const InFlight& call, Answer answer) {
  return std::visit(
      [&](auto& typed) -> EventBody {
        if (typed.outcome == Outcome::Cancelled) {
          if (call.cancelAsked) return RequestCancelled{call.slot, call.stage};
          typed.outcome = Outcome::Failed;
          if (typed.reason.empty()) typed.reason = "the call was cancelled by its provider";
        }
        return eventOf(call, std::move(typed));
      },
      answer);
}

Dispatcher::Dispatcher(EventStore& store, Providers providers, std::shared_ptr<Inbox> inbox)
    : store_(store), providers_(providers), inbox_(std::move(inbox)) {
  for (const Provider* provider : std::initializer_list<const Provider*>{
           providers_.mutator, providers_.surrogate, providers_.evaluator}) {
    sourcesNeeded_ = sourcesNeeded_ || (provider != nullptr && provider->needsSources());
  }
}

Result<void> Dispatcher::check(const SearchConfig& config) const {
  if (providers_.mutator == nullptr) return failure("there is nobody to write kernels");
  if (providers_.evaluator == nullptr) return failure("there is nobody to compile and measure kernels");
  const PolicyInfo* policy = findPolicy(config.policy.name);
  if (policy != nullptr && policy->usesSurrogate && providers_.surrogate == nullptr) {
    return failure(
        fmt::format("policy \"{}\" needs forecasts, and there is nobody to give them", policy->key));
  }
  return {};
}

Dispatcher::Room Dispatcher::room() const {
  Room room;
  room.mutations = std::max(1, providers_.mutator->maxInFlight());
  room.compiles = std::max(1, providers_.evaluator->maxCompilesInFlight());
  room.forecasts = providers_.surrogate == nullptr ? 0 : std::max(1, providers_.surrogate->maxInFlight());
  room.measurements = std::max(1, providers_.evaluator->maxInFlight());
  for (const auto& [id, call] : calls_) {
    switch (call.stage) {
      case Stage::Mutation: --room.mutations; break;
      case Stage::Compile: --room.compiles; break;
      case Stage::Forecast: --room.forecasts; break;
      case Stage::Measurement: --room.measurements; break;
    }
  }
  return room;
}

Result<std::string> Dispatcher::source(const Provider* provider, const std::string& hash) {
  if (!provider->needsSources()) return std::string();
  if (const auto known = sources_.find(hash); known != sources_.end()) return known->second;
  auto text = store_.kernelSource(hash);
  if (text) sources_.emplace(hash, *text);
  return text;
}

Result<std::vector<Outgoing>> Dispatcher::take(const std::vector<Action>& actions, const SearchState& state) {
  Room room = this->room();
  std::vector<Outgoing> outgoing;
  const auto& config = state.config;
  const std::string& reference = state.nodes.at(0).kernelHash;
  const PolicyInfo* policy = findPolicy(config.policy.name);
  const bool modelMayDefer = policy != nullptr && policy->modelMayDefer;
  std::optional<Error> error;
  // Fails once and then gives empty texts; the error is looked at in the end.
  const auto text = [&](const Provider* provider, const std::string& hash) {
    auto found = source(provider, hash);
    if (!found && !error) error = found.error();
    return found.value_or(std::string());
  };
  const auto begin = [&](Stage stage, Slot slot) {
    InFlight call;
    call.id = ++lastId_;
    call.stage = stage;
    call.slot = slot;
    return call;
  };
  for (const Action& action : actions) {
    if (const auto* mutation = std::get_if<AskMutation>(&action)) {
      if (room.mutations <= 0 || bySlot_.contains(mutation->slot)) continue;
      --room.mutations;
      InFlight call = begin(Stage::Mutation, mutation->slot);
      call.parentNode = mutation->parentNode;
      outgoing.push_back(
          {call, MutationRequest{call.id, call.slot, config.seed, config.task, mutation->parentHash,
                                 text(providers_.mutator, mutation->parentHash), mutation->ordinal}});
    } else if (const auto* compile = std::get_if<AskCompile>(&action)) {
      if (room.compiles <= 0 || bySlot_.contains(compile->slot)) continue;
      --room.compiles;
      const InFlight call = begin(Stage::Compile, compile->slot);
      outgoing.push_back(
          {call, CompileRequest{call.id, call.slot, config.seed, config.task, compile->kernelHash,
                                text(providers_.evaluator, compile->kernelHash)}});
    } else if (const auto* forecast = std::get_if<AskForecast>(&action)) {
      if (room.forecasts <= 0 || bySlot_.contains(forecast->slot)) continue;
      --room.forecasts;
      const InFlight call = begin(Stage::Forecast, forecast->slot);
      ForecastRequest request;
      request.id = call.id;
      request.slot = call.slot;
      request.seed = config.seed;
      request.task = config.task;
      request.anchorHash = reference;
      request.anchorSource = text(providers_.surrogate, reference);
      request.kernelHash = forecast->kernelHash;
      request.source = text(providers_.surrogate, forecast->kernelHash);
      request.mayDefer = modelMayDefer;
      if (const auto facts = compilerFacts_.find(call.slot); facts != compilerFacts_.end()) {
        request.compilerFacts = facts->second;
      }
      outgoing.push_back({call, std::move(request)});
    } else if (const auto* measurement = std::get_if<AskMeasurement>(&action)) {
      if (room.measurements <= 0 || bySlot_.contains(measurement->slot)) continue;
      --room.measurements;
      InFlight call = begin(Stage::Measurement, measurement->slot);
      call.verification = measurement->verification;
      outgoing.push_back(
          {call,
           MeasureRequest{call.id, call.slot, config.seed, config.task, reference, measurement->kernelHash,
                          text(providers_.evaluator, measurement->kernelHash), call.verification}});
    }
  }
  if (error) return failure(*error);
  for (const Outgoing& entry : outgoing) {
    calls_.emplace(entry.call.id, entry.call);
    bySlot_.emplace(entry.call.slot, entry.call.id);
  }
  return outgoing;
}

std::vector<LedgerEntry> Dispatcher::reservations(const std::vector<Outgoing>& outgoing,
                                                  const WorstCase& worstCase) {
  std::vector<LedgerEntry> entries;
  for (const Outgoing& entry : outgoing) {
    if (entry.call.stage == Stage::Compile) continue;
    entries.push_back({LedgerEntry::Kind::Reserved, entry.call.id, entry.call.stage, entry.call.slot,
                       worstCaseOf(entry.call.stage, worstCase)});
  }
  return entries;
}

void Dispatcher::send(std::vector<Outgoing> outgoing) {
  const auto complete = [inbox = inbox_](RequestId id, auto answer) { inbox->put({id, std::move(answer)}); };
  // The id is the request's: a provider that answers under another one would settle somebody else's call.
  const auto attempt = [&]<typename A>(RequestId id, std::type_identity<A> /*answer*/, const auto& submit) {
    std::string reason;
    try {
      submit(
          Completion<A>([complete, id](RequestId /*given*/, A answer) { complete(id, std::move(answer)); }));
      return;
    } catch (const std::exception& e) {
      reason = e.what();
    } catch (...) {
      reason = "unknown exception";
    }
    A failed;
    failed.outcome = Outcome::Failed;
    failed.reason = "the call could not be made: " + reason;
    complete(id, std::move(failed));
  };
  for (Outgoing& entry : outgoing) {
    const RequestId id = entry.call.id;
    std::visit(
        [&]<typename Request>(Request& request) {
          if constexpr (std::is_same_v<Request, MutationRequest>) {
            attempt(id, std::type_identity<MutationAnswer>{},
                    [&](auto done) { providers_.mutator->submit(std::move(request), std::move(done)); });
          } else if constexpr (std::is_same_v<Request, CompileRequest>) {
            attempt(id, std::type_identity<CompileAnswer>{},
                    [&](auto done) { providers_.evaluator->compile(std::move(request), std::move(done)); });
          } else if constexpr (std::is_same_v<Request, ForecastRequest>) {
            attempt(id, std::type_identity<ForecastAnswer>{},
                    [&](auto done) { providers_.surrogate->submit(std::move(request), std::move(done)); });
          } else {
            attempt(id, std::type_identity<MeasureAnswer>{},
                    [&](auto done) { providers_.evaluator->measure(std::move(request), std::move(done)); });
          }
        },
        entry.request);
  }
}

std::optional<InFlight> Dispatcher::settle(RequestId id) {
  const auto found = calls_.find(id);
  if (found == calls_.end()) return std::nullopt;
  const InFlight call = found->second;
  calls_.erase(found);
  bySlot_.erase(call.slot);
  return call;
}

void Dispatcher::remember(const EventBody& event) {
  if (const auto* started = std::get_if<SessionStarted>(&event)) {
    if (sourcesNeeded_ && !started->seeds.front().source.empty()) {
      sources_.emplace(started->seeds.front().kernelHash, started->seeds.front().source);
    }
  } else if (const auto* mutation = std::get_if<MutationCompleted>(&event)) {
    if (sourcesNeeded_ && !mutation->source.empty()) sources_.emplace(mutation->kernelHash, mutation->source);
  } else if (const auto* compile = std::get_if<CompileCompleted>(&event)) {
    if (!compile->resources.empty()) compilerFacts_.emplace(compile->slot, compile->resources);
  } else if (std::holds_alternative<StepCompleted>(event)) {
    sources_.clear();
    compilerFacts_.clear();
  }
}

void Dispatcher::cancelAll() {
  std::vector<InFlight> cancelled;
  for (auto& [id, call] : calls_) {
    call.cancelAsked = true;
    cancelled.push_back(call);
  }
  for (const InFlight& call : cancelled) {
    Provider* provider = call.stage == Stage::Mutation   ? static_cast<Provider*>(providers_.mutator)
                         : call.stage == Stage::Forecast ? static_cast<Provider*>(providers_.surrogate)
                                                         : static_cast<Provider*>(providers_.evaluator);
    try {
      provider->cancel(call.id);
    } catch (...) {  // NOLINT(bugprone-empty-catch): a call that cannot be cancelled is waited for
    }
  }
}

}  // namespace kernelcast::search
