// Best measured speedup so far against the GPU evaluations that were spent, as step lines with their names
// beside them.
#pragma once

#include <QPen>
#include <QString>
#include <QStringList>
#include <QWidget>
#include <vector>

namespace kernelcast::ui {

struct BestLine {
  struct Step {
    int evaluations = 0;
    double speedup = 0;
    int row = -1;  // to select when it is clicked; -1: of another session
    QString name;  // of the kernel
  };
  QString label;            // beside its end: task, and device where it must be said
  QString task;             // lines of one task share their dashes
  QString session;          // of another session its name; empty: this one, drawn in front
  int evaluations = 0;      // where the line ends
  std::vector<Step> steps;  // one for each improvement, evaluations rising
  [[nodiscard]] bool ofOther() const { return !session.isEmpty(); }
};

class BestSoFarChart : public QWidget {
  Q_OBJECT

 public:
  explicit BestSoFarChart(QWidget* parent = nullptr);
  void setLines(std::vector<BestLine> lines);
  [[nodiscard]] QString summary() const { return summary_; }
  // Where a step's corner is drawn.
  [[nodiscard]] QPointF pointOf(std::size_t line, std::size_t step) const;
  [[nodiscard]] QSize sizeHint() const override { return {520, 190}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {240, 160}; }

 signals:
  void rowClicked(int row);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Corner {
    std::size_t line = 0;
    std::size_t step = 0;
  };
  [[nodiscard]] QRectF plot() const;
  [[nodiscard]] double x(double evaluations) const;
  [[nodiscard]] double y(double speedup) const;
  [[nodiscard]] std::vector<Corner> corners() const;  // of this session, then of others
  [[nodiscard]] int nearest(QPointF position) const;  // index into corners(), -1 where none is near
  [[nodiscard]] QPen penOf(const BestLine& line) const;
  void pick(const Corner& corner);
  [[nodiscard]] QString textOf(const Corner& corner) const;
  void paintAxes(QPainter& painter) const;
  void paintLine(QPainter& painter, std::size_t index) const;
  void paintLabels(QPainter& painter) const;

  std::vector<BestLine> lines_;
  QStringList tasks_;  // in the order of their dashes
  int most_ = 1;
  double low_ = -1;  // log2
  double high_ = 1;
  int cursor_ = -1;  // of the keyboard, index into corners()
  QString summary_;
};

}  // namespace kernelcast::ui
