// Text from kernels, compilers, models and files on its way to the screen: bytes that may be anything, never
// markup.
#pragma once

#include <QString>
#include <cstddef>
#include <string>
#include <string_view>

namespace kernelcast::ui {

// Valid UTF-8 in, or each bad byte replaced. Line breaks stay.
QString plainText(std::string_view bytes);
// The same with a full stop, where it has none.
QString asSentence(std::string_view bytes);
// On one line: control characters become spaces, and marks that turn the reading direction are taken out,
// since they would reorder the numbers beside a name.
QString oneLine(std::string_view bytes);
// For setToolTip(), which guesses whether a text is markup: escaped, so that it is shown as it is.
QString toolTipText(const QString& plain);
// For buttons, tabs and menus, where an ampersand would underline the next letter.
QString buttonText(const QString& plain);

// What a text view can lay out without stalling: the beginning of a long text, long lines cut.
struct Excerpt {
  QString text;
  QString note;  // what was left out, a sentence; empty where all of it is there
  bool operator==(const Excerpt&) const = default;
};
Excerpt excerptOf(std::string_view bytes, std::size_t maxBytes = 256 * 1024, qsizetype maxLine = 2000);

}  // namespace kernelcast::ui
