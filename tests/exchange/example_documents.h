// One document for each schema of the command line, and one message for each of the worker's: what valid ones
// look like.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/domain/json.h"

namespace kernelcast::fixtures {

// By name of the schema; each holds every key that the schema requires.
const std::map<std::string, Json>& examples();
const std::vector<Json>& workerMessages();

}  // namespace kernelcast::fixtures
