#include "ui/pages/CostliestPairs.h"

#include <QHelpEvent>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>

#include "core/domain/number_format.h"
#include "ui/models/CommandRouter.h"
#include "ui/models/MisrankTableModel.h"
#include "ui/models/PlainText.h"
#include "ui/models/Selection.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

constexpr std::size_t kMost = 10;
constexpr int kMargin = 5;

QString nameOf(const SessionTable& table, int row) {
  return oneLine(table.rows[static_cast<std::size_t>(row)].name);
}

// Three lines: what the forecast put first, what became of it, what was faster; at the right the cost.
class PairDelegate : public QStyledItemDelegate {
 public:
  explicit PairDelegate(const MisrankTableModel* model, QObject* parent)
      : QStyledItemDelegate(parent), model_(model) {}

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    const QFontMetrics names(Theme::instance().font(TextSize::Body));
    const QFontMetrics words(Theme::instance().font(TextSize::Label));
    return {100, 2 * names.height() + words.height() + 2 * kMargin};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const analysis::Misrank* pair = model_->pairAt(index.row());
    if (pair == nullptr) return;
    const Theme& theme = Theme::instance();
    painter->save();
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
    if (selected || hovered) {
      painter->fillRect(option.rect,
                        selected ? theme.colour(ColourRole::Selection) : theme.tint(Tint::Hover));
    }
    painter->setPen(theme.colour(ColourRole::Grid));
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const QRect inner = option.rect.adjusted(kMargin, kMargin, -kMargin, -kMargin);
    const QFont body = theme.font(TextSize::Body);
    const QFont label = theme.font(TextSize::Label);
    const QFont strong = theme.font(TextSize::Body, QFont::DemiBold);
    const QFontMetrics names(body);
    const QFontMetrics words(label);
    const QString cost = costText(pair->costLog2);
    const QString sure = plainText(formatPercent(pair->probabilityFavourite)) + QStringLiteral(" sure");
    const int figures =
        std::max(QFontMetrics(strong).horizontalAdvance(cost), words.horizontalAdvance(sure)) + 8;
    const int width = inner.width() - figures;
    const auto line = [&](const QString& text, const QFont& font, ColourRole role, int top) {
      const QFontMetrics metrics(font);
      painter->setFont(font);
      painter->setPen(theme.colour(role));
      painter->drawText(QRect(inner.left(), inner.top() + top, width, metrics.height()),
                        Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                        metrics.elidedText(text, Qt::ElideMiddle, width));
    };
    const bool failed = pair->kind == analysis::MisrankKind::FailedUnforeseen;
    line(nameOf(model_->table(), pair->favourite), body, ColourRole::Ink, 0);
    line(failed ? QStringLiteral("failed, unlike") : QStringLiteral("ran slower than"), label,
         ColourRole::Muted, names.height());
    line(nameOf(model_->table(), pair->better), body, ColourRole::Ink, names.height() + words.height());
    painter->setFont(strong);
    painter->setPen(theme.colour(ColourRole::Ink));
    painter->drawText(inner, Qt::AlignRight | Qt::AlignTop, cost);
    painter->setFont(label);
    painter->setPen(theme.colour(ColourRole::Muted));
    painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, sure);
    painter->restore();
  }

  bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                 const QModelIndex& index) override {
    const analysis::Misrank* pair = model_->pairAt(index.row());
    if (event->type() != QEvent::ToolTip || pair == nullptr) {
      return QStyledItemDelegate::helpEvent(event, view, option, index);
    }
    QToolTip::showText(event->globalPos(), toolTipText(misrankSentence(model_->table(), *pair)), view);
    return true;
  }

 private:
  const MisrankTableModel* model_;
};

}  // namespace

CostliestPairs::CostliestPairs(const PageContext& context, QWidget* parent)
    : QWidget(parent), context_(context) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  sentence_ = new QLabel(this);
  sentence_->setProperty("role", "label");
  sentence_->setWordWrap(true);
  sentence_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  column->addWidget(sentence_);
  list_ = new QListView(this);
  list_->setAccessibleName(QStringLiteral("Heaviest pairs in the wrong order"));
  model_ = new MisrankTableModel(list_);
  list_->setModel(model_);
  list_->setItemDelegate(new PairDelegate(model_, list_));
  list_->setMouseTracking(true);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list_->setMinimumHeight(60);
  column->addWidget(list_, 1);
  all_ = new QPushButton(QStringLiteral("All of them →"), this);
  all_->setProperty("kind", "link");
  all_->setToolTip(QStringLiteral("The Misranks page, with every pair"));
  column->addWidget(all_, 0, Qt::AlignLeft);
  setFocusProxy(list_);
  connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            const analysis::Misrank* pair = model_->pairAt(current.row());
            if (pair != nullptr) context_.selection.setCurrentRow(pair->favourite);
          });
  connect(list_, &QListView::activated, this, &CostliestPairs::openCurrent);
  connect(all_, &QPushButton::clicked, this, [this] { context_.commands.trigger(Command::ShowMisranks); });
  connect(&Theme::instance(), &Theme::changed, list_, [this] { list_->viewport()->update(); });
}

QString CostliestPairs::sentence() const { return sentence_->text(); }

void CostliestPairs::showRows() {
  const Selection& selection = context_.selection;
  task_.start(
      [table = selection.table(), rows = selection.visibleRows()] {
        return Found{table, analysis::misranks(*table, rows, kMost)};
      },
      [this](Found found) { show(std::move(found)); });
}

void CostliestPairs::show(Found found) {
  const std::int64_t all = found.misranks.wrongOrder + found.misranks.failedUnforeseen;
  const auto shown = static_cast<std::int64_t>(found.misranks.list.size());
  if (all == 0) {
    sentence_->setText(found.misranks.compared == 0
                           ? QStringLiteral("No two kernels that are shown can be compared: a pair needs two "
                                            "forecasts and two measurements.")
                           : QStringLiteral("Every pair that is shown is in the right order."));
  } else {
    sentence_->setText(QStringLiteral("%1 of %2, heaviest first. Enter or a double click: A|B.")
                           .arg(plainText(formatCount(shown)), plainText(formatCount(all))));
    sentence_->setToolTip(QStringLiteral("Heaviest: how sure the forecast was, times what it costs."));
  }
  list_->setVisible(all > 0);
  all_->setVisible(all > 0);
  model_->setPairs(found.table, std::move(found.misranks.list));
}

void CostliestPairs::openCurrent() {
  const analysis::Misrank* pair = model_->pairAt(list_->currentIndex().row());
  if (pair != nullptr) context_.selection.comparePair(pair->favourite, pair->better);
}

}  // namespace kernelcast::ui
