// What SQLite says, as a sentence for a person: what, where, what was kept, what to do.
#pragma once

#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>

#include <SQLiteCpp/Exception.h>

#include "core/domain/result.h"

namespace kernelcast::db {

// `file` is the library's path, `doing` stands in "cannot ...": "read sessions".
Error sqlError(const SQLite::Exception& exception, const std::string& file, std::string_view doing);

// Runs a function that returns Result<T> and turns what SQLite throws into its error.
template <typename Function>
std::invoke_result_t<Function> guarded(const std::string& file, std::string_view doing, Function&& function) {
  try {
    return std::forward<Function>(function)();
  } catch (const SQLite::Exception& exception) {
    return failure(sqlError(exception, file, doing));
  } catch (const std::bad_alloc&) {
    return failure("cannot " + std::string(doing) + ": not enough memory");
  } catch (const std::exception& exception) {
    return failure("cannot " + std::string(doing) + " in " + file + ": " + exception.what());
  }
}

}  // namespace kernelcast::db
