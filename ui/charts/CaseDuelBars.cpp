#include "ui/charts/CaseDuelBars.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "core/domain/number_format.h"
#include "ui/charts/ChartStyle.h"
#include "ui/widgets/Theme.h"
#include "ui/widgets/ToQString.h"

namespace kernelcast::ui {

namespace {

constexpr int kRow = 26;
constexpr int kHead = 20;
constexpr int kNames = 100;
constexpr int kValue = 52;

QString time(const std::optional<double>& us) {
  return us ? toQString(formatMicroseconds(*us)) : QStringLiteral("did not run");
}

}  // namespace

CaseDuelBars::CaseDuelBars(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(QStringLiteral("Winner of each case"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void CaseDuelBars::setCases(std::vector<analysis::CaseDuel> cases) {
  cases_ = std::move(cases);
  reach_ = 0.1;
  QStringList words;
  for (const analysis::CaseDuel& duel : cases_) {
    if (const auto ratio = duel.ratio()) reach_ = std::max(reach_, std::abs(std::log2(*ratio)));
    words << textOf(duel);
  }
  summary_ = words.isEmpty() ? QStringLiteral("No case was measured for either.")
                             : words.join(QStringLiteral("; ")) + u'.';
  setAccessibleDescription(summary_);
  updateGeometry();
  update();
}

QSize CaseDuelBars::sizeHint() const {
  return {360, kHead + std::max(1, static_cast<int>(cases_.size())) * kRow + 4};
}

QString CaseDuelBars::textOf(const analysis::CaseDuel& duel) const {
  QString text = QStringLiteral("%1: A %2, B %3").arg(toQString(duel.label), time(duel.aUs), time(duel.bUs));
  if (!duel.aUs || !duel.bUs) return text;
  if (duel.winner == analysis::CaseWinner::Neither) text += QStringLiteral(", within noise");
  else
    text += duel.winner == analysis::CaseWinner::A ? QStringLiteral(", A is faster")
                                                   : QStringLiteral(", B is faster");
  if (!duel.spreadKnown) text += QStringLiteral(" (spread not recorded)");
  return text;
}

void CaseDuelBars::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(theme.font(TextSize::Label));
  painter.setPen(theme.colour(ColourRole::Muted));
  if (cases_.empty()) {
    painter.drawText(rect(), Qt::AlignCenter, summary_);
    return;
  }
  const double left = kNames;
  const double right = width();
  const double middle = (left + right) / 2;
  const double half = std::max(10.0, (right - left) / 2);
  painter.drawText(QRectF(left, 0, half - 8, kHead), Qt::AlignRight | Qt::AlignVCenter,
                   QStringLiteral("← A faster"));
  painter.drawText(QRectF(middle + 8, 0, half, kHead), Qt::AlignLeft | Qt::AlignVCenter,
                   QStringLiteral("B faster →"));
  const QFontMetricsF metrics(painter.font());
  for (std::size_t i = 0; i < cases_.size(); ++i) {
    const analysis::CaseDuel& duel = cases_[i];
    const QRectF row(0, kHead + static_cast<double>(i) * kRow, width(), kRow);
    painter.setPen(theme.colour(ColourRole::Ink));
    painter.drawText(QRectF(0, row.top(), kNames - 6, kRow), Qt::AlignVCenter,
                     metrics.elidedText(toQString(duel.label), Qt::ElideRight, kNames - 6));
    painter.setPen(theme.colour(ColourRole::Muted));
    const auto ratio = duel.ratio();
    if (!ratio) {
      painter.drawText(QRectF(left, row.top(), right - left, kRow), Qt::AlignCenter,
                       duel.aUs ? QStringLiteral("B did not run it") : QStringLiteral("A did not run it"));
      continue;
    }
    // ratio is B's time over A's: A's win goes left.
    const double length = std::abs(std::log2(*ratio)) / reach_ * std::max(6.0, half - kValue - 6);
    const bool toA = *ratio > 1;
    const bool decided = duel.winner != analysis::CaseWinner::Neither;
    const QRectF bar(toA ? middle - length : middle, row.top() + 6, std::max(length, 1.0), kRow - 12);
    painter.setPen(decided ? QPen(Qt::NoPen) : QPen(theme.colour(ColourRole::Muted), 1, Qt::DashLine));
    painter.setBrush(!decided
                         ? QBrush(Qt::NoBrush)
                         : QBrush(toA ? theme.colour(ColourRole::Accent) : theme.colour(ColourRole::Hit)));
    painter.drawRect(bar);
    const QString text =
        toQString(formatSpeedup(std::max(*ratio, 1 / *ratio))) + (decided ? QString() : QStringLiteral(" ?"));
    painter.setPen(theme.colour(decided ? ColourRole::Ink : ColourRole::Muted));
    if (toA)
      painter.drawText(QRectF(bar.left() - kValue - 4, row.top(), kValue, kRow),
                       Qt::AlignRight | Qt::AlignVCenter, text);
    else
      painter.drawText(QRectF(bar.right() + 4, row.top(), kValue, kRow), Qt::AlignLeft | Qt::AlignVCenter,
                       text);
  }
  painter.setPen(chartstyle::axisPen());
  painter.drawLine(QPointF(middle, kHead),
                   QPointF(middle, kHead + static_cast<double>(cases_.size()) * kRow));
}

bool CaseDuelBars::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int row = (help->pos().y() - kHead) / kRow;
  if (help->pos().y() < kHead || row >= static_cast<int>(cases_.size())) QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), textOf(cases_[static_cast<std::size_t>(row)]).toHtmlEscaped(),
                       this);
  return true;
}

}  // namespace kernelcast::ui
