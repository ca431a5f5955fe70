// Benchmark cases by kernels: the speedup of every case as a colour and a number, so that a kernel that wins
// two cases and loses two is seen. Kernels from top to bottom by their speedup over all cases, failures last.
//
// Only what is in view is drawn, so thousands of kernels scroll as a few do.
#pragma once

#include <QAbstractScrollArea>
#include <optional>
#include <utility>

#include "ui/models/CasesContent.h"

namespace kernelcast::ui {

class CasesHeatMap : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit CasesHeatMap(QWidget* parent = nullptr);

  void setContent(CasesContent content);
  // Instead of a grid, such as an error; empty: what the content has to say.
  void setMessage(const QString& message);
  // Marks the kernel of a row and brings it into view; -1, or one that is not there: none. Emits nothing.
  void setCurrentRow(int row);

  [[nodiscard]] const CasesContent& content() const { return content_; }
  [[nodiscard]] int currentKernel() const { return kernel_; }
  [[nodiscard]] QString summary() const { return casesSummary(content_); }
  // Viewport pixels, wherever it is scrolled to.
  [[nodiscard]] QRectF cellRect(int kernel, int column) const;
  // Slower than the reference, like it, faster: from one colour over the chart's grid to another.
  [[nodiscard]] QColor colourOf(double speedup) const;
  [[nodiscard]] QSize sizeHint() const override { return {480, 320}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {240, 160}; }

 signals:
  void rowActivated(int row);  // after the mouse or key event

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  struct Cell {
    int kernel = 0;
    int column = -1;  // -1: the kernel as a whole
  };
  struct Layout {
    double header = 0;  // height of the names of cases, on one line or two
    double names = 0;   // width of the names of kernels
    double whole = 0;   // width of the speedups over all cases
    double cell = 0;    // width
    double row = 0;     // height
    double legend = 0;
  };

  [[nodiscard]] std::optional<Cell> cellAt(QPointF at) const;
  [[nodiscard]] bool isEmpty() const;
  void arrange();
  void select(int kernel);
  void reveal();
  void describe();
  void paintRow(QPainter& painter, int kernel, double top) const;
  void paintCell(QPainter& painter, int kernel, int column, const QRectF& rect) const;
  void paintCursor(QPainter& painter) const;
  void paintHeader(QPainter& painter) const;
  void paintLegend(QPainter& painter) const;

  CasesContent content_;
  QString message_;
  Layout layout_;
  double colourEnd_ = 1;
  int currentRow_ = -1;
  int kernel_ = -1;  // of the current row
  int column_ = 0;   // of the keyboard
  bool cursorShown_ = false;
};

}  // namespace kernelcast::ui
