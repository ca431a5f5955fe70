#include "ui/charts/FunnelBars.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "core/domain/number_format.h"
#include "ui/widgets/Theme.h"
#include "ui/widgets/ToQString.h"

namespace kernelcast::ui {

namespace {

constexpr int kRow = 25;
constexpr int kNames = 82;
constexpr int kCounts = 92;

}  // namespace

FunnelBars::FunnelBars(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(QStringLiteral("What became of the candidates"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void FunnelBars::setStages(std::vector<analysis::FunnelStage> stages, const std::string& chosen) {
  stages_ = std::move(stages);
  chosen_ = chosen;
  cursor_ = std::min(cursor_, static_cast<int>(stages_.size()) - 1);
  QStringList words;
  for (const analysis::FunnelStage& stage : stages_) {
    words << toQString(stage.title) + u' ' +
                 (stage.count ? toQString(formatCount(*stage.count)) : QStringLiteral("not applicable")) +
                 (isChosen(stage) ? QStringLiteral(" (shown)") : QString());
  }
  summary_ = words.join(QStringLiteral(", ")) + u'.';
  setAccessibleDescription(summary_);
  updateGeometry();
  update();
}

QSize FunnelBars::sizeHint() const { return {320, std::max(1, static_cast<int>(stages_.size())) * kRow}; }

QRectF FunnelBars::rowRect(std::size_t stage) const {
  return {0, static_cast<double>(stage) * kRow, static_cast<double>(width()), kRow};
}

int FunnelBars::stageAt(QPointF position) const {
  const int stage = static_cast<int>(position.y()) / kRow;
  return position.y() >= 0 && stage < static_cast<int>(stages_.size()) ? stage : -1;
}

void FunnelBars::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  int most = 1;
  for (const analysis::FunnelStage& stage : stages_) most = std::max(most, stage.count.value_or(0));
  const double room = std::max(10, width() - kNames - kCounts);
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    const analysis::FunnelStage& stage = stages_[i];
    const QRectF row = rowRect(i);
    const bool chosen = isChosen(stage);
    if (chosen) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(theme.colour(ColourRole::Selection));
      painter.drawRoundedRect(row.adjusted(-2, 1, 0, -1), 4, 4);
    }
    painter.setFont(theme.font(TextSize::Body));
    painter.setPen(theme.colour(stage.count ? ColourRole::Ink : ColourRole::Muted));
    painter.drawText(QRectF(row.left(), row.top(), kNames, row.height()), Qt::AlignVCenter,
                     toQString(stage.title));
    QRectF bar(kNames, row.top() + 5, room, row.height() - 10);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.colour(ColourRole::Grid));
    painter.drawRoundedRect(bar, 3, 3);
    if (stage.count && *stage.count > 0) {
      bar.setWidth(std::max(3.0, room * *stage.count / most));
      // With one of them chosen, the others step back.
      painter.setBrush(chosen_.empty() || chosen ? theme.colour(ColourRole::Accent)
                                                 : theme.tint(Tint::AccentPale));
      painter.drawRoundedRect(bar, 3, 3);
    }
    painter.setFont(theme.font(stage.count ? TextSize::Body : TextSize::Label));
    painter.setPen(theme.colour(stage.count ? ColourRole::Ink : ColourRole::Muted));
    const QString text =
        stage.count ? toQString(formatCount(*stage.count)) : QStringLiteral("not applicable");
    painter.drawText(QRectF(width() - kCounts, row.top(), kCounts - 4, row.height()),
                     Qt::AlignRight | Qt::AlignVCenter, text);
    if (cursor_ == static_cast<int>(i)) {
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(theme.colour(ColourRole::Accent), 1.5));
      painter.drawRoundedRect(row.adjusted(1, 1, -1, -1), 4, 4);
    }
  }
}

bool FunnelBars::isChosen(const analysis::FunnelStage& stage) const {
  return !chosen_.empty() && stage.filter == chosen_;
}

void FunnelBars::click(int stage) {
  if (stage < 0 || !stages_[static_cast<std::size_t>(stage)].count) return;
  emit stageClicked(toQString(stages_[static_cast<std::size_t>(stage)].filter));
}

void FunnelBars::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) click(stageAt(event->position()));
}

void FunnelBars::keyPressEvent(QKeyEvent* event) {
  const int last = static_cast<int>(stages_.size()) - 1;
  switch (event->key()) {
    case Qt::Key_Down: setCursorTo(std::min(cursor_ + 1, last)); return;
    case Qt::Key_Up: setCursorTo(std::max(cursor_ - 1, 0)); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: click(cursor_); return;
    default: QWidget::keyPressEvent(event); return;
  }
}

void FunnelBars::setCursorTo(int stage) {
  cursor_ = stage;
  if (stage >= 0) {
    const analysis::FunnelStage& at = stages_[static_cast<std::size_t>(stage)];
    setAccessibleDescription(QStringLiteral("%1: %2. %3")
                                 .arg(toQString(at.title),
                                      at.count ? toQString(formatCount(*at.count))
                                               : QStringLiteral("not applicable, no policy ran"),
                                      toQString(at.sentence)));
  }
  update();
}

void FunnelBars::focusInEvent(QFocusEvent* event) {
  if (event->reason() != Qt::MouseFocusReason && cursor_ < 0 && !stages_.empty()) setCursorTo(0);
  QWidget::focusInEvent(event);
}

void FunnelBars::focusOutEvent(QFocusEvent* event) {
  cursor_ = -1;
  setAccessibleDescription(summary_);
  update();
  QWidget::focusOutEvent(event);
}

bool FunnelBars::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int stage = stageAt(help->pos());
  if (stage < 0) {
    QToolTip::hideText();
    return true;
  }
  const analysis::FunnelStage& at = stages_[static_cast<std::size_t>(stage)];
  QString text = toQString(at.sentence);
  if (!at.count) text += QStringLiteral("\nNot applicable: no policy ran here.");
  else if (isChosen(at)) text += QStringLiteral("\nClick to show all rows again.");
  else if (!at.filter.empty()) text += QStringLiteral("\nClick to show these rows alone.");
  QToolTip::showText(help->globalPos(), text, this);
  return true;
}

}  // namespace kernelcast::ui
