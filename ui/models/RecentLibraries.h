// Libraries that were opened, newest first, and which of them a start opens.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "ui/models/Settings.h"

namespace kernelcast::ui {

inline constexpr int kMostRecent = 10;

// The list once `path` was opened: first, once, as an absolute path; the oldest give way.
QStringList recentWith(const QStringList& paths, const QString& path);

struct RecentLibrary {
  QString path;
  bool missing = false;  // no file is there now
};

class RecentLibraries : public QObject {
  Q_OBJECT

 public:
  explicit RecentLibraries(Settings& settings, QObject* parent = nullptr);

  void add(const QString& path);
  // Only a person takes one away: a file that is missing may be on a disk that comes back.
  void remove(const QString& path);
  [[nodiscard]] QStringList paths() const;
  // With a look at each file, except for `without`.
  [[nodiscard]] std::vector<RecentLibrary> look(const QString& without = {}) const;

 signals:
  void changed();

 private:
  Settings& settings_;
};

// What is missing, and what that may mean: a sentence.
QString missingSentence(const QString& path);

struct StartLibrary {
  QString path;  // empty: ask
  QString note;  // why it is not the one that was wanted; empty where it is
};
// By Setting::StartLibrary, where none is named on the command line.
StartLibrary startLibrary(const Settings& settings, const QString& defaultPath);

}  // namespace kernelcast::ui
