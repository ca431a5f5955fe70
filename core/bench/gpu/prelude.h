// What NVRTC lacks and kernels take for granted. Put before every candidate; its lines are counted apart.
// Types and limits are spelled as CUDA's own headers do, which a candidate may include after it.
#pragma once

namespace kernelcast::bench {

inline constexpr const char* kPreludeName = "kernelcast_prelude.h";
inline constexpr const char* kPrelude = R"(#pragma once
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#endif
#ifndef NAN
#define NAN __int_as_float(0x7fffffff)
#endif
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef signed long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef unsigned long long uintptr_t;
#ifndef FLT_MAX
#define FLT_MAX 3.402823466e+38f
#define FLT_MIN 1.175494351e-38f
#define FLT_EPSILON 1.192092896e-07f
#define DBL_MAX 1.7976931348623158e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
#endif
#ifndef INT_MAX
#define INT_MAX   0x7fffffff
#define INT_MIN   (-INT_MAX - 1)
#define UINT_MAX  0xffffffff
#define LLONG_MAX  0x7fffffffffffffffLL
#define LLONG_MIN  (-LLONG_MAX - 1)
#endif
)";

}  // namespace kernelcast::bench
