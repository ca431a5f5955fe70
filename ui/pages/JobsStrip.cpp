#include "ui/pages/JobsStrip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <cmath>

#include "ui/models/ProgressText.h"
#include "ui/models/SearchJob.h"
#include "ui/widgets/ElidedLabel.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

JobsStrip::JobsStrip(QWidget* parent) : QWidget(parent) {
  setAccessibleName(QStringLiteral("Running search"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(16, 6, 12, 6);
  row->setSpacing(12);
  title_ = new QLabel(this);
  title_->setTextFormat(Qt::PlainText);
  title_->setProperty("role", "section");
  bar_ = new QProgressBar(this);
  bar_->setRange(0, 1000);
  bar_->setTextVisible(false);
  bar_->setFixedWidth(120);
  bar_->setAccessibleName(QStringLiteral("Progress of the search"));
  text_ = new ElidedLabel({}, this);
  time_ = new QLabel(this);
  time_->setTextFormat(Qt::PlainText);
  time_->setProperty("role", "muted");
  pause_ = new QPushButton(this);
  stop_ = new QPushButton(QStringLiteral("Stop"), this);
  stop_->setToolTip(
      QStringLiteral("Ends the search now; what is in flight is cancelled, what was committed is kept"));
  row->addWidget(title_);
  row->addWidget(bar_);
  row->addWidget(text_, 1);
  row->addWidget(time_);
  row->addWidget(pause_);
  row->addWidget(stop_);
  connect(pause_, &QPushButton::clicked, this, [this] {
    if (job_ == nullptr) return;
    if (job_->isPaused()) job_->unpause();
    else job_->pause();
  });
  connect(stop_, &QPushButton::clicked, this, [this] {
    if (job_ != nullptr) job_->stop();
  });
  hide();
}

void JobsStrip::setJob(SearchJob* job, const QString& title) {
  if (job_ != nullptr) job_->disconnect(this);
  job_ = job;
  setVisible(job_ != nullptr);
  if (job_ == nullptr) return;
  title_->setText(title);
  connect(job_, &SearchJob::progressed, this, &JobsStrip::showProgress);
  connect(job_, &QObject::destroyed, this, [this] {
    job_ = nullptr;
    hide();
  });
  showProgress();
}

QString JobsStrip::text() const { return text_->fullText(); }

void JobsStrip::showProgress() {
  const search::SearchProgress& progress = job_->progress();
  const bool begun = !progress.session.empty();
  bar_->setValue(static_cast<int>(std::lround(progressShare(progress) * 1000)));
  QString words = begun ? stepText(progress) + QStringLiteral(" · ") + progressText(progress)
                        : QStringLiteral("starting");
  if (job_->isStopping()) words = QStringLiteral("stopping · ") + words;
  else if (job_->isPaused()) words = QStringLiteral("paused · ") + words;
  text_->setFullText(words);
  time_->setText(begun ? timeText(progress) : QString());
  pause_->setText(job_->isPaused() ? QStringLiteral("Resume") : QStringLiteral("Pause"));
  pause_->setToolTip(job_->isPaused() ? QStringLiteral("Goes on where it was")
                                      : QStringLiteral("Asks for nothing more; calls in flight finish"));
  pause_->setEnabled(begun && job_->isActive() && !job_->isStopping());
  stop_->setEnabled(begun && job_->isActive() && !job_->isStopping());
}

void JobsStrip::paintEvent(QPaintEvent* /*event*/) {
  const Theme& theme = Theme::instance();
  QPainter painter(this);
  painter.fillRect(rect(), theme.colour(ColourRole::Panel));
  painter.fillRect(QRect(0, 0, width(), 1), theme.colour(ColourRole::Line));
}

}  // namespace kernelcast::ui
