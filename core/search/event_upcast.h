// Payloads of older versions are brought up to date one version at a time, before they are read.
#pragma once

#include <span>
#include <string_view>

#include "core/domain/json.h"
#include "core/domain/result.h"

namespace kernelcast::search {

// From payload version `from` of a kind to `from + 1`. Pure; what it cannot read it leaves to the reader to
// refuse.
struct Upcast {
  std::string_view kind;
  int from;
  Json (*apply)(Json payload);
};

// Every step that this build knows. Whoever raises a version in eventKinds() adds one here.
std::span<const Upcast> upcasts();

// The payload at version `current`. One from a newer version is refused, and so is one without a way up.
Result<Json> upcastPayload(std::string_view kind, int version, int current, Json payload,
                           std::span<const Upcast> steps = upcasts());

}  // namespace kernelcast::search
