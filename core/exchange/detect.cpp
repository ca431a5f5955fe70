#include "core/exchange/detect.h"

#include <algorithm>
#include <array>

namespace kernelcast::exchange {

namespace {

// Of each format, texts that all stand near the start of a file of it. The first row that fits decides.
struct Mark {
  std::string_view format;
  std::array<std::string_view, 3> texts;  // empty ones fit anything
};
constexpr std::array<Mark, 14> kMarks{{
    {"native", {"\"format\"", "\"kernelcast-session\"", ""}},
    {"predictions", {"\"comparison_id\"", "\"surrogate_label\"", ""}},
    {"eval-set", {"\"comparison_id\"", "\"anchor_code\"", ""}},
    {"training-pool", {"\"row_id\"", "\"anchor_code\"", ""}},
    {"discovery-pairs", {"\"pair_id\"", "\"parent_code\"", ""}},
    {"events", {"\"kind\"", "\"search_initialized\"", ""}},
    {"leaderboard", {"\"leaderboard_id\"", "\"case_results\"", ""}},
    {"leaderboard", {"\"case_results\"", "\"runtime_ns\"", ""}},
    {"kernelbench", {"\"sample_id\"", "\"compiled\"", "\"correctness\""}},
    {"kernelbench", {"\"level1\"", ".py\"", ""}},
    {"kernelbot", {"files:", "lang:", "tests:"}},
    {"kernelbot", {"benchmark-count:", "", ""}},
    {"kernelbot", {"test-count:", "", ""}},
    {"ai-cuda-engineer", {"Op_Name", "Kernel_Name", "CUDA_Code"}},
}};
// Codes of kernels stand in the first lines of some formats, before the key that tells which it is.
constexpr std::size_t kStart = 65536;

}  // namespace

std::string_view detectFormat(std::string_view text) {
  const std::string_view start = text.substr(0, kStart);
  for (const Mark& mark : kMarks) {
    if (std::all_of(mark.texts.begin(), mark.texts.end(), [start](std::string_view wanted) {
          return start.find(wanted) != std::string_view::npos;
        })) {
      return mark.format;
    }
  }
  return "native";
}

}  // namespace kernelcast::exchange
