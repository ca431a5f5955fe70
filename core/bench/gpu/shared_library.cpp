#include "core/bench/gpu/shared_library.h"

#include <dlfcn.h>

namespace kernelcast::bench {

Result<SharedLibrary> SharedLibrary::open(std::span<const char* const> names) {
  std::string words = "no library was named";
  for (const char* name : names) {
    if (void* handle = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return SharedLibrary(handle);
    if (const char* said = dlerror()) words = said;
  }
  return failure(Error::Kind::NotFound, words);
}

void* SharedLibrary::symbol(const char* name) const { return dlsym(handle_.get(), name); }

void SharedLibrary::Close::operator()(void* handle) const { dlclose(handle); }

}  // namespace kernelcast::bench
