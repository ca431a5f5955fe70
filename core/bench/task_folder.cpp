#include <array>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include "core/bench/bench_task.h"
#include "core/domain/json.h"

namespace kernelcast::bench {

namespace {

namespace fs = std::filesystem;
constexpr std::uintmax_t kMaxBytes = 1U << 20U;

// A file of the folder itself: no path, no link that leads out of it.
Result<std::string> textIn(const fs::path& folder, const std::string& name) {
  const auto refused = [&](const std::string& why) {
    return failure(Error::Kind::BadInput, fmt::format("{}: {}", (folder / name).string(), why));
  };
  if (name.find('/') != std::string::npos || name == "." || name == "..")
    return refused("a task's files stand in its folder itself");
  std::error_code broken;
  const fs::path real = fs::canonical(folder / name, broken);
  if (broken) return refused(broken.message());
  if (real.parent_path() != fs::canonical(folder, broken))
    return refused("it is a link that leads out of the folder");
  if (!fs::is_regular_file(real, broken)) return refused("it is no file");
  const std::uintmax_t bytes = fs::file_size(real, broken);
  if (broken) return refused(broken.message());
  if (bytes > kMaxBytes) return refused("it is larger than 1 MiB, which no task needs");
  std::string text(bytes, '\0');
  std::ifstream file(real, std::ios::binary);
  if (!file.read(text.data(), static_cast<std::streamsize>(bytes))) return refused("it cannot be read");
  return text;
}

}  // namespace

Result<BenchTask> loadTaskFolder(const fs::path& folder) {
  std::error_code broken;
  if (!fs::is_directory(folder, broken)) {
    return failure(
        Error::Kind::NotFound,
        fmt::format("{}: no folder; a task is a folder with task.json and reference.cu", folder.string()));
  }
  auto text = textIn(folder, "task.json");
  if (!text) return failure(text.error());
  const auto json = parseJson(*text);
  if (!json) return failure(json.error().in((folder / "task.json").string()));
  auto reference = textIn(folder, "reference.cu");
  if (!reference) return failure(reference.error());
  std::string oracle;
  if (json->is_object() && json->contains("oracle") && (*json)["oracle"].is_object() &&
      (*json)["oracle"].contains("source") && (*json)["oracle"]["source"].is_string()) {
    auto source = textIn(folder, (*json)["oracle"]["source"].get<std::string>());
    if (!source) return failure(source.error());
    oracle = std::move(*source);
  }
  auto task = benchTaskFromJson(*json, std::move(*reference), std::move(oracle));
  if (!task) return failure(task.error().in((folder / "task.json").string()));
  return task;
}

}  // namespace kernelcast::bench
