// The open session's name, what it ran on, and the rule that turns speedups into classes.
#pragma once

#include <QWidget>
#include <array>

class QButtonGroup;
class QLabel;

namespace kernelcast::ui {

class ElidedLabel;
class Selection;
class Settings;

class SessionHeader : public QWidget {
  Q_OBJECT

 public:
  SessionHeader(Selection& selection, Settings& settings, QWidget* parent = nullptr);

 private:
  void showSession();

  Selection& selection_;
  ElidedLabel* name_ = nullptr;
  ElidedLabel* origin_ = nullptr;
  QButtonGroup* rules_ = nullptr;
};

}  // namespace kernelcast::ui
