// A mark with its words, "● right speed class, 16", for rows of direct labels above a chart.
#pragma once

#include <QFont>
#include <QWidget>
#include <functional>

#include "core/domain/outcome.h"

namespace kernelcast::ui {

class LegendLabel : public QWidget {
  Q_OBJECT

 public:
  // Draws the mark into a square; called again when the theme changes, so it asks the theme for its colours.
  using Mark = std::function<void(QPainter&, const QRectF&)>;

  explicit LegendLabel(Mark mark, const QString& text = {}, QWidget* parent = nullptr);
  explicit LegendLabel(Outcome outcome, const QString& text = {}, QWidget* parent = nullptr);

  void setText(const QString& text);
  [[nodiscard]] QString text() const { return text_; }
  [[nodiscard]] QSize sizeHint() const override;
  // What a label with these words would take.
  [[nodiscard]] static int widthOf(const QString& text, const QFont& font);
  [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Mark mark_;
  QString text_;
};

}  // namespace kernelcast::ui
