// One source as lines to read: as it is, or against another with what was taken out and put in.
#pragma once

#include <QString>
#include <string>
#include <string_view>
#include <vector>

namespace kernelcast::ui {

struct SourceLine {
  enum class Kind { Same, Added, Removed };
  QString text;
  int number = 0;  // in the kernel's own source; 0: a line that it no longer has
  Kind kind = Kind::Same;
  bool operator==(const SourceLine&) const = default;
};

struct SourceText {
  std::vector<SourceLine> lines;
  QString note;  // what was left out, or how much differs; a sentence, may be empty
  bool operator==(const SourceText&) const = default;
};

// The beginning of a long source, long lines cut.
SourceText sourceText(std::string_view source);

// `own` against `other`, in one column: of a run of differences first what `other` had, then what `own` has.
// Longer than this many lines, either is not compared, and the note says so.
inline constexpr std::size_t kMostComparedLines = 4'000;
SourceText sourceAgainst(std::string_view own, std::string_view other, const QString& otherName);

}  // namespace kernelcast::ui
