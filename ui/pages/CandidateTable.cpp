#include "ui/pages/CandidateTable.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScopedValueRollback>
#include <algorithm>

#include "ui/models/CandidateTableModel.h"
#include "ui/models/ColumnChoice.h"
#include "ui/models/ColumnFilter.h"
#include "ui/models/PlainText.h"
#include "ui/pages/CandidateDelegates.h"
#include "ui/pages/TableHeader.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

// Wide enough for what the columns usually hold, whatever the session: a table that measures its cells moves
// under the hand while a search runs.
int usualWidth(const CandidateColumn& column, const QFontMetrics& metrics) {
  const auto wide = [&](const char* text) { return metrics.horizontalAdvance(QString::fromUtf8(text)) + 20; };
  if (column.key == "name") return wide("smem_tile_padded_32x32") + 18;
  if (column.key == "status") return wide("did not compile");
  if (column.key == "kernel") return wide("0123456789abcdef");
  switch (column.format) {
    case CellFormat::Text: return wide("row_softmax_x");
    case CellFormat::CandidateNumber: return wide("#123");
    case CellFormat::Bin:
    case CellFormat::BinPaperCode: return wide("5 (≤ 1.41×)");
    case CellFormat::Percent: return wide("confidence");
    case CellFormat::Speedup:
    case CellFormat::Number:
    case CellFormat::Integer: return wide("measured");
    case CellFormat::Microseconds:
    case CellFormat::Milliseconds:
    case CellFormat::Bytes: return wide("1020 KiB");
  }
  return wide("measured");
}

}  // namespace

CandidateTable::CandidateTable(CandidateTableModel& model, ColumnChoice& columns, Selection& selection,
                               QWidget* parent)
    : QTableView(parent), model_(model), columns_(columns), selection_(selection) {
  setObjectName(QStringLiteral("candidates"));
  setAccessibleName(QStringLiteral("Candidates"));
  setModel(&model_);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::ExtendedSelection);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setShowGrid(false);
  setWordWrap(false);
  setTabKeyNavigation(false);
  setCornerButtonEnabled(false);
  setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  verticalHeader()->setDefaultSectionSize(26);

  auto* header = new TableHeader(this);
  setHorizontalHeader(header);
  header->setContextMenuPolicy(Qt::CustomContextMenu);
  header->setSortIndicatorClearable(true);
  const auto all = candidateColumns();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const int column = static_cast<int>(i);
    if (all[i].key == "name") setItemDelegateForColumn(column, new CandidateNameDelegate(this));
    else if (isNumeric(all[i].format)) setItemDelegateForColumn(column, new CandidateNumberDelegate(this));
    else setItemDelegateForColumn(column, new CandidateTextDelegate(this));
  }
  showColumns();

  connect(header, &QHeaderView::customContextMenuRequested, this, [this, header](const QPoint& position) {
    const int column = header->logicalIndexAt(position);
    if (column >= 0) showColumnMenu(column, header->viewport()->mapToGlobal(position));
  });
  connect(header, &QHeaderView::sectionResized, this, [this](int column, int /*before*/, int width) {
    // Only what a person drags is a choice; hiding a column reports a width of 0.
    if (width > 0 && (QApplication::mouseButtons() & Qt::LeftButton)) columns_.setWidth(column, width);
  });
  header->setSortIndicator(model_.sortColumn(), model_.sortOrder());
  setSortingEnabled(true);
  connect(&model_, &QAbstractItemModel::layoutChanged, this, [this] {
    // Sorted through another table: the arrow follows, without sorting once more.
    const QSignalBlocker blocker(horizontalHeader());
    horizontalHeader()->setSortIndicator(model_.sortColumn(), model_.sortOrder());
    horizontalHeader()->viewport()->update();
  });
  connect(&columns_, &ColumnChoice::changed, this, &CandidateTable::showColumns);
  connect(&model_, &QAbstractItemModel::modelReset, this, &CandidateTable::showCurrent);
  connect(&selection_, &Selection::currentRowChanged, this, &CandidateTable::showCurrent);
  connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            if (following_ || !current.isValid()) return;
            // The view selects after it moved: to select here would undo what Ctrl and Shift are held for.
            const QScopedValueRollback guard(following_, true);
            selection_.setCurrentRow(model_.rowAt(current.row()));
          });
  connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    int count = 0;
    for (const QItemSelectionRange& range : selectionModel()->selection()) count += range.height();
    std::vector<int> rows;
    if (count == 2) {  // all of 100,000 selected are no pair, and are not walked
      for (const QModelIndex& index : selectionModel()->selectedRows())
        rows.push_back(model_.rowAt(index.row()));
    }
    selection_.setPicked(std::move(rows));
  });
  connect(this, &QTableView::activated, this, &CandidateTable::inspectRequested);
  connect(&Theme::instance(), &Theme::changed, viewport(), QOverload<>::of(&QWidget::update));
  showCurrent();
}

void CandidateTable::showColumns() {
  const auto all = candidateColumns();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const int column = static_cast<int>(i);
    setColumnHidden(column, !columns_.isShown(column));
    const int chosen = columns_.width(column);
    if (columns_.isShown(column))
      setColumnWidth(column, chosen > 0 ? chosen : usualWidth(all[i], fontMetrics()));
  }
}

void CandidateTable::showCurrent() {
  if (following_) return;
  const QScopedValueRollback guard(following_, true);
  const int place = model_.placeOf(selection_.currentRow());
  if (place < 0) {
    selectionModel()->clear();
    return;
  }
  const std::vector<int> shown = columns_.shown();
  const int column = currentIndex().isValid() ? currentIndex().column() : shown.front();
  const QModelIndex index = model_.index(place, column);
  if (currentIndex().row() != place || !selectionModel()->isRowSelected(place)) {
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  }
  const int sideways = horizontalScrollBar()->value();
  scrollTo(index);
  horizontalScrollBar()->setValue(sideways);  // the row is wanted, not the cell
}

QString CandidateTable::selectedRowsAsText() const {
  std::vector<int> places;
  for (const QModelIndex& index : selectionModel()->selectedRows()) places.push_back(index.row());
  if (places.empty()) return {};
  std::sort(places.begin(), places.end());
  return model_.asTsv(places, columns_.shown());
}

void CandidateTable::copySelectedRows() const {
  const QString text = selectedRowsAsText();
  if (!text.isEmpty()) QApplication::clipboard()->setText(text);
}

void CandidateTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    copySelectedRows();
    return;
  }
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    emit inspectRequested();
    return;
  }
  QTableView::keyPressEvent(event);
}

void CandidateTable::contextMenuEvent(QContextMenuEvent* event) {
  const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
  const QModelIndex index = byKey ? currentIndex() : indexAt(event->pos());
  if (!index.isValid()) return;
  showColumnMenu(index.column(),
                 byKey ? viewport()->mapToGlobal(visualRect(index).bottomLeft()) : event->globalPos());
}

void CandidateTable::showColumnMenu(int column, const QPoint& place) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const CandidateColumn& about = candidateColumns()[static_cast<std::size_t>(column)];
  QAction* title = menu->addAction(buttonText(plainText(about.title)));
  title->setEnabled(false);
  menu->addSeparator();
  const auto add = [&](const QString& text, auto&& run) {
    QAction* action = menu->addAction(text);
    connect(action, &QAction::triggered, this, run);
    return action;
  };
  add(QStringLiteral("Filter this column..."), [this, column] { emit filterRequested(column); });
  const QString filtered =
      model_.headerData(column, Qt::Horizontal, CandidateTableModel::FilteredRole).toString();
  add(QStringLiteral("Take its filters away"), [this, &about] {
    selection_.setFilter(filterWithout(about, selection_.filter(), selection_.binRule()));
  })->setEnabled(!filtered.isEmpty());
  menu->addSeparator();
  add(QStringLiteral("Smallest first"), [this, column] { sortByColumn(column, Qt::AscendingOrder); });
  add(QStringLiteral("Largest first"), [this, column] { sortByColumn(column, Qt::DescendingOrder); });
  menu->addSeparator();
  add(QStringLiteral("Hide this column"), [this, column] {
    columns_.setShown(column, false);
  })->setEnabled(columns_.shown().size() > 1);
  add(QStringLiteral("Columns..."), [this] { emit columnsRequested(); });
  menu->popup(place);
}

}  // namespace kernelcast::ui
