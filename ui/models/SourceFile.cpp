#include "ui/models/SourceFile.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

#include "ui/models/PlainText.h"

namespace kernelcast::ui {

bool looksLikePython(std::string_view source) {
  const bool imports = source.find("import torch") != std::string_view::npos ||
                       source.find("import triton") != std::string_view::npos;
  return imports && source.find("__global__") == std::string_view::npos;
}

QString sourceFileName(std::string_view name, std::string_view hash, std::string_view source) {
  constexpr qsizetype kLongest = 60;
  QString words;
  for (const QChar c : oneLine(name).left(kLongest)) {
    const char16_t u = c.unicode();
    const bool kept = (u >= u'a' && u <= u'z') || (u >= u'A' && u <= u'Z') || (u >= u'0' && u <= u'9') ||
                      u == u'-' || u == u'_' || u == u'.';
    words += kept ? c : QChar(u'_');
  }
  while (words.startsWith(u'.')) words.remove(0, 1);  // would be hidden
  if (words.isEmpty()) words = QStringLiteral("kernel");
  return QStringLiteral("%1_%2.%3")
      .arg(words, oneLine(hash).left(8), QLatin1String(looksLikePython(source) ? "py" : "cu"));
}

Result<QString> writeSourceFile(const QString& folder, std::string_view name, std::string_view hash,
                                std::string_view source) {
  const QString path = QDir(folder).filePath(sourceFileName(name, hash, source));
  if (QFileInfo::exists(path)) return path;
  QSaveFile file(path);
  const bool written =
      QDir().mkpath(folder) && file.open(QIODevice::WriteOnly) &&
      file.write(source.data(), static_cast<qint64>(source.size())) == static_cast<qint64>(source.size()) &&
      file.commit();
  if (!written) {
    return failure(Error::Kind::Failed,
                   QStringLiteral("The source could not be written to %1").arg(path).toStdString());
  }
  return path;
}

}  // namespace kernelcast::ui
