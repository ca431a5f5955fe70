#include "ui/models/PlainText.h"

#include <QStringList>

#include "core/domain/number_format.h"
#include "core/domain/text.h"

namespace kernelcast::ui {

namespace {

bool turnsDirection(QChar c) {
  const char16_t u = c.unicode();
  return (u >= 0x202a && u <= 0x202e) || (u >= 0x2066 && u <= 0x2069) || u == 0x200e || u == 0x200f ||
         u == 0x061c;
}

// Not inside a character of several bytes.
std::size_t characterStart(std::string_view bytes, std::size_t at) {
  while (at > 0 && at < bytes.size() && (static_cast<unsigned char>(bytes[at]) & 0xc0U) == 0x80U) --at;
  return at;
}

}  // namespace

QString plainText(std::string_view bytes) { return QString::fromStdString(toValidUtf8(bytes)); }

QString asSentence(std::string_view bytes) {
  const QString text = plainText(bytes).trimmed();
  return text.isEmpty() || text.endsWith(u'.') ? text : text + u'.';
}

QString oneLine(std::string_view bytes) {
  QString text = plainText(bytes);
  text.removeIf(turnsDirection);
  for (QChar& c : text) {
    if (c.category() == QChar::Other_Control || c == QChar::LineSeparator || c == QChar::ParagraphSeparator)
      c = u' ';
  }
  return text;
}

QString toolTipText(const QString& plain) {
  if (plain.isEmpty()) return {};
  QString escaped = plain.toHtmlEscaped();
  escaped.replace(u'\n', QStringLiteral("<br>"));
  return QStringLiteral("<qt>%1</qt>").arg(escaped);
}

QString buttonText(const QString& plain) {
  QString text = plain;
  return text.replace(u'&', QStringLiteral("&&"));
}

Excerpt excerptOf(std::string_view bytes, std::size_t maxBytes, qsizetype maxLine) {
  Excerpt excerpt;
  const bool cut = bytes.size() > maxBytes;
  excerpt.text = plainText(cut ? bytes.substr(0, characterStart(bytes, maxBytes)) : bytes);
  excerpt.text.remove(u'\r');
  int longLines = 0;
  QStringList lines = excerpt.text.split(u'\n');
  for (QString& line : lines) {
    if (line.size() <= maxLine) continue;
    line = line.left(maxLine) + u'…';
    ++longLines;
  }
  if (longLines > 0) excerpt.text = lines.join(u'\n');
  QStringList notes;
  if (cut) {
    notes << QStringLiteral("Showing the first %1 of %2.")
                 .arg(QString::fromStdString(formatBytes(static_cast<double>(maxBytes))),
                      QString::fromStdString(formatBytes(static_cast<double>(bytes.size()))));
  }
  if (longLines > 0) {
    notes << QStringLiteral("%1 %2 cut after %3 characters.")
                 .arg(longLines)
                 .arg(longLines == 1 ? QStringLiteral("line is") : QStringLiteral("lines are"))
                 .arg(maxLine);
  }
  if (!notes.isEmpty()) notes << QStringLiteral("Copying takes all of it.");
  excerpt.note = notes.join(u' ');
  return excerpt;
}

}  // namespace kernelcast::ui
