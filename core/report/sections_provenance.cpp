// Where the figures come from: program, session, rule, data, prompts, runs and the facts of each device.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "core/report/section_writers.h"
#include "core/report/wording.h"

namespace kernelcast::report {

namespace {

constexpr std::string_view kUnknown = "unknown";

void fact(Markup& out, std::string_view name, std::string_view value) {
  out.element("dt", "", name).element("dd", "", value.empty() ? kUnknown : value).raw("\n");
}

void hashFact(Markup& out, std::string_view name, const std::vector<std::string>& hashes) {
  out.element("dt", "", name).raw("<dd>");
  if (hashes.empty()) out.text(kUnknown);
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    if (i > 0) out.raw("<br/>");
    out.element("code", "hash", hashes[i]);
  }
  out.raw("</dd>\n");
}

std::string when(std::int64_t unixMs) { return unixMs > 0 ? formatUtc(unixMs) : std::string(kUnknown); }

struct Range {
  int low = 0;
  int high = 0;
  void widen(int n) {
    if (n <= 0) return;
    low = low == 0 ? n : std::min(low, n);
    high = std::max(high, n);
  }
  [[nodiscard]] std::string words() const {
    return low == high ? fmt::format("{} each", low) : fmt::format("{} to {} each", low, high);
  }
};

std::string runsOf(const SessionTable& table) {
  int measured = 0;
  Range runs;
  Range cases;
  for (const CandidateRow& row : table.rows) {
    if (!isMeasured(row.status)) continue;
    ++measured;
    runs.widen(row.runs);
    cases.widen(row.cases);
  }
  if (measured == 0) return "none";
  if (runs.high == 0) return fmt::format("unknown, {} measured", counted(measured, "row"));
  std::string words = fmt::format("{}, {} measured", runs.words(), counted(measured, "row"));
  if (cases.high > 0) words += fmt::format("; benchmark cases: {}", cases.words());
  return words;
}

template <typename T>
std::string known(const std::optional<T>& value, std::string_view unit = {}) {
  if (!value) return std::string(kUnknown);
  return unit.empty() ? fmt::format("{}", *value) : fmt::format("{} {}", *value, unit);
}

template <typename T>
std::string knownBytes(const std::optional<T>& bytes) {
  return bytes ? formatBytes(static_cast<double>(*bytes)) : std::string(kUnknown);
}

std::string knownGhz(const std::optional<double>& ghz) {
  return ghz ? formatSignificant(*ghz) + " GHz" : std::string(kUnknown);
}

// The one list of a device's facts.
struct DeviceFact {
  std::string_view title;
  std::string (*value)(const Device&);
};
constexpr std::array kDeviceFacts{
    DeviceFact{"driver (CUDA)", [](const Device& d) { return known(d.driverVersion); }},
    DeviceFact{"NVRTC", [](const Device& d) { return known(d.nvrtcVersion); }},
    DeviceFact{"compute capability",
               [](const Device& d) {
                 const auto& version = d.computeCapability;
                 return version ? fmt::format("{}.{}", (*version)[0], (*version)[1]) : std::string(kUnknown);
               }},
    DeviceFact{"multiprocessors", [](const Device& d) { return known(d.multiprocessorCount); }},
    DeviceFact{"memory", [](const Device& d) { return knownBytes(d.totalGlobalMemoryBytes); }},
    DeviceFact{"L2 cache", [](const Device& d) { return knownBytes(d.l2Bytes); }},
    DeviceFact{"memory bus", [](const Device& d) { return known(d.memoryBusWidthBits, "bit"); }},
    DeviceFact{"shared memory a block, opt-in",
               [](const Device& d) { return knownBytes(d.sharedPerBlockOptinBytes); }},
    DeviceFact{"threads a multiprocessor",
               [](const Device& d) { return known(d.maxThreadsPerMultiprocessor); }},
    DeviceFact{"clock", [](const Device& d) { return knownGhz(d.clockRateGhz); }},
    DeviceFact{"memory clock", [](const Device& d) { return knownGhz(d.memoryClockRateGhz); }},
};

void deviceFacts(Markup& out, const std::vector<Device>& devices) {
  out.element("h4", "", "Devices");
  if (devices.empty()) {
    out.element("p", "muted", "The facts of the device are unknown.");
    return;
  }
  out.raw("<div class=\"scroll\"><table class=\"facts\"><thead><tr><th></th>");
  for (const Device& device : devices)
    out.element("th", "", device.name.empty() ? kUnknown : std::string_view(device.name));
  out.raw("</tr></thead><tbody>\n");
  for (const DeviceFact& entry : kDeviceFacts) {
    out.raw("<tr>").element("td", "muted", entry.title);
    for (const Device& device : devices) out.element("td", "", entry.value(device));
    out.raw("</tr>\n");
  }
  out.raw("</tbody></table></div>\n");
}

}  // namespace

Markup writeProvenance(const SectionInput& in) {
  const SessionSummary& summary = in.session.table.summary;
  const BinRuleInfo& rule = binRuleInfo(in.options.bins);
  Markup out;
  out.raw("<div class=\"halves\"><div><h4>This report</h4><dl>\n");
  fact(out, "program", in.options.programVersion);
  fact(out, "written", when(in.options.createdMs));
  fact(out, "session", summary.id);
  fact(out, "kind", fmt::format("{}, {}", info(summary.kind).title, info(summary.state).title));
  if (!summary.stateNote.empty()) fact(out, "state", summary.stateNote);
  if (!summary.policy.empty()) fact(out, "policy", summary.policy);
  fact(out, "session created", when(summary.createdMs));
  fact(out, "speed classes", fmt::format("{}. {}", rule.title, rule.meaning));
  fact(out, "measurement runs", runsOf(in.session.table));
  hashFact(out, "data",
           in.session.dataHash.empty() ? std::vector<std::string>{} : std::vector{in.session.dataHash});
  hashFact(out, "prompts", in.session.promptHashes);
  out.raw("</dl></div><div>");
  deviceFacts(out, in.session.devices);
  out.raw("</div></div>\n");
  return out;
}

}  // namespace kernelcast::report
