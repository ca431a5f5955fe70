// Something to know, said where it happened instead of in a box that stops everything.
#pragma once

#include <QFrame>
#include <functional>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace kernelcast::ui {

class InlineMessage : public QFrame {
  Q_OBJECT

 public:
  enum class Tone { Note, Success, Error };

  explicit InlineMessage(QWidget* parent = nullptr);

  // Replaces what it said before, with its buttons. Plain text, whatever it holds.
  void show(Tone tone, const QString& text);
  // A button beside the text; the message closes when it is pressed.
  QPushButton* addAction(const QString& name, const QString& toolTip, std::function<void()> action);
  void dismiss();
  [[nodiscard]] QString text() const;
  [[nodiscard]] Tone tone() const { return tone_; }

 signals:
  void dismissed();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Tone tone_ = Tone::Note;
  QLabel* text_ = nullptr;
  QHBoxLayout* buttons_ = nullptr;
};

}  // namespace kernelcast::ui
