#include <array>

#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "core/domain/text.h"
#include "core/search/event.h"

namespace kernelcast::search {

namespace {

constexpr std::size_t kLongest = 300;  // bytes

template <typename... T>
struct Overloaded : T... {
  using T::operator()...;
};
template <typename... T>
Overloaded(T...) -> Overloaded<T...>;

// Compilers and models write many lines of anything.
std::string oneLine(std::string_view text) {
  const bool cut = text.size() > kLongest;
  std::string line;
  for (const char c : text.substr(0, kLongest)) {
    const bool blank = static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
    if (!blank) line += c;
    else if (!line.empty() && line.back() != ' ') line += ' ';
  }
  if (cut) {
    // Not inside a character.
    while (!line.empty() && (static_cast<unsigned char>(line.back()) & 0xC0U) == 0x80U) line.pop_back();
    if (!line.empty() && static_cast<unsigned char>(line.back()) >= 0x80U) line.pop_back();
    line += "…";
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return toValidUtf8(line);
}

std::string counted(std::size_t n, std::string_view what) {
  return fmt::format("{} {}{}", formatCount(static_cast<std::int64_t>(n)), what, n == 1 ? "" : "s");
}

std::string judgedText(const ParentJudged& event) {
  std::array<std::size_t, 5> counts{};
  for (const auto& judged : event.verdicts) ++counts.at(static_cast<std::size_t>(judged.verdict));
  std::string parts;
  for (const Verdict verdict : {Verdict::Trusted, Verdict::Deferred, Verdict::Skipped, Verdict::Audit}) {
    const std::size_t n = counts.at(static_cast<std::size_t>(verdict));
    if (n > 0) parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", n, info(verdict).title);
  }
  return fmt::format("step {}, parent {}: {}", event.step + 1, event.parent + 1,
                     parts.empty() ? "nothing to judge" : parts);
}

}  // namespace

std::string eventSummary(const EventBody& body) {
  return std::visit(
      Overloaded{
          [](const SessionStarted& event) {
            return fmt::format("{}, policy {}, {}", oneLine(event.config.task),
                               oneLine(event.config.policy.name), counted(event.seeds.size(), "seed"));
          },
          [](const StepStarted& event) {
            std::string text =
                fmt::format("step {}: {}, {}", event.step + 1, counted(event.parents.size(), "parent"),
                            counted(event.admitted.size(), "candidate"));
            if (event.refused > 0) text += fmt::format(", {} did not fit the budgets", event.refused);
            return text;
          },
          [](const MutationCompleted& event) { return oneLine(event.name); },
          [](const MutationFailed& event) {
            return event.exhausted ? std::string("the recording holds no further child of this parent")
                                   : oneLine(event.reason);
          },
          [](const CompileCompleted& event) {
            return event.ok ? std::string("compiled") : "did not compile: " + oneLine(event.log);
          },
          [](const ForecastCompleted& event) {
            const Forecast& forecast = event.forecast;
            if (!forecast.parsed) return "could not be read: " + oneLine(forecast.parseError);
            return fmt::format("forecast {}, class {}",
                               formatSpeedup(expectedSpeedup(forecast.probabilities)), forecast.predictedBin);
          },
          [](const ForecastFailed& event) {
            return event.missing ? std::string("not in the recording") : oneLine(event.reason);
          },
          [](const ParentJudged& event) { return judgedText(event); },
          [](const MeasurementCompleted& event) {
            std::string text(statusInfo(event.status).title);
            if (event.status == MeasurementStatus::Ok) {
              text += ", " + (event.speedup ? formatSpeedup(*event.speedup) : std::string("no speedup"));
            }
            if (event.verification) text += ", to verify a trusted leader";
            return text;
          },
          [](const MeasurementFailed& event) {
            return event.missing ? std::string("not measured in the recording") : oneLine(event.reason);
          },
          [](const StepCompleted& event) { return fmt::format("step {}", event.step + 1); },
          [](const VerificationStarted& event) { return counted(event.leaders.size(), "trusted leader"); },
          [](const RequestCancelled& event) { return std::string(info(event.stage).title); },
          [](const Paused&) { return std::string(); },
          [](const Resumed&) { return std::string(); },
          [](const Stopped& event) { return oneLine(event.reason); },
          [](const Finished& event) { return oneLine(event.reason); },
          [](const Failed& event) { return oneLine(event.reason); },
      },
      body);
}

}  // namespace kernelcast::search
