// A one-line label that gives way: too long a text loses its middle, where kernel names are most alike last,
// and the whole of it stands in the tooltip.
#pragma once

#include <QLabel>

namespace kernelcast::ui {

class ElidedLabel : public QLabel {
  Q_OBJECT

 public:
  explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr);

  void setFullText(const QString& text);
  [[nodiscard]] QString fullText() const { return full_; }
  [[nodiscard]] bool isElided() const { return text() != full_; }

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void elide();

  QString full_;
};

}  // namespace kernelcast::ui
