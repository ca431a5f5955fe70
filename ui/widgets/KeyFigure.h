// A number that a page leads with: large value, small caption with what it stands on, technical word in the
// tooltip.
#pragma once

#include <QWidget>

class QLabel;

namespace kernelcast::ui {

class KeyFigure : public QWidget {
  Q_OBJECT

 public:
  explicit KeyFigure(QWidget* parent = nullptr);
  // caption says what it is and its n: "rank agreement, mean of 4 tasks". sentence: one, with the formula's
  // source, and below it lines of their own.
  KeyFigure(const QString& value, const QString& caption, const QString& technical = {},
            const QString& sentence = {}, QWidget* parent = nullptr);

  void setFigure(const QString& value, const QString& caption, const QString& technical = {},
                 const QString& sentence = {});
  [[nodiscard]] QString value() const;
  [[nodiscard]] QString caption() const;

 private:
  QLabel* value_ = nullptr;
  QLabel* caption_ = nullptr;
};

}  // namespace kernelcast::ui
