// A library without sessions, and how to fill it; or why a library could not be opened.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace kernelcast::ui {

class WelcomePage : public QWidget {
  Q_OBJECT

 public:
  explicit WelcomePage(QWidget* parent = nullptr);

  void showLoading();
  void showEmpty(const QString& libraryPath);
  void showError(const QString& libraryPath, const QString& sentence);
  [[nodiscard]] QPushButton* openSample() const { return openSample_; }
  [[nodiscard]] QString hint() const;

 signals:
  void openSampleRequested();
  void importRequested();
  void libraryRequested();  // another one
  void retryRequested();

 private:
  QLabel* title_ = nullptr;
  QLabel* hint_ = nullptr;
  QLabel* path_ = nullptr;
  QPushButton* openSample_ = nullptr;
  QPushButton* import_ = nullptr;
  QPushButton* library_ = nullptr;
  QPushButton* retry_ = nullptr;
};

}  // namespace kernelcast::ui
