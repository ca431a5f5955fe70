// The format of a library, and the numbered steps that lead to it. Forward only.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace kernelcast::db {

inline constexpr std::int32_t kApplicationId = 0x4b435354;  // "KCST", at byte 68 of the file

struct Migration {
  int version = 0;        // user_version once it ran
  std::string_view name;  // "first"
  std::string_view sql;
};

// The files schema/NNNN_name.sql, embedded when the program was built; versions ascend from 1 without gaps.
std::span<const Migration> migrations();

}  // namespace kernelcast::db
