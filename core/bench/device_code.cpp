#include "core/bench/device_code.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

namespace kernelcast::bench {

namespace {

struct Inexpressible {
  std::string_view word;  // a whole identifier, or its beginning where `prefix`
  bool prefix;
  std::string_view what;
};
constexpr std::string_view kDynamic = "dynamic parallelism: list the launches in the plan instead";
constexpr std::string_view kTexture = "textures and surfaces: read from plain memory instead";
constexpr std::string_view kTensorMap = "TMA tensor maps: use cp.async or plain bulk copies instead";
constexpr std::string_view kHost = "host code: a candidate is device code with a launch plan";
constexpr std::array<Inexpressible, 16> kWords{{
    {"cudaLaunchDevice", true, kDynamic},
    {"cudaGetParameterBuffer", true, kDynamic},
    {"cudaGraphLaunch", false, kDynamic},
    {"cudaLaunchKernel", true, kDynamic},
    {"cudaTextureObject_t", false, kTexture},
    {"cudaSurfaceObject_t", false, kTexture},
    {"tex1D", true, kTexture},
    {"tex2D", true, kTexture},
    {"tex3D", true, kTexture},
    {"texCubemap", true, kTexture},
    {"surf1D", true, kTexture},
    {"surf2D", true, kTexture},
    {"CUtensorMap", true, kTensorMap},
    {"cuTensorMap", true, kTensorMap},
    {"cudaMalloc", true, kHost},
    {"cudaMemcpy", false, kHost},
}};
constexpr std::array<std::string_view, 12> kHostHeaders{
    "cublas", "cudnn",   "cufft",  "cusparse", "cusolver", "curand.h",
    "nccl",   "thrust/", "torch/", "ATen/",    "iostream", "cuda_runtime_api.h"};

bool startsName(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool continuesName(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::size_t lineOf(std::string_view text, std::size_t at) {
  return 1 + static_cast<std::size_t>(
                 std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

std::optional<std::string> hostHeaderIn(std::string_view source) {
  for (std::size_t at = source.find("#include"); at != std::string_view::npos;
       at = source.find("#include", at + 1)) {
    const std::string_view line = source.substr(at, source.find('\n', at) - at);
    const std::size_t open = line.find_first_of("<\"");
    if (open == std::string_view::npos) continue;
    const std::string_view name = line.substr(open + 1);
    for (const std::string_view header : kHostHeaders) {
      if (!name.starts_with(header)) continue;
      return fmt::format("line {}: {} is a host library; a candidate is device code alone",
                         lineOf(source, at), name.substr(0, name.find_first_of(">\"")));
    }
  }
  return std::nullopt;
}

}  // namespace

std::string withoutCommentsAndTexts(std::string_view source) {
  std::string code(source);
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < std::min(to, code.size()); ++i) {
      if (code[i] != '\n') code[i] = ' ';
    }
  };
  for (std::size_t i = 0; i < source.size();) {
    const std::string_view rest = source.substr(i);
    std::size_t end = i + 1;
    if (rest.starts_with("/*")) {
      const std::size_t close = source.find("*/", i + 2);
      end = close == std::string_view::npos ? source.size() : close + 2;
      blank(i, end);
    } else if (rest.starts_with("//")) {
      end = std::min(source.find('\n', i), source.size());
      blank(i, end);
    } else if (rest.front() == '"' || rest.front() == '\'') {
      while (end < source.size() && source[end] != rest.front() && source[end] != '\n')
        end += source[end] == '\\' ? 2 : 1;
      blank(i + 1, end);
      end = std::min(end + 1, source.size());
    }
    i = end;
  }
  return code;
}

std::optional<std::string> inexpressibleIn(std::string_view source) {
  if (auto header = hostHeaderIn(source)) return header;
  const std::string code = withoutCommentsAndTexts(source);
  const auto refused = [&](std::size_t at, std::string_view word, std::string_view what) {
    return fmt::format("line {}: \"{}\" cannot be expressed by a launch plan ({})", lineOf(code, at), word,
                       what);
  };
  if (const std::size_t at = code.find("<<<"); at != std::string::npos) return refused(at, "<<<", kDynamic);
  for (std::size_t i = 0; i < code.size();) {
    if (!startsName(code[i])) {
      i += 1;
      continue;
    }
    std::size_t end = i;
    while (end < code.size() && continuesName(code[end])) ++end;
    const std::string_view word = std::string_view(code).substr(i, end - i);
    const auto* const found = std::find_if(kWords.begin(), kWords.end(), [&](const Inexpressible& own) {
      return own.prefix ? word.starts_with(own.word) : word == own.word;
    });
    if (found != kWords.end()) return refused(i, word, found->what);
    if (word == "main" && code.find_first_not_of(" \t\n", end) != std::string::npos &&
        code[code.find_first_not_of(" \t\n", end)] == '(') {
      return refused(i, word, kHost);
    }
    i = end;
  }
  return std::nullopt;
}

}  // namespace kernelcast::bench
