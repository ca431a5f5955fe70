#include "core/search/event.h"

namespace kernelcast::search {

namespace {

Spent spentOn(const Usage& usage) {
  Spent spent;
  spent.tokens = usage.inputTokens.value_or(0) + usage.outputTokens.value_or(0);
  spent.cost = usage.cost.value_or(0);
  return spent;
}

Spent mutation(const Usage& usage) {
  Spent spent = spentOn(usage);
  spent.mutations = 1;
  return spent;
}

Spent forecast(const Usage& usage) {
  Spent spent = spentOn(usage);
  spent.forecasts = 1;
  return spent;
}

Spent measurement(double gpuSeconds) {
  Spent spent;
  spent.gpuEvaluations = 1;
  spent.gpuSeconds = gpuSeconds;
  return spent;
}

struct Visitor {
  Spent operator()(const MutationCompleted& event) const { return mutation(event.usage); }
  Spent operator()(const MutationFailed& event) const {
    return event.exhausted || event.notAsked ? Spent{} : mutation(event.usage);
  }
  Spent operator()(const ForecastCompleted& event) const { return forecast(event.forecast.usage); }
  Spent operator()(const ForecastFailed& event) const {
    return event.missing ? Spent{} : forecast(event.usage);
  }
  Spent operator()(const MeasurementCompleted& event) const { return measurement(event.gpuSeconds); }
  Spent operator()(const MeasurementFailed& event) const {
    return event.missing || event.notAsked ? Spent{} : measurement(event.gpuSeconds);
  }
  Spent operator()(const RequestCancelled& event) const {
    Spent spent;  // what it had used when it was cut off, nobody says
    if (event.stage == Stage::Mutation) spent.mutations = 1;
    if (event.stage == Stage::Forecast) spent.forecasts = 1;
    if (event.stage == Stage::Measurement) spent.gpuEvaluations = 1;
    return spent;
  }
  template <typename Body>
  Spent operator()(const Body&) const {
    return {};
  }
};

}  // namespace

Spent spentBy(const EventBody& body) { return std::visit(Visitor{}, body); }

}  // namespace kernelcast::search
