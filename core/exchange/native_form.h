// Names of the native exchange form that its reader and its writer share.
#pragma once

#include <string_view>

namespace kernelcast::exchange {

inline constexpr std::string_view kNativeFormat = "kernelcast-session";
inline constexpr int kNativeVersion = 1;

}  // namespace kernelcast::exchange
