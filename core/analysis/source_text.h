// A CUDA source as text: what of it the compiler reads.
#pragma once

#include <string>
#include <string_view>

namespace kernelcast::analysis {

// Each comment replaced by one space, its line breaks kept, as the compiler does before it reads a line.
// String and character literals stay whole, raw strings among them. A comment that is never closed reaches to
// the end.
std::string withoutComments(std::string_view source);

}  // namespace kernelcast::analysis
