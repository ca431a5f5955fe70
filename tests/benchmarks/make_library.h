// A library as large as the program must stay quick with: made from a seed, and brought in by the ordinary
// importer.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/exchange/native.h"

namespace kernelcast::benchmarks {

struct LibraryShape {
  int candidates = 100'000;  // of the one large session; each with a forecast, a source and a measurement
  int smallSessions = 0;     // beside it, of eight candidates each
  double failing = 0.1;      // did not compile, wrong result, crashed: a third each
  std::uint64_t seed = 1;
};

// One session of `candidates` kernels of some 1 KB, each its own, on one device by one surrogate. Speedups
// are spread over the eight classes and measured with noise; forecasts are right about as often as a good
// model's.
exchange::ExchangeSession makeSession(int index, int candidates, const LibraryShape& shape);

// Adds the sessions to the library at `file`, which is created where it does not exist.
Result<void> makeLibrary(const std::filesystem::path& file, const LibraryShape& shape);

// The same in a process of its own, so that its memory is not counted as the caller's. Says on the standard
// streams how long it took, or what went wrong.
bool makeLibraryInChild(const std::filesystem::path& file, const LibraryShape& shape);

}  // namespace kernelcast::benchmarks
