#include "ui/pages/SessionDelegate.h"

#include <QPainter>

#include "core/domain/session.h"
#include "ui/models/SessionListModel.h"
#include "ui/widgets/TabularNumbers.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

constexpr int kSide = 14;
constexpr int kAir = 7;
constexpr int kGap = 8;  // between what stands left and right on a line

QColor stateColour(SessionState state) {
  const Theme& theme = Theme::instance();
  switch (state) {
    case SessionState::Running:
    case SessionState::Paused: return theme.tint(Tint::AccentText);
    case SessionState::Failed: return theme.tint(Tint::ErrorText);
    case SessionState::Interrupted: return theme.outcomeText(Outcome::OffByOne);
    default: return theme.colour(ColourRole::Muted);
  }
}

int lineHeight(TextSize size) { return QFontMetrics(Theme::instance().font(size)).height(); }

}  // namespace

QSize SessionDelegate::sizeHint(const QStyleOptionViewItem& /*option*/, const QModelIndex& index) const {
  const int label = lineHeight(TextSize::Label);
  if (index.data(SessionListModel::IdRole).toString().isEmpty()) return {120, label + 18};
  return {120, 2 * kAir + lineHeight(TextSize::Body) + 2 * (2 + label)};
}

void SessionDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
  painter->save();
  if (index.data(SessionListModel::IdRole).toString().isEmpty()) paintGroup(*painter, option, index);
  else paintSession(*painter, option, index);
  painter->restore();
}

void SessionDelegate::paintGroup(QPainter& painter, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) {
  const Theme& theme = Theme::instance();
  QFont font = theme.font(TextSize::Label, QFont::DemiBold);
  font.setCapitalization(QFont::AllUppercase);
  font.setLetterSpacing(QFont::PercentageSpacing, 104);
  painter.setFont(font);
  painter.setPen(theme.colour(ColourRole::Muted));
  const QRect line = option.rect.adjusted(kSide, 0, -kSide, -4);
  const QString text = index.data(Qt::DisplayRole).toString();
  painter.drawText(line, Qt::AlignLeft | Qt::AlignBottom,
                   QFontMetrics(font).elidedText(text, Qt::ElideRight, line.width()));
}

void SessionDelegate::paintSession(QPainter& painter, const QStyleOptionViewItem& option,
                                   const QModelIndex& index) {
  const Theme& theme = Theme::instance();
  if (option.state & QStyle::State_Selected) {
    painter.fillRect(option.rect, theme.colour(ColourRole::Selection));
    painter.fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()),
                     theme.colour(ColourRole::Accent));
  } else if (option.state & QStyle::State_MouseOver) {
    painter.fillRect(option.rect, theme.tint(Tint::Hover));
  }
  QRect line = option.rect.adjusted(kSide, kAir, -kSide, 0);

  // What stands right is whole; what stands left gives way.
  const auto draw = [&](const QFont& font, const QColor& left, const QString& leftText,
                        const QString& rightText, const QColor& right) {
    const QFontMetrics metrics(font);
    line.setHeight(metrics.height());
    painter.setFont(font);
    const int taken = static_cast<int>(tabularWidth(QFontMetricsF(font), rightText));
    const int room = line.width() - taken - (taken > 0 ? kGap : 0);
    painter.setPen(left);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(leftText, Qt::ElideRight, room));
    painter.setPen(right);
    if (taken > 0) drawTabular(painter, line, Qt::AlignRight | Qt::AlignVCenter, rightText);
    line.translate(0, metrics.height() + 2);
  };

  const QColor ink = theme.colour(ColourRole::Ink);
  // Muted text on the selection's tint falls short of its contrast.
  const QColor muted = readable(theme.colour(ColourRole::Muted), theme.colour(ColourRole::Selection));
  draw(theme.font(TextSize::Body, QFont::DemiBold), ink, index.data(Qt::DisplayRole).toString(),
       index.data(SessionListModel::BestRole).toString(), ink);
  const QFont label = theme.font(TextSize::Label);
  draw(label, muted, index.data(SessionListModel::OriginRole).toString(), {}, muted);
  const auto state = static_cast<SessionState>(index.data(SessionListModel::StateRole).toInt());
  draw(label, muted, index.data(SessionListModel::MeasuredRole).toString(),
       index.data(SessionListModel::StateTextRole).toString(), stateColour(state));
}

}  // namespace kernelcast::ui
