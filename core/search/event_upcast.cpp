#include "core/search/event_upcast.h"

#include <algorithm>

#include <fmt/format.h>

namespace kernelcast::search {

// All payloads are of version 1 so far.
std::span<const Upcast> upcasts() { return {}; }

Result<Json> upcastPayload(std::string_view kind, int version, int current, Json payload,
                           std::span<const Upcast> steps) {
  if (version > current) {
    return failure(Error::Kind::BadInput,
                   fmt::format("event \"{}\" is of version {}, and this program reads up to version {}: "
                               "it was written by a newer one",
                               kind, version, current));
  }
  for (; version < current; ++version) {
    const auto step = std::find_if(steps.begin(), steps.end(), [&](const Upcast& upcast) {
      return upcast.kind == kind && upcast.from == version;
    });
    if (step == steps.end()) {
      return failure(Error::Kind::BadInput,
                     fmt::format("event \"{}\" of version {} cannot be read any more", kind, version));
    }
    payload = step->apply(std::move(payload));
  }
  return payload;
}

}  // namespace kernelcast::search
