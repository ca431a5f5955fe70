#include "ui/models/RecentLibraries.h"

#include <QDir>
#include <QFileInfo>

namespace kernelcast::ui {

namespace {

// One spelling of a path: the command line may name a library from where it stands.
QString absolute(const QString& path) {
  return path.isEmpty() ? path : QDir::cleanPath(QFileInfo(path).absoluteFilePath());
}

}  // namespace

QStringList recentWith(const QStringList& paths, const QString& path) {
  QStringList list = paths;
  list.removeAll(absolute(path));
  list.prepend(absolute(path));
  return list.mid(0, kMostRecent);
}

RecentLibraries::RecentLibraries(Settings& settings, QObject* parent) : QObject(parent), settings_(settings) {
  connect(&settings_, &Settings::changed, this, [this](Setting setting) {
    if (setting == Setting::RecentLibraries) emit changed();
  });
}

void RecentLibraries::add(const QString& path) {
  settings_.setValue(Setting::RecentLibraries, recentWith(paths(), path));
}

void RecentLibraries::remove(const QString& path) {
  QStringList list = paths();
  list.removeAll(path);
  settings_.setValue(Setting::RecentLibraries, list);
}

QStringList RecentLibraries::paths() const {
  return settings_.value(Setting::RecentLibraries).toStringList().mid(0, kMostRecent);
}

std::vector<RecentLibrary> RecentLibraries::look(const QString& without) const {
  std::vector<RecentLibrary> found;
  for (const QString& path : paths()) {
    if (path != absolute(without)) found.push_back({path, !QFileInfo::exists(path)});
  }
  return found;
}

QString missingSentence(const QString& path) {
  return QStringLiteral(
             "%1 is not there: it was moved or deleted, or it is on a disk that is not connected now.")
      .arg(QDir::toNativeSeparators(path));
}

StartLibrary startLibrary(const Settings& settings, const QString& defaultPath) {
  const QString wanted = settings.value(Setting::StartLibrary).toString();
  if (wanted == QStringLiteral("ask")) return {};
  if (wanted == QStringLiteral("default")) return {defaultPath, {}};
  const QString last = settings.value(Setting::RecentLibraries).toStringList().value(0);
  if (last.isEmpty()) return {defaultPath, {}};
  if (QFileInfo::exists(last)) return {last, {}};
  return {defaultPath, missingSentence(last) + QStringLiteral(" The default library is open instead.")};
}

}  // namespace kernelcast::ui
