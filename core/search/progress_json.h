// A progress line of `kernelcast-cli search`; resources/schemas/progress.json describes it.
#pragma once

#include "core/domain/json.h"
#include "core/search/driver.h"

namespace kernelcast::search {

Json toJson(const SearchProgress& progress);

}  // namespace kernelcast::search
