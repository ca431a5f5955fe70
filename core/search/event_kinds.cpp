#include <array>

#include <fmt/format.h>

#include "core/search/event.h"

namespace kernelcast::search {

namespace {

constexpr std::array<KeyTitle, 4> kStages{{{"mutation", "writing"},
                                           {"compile", "compiling"},
                                           {"forecast", "forecasting"},
                                           {"measurement", "measuring"}}};

constexpr std::array<EventKindInfo, std::variant_size_v<EventBody>> kKinds{{
    {"session_started", "search started", 1},
    {"step_started", "step started", 1},
    {"mutation_completed", "kernel written", 1},
    {"mutation_failed", "kernel not written", 1},
    {"compile_completed", "kernel compiled", 1},
    {"forecast_completed", "forecast given", 1},
    {"forecast_failed", "no forecast", 1},
    {"parent_judged", "verdicts", 1},
    {"measurement_completed", "measured", 1},
    {"measurement_failed", "not measured", 1},
    {"step_completed", "step done", 1},
    {"verification_started", "leaders to verify", 1},
    {"request_cancelled", "call cancelled", 1},
    {"paused", "paused", 1},
    {"resumed", "resumed", 1},
    {"stopped", "stopped", 1},
    {"finished", "finished", 1},
    {"failed", "failed", 1},
}};

template <typename Body>
concept AboutSlot = requires(const Body& body) {
  { body.slot } -> std::convertible_to<Slot>;
};
template <typename Body>
concept AboutStep = requires(const Body& body) {
  { body.step } -> std::convertible_to<int>;
};

}  // namespace

const KeyTitle& info(Stage stage) { return kStages.at(static_cast<std::size_t>(stage)); }

std::span<const EventKindInfo> eventKinds() { return kKinds; }
const EventKindInfo& kindOf(const EventBody& body) { return kKinds.at(body.index()); }

std::string eventSlotKey(const EventBody& body) {
  return std::visit(
      []<typename Body>(const Body& event) -> std::string {
        if constexpr (std::is_same_v<Body, ParentJudged>) {
          return fmt::format("{}/{}", event.step, event.parent);
        } else if constexpr (AboutSlot<Body>) {
          bool verification = false;
          if constexpr (requires { event.verification; }) verification = event.verification;
          return (verification ? "v" : "") + slotKey(event.slot);
        } else if constexpr (AboutStep<Body>) {
          return std::to_string(event.step);
        } else {
          return {};
        }
      },
      body);
}

std::optional<Slot> eventSlot(const EventBody& body) {
  return std::visit(
      []<typename Body>(const Body& event) -> std::optional<Slot> {
        if constexpr (AboutSlot<Body>) return event.slot;
        else return std::nullopt;
      },
      body);
}

}  // namespace kernelcast::search
