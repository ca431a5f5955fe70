// How often a forecast's named class is right, by how sure it was of it: a dot for each group of ten with its
// n beside it, what chance alone would do behind it, bars of the counts below.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

namespace kernelcast::ui {

struct ReliabilityDot {
  int group = 0;   // 1..10
  double low = 0;  // bounds of the stated probability
  double high = 0;
  double meanConfidence = 0;
  double accuracy = 0;
  int n = 0;
  // Where it would stand nine times in ten if the stated probabilities were true.
  double chanceLow = 0;
  double chanceHigh = 0;
};

class ReliabilityChart : public QWidget {
  Q_OBJECT

 public:
  // Below this many forecasts a group is drawn pale and joined to nothing.
  static constexpr int kTrend = 5;

  explicit ReliabilityChart(QWidget* parent = nullptr);
  void setDots(std::vector<ReliabilityDot> dots, std::optional<int> selectedGroup);
  [[nodiscard]] QString summary() const { return summary_; }
  [[nodiscard]] QPointF centreOf(int group) const;  // of its dot; null where it is empty
  [[nodiscard]] QSize sizeHint() const override { return {420, 360}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {260, 260}; }

 signals:
  void groupClicked(int group);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool event(QEvent* event) override;

 private:
  [[nodiscard]] QRectF plot() const;
  [[nodiscard]] QRectF countStrip() const;
  [[nodiscard]] QPointF at(double confidence, double accuracy) const;
  [[nodiscard]] double radiusOf(int n) const;
  [[nodiscard]] int groupAt(QPointF position) const;  // 0 where there is none
  [[nodiscard]] QString textOf(const ReliabilityDot& dot) const;
  void paintAxes(QPainter& painter) const;
  void paintCounts(QPainter& painter) const;
  void paintChance(QPainter& painter) const;
  void paintDots(QPainter& painter) const;
  void paintNumbers(QPainter& painter) const;

  std::vector<ReliabilityDot> dots_;
  std::optional<int> selected_;
  int total_ = 0;
  int largest_ = 1;
  int cursor_ = -1;  // of the keyboard, index into dots_
  QString summary_;
};

}  // namespace kernelcast::ui
