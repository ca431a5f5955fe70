#include "ui/pages/MisranksPage.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>
#include <cmath>

#include "core/domain/number_format.h"
#include "ui/models/CommandRouter.h"
#include "ui/models/MisrankTableModel.h"
#include "ui/models/PlainText.h"
#include "ui/models/Selection.h"
#include "ui/models/Workspace.h"
#include "ui/pages/KernelFigureDelegate.h"
#include "ui/pages/TableHeader.h"
#include "ui/widgets/Card.h"
#include "ui/widgets/TabularNumbers.h"

namespace kernelcast::ui {

namespace {

constexpr std::size_t kMostPairs = 2000;
constexpr std::size_t kMostNear = 20;

QString count(std::int64_t n) { return plainText(formatCount(n)); }

}  // namespace

MisranksPage::MisranksPage(const PageContext& shared, QWidget* parent) : Page(shared, parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(12);
  auto* pairsCard = new Card(QStringLiteral("Pairs in the wrong order"), this);
  buildPairs(*pairsCard);
  column->addWidget(pairsCard, 1);
  nearCard_ = new Card(QStringLiteral("Dropped near the cut"), this);
  buildNearCut(*nearCard_);
  column->addWidget(nearCard_);
}

void MisranksPage::buildPairs(Card& card) {
  sentence_ = new QLabel(&card);
  sentence_->setProperty("role", "muted");
  sentence_->setTextFormat(Qt::PlainText);
  sentence_->setWordWrap(true);
  card.body()->addWidget(sentence_);
  workingOnly_ = new QCheckBox(QStringLiteral("Only pairs of which both work"), &card);
  workingOnly_->setToolTip(
      QStringLiteral("Leaves out kernels that failed though forecast above one that works"));
  card.body()->addWidget(workingOnly_);
  connect(workingOnly_, &QCheckBox::toggled, this, &MisranksPage::showRows);
  view_ = new QTableView(&card);
  view_->setAccessibleName(QStringLiteral("Pairs in the wrong order"));
  model_ = new MisrankTableModel(view_);
  model_->setCauses(&context().workspace.causes());
  sorted_ = new QSortFilterProxyModel(view_);
  sorted_->setSourceModel(model_);
  sorted_->setSortRole(MisrankTableModel::SortRole);
  view_->setModel(sorted_);
  auto* header = new TableHeader(view_);
  view_->setHorizontalHeader(header);
  header->setSortIndicatorClearable(true);
  header->setSortIndicator(-1, Qt::AscendingOrder);  // heaviest first, as they come
  view_->setSortingEnabled(true);
  header->setSectionResizeMode(QHeaderView::Interactive);
  header->setSectionResizeMode(MisrankTableModel::Better, QHeaderView::Stretch);
  header->setSectionResizeMode(MisrankTableModel::Favourite, QHeaderView::Stretch);
  for (const int column : {MisrankTableModel::Better, MisrankTableModel::Favourite}) {
    view_->setItemDelegateForColumn(
        column, new KernelFigureDelegate(MisrankTableModel::NameRole, MisrankTableModel::FigureRole, view_));
  }
  for (const int column : {MisrankTableModel::Cost, MisrankTableModel::Sure}) {
    view_->setItemDelegateForColumn(column, new NumberDelegate(view_));
    view_->setColumnWidth(column, 66);
  }
  view_->setColumnWidth(MisrankTableModel::Task, 96);
  view_->setColumnWidth(MisrankTableModel::Known, 150);
  view_->verticalHeader()->hide();
  view_->verticalHeader()->setDefaultSectionSize(26);
  view_->setShowGrid(false);
  view_->setWordWrap(false);
  view_->setTabKeyNavigation(false);
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setSelectionMode(QAbstractItemView::SingleSelection);
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  card.body()->addWidget(view_, 1);
  auto* hint = new QLabel(
      QStringLiteral(
          "A row selects the kernel that was forecast faster. Enter or a double click sets the two side by "
          "side. Heaviest first: how sure the forecast was, times what it costs."),
      &card);
  hint->setProperty("role", "label");
  hint->setWordWrap(true);
  card.body()->addWidget(hint);
  connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            const analysis::Misrank* pair = model_->pairAt(sorted_->mapToSource(current).row());
            if (pair != nullptr) context().selection.setCurrentRow(pair->favourite);
          });
  connect(view_, &QTableView::activated, this, &MisranksPage::openCurrent);
}

void MisranksPage::buildNearCut(Card& card) {
  nearNote_ = new QLabel(&card);
  nearNote_->setProperty("role", "muted");
  nearNote_->setWordWrap(true);
  card.body()->addWidget(nearNote_);
  near_ = new QListWidget(&card);
  near_->setAccessibleName(QStringLiteral("Kernels dropped near the cut"));
  near_->setFixedHeight(112);
  card.body()->addWidget(near_);
  measure_ = new QPushButton(QStringLiteral("Measure these"), &card);
  measure_->setToolTip(QStringLiteral("Sends them to a GPU, to see what was missed"));
  card.body()->addWidget(measure_, 0, Qt::AlignLeft);
  connect(near_, &QListWidget::currentRowChanged, this, [this](int row) {
    if (row >= 0 && static_cast<std::size_t>(row) < nearRows_.size()) {
      context().selection.setCurrentRow(nearRows_[static_cast<std::size_t>(row)]);
    }
  });
  connect(measure_, &QPushButton::clicked, this, [this] { context().commands.trigger(Command::Measure); });
}

QString MisranksPage::sentence() const { return sentence_->text(); }

void MisranksPage::resizeEvent(QResizeEvent* event) {
  Page::resizeEvent(event);
  // The names are what a pair is known by; the inspector and A|B say the rest.
  view_->setColumnHidden(MisrankTableModel::Task, width() < 720);
  view_->setColumnHidden(MisrankTableModel::Known, width() < 560);
  view_->setColumnWidth(MisrankTableModel::Known, width() < 840 ? 120 : 150);
}

void MisranksPage::showRows() {
  const Selection& selection = context().selection;
  task_.start(
      [table = selection.table(), rows = selection.visibleRows(), workingOnly = workingOnly_->isChecked()] {
        return Found{table, workingOnly, analysis::misranks(*table, rows, kMostPairs, workingOnly),
                     analysis::skippedNearCut(*table, rows, kMostNear)};
      },
      [this](Found found) { show(std::move(found)); });
}

void MisranksPage::show(Found found) {
  const analysis::Misranks& misranks = found.misranks;
  QString text;
  workingOnly_->setVisible(false);
  if (misranks.compared == 0 && misranks.failedUnforeseen == 0) {
    text = QStringLiteral(
        "No two kernels that are shown can be compared: a pair needs two forecasts and two "
        "measurements of one task on one device.");
  } else {
    text = QStringLiteral(
               "%1 of %2 pairs in the wrong order; %3 kernel%4 failed though forecast above one that works.")
               .arg(count(misranks.wrongOrder), count(misranks.compared), count(misranks.failedUnforeseen),
                    misranks.failedUnforeseen == 1 ? QString() : QStringLiteral("s"));
    workingOnly_->setVisible(misranks.failedUnforeseen > 0);
    const std::int64_t all = misranks.wrongOrder + (found.workingOnly ? 0 : misranks.failedUnforeseen);
    if (static_cast<std::int64_t>(misranks.list.size()) < all) {
      text += QStringLiteral(" Showing the %1 heaviest.")
                  .arg(count(static_cast<std::int64_t>(misranks.list.size())));
    }
    if (!misranks.complete) {
      text += QStringLiteral(" Weighed among the %1 costliest.")
                  .arg(count(static_cast<std::int64_t>(analysis::kWeighed)));
    }
  }
  sentence_->setText(text);
  showNearCut(found);
  model_->setPairs(found.table, std::move(found.misranks.list));
}

void MisranksPage::showNearCut(const Found& found) {
  nearRows_.clear();
  near_->clear();
  for (const analysis::NearCut& each : found.nearCut) {
    const CandidateRow& row = found.table->rows[static_cast<std::size_t>(each.row)];
    nearRows_.push_back(each.row);
    near_->addItem(QStringLiteral("#%1 %2 · forecast %3, %4 below the last that was measured")
                       .arg(row.number)
                       .arg(oneLine(row.name), plainText(formatSpeedup(expectedSpeedup(row.probabilities))),
                            plainText(formatSignificant(std::exp2(each.gapLog2))) + u'×'));
  }
  const bool any = !nearRows_.empty();
  near_->setVisible(any);
  measure_->setVisible(any);
  measure_->setText(any ? QStringLiteral("Measure these %1").arg(nearRows_.size()) : QString());
  const QString whyNot = context().commands.whyNot(Command::Measure);
  measure_->setEnabled(any && whyNot.isEmpty());
  nearNote_->setText(
      any ? QStringLiteral("Nobody measured these, so no figure counts what was missed among them. ") + whyNot
          : QStringLiteral("No kernel that is shown was dropped on its forecast."));
}

void MisranksPage::openCurrent() {
  const analysis::Misrank* pair = model_->pairAt(sorted_->mapToSource(view_->currentIndex()).row());
  if (pair != nullptr) context().selection.comparePair(pair->favourite, pair->better);
}

}  // namespace kernelcast::ui
