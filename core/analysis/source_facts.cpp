#include "core/analysis/source_facts.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/source_text.h"
#include "core/domain/launch_plan_text.h"
#include "core/domain/number_format.h"

namespace kernelcast::analysis {

namespace {

std::string intFact(int value, bool bytes) {
  if (value < 0) return kNoNumber;
  return bytes ? formatBytes(value) : fmt::format("{}", value);
}

// The largest over its kernels, as the row has the others.
int spillsOf(const CandidateDetail& detail) {
  int spills = -1;
  for (const Measurement& run : detail.runs) {
    for (const KernelResources& kernel : run.resources)
      spills = std::max(spills, kernel.spillBytes.value_or(-1));
  }
  return spills;
}

std::string dimensions(const std::vector<std::string>& each) {
  return each.empty() ? std::string(kNoNumber) : fmt::format("{}", fmt::join(each, " × "));
}

std::string perLaunch(const LaunchPlanText& plan, std::string (*fact)(const PlannedLaunch&)) {
  std::string all;
  for (const PlannedLaunch& launch : plan.launches) all += (all.empty() ? "" : "; ") + fact(launch);
  return all.empty() ? std::string(kNoNumber) : all;
}

struct PlanFacts {
  std::string launches = kNoNumber;
  std::string grid = kNoNumber;
  std::string block = kNoNumber;
  std::string shared = kNoNumber;
  std::string scratch = kNoNumber;
  std::string cooperative = kNoNumber;
  std::string cluster = kNoNumber;
  std::string when = kNoNumber;
};

PlanFacts planFacts(std::string_view source) {
  PlanFacts facts;
  const auto read = launchPlanOf(source);
  if (!read || !*read) return facts;
  const LaunchPlanText& plan = **read;
  facts.launches = fmt::format("{}", plan.launches.size());
  facts.grid = perLaunch(plan, [](const PlannedLaunch& launch) { return dimensions(launch.grid); });
  facts.block = perLaunch(plan, [](const PlannedLaunch& launch) { return dimensions(launch.block); });
  facts.shared = perLaunch(plan, [](const PlannedLaunch& launch) {
    return launch.shared.empty() ? std::string("0") : launch.shared;
  });
  facts.scratch = fmt::format("{}", plan.scratch.size());
  // Most plans say nothing of these two: then there is no row for them.
  const auto says = [&](const auto& part) {
    return std::any_of(plan.launches.begin(), plan.launches.end(), part);
  };
  if (says([](const PlannedLaunch& launch) { return !launch.cluster.empty(); })) {
    facts.cluster = perLaunch(plan, [](const PlannedLaunch& launch) { return dimensions(launch.cluster); });
  }
  if (says([](const PlannedLaunch& launch) { return !launch.when.empty(); })) {
    facts.when = perLaunch(plan, [](const PlannedLaunch& launch) {
      return launch.when.empty() ? std::string("always") : launch.when;
    });
  }
  const bool cooperative = says([](const PlannedLaunch& launch) { return launch.cooperative; });
  facts.cooperative = cooperative ? "yes" : "no";
  return facts;
}

std::string linesOf(std::string_view source) {
  if (source.empty()) return kNoNumber;
  const std::string_view code = deviceCodeOf(source);
  return fmt::format("{}", std::count(code.begin(), code.end(), '\n') + (code.ends_with('\n') ? 0 : 1));
}

bool isNameChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

const std::vector<SourceFeature>& sourceFeatures() {
  static const std::vector<SourceFeature> features{
      {"shared memory", {"__shared__"}},
      {"warp shuffles", {"__shfl_sync", "__shfl_down_sync", "__shfl_up_sync", "__shfl_xor_sync"}},
      {"vector types", {"float4", "float2", "int4", "int2", "uint4", "uint2", "double2", "half2", "__half2"}},
      {"tensor cores", {"wmma", "mma_sync", "mma.sync", "wgmma"}},
      {"read-only loads", {"__ldg"}},
      {"atomics",
       {"atomicAdd", "atomicMax", "atomicMin", "atomicCAS", "atomicExch", "atomicOr", "atomicAnd"}},
      {"asynchronous copies", {"__pipeline_memcpy_async", "memcpy_async", "cp.async"}},
      {"#pragma unroll", {"#pragma unroll"}},
      {"launch bounds", {"__launch_bounds__"}},
      {"restrict pointers", {"__restrict__"}},
      {"inline PTX", {"asm"}},
  };
  return features;
}

bool mentions(std::string_view source, const SourceFeature& feature) {
  return std::any_of(feature.words.begin(), feature.words.end(), [&](std::string_view word) {
    for (std::size_t found = source.find(word); found != std::string_view::npos;
         found = source.find(word, found + 1)) {
      const std::size_t end = found + word.size();
      const bool begins = found == 0 || !isNameChar(source[found - 1]);
      if (begins && (end == source.size() || !isNameChar(source[end]))) return true;
    }
    return false;
  });
}

std::vector<FactPair> staticFacts(const CandidateRow& a, const CandidateDetail& detailA,
                                  const CandidateRow& b, const CandidateDetail& detailB) {
  std::vector<FactPair> facts;
  const auto add = [&](const std::string& name, const std::string& ofA, const std::string& ofB) {
    if (ofA != kNoNumber || ofB != kNoNumber) facts.push_back({name, ofA, ofB});
  };
  add("registers a thread", intFact(a.registers, false), intFact(b.registers, false));
  add("static shared memory", intFact(a.sharedBytes, true), intFact(b.sharedBytes, true));
  add("local memory a thread", intFact(a.localBytes, true), intFact(b.localBytes, true));
  add("register spills", intFact(spillsOf(detailA), true), intFact(spillsOf(detailB), true));
  add("compile time", formatMicroseconds(a.compileMs * 1e3), formatMicroseconds(b.compileMs * 1e3));
  const PlanFacts planA = planFacts(detailA.source);
  const PlanFacts planB = planFacts(detailB.source);
  add("launches", planA.launches, planB.launches);
  add("grid", planA.grid, planB.grid);
  add("block", planA.block, planB.block);
  add("dynamic shared memory", planA.shared, planB.shared);
  add("scratch buffers", planA.scratch, planB.scratch);
  add("cooperative launch", planA.cooperative, planB.cooperative);
  add("cluster", planA.cluster, planB.cluster);
  add("launched when", planA.when, planB.when);
  add("lines of device code", linesOf(detailA.source), linesOf(detailB.source));
  if (detailA.source.empty() || detailB.source.empty()) return facts;
  const std::string codeA = withoutComments(detailA.source);
  const std::string codeB = withoutComments(detailB.source);
  for (const SourceFeature& feature : sourceFeatures()) {
    const bool inA = mentions(codeA, feature);
    const bool inB = mentions(codeB, feature);
    if (inA || inB) add(fmt::format("mentions {}", feature.name), inA ? "yes" : "no", inB ? "yes" : "no");
  }
  return facts;
}

}  // namespace kernelcast::analysis
