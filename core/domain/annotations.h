// What people add to kernels and sessions. It hangs on hashes and session ids, so that it survives when a
// session is taken out of a library and imported again.
#pragma once

#include <string>
#include <vector>

namespace kernelcast {

struct KernelAnnotation {
  std::string note;
  std::vector<std::string> tags;  // sorted, each once
  [[nodiscard]] bool isEmpty() const { return note.empty() && tags.empty(); }
  bool operator==(const KernelAnnotation&) const = default;
};

}  // namespace kernelcast
