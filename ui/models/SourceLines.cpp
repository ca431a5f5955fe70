#include "ui/models/SourceLines.h"

#include "ui/models/PlainText.h"
#include "ui/models/SourceDiff.h"

namespace kernelcast::ui {

namespace {

constexpr qsizetype kLongestLine = 2000;

QString shownLine(std::string_view line) {
  QString text = plainText(line.substr(0, std::size_t{4} * kLongestLine));
  if (text.size() > kLongestLine) text = text.left(kLongestLine) + u'…';
  return text;
}

}  // namespace

SourceText sourceText(std::string_view source) {
  SourceText shown;
  const Excerpt excerpt = excerptOf(source);
  shown.note = excerpt.note;
  QStringList lines = excerpt.text.split(u'\n');
  if (lines.back().isEmpty()) lines.removeLast();
  int number = 0;
  for (const QString& line : lines) shown.lines.push_back({line, ++number});
  return shown;
}

SourceText sourceAgainst(std::string_view own, std::string_view other, const QString& otherName) {
  SourceText shown;
  const std::vector<std::string> before = linesOf(other);
  const std::vector<std::string> after = linesOf(own);
  if (before.size() > kMostComparedLines || after.size() > kMostComparedLines) {
    shown = sourceText(own);
    shown.note = QStringLiteral("Not compared: more than %1 lines.").arg(kMostComparedLines);
    return shown;
  }
  int added = 0;
  int removed = 0;
  std::vector<SourceLine> put;  // of the run of differences that is being read; follows what was taken out
  const auto flush = [&] {
    shown.lines.insert(shown.lines.end(), put.begin(), put.end());
    put.clear();
  };
  for (const DiffLine& line : alignLines(before, after)) {
    const auto text = [&](const std::vector<std::string>& lines, int at) {
      return shownLine(lines[static_cast<std::size_t>(at)]);
    };
    if (line.kind == DiffKind::Same) {
      flush();
      shown.lines.push_back({text(after, line.right), line.right + 1});
      continue;
    }
    if (line.left >= 0) {
      ++removed;
      shown.lines.push_back({text(before, line.left), 0, SourceLine::Kind::Removed});
    }
    if (line.right >= 0) {
      ++added;
      put.push_back({text(after, line.right), line.right + 1, SourceLine::Kind::Added});
    }
  }
  flush();
  shown.note = added + removed == 0 ? QStringLiteral("The same device code as %1.").arg(otherName)
                                    : QStringLiteral("Against %1: %2 %3 put in, %4 taken out.")
                                          .arg(otherName)
                                          .arg(added)
                                          .arg(QLatin1String(added == 1 ? "line" : "lines"))
                                          .arg(removed);
  return shown;
}

}  // namespace kernelcast::ui
