// Which headers a candidate asks for: without a sandbox only CUDA's own may be read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kernelcast::bench {

// A sentence with its line where the source could make the compiler read a file that is not one of CUDA's:
// any include that is not <a literal name> of the list, __has_include, #embed. Digraphs, spliced lines and
// comments inside a directive are seen through. Nothing where it is harmless.
std::optional<std::string> foreignIncludeIn(std::string_view source);

}  // namespace kernelcast::bench
