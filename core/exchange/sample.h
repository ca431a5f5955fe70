// The bundled sample: resources/sample/h200_sample.json, embedded while building, so that no path is needed.
#pragma once

#include <string_view>

namespace kernelcast::exchange {

// A document in the native form; ends with the program.
std::string_view sampleDocument();

}  // namespace kernelcast::exchange
