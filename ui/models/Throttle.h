// Lets through at most one call in an interval, and never loses the last one.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace kernelcast::ui {

class Throttle : public QObject {
  Q_OBJECT

 public:
  explicit Throttle(int intervalMs, QObject* parent = nullptr);
  // The first call fires at once, those that follow within the interval together at its end.
  void trigger();

 signals:
  void fired();

 private:
  void fire();

  QElapsedTimer sinceLast_;
  QTimer pending_;
  int intervalMs_;
};

}  // namespace kernelcast::ui
