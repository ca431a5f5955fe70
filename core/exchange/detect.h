// Which of formats() a text looks like.
#pragma once

#include <string_view>

namespace kernelcast::exchange {

// A key of formats(). Judged by the keys near the start; what looks like none is "native", whose reader then
// says what is wrong with it.
std::string_view detectFormat(std::string_view text);

}  // namespace kernelcast::exchange
