#include "core/bench/include_check.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include <fmt/format.h>

namespace kernelcast::bench {

namespace {

// Names, or folders of names.
constexpr std::array<std::string_view, 22> kCudaHeaders{"cooperative_groups.h",
                                                        "cooperative_groups/",
                                                        "cuda/",
                                                        "cub/",
                                                        "cuda_fp16.h",
                                                        "cuda_bf16.h",
                                                        "cuda_fp8.h",
                                                        "cuda_fp6.h",
                                                        "cuda_fp4.h",
                                                        "mma.h",
                                                        "curand_kernel.h",
                                                        "math_constants.h",
                                                        "cuda_pipeline.h",
                                                        "cuda_awbarrier.h",
                                                        "cuda_awbarrier_primitives.h",
                                                        "cuda_pipeline_primitives.h",
                                                        "vector_types.h",
                                                        "vector_functions.h",
                                                        "device_functions.h",
                                                        "cuda_runtime.h",
                                                        "sm_61_intrinsics.h",
                                                        "crt/"};

struct Text {
  std::string code;               // splices undone, comments blanked
  std::vector<std::size_t> line;  // of each character, from 1
  // A quote that this scan may see otherwise than the compiler: of a raw text, or between digits.
  std::optional<std::size_t> doubtful;
};

// Phases 2 and 3 of translation as far as directives need them.
Text translated(std::string_view source) {
  Text text;
  std::size_t line = 1;
  char quote = 0;
  bool block = false;
  bool rest = false;
  bool escaped = false;
  const auto put = [&](char c) {
    text.code += c;
    text.line.push_back(line);
  };
  for (std::size_t i = 0; i < source.size(); ++i) {
    const char c = source[i];
    std::size_t splice = i + 1;
    while (c == '\\' && splice < source.size() &&
           (source[splice] == ' ' || source[splice] == '\t' || source[splice] == '\r'))
      ++splice;
    if (c == '\\' && splice < source.size() && source[splice] == '\n') {
      ++line;
      i = splice;
      continue;
    }
    if (c == '\n') {
      put(c);
      ++line;
      quote = 0;
      rest = false;
      continue;
    }
    const char before = text.code.empty() ? '\0' : text.code.back();
    if (block) {
      put(before == '*' && c == '/' ? ' ' : c == '*' ? '*' : ' ');
      block = !(before == '*' && c == '/');
      if (!block) text.code[text.code.size() - 2] = ' ';
    } else if (rest) {
      put(' ');
    } else if (quote != 0) {
      if (c == quote && !escaped) quote = 0;
      escaped = c == '\\' && !escaped;
      put(c);
    } else if (before == '/' && (c == '*' || c == '/')) {
      text.code.back() = ' ';
      put(' ');
      (c == '*' ? block : rest) = true;
    } else {
      if (c == '"' || c == '\'') {
        const bool joined = std::isalnum(static_cast<unsigned char>(before)) != 0 || before == '_';
        if (joined && !text.doubtful) text.doubtful = text.code.size();
        quote = c;
        escaped = false;
      }
      put(c);
    }
  }
  return text;
}

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
bool isCudaHeader(std::string_view name) {
  if (name.find("..") != std::string_view::npos || name.starts_with('/')) return false;
  return std::any_of(kCudaHeaders.begin(), kCudaHeaders.end(), [&](std::string_view known) {
    return known.ends_with('/') ? name.starts_with(known) : name == known;
  });
}

}  // namespace

std::optional<std::string> foreignIncludeIn(std::string_view source) {
  const Text text = translated(source);
  const auto refused = [&](std::size_t at, std::string_view what) {
    return fmt::format(
        "line {}: {}. No sandbox confines the compiler on this machine, so only CUDA's own headers "
        "may be included, by <name>",
        text.line[at], what);
  };
  if (text.doubtful)
    return refused(*text.doubtful, "a quote right behind a name or a digit is not read here");
  for (const std::string_view word : {"__has_include", "__has_embed"}) {
    if (const std::size_t at = text.code.find(word); at != std::string::npos)
      return refused(at, fmt::format("{} asks whether a file is there", word));
  }
  const std::string_view code = text.code;
  for (std::size_t begin = 0; begin < code.size();) {
    const std::size_t end = std::min(code.find('\n', begin), code.size());
    std::string_view line = code.substr(begin, end - begin);
    const std::size_t at = begin;
    begin = end + 1;
    const auto skip = [&](std::size_t n) {
      line.remove_prefix(n);
      while (!line.empty() && isBlank(line.front())) line.remove_prefix(1);
    };
    skip(0);
    if (line.starts_with('#')) skip(1);
    else if (line.starts_with("%:")) skip(2);
    else if (line.starts_with("?\?=")) skip(3);
    else continue;
    for (const std::string_view directive : {"include_next", "include", "import", "embed"}) {
      if (!line.starts_with(directive)) continue;
      skip(directive.size());
      const std::size_t close = line.find('>');
      const bool literal = directive == "include" && line.starts_with('<') && close != std::string_view::npos;
      if (!literal || !isCudaHeader(line.substr(1, close - 1)))
        return refused(at, fmt::format("#{} {} is none of CUDA's headers", directive, line.substr(0, 80)));
      break;
    }
  }
  return std::nullopt;
}

}  // namespace kernelcast::bench
