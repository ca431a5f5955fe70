// What people add to kernels, sessions and pairs of kernels. It hangs on hashes and session ids, so that it
// survives when a session is taken out of a library and imported again.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/domain/session.h"

namespace kernelcast {

struct KernelAnnotation {
  std::string note;
  std::vector<std::string> tags;  // sorted, each once
  [[nodiscard]] bool isEmpty() const { return note.empty() && tags.empty(); }
  bool operator==(const KernelAnnotation&) const = default;
};

// Two kernels of one task that were forecast in the wrong order, on one device of a session.
struct KernelPair {
  std::string task;        // name
  std::string fasterHash;  // as measured; 64 hexadecimal digits
  std::string slowerHash;
  std::string device;  // its label in the session; empty where it has none
  auto operator<=>(const KernelPair&) const = default;
};
struct PairCause {
  KernelPair pair;
  std::string cause;  // a key, "case_mix"
  bool operator==(const PairCause&) const = default;
};

// All that was added to one session and to the kernels in it.
struct SessionAnnotations {
  std::string note;
  std::vector<std::string> tags;                                 // sorted, each once
  std::map<std::string, KernelAnnotation, std::less<>> kernels;  // by hash; those alone that have any
  std::vector<PairCause> pairCauses;                             // by pair
  bool operator==(const SessionAnnotations&) const = default;
};

}  // namespace kernelcast
