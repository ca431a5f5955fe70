// A library without sessions, and how to fill it; why a library could not be opened; or which one is wanted.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/models/RecentLibraries.h"

class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace kernelcast::ui {

class WelcomePage : public QWidget {
  Q_OBJECT

 public:
  explicit WelcomePage(QWidget* parent = nullptr);

  void showLoading();
  void showEmpty(const QString& libraryPath);
  void showError(const QString& libraryPath, const QString& sentence);
  // No library is open, as the preferences want it.
  void showChoice(const QString& defaultPath);
  // Below, in any of these states; none: no list.
  void showRecent(const std::vector<RecentLibrary>& libraries);
  [[nodiscard]] QPushButton* openSample() const { return openSample_; }
  [[nodiscard]] QPushButton* openDefault() const { return default_; }
  [[nodiscard]] QString hint() const;

 signals:
  void openSampleRequested();
  void importRequested();
  void libraryRequested();  // another one
  void retryRequested();
  void defaultRequested();
  void recentChosen(const QString& path);
  void recentUnwanted(const QString& path);  // to be taken from the list

 private:
  QWidget* recentRow(const RecentLibrary& library);

  QLabel* title_ = nullptr;
  QLabel* hint_ = nullptr;
  QLabel* path_ = nullptr;
  QPushButton* openSample_ = nullptr;
  QPushButton* import_ = nullptr;
  QPushButton* library_ = nullptr;
  QPushButton* retry_ = nullptr;
  QPushButton* default_ = nullptr;
  QWidget* recent_ = nullptr;  // title and list
  QVBoxLayout* recentRows_ = nullptr;
  QScrollArea* recentScroll_ = nullptr;
};

}  // namespace kernelcast::ui
