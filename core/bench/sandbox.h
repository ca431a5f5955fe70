// What keeps the disk and the network out of the compiler's sight.
#pragma once

#include <string>
#include <vector>

namespace kernelcast::bench {

struct Sandbox {
  std::string name;                 // "bubblewrap"; empty: nothing confines
  std::vector<std::string> prefix;  // stands before the command that is to be confined
  std::string whyNot;               // where there is none: what was tried, and what to install
  [[nodiscard]] bool confines() const { return !name.empty(); }
};

// Inside, `readable` (files and folders) and the system's libraries can be read, and nothing else is there:
// no home, no /etc, no network, no other process. `probe` is run inside once and must exit 0, since whether
// containers may be made differs from machine to machine.
// Libraries are looked for in `libraries` too, one of the folders that can be read.
Sandbox findSandbox(const std::vector<std::string>& readable, const std::string& libraries,
                    const std::vector<std::string>& probe);

}  // namespace kernelcast::bench
