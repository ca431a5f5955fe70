#include "ui/models/Bundled.h"

#include <QFile>
#include <string>

#include "core/domain/json.h"

// A static library's resources are linked in only where they are named; the macro must stand outside a
// namespace.
static void nameResources() { Q_INIT_RESOURCE(kernelcast_bundled); }

namespace kernelcast::ui {

namespace {

Result<std::string> bundled(const char* name) {
  nameResources();
  QFile file(QStringLiteral(":/kernelcast/") + QLatin1String(name));
  if (!file.open(QIODevice::ReadOnly)) {
    return failure(Error::Kind::NotInBuild, std::string("this build does not carry ") + name);
  }
  return file.readAll().toStdString();
}

}  // namespace

Result<search::SearchConfig> bundledReplay() {
  const auto text = bundled("replay.json");
  if (!text) return failure(text.error());
  const auto json = parseJson(*text);
  if (!json) return failure(json.error().in("the bundled replay"));
  return search::searchConfigFromJson(*json);
}

QIcon bundledIcon() {
  nameResources();
  return QIcon(QStringLiteral(":/kernelcast/icon.svg"));
}

}  // namespace kernelcast::ui
