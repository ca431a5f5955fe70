// Where the parts of a large JSON document lie, so that it is parsed a row at a time instead of as one tree.
//
// Only brackets, strings and the separators between parts are looked at. What is inside a slice is not yet
// known to be JSON: whoever takes a slice parses it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/domain/result.h"

namespace kernelcast::exchange {

struct JsonMember {
  std::string key;
  std::string_view value;
};

// Members of the object that the whole text is. A key that is there twice is refused.
Result<std::vector<JsonMember>> sliceObject(std::string_view text);
// Elements of the list that the whole text is.
Result<std::vector<std::string_view>> sliceList(std::string_view text);

}  // namespace kernelcast::exchange
