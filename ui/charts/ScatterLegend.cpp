#include "ui/charts/ScatterLegend.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

#include "core/domain/number_format.h"
#include "ui/charts/ChartStyle.h"
#include "ui/charts/LegendLabel.h"
#include "ui/widgets/ElidedLabel.h"
#include "ui/widgets/Theme.h"
#include "ui/widgets/ToQString.h"

namespace kernelcast::ui {

namespace {

constexpr int kGap = 14;

// Of kOutcomes, where a title is too long.
constexpr std::array<const char*, kOutcomes.size()> kShortTitles{"right", "off by 1", "off by 2+", "failed",
                                                                 "open"};

void drawIdentityMark(QPainter& painter, const QRectF& square) {
  painter.setRenderHint(QPainter::Antialiasing);
  QPen pen = chartstyle::referencePen();
  pen.setDashPattern({3, 2});
  painter.setPen(pen);
  painter.drawLine(square.bottomLeft(), square.topRight());
}

void drawClassMark(QPainter& painter, const QRectF& square) {
  const Theme& theme = Theme::instance();
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(theme.tint(Tint::ClassEdge));
  painter.setBrush(theme.tint(Tint::ClassSquare));
  painter.drawRect(square.adjusted(0, 0, -1, -1));
}

}  // namespace

ScatterLegend::ScatterLegend(QWidget* parent) : QWidget(parent) {
  for (const OutcomeInfo& info : kOutcomes) {
    outcomes_[static_cast<std::size_t>(info.outcome)] = new LegendLabel(info.outcome, {}, this);
  }
  ground_ = {new LegendLabel(drawIdentityMark, QStringLiteral("forecast = measured"), this),
             new LegendLabel(drawClassMark, {}, this)};
  noteLabel_ = new ElidedLabel({}, this);
  noteLabel_->setProperty("role", "muted");
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ScatterLegend::setContent(const ScatterData& content) {
  counts_ = content.outcomes;
  points_ = static_cast<int>(content.points.size());
  hasGround_ = content.inPlot > 0;
  ground_[1]->setText(content.quantity == ScatterQuantity::Speedup ? QStringLiteral("same speed class")
                                                                   : QStringLiteral("within a factor of 2"));
  updateGeometry();
  arrange();
}

void ScatterLegend::setNote(const QString& note) {
  if (note == note_) return;
  note_ = note;
  noteLabel_->setFullText(note);
  updateGeometry();
  arrange();
}

QString ScatterLegend::text(Outcome outcome, Words words) const {
  const auto index = static_cast<std::size_t>(outcome);
  QString count = toQString(formatCount(counts_.at(index)));
  switch (words) {
    case Words::Counts: return count;
    case Words::Short: return QString::fromLatin1(kShortTitles.at(index)) + QStringLiteral(", ") + count;
    case Words::Full:
    case Words::Ground: break;
  }
  return toQString(kOutcomes.at(index).title) + QStringLiteral(", ") + count;
}

bool ScatterLegend::isNeeded(Outcome outcome) const {
  // A missing outcome of the three says something; nothing failed or open needs no words.
  const bool always = outcome != Outcome::Failed && outcome != Outcome::Open;
  return counts_.at(static_cast<std::size_t>(outcome)) > 0 || (always && points_ > 0);
}

int ScatterLegend::widthOf(Words words) const {
  int width = 0;
  for (const OutcomeInfo& info : kOutcomes) {
    if (isNeeded(info.outcome)) width += LegendLabel::widthOf(text(info.outcome, words), font()) + kGap;
  }
  if (words == Words::Ground && hasGround_) {
    for (const LegendLabel* label : ground_) width += label->sizeHint().width() + kGap;
  }
  return std::max(0, width - kGap);
}

QSize ScatterLegend::sizeHint() const {
  return {widthOf(Words::Ground),
          std::max(outcomes_[0]->sizeHint().height(), noteLabel_->sizeHint().height())};
}

QSize ScatterLegend::minimumSizeHint() const { return {widthOf(Words::Counts), sizeHint().height()}; }

void ScatterLegend::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

void ScatterLegend::arrange() {
  const int noteWidth = note_.isEmpty() ? 0 : noteLabel_->sizeHint().width() + kGap;
  const auto fitting = std::find_if(kWords.begin(), kWords.end(), [&](Words words) {
    return (words != Words::Ground || note_.isEmpty()) && widthOf(words) + noteWidth <= width();
  });
  const Words words = fitting == kWords.end() ? kWords.back() : *fitting;
  int left = 0;
  const auto put = [&](LegendLabel* label, bool shown) {
    label->setVisible(shown);
    if (!shown) return;
    label->setGeometry(left, 0, label->sizeHint().width(), height());
    left += label->sizeHint().width() + kGap;
  };
  for (const OutcomeInfo& info : kOutcomes) {
    LegendLabel* label = outcomes_[static_cast<std::size_t>(info.outcome)];
    const QString full = text(info.outcome, Words::Full);
    label->setText(text(info.outcome, words));
    label->setAccessibleName(full);
    label->setToolTip(full);
    put(label, isNeeded(info.outcome));
  }
  for (LegendLabel* label : ground_) put(label, hasGround_ && words == Words::Ground);
  noteLabel_->setVisible(!note_.isEmpty() && left < width());
  noteLabel_->setGeometry(left, 0, std::max(0, width() - left), height());
}

}  // namespace kernelcast::ui
