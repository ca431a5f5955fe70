#include "ui/models/ProgressText.h"

#include <QStringList>
#include <algorithm>

#include "core/domain/number_format.h"
#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

QString bestText(const search::BestSoFar& best) {
  return QStringLiteral("#%1 ").arg(best.candidate) + oneLine(best.name);
}

QString sentence(QString text) {
  if (text.isEmpty()) return text;
  text[0] = text[0].toUpper();
  return text.endsWith(u'.') ? text : text + u'.';
}

}  // namespace

QString stepText(const search::SearchProgress& progress) {
  // Completed steps are counted; the one that runs is the next.
  const bool running = progress.state == SessionState::Running || progress.state == SessionState::Paused;
  const int step = std::min(progress.step + (running ? 1 : 0), std::max(progress.steps, 1));
  return QStringLiteral("step %1 of %2").arg(step).arg(progress.steps);
}

QString progressText(const search::SearchProgress& progress) {
  QStringList parts;
  if (progress.recorded > 0) {
    parts << QStringLiteral("reached %1 of %2").arg(progress.reached).arg(progress.recorded);
  }
  parts << QStringLiteral("%1 measured").arg(progress.counts.measured);
  if (progress.best.candidate > 0) {
    parts << QStringLiteral("best %1 (%2)")
                 .arg(plainText(formatSpeedup(progress.best.speedup)), bestText(progress.best));
  }
  if (progress.inFlight > 0) parts << QStringLiteral("%1 in flight").arg(progress.inFlight);
  return parts.join(QStringLiteral(" · "));
}

QString timeText(const search::SearchProgress& progress) {
  QString text = plainText(formatDuration(progress.elapsedSeconds));
  if (progress.etaSeconds && progress.state == SessionState::Running) {
    text += QStringLiteral(", about %1 left").arg(plainText(formatDuration(*progress.etaSeconds)));
  }
  return text;
}

double progressShare(const search::SearchProgress& progress) {
  const double done = progress.recorded > 0 ? progress.reached : progress.step;
  const double of = progress.recorded > 0 ? progress.recorded : progress.steps;
  return of > 0 ? std::clamp(done / of, 0.0, 1.0) : 0;
}

QString outcomeText(const search::SearchProgress& progress, const std::optional<Error>& error) {
  if (error) return sentence(plainText(error->message)) + QStringLiteral(" What was committed is kept.");
  QString text =
      sentence(progress.reason.empty() ? plainText(info(progress.state).title) : oneLine(progress.reason));
  if (progress.best.candidate > 0) {
    text += QStringLiteral(" Best: %1 %2.")
                .arg(bestText(progress.best), plainText(formatSpeedup(progress.best.speedup)));
  } else {
    text += QStringLiteral(" No kernel was measured to work.");
  }
  return text;
}

}  // namespace kernelcast::ui
