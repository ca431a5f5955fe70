// Predicted speed class by measured speed class: counts as a heat map, coloured by outcome and strength.
#pragma once

#include <QWidget>
#include <array>
#include <optional>
#include <utility>

#include "core/domain/outcome.h"

namespace kernelcast::ui {

class ConfusionMatrix : public QWidget {
  Q_OBJECT

 public:
  // counts[predicted - 1][measured - 1], as in stats::SessionScores.
  using Counts = std::array<std::array<int, kBinCount>, kBinCount>;
  using Cell = std::pair<int, int>;  // predicted, measured, 1..8

  explicit ConfusionMatrix(QWidget* parent = nullptr);

  void setCounts(const Counts& counts, BinRule rule);
  // The cell whose rows are shown elsewhere; none to mark nothing.
  void setSelectedCell(std::optional<Cell> cell);
  [[nodiscard]] std::optional<Cell> selectedCell() const { return selected_; }

  [[nodiscard]] QString summary() const { return summary_; }
  [[nodiscard]] QRectF cellRect(int predicted, int measured) const;
  [[nodiscard]] QSize sizeHint() const override { return {280, 300}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {180, 200}; }
  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override;

 signals:
  // After the mouse or key event. Empty cells are not clicked.
  void cellClicked(int predicted, int measured);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool event(QEvent* event) override;

 private:
  [[nodiscard]] int count(Cell cell) const;
  [[nodiscard]] std::optional<Cell> cellAt(QPointF position) const;
  [[nodiscard]] QString cellText(Cell cell) const;
  void click(Cell cell);

  Counts counts_{};
  BinRule rule_ = BinRule::Prompt;
  int total_ = 0;
  int largest_ = 0;
  std::optional<Cell> selected_;
  Cell cursor_{4, 4};  // of the keyboard
  bool cursorShown_ = false;
  QString summary_;
};

}  // namespace kernelcast::ui
