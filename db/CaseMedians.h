// The medians of a stored measurement's cases, without building the rest of it: a heat map reads a hundred
// thousand of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernelcast::db {

using NamedParams = std::vector<std::pair<std::string, std::int64_t>>;  // sorted by name

struct CaseMedian {
  NamedParams params;
  double us = 0;
};

// `body` is the domain's JSON of a measurement that worked. False where it is anything else than the plain
// case that every writer of ours leaves: then the full reader has the word, and the error. `cases` is
// overwritten, its memory used again.
bool readCaseMedians(std::string_view body, std::vector<CaseMedian>& cases);

}  // namespace kernelcast::db
