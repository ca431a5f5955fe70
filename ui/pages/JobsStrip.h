// The bottom line: the search that runs, how far it is, and the buttons that hold it up.
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace kernelcast::ui {

class ElidedLabel;
class SearchJob;

class JobsStrip : public QWidget {
  Q_OBJECT

 public:
  explicit JobsStrip(QWidget* parent = nullptr);

  // Shown while there is a job; null hides it. Follows the job's signals.
  void setJob(SearchJob* job, const QString& title);
  [[nodiscard]] QString text() const;
  [[nodiscard]] QPushButton* pauseButton() const { return pause_; }
  [[nodiscard]] QPushButton* stopButton() const { return stop_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void showProgress();

  SearchJob* job_ = nullptr;
  QLabel* title_ = nullptr;
  QProgressBar* bar_ = nullptr;
  ElidedLabel* text_ = nullptr;
  QLabel* time_ = nullptr;
  QPushButton* pause_ = nullptr;
  QPushButton* stop_ = nullptr;
};

}  // namespace kernelcast::ui
