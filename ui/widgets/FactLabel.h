// A sentence, wrapped, that may lead to where its fact can be seen.
#pragma once

#include <QLabel>

namespace kernelcast::ui {

class FactLabel : public QLabel {
  Q_OBJECT

 public:
  explicit FactLabel(QWidget* parent = nullptr);
  // Plain text. `linked`: clicking, Enter and Space ask for it to be followed.
  void setFact(const QString& sentence, bool linked, const QString& toolTip = {});

 signals:
  void followed();

 protected:
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  bool linked_ = false;
};

}  // namespace kernelcast::ui
