// The element types a task's tensors may have.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace kernelcast::bench {

enum class Dtype { Float64, Float32, Float16, Bfloat16, Int64, Int32, Int8, Uint8 };

struct DtypeInfo {
  Dtype dtype;
  std::string_view key;    // in task files: "float32"
  std::string_view ctype;  // in CUDA C++: "float"
  std::size_t bytes;
  bool floating;
};
inline constexpr std::array<DtypeInfo, 8> kDtypes{{
    {Dtype::Float64, "float64", "double", 8, true},
    {Dtype::Float32, "float32", "float", 4, true},
    {Dtype::Float16, "float16", "__half", 2, true},
    {Dtype::Bfloat16, "bfloat16", "__nv_bfloat16", 2, true},
    {Dtype::Int64, "int64", "long long", 8, false},
    {Dtype::Int32, "int32", "int", 4, false},
    {Dtype::Int8, "int8", "signed char", 1, false},
    {Dtype::Uint8, "uint8", "unsigned char", 1, false},
}};
const DtypeInfo& info(Dtype dtype);
std::optional<Dtype> dtypeFromKey(std::string_view key);

}  // namespace kernelcast::bench
