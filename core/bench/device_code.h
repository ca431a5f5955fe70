// What no launch plan can express, found in a candidate's text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kernelcast::bench {

// The source with comments, texts between quotes and the launch plan blanked; every line stays in its place.
std::string withoutCommentsAndTexts(std::string_view source);

// Dynamic parallelism, textures, tensor maps, host libraries, host code: a sentence with its line that says
// which and what to do; none where nothing of the kind is there. It improves the message: what it misses the
// compiler or the launch refuses.
std::optional<std::string> inexpressibleIn(std::string_view source);

}  // namespace kernelcast::bench
