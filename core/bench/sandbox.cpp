#include "core/bench/sandbox.h"

#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "core/bench/child_process.h"

namespace kernelcast::bench {

namespace {

constexpr std::array kLibraryFolders{"/lib", "/lib64", "/usr/lib", "/usr/lib64"};

std::vector<std::string> bubblewrap(const std::vector<std::string>& readable, const std::string& libraries) {
  std::vector<std::string> words{
      "bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--chdir", "/"};
  const auto show = [&](const std::string& path) { words.insert(words.end(), {"--ro-bind", path, path}); };
  for (const char* folder : kLibraryFolders) {
    std::error_code broken;
    if (std::filesystem::is_directory(folder, broken)) show(folder);
  }
  for (const std::string& path : readable) show(path);
  if (!libraries.empty()) words.insert(words.end(), {"--setenv", "LD_LIBRARY_PATH", libraries});
  words.emplace_back("--");
  return words;
}

}  // namespace

Sandbox findSandbox(const std::vector<std::string>& readable, const std::string& libraries,
                    const std::vector<std::string>& probe) {
  Sandbox sandbox;
  std::vector<std::string> command = bubblewrap(readable, libraries);
  const std::size_t prefix = command.size();
  command.insert(command.end(), probe.begin(), probe.end());
  ChildLimits limits;
  limits.deadline = std::chrono::seconds(10);
  limits.outputBytes = 1U << 16U;
  const auto end = runChild(command, {}, limits);
  if (!end) {
    sandbox.whyNot = "bubblewrap is not installed (bwrap); with it any header can be included safely";
  } else if (end->how != ChildEnd::How::Exited || end->code != 0) {
    sandbox.whyNot =
        fmt::format("bubblewrap does not work here: {}", end->err.substr(0, end->err.find('\n')));
  } else {
    sandbox.name = "bubblewrap";
    command.resize(prefix);
    sandbox.prefix = std::move(command);
  }
  return sandbox;
}

}  // namespace kernelcast::bench
