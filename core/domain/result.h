// Results as values: every fallible function of the engine returns Result<T>.
#pragma once

#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace kernelcast {

// What went wrong, as a sentence for a person: what, where, what was kept, what to do.
struct Error {
  enum class Kind {
    Failed,      // the operation could not be done
    BadInput,    // what was given is malformed or refused
    NotFound,    // no such session, candidate, file
    Conflict,    // somebody else holds it, or the same name with other content
    WrongUsage,  // asked for in a way that cannot mean anything
    NotInBuild,  // known, and not in this build yet
    Cancelled,   // asked to stop
  };
  Kind kind = Kind::Failed;
  std::string message;

  // The same error with its place put in front, "file.json: ...".
  [[nodiscard]] Error in(const std::string& where) const { return {kind, where + ": " + message}; }
};

template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(std::string message) {
  return tl::unexpected<Error>(Error{Error::Kind::Failed, std::move(message)});
}
inline tl::unexpected<Error> failure(Error::Kind kind, std::string message) {
  return tl::unexpected<Error>(Error{kind, std::move(message)});
}
inline tl::unexpected<Error> failure(Error error) { return tl::unexpected<Error>(std::move(error)); }

}  // namespace kernelcast
