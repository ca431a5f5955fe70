// The tree of kernels, painted in one go: coloured by speedup, sized by children, the best path drawn
// strongly.
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "core/domain/session.h"
#include "ui/models/LineageLayout.h"

namespace kernelcast::ui {

class LineageView : public QWidget {
  Q_OBJECT

 public:
  explicit LineageView(QWidget* parent = nullptr);

  // `visible`: rows that pass the filter, ascending; the others are drawn pale.
  void setTree(std::shared_ptr<const SessionTable> table, std::shared_ptr<const LineageLayout> layout,
               std::vector<int> visible);
  void setCurrentRow(int row);
  void fit();       // the whole tree
  void showBest();  // the best kernel of the current row's task, or of the first
  [[nodiscard]] QString summary() const { return summary_; }
  [[nodiscard]] QPointF pointOf(int row) const;  // where it is drawn; may be outside
  [[nodiscard]] QSize sizeHint() const override { return {600, 400}; }

 signals:
  void rowClicked(int row);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  [[nodiscard]] QPointF place(const LineageNode& node) const;
  [[nodiscard]] double radiusOf(const LineageNode& node) const;
  [[nodiscard]] int nodeAt(QPointF position) const;
  [[nodiscard]] int nodeOf(int row) const;
  [[nodiscard]] QString textOf(const LineageNode& node) const;
  [[nodiscard]] QColor colourOf(const CandidateRow& row) const;
  [[nodiscard]] bool isVisibleRow(int row) const;
  void zoom(double factor, QPointF centre);
  void reveal(QPointF position);
  void step(int key);
  void paintEdges(QPainter& painter) const;
  [[nodiscard]] std::vector<int> paintedNodes() const;  // indices, in the order of painting
  void paintNodes(QPainter& painter) const;
  void paintLegend(QPainter& painter) const;

  std::shared_ptr<const SessionTable> table_;
  std::shared_ptr<const LineageLayout> layout_;
  std::vector<int> visible_;
  std::vector<int> nodeOfRow_;  // by row; -1: another row stands for the candidate
  int current_ = -1;
  QPointF origin_{0, 0};  // of generation 0, row 0
  double stepX_ = 90;     // pixels from one generation to the next
  double stepY_ = 22;     // and from one leaf to the next
  bool fitted_ = true;    // follows the widget's size until one zooms or pans
  QPointF pressed_;
  bool dragging_ = false;
  QString summary_;
};

}  // namespace kernelcast::ui
