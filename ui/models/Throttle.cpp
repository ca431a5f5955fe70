#include "ui/models/Throttle.h"

namespace kernelcast::ui {

Throttle::Throttle(int intervalMs, QObject* parent)
    : QObject(parent), pending_(this), intervalMs_(intervalMs) {
  pending_.setSingleShot(true);
  pending_.setTimerType(Qt::PreciseTimer);
  connect(&pending_, &QTimer::timeout, this, &Throttle::fire);
}

void Throttle::trigger() {
  if (pending_.isActive()) return;
  const qint64 elapsed = sinceLast_.isValid() ? sinceLast_.elapsed() : intervalMs_;
  if (elapsed >= intervalMs_) fire();
  else pending_.start(static_cast<int>(intervalMs_ - elapsed));
}

void Throttle::fire() {
  sinceLast_.start();
  emit fired();
}

}  // namespace kernelcast::ui
