// What the marks of a scatter mean and how many there are, on one line whatever its width: the less room, the
// fewer words. A tooltip says each in full.
#pragma once

#include <QWidget>
#include <array>

#include "ui/charts/ScatterData.h"

namespace kernelcast::ui {

class ElidedLabel;
class LegendLabel;

class ScatterLegend : public QWidget {
  Q_OBJECT

 public:
  explicit ScatterLegend(QWidget* parent = nullptr);

  void setContent(const ScatterData& content);
  // At the right, in the place of what the ground means; empty: none.
  void setNote(const QString& note);
  [[nodiscard]] QString note() const { return note_; }

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  // In the order in which they are tried.
  enum class Words { Ground, Full, Short, Counts };
  static constexpr std::array kWords{Words::Ground, Words::Full, Words::Short, Words::Counts};

  [[nodiscard]] QString text(Outcome outcome, Words words) const;
  [[nodiscard]] bool isNeeded(Outcome outcome) const;
  [[nodiscard]] int widthOf(Words words) const;
  void arrange();

  std::array<int, kOutcomes.size()> counts_{};
  int points_ = 0;
  bool hasGround_ = false;
  QString note_;
  std::array<LegendLabel*, kOutcomes.size()> outcomes_{};
  std::array<LegendLabel*, 2> ground_{};  // the diagonal, and what lies around it
  ElidedLabel* noteLabel_ = nullptr;
};

}  // namespace kernelcast::ui
