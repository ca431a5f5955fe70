// What became of the candidates, stage by stage: a bar for each, clicked to filter to its rows.
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "core/analysis/funnel.h"

namespace kernelcast::ui {

class FunnelBars : public QWidget {
  Q_OBJECT

 public:
  explicit FunnelBars(QWidget* parent = nullptr);
  // `chosen`: filter of the stage whose rows are shown; empty where none is.
  void setStages(std::vector<analysis::FunnelStage> stages, const std::string& chosen = {});
  [[nodiscard]] QString summary() const { return summary_; }
  [[nodiscard]] QRectF rowRect(std::size_t stage) const;
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

 signals:
  // Key of core/domain/row_filter; empty: all rows.
  void stageClicked(const QString& filter);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool event(QEvent* event) override;

 private:
  [[nodiscard]] bool isChosen(const analysis::FunnelStage& stage) const;
  void setCursorTo(int stage);
  [[nodiscard]] int stageAt(QPointF position) const;
  void click(int stage);

  std::vector<analysis::FunnelStage> stages_;
  std::string chosen_;
  int cursor_ = -1;
  QString summary_;
};

}  // namespace kernelcast::ui
