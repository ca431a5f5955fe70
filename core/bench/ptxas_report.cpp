#include "core/bench/ptxas_report.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

namespace kernelcast::bench {

namespace {

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// The number that stands right before these words.
std::optional<int> numberBefore(std::string_view line, std::string_view words) {
  const std::size_t at = line.find(words);
  if (at == std::string_view::npos) return std::nullopt;
  std::size_t begin = at;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
  int value = 0;
  const auto read = std::from_chars(line.data() + begin, line.data() + at, value);
  return read.ec == std::errc() && read.ptr == line.data() + at ? std::optional(value) : std::nullopt;
}

std::string_view between(std::string_view line, std::string_view before, char after) {
  const std::size_t at = line.find(before);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = line.substr(at + before.size());
  return rest.substr(0, rest.find(after));
}

bool isReport(std::string_view line) {
  return line.starts_with("ptxas info") || ((line.starts_with("    ") || line.starts_with("ptxas  ")) &&
                                            line.find(" bytes stack frame") != std::string_view::npos);
}

}  // namespace

std::vector<KernelResources> ptxasReport(std::string_view log) {
  std::vector<KernelResources> kernels;
  std::string_view properties;  // whose the next line of bytes is
  for (const std::string_view line : linesOf(log)) {
    if (const auto name = between(line, "Compiling entry function '", '\''); !name.empty()) {
      KernelResources kernel;
      kernel.name = name;
      kernels.push_back(std::move(kernel));
    } else if (const auto of = between(line, "Function properties for ", '\n'); !of.empty()) {
      properties = of;
    } else if (kernels.empty()) {
      continue;
    } else if (const auto stack = numberBefore(line, " bytes stack frame")) {
      if (properties != kernels.back().name) continue;
      kernels.back().localBytes = stack;
      kernels.back().spillBytes = numberBefore(line, " bytes spill stores");
    } else if (const auto registers = numberBefore(line, " registers")) {
      kernels.back().registers = registers;
      kernels.back().sharedBytes = numberBefore(line, " bytes smem").value_or(0);
    }
  }
  return kernels;
}

std::string withoutPtxasReport(std::string_view log) {
  std::string rest;
  for (const std::string_view line : linesOf(log)) {
    if (!isReport(line)) rest.append(line).push_back('\n');
  }
  return rest;
}

}  // namespace kernelcast::bench
