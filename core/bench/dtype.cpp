#include "core/bench/dtype.h"

#include <algorithm>

namespace kernelcast::bench {

const DtypeInfo& info(Dtype dtype) { return kDtypes.at(static_cast<std::size_t>(dtype)); }

std::optional<Dtype> dtypeFromKey(std::string_view key) {
  const auto* const found =
      std::find_if(kDtypes.begin(), kDtypes.end(), [&](const DtypeInfo& entry) { return entry.key == key; });
  return found == kDtypes.end() ? std::nullopt : std::optional(found->dtype);
}

}  // namespace kernelcast::bench
