// A library opened at run time, where it is installed.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/domain/result.h"

namespace kernelcast::bench {

class SharedLibrary {
 public:
  // The first of the names that opens; the error holds the loader's words for the last.
  static Result<SharedLibrary> open(std::span<const char* const> names);

  // The function named, or null. Function must be its exact pointer type.
  template <typename Function>
  [[nodiscard]] Function find(const char* name) const {
    return reinterpret_cast<Function>(symbol(name));
  }

 private:
  struct Close {
    void operator()(void* handle) const;
  };
  explicit SharedLibrary(void* handle) : handle_(handle) {}
  [[nodiscard]] void* symbol(const char* name) const;
  std::unique_ptr<void, Close> handle_;
};

}  // namespace kernelcast::bench
