#include "ui/dialogs/ColumnsDialog.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>
#include <algorithm>

#include "core/domain/row_filter.h"
#include "ui/models/ColumnChoice.h"
#include "ui/models/PlainText.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

constexpr int kColumnRole = Qt::UserRole;  // index into candidateColumns(); none: a group

// Sentences are muted and groups stand out, in colours that follow the theme while the list is open.
class ColumnDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    return {QStyledItemDelegate::sizeHint(option, index).width(), 22};
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    if (!index.data(kColumnRole).isValid()) option->font.setWeight(QFont::DemiBold);
    if (index.column() == 1)
      option->palette.setColor(QPalette::Text, Theme::instance().colour(ColourRole::Muted));
  }
};

// How the column is asked about where filters are typed.
QString typedAs(const CandidateColumn& column) {
  QStringList keys;
  if (const FilterField* field = fieldOfColumn(column, BinRule::Prompt)) keys << plainText(field->key);
  for (const FilterField* flag : flagsOfColumn(column)) keys << plainText(flag->key);
  return keys.join(QStringLiteral(", "));
}

}  // namespace

ColumnsDialog::ColumnsDialog(ColumnChoice& columns, QWidget* parent) : QDialog(parent), columns_(columns) {
  setObjectName(QStringLiteral("columns"));
  setWindowTitle(QStringLiteral("Columns"));
  setModal(true);
  resize(680, 580);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 14, 16, 12);
  column->setSpacing(8);
  auto* head = new QHBoxLayout;
  auto* title = new QLabel(windowTitle(), this);
  title->setProperty("role", "title");
  count_ = new QLabel(this);
  count_->setProperty("role", "muted");
  head->addWidget(title);
  head->addStretch(1);
  head->addWidget(count_);
  column->addLayout(head);
  field_ = new QLineEdit(this);
  field_->setPlaceholderText(QStringLiteral("Find a column: a word of its title or of what it says"));
  field_->setAccessibleName(QStringLiteral("Find a column"));
  field_->setClearButtonEnabled(true);
  field_->setMaxLength(100);
  field_->installEventFilter(this);
  column->addWidget(field_);
  tree_ = new QTreeWidget(this);
  tree_->setAccessibleName(QStringLiteral("Columns"));
  tree_->setColumnCount(2);
  tree_->setHeaderHidden(true);
  tree_->setRootIsDecorated(false);
  tree_->setItemsExpandable(false);
  tree_->setIndentation(14);
  tree_->setUniformRowHeights(true);
  tree_->setItemDelegate(new ColumnDelegate(tree_));
  tree_->setAllColumnsShowFocus(true);
  tree_->installEventFilter(this);
  column->addWidget(tree_, 1);
  hint_ = new QLabel(this);
  hint_->setProperty("role", "muted");
  hint_->setTextFormat(Qt::PlainText);
  hint_->setWordWrap(true);
  hint_->setAlignment(Qt::AlignTop);
  // As high as the longest sentence, so that the list keeps its place.
  hint_->setMinimumHeight(3 * fontMetrics().lineSpacing());
  column->addWidget(hint_);
  addColumns();

  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  auto* reset = new QPushButton(QStringLiteral("Reset to the usual"), this);
  reset->setObjectName(QStringLiteral("reset"));
  reset->setToolTip(QStringLiteral("Shows the columns of the first start, as wide as they were then"));
  auto* close = new QPushButton(QStringLiteral("Close"), this);
  // Enter changes the column that was found.
  reset->setAutoDefault(false);
  close->setAutoDefault(false);
  buttons->addWidget(reset);
  buttons->addStretch(1);
  buttons->addWidget(close);
  column->addLayout(buttons);
  connect(reset, &QPushButton::clicked, &columns_, &ColumnChoice::reset);
  connect(close, &QPushButton::clicked, this, &QDialog::accept);
  connect(field_, &QLineEdit::textChanged, this, &ColumnsDialog::find);
  connect(&columns_, &ColumnChoice::changed, this, &ColumnsDialog::showChoice);
  connect(tree_, &QTreeWidget::currentItemChanged, this, &ColumnsDialog::showHint);
  connect(tree_, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item) {
    if (!following_ && item->data(0, kColumnRole).isValid())
      setShown(*item, item->checkState(0) == Qt::Checked);
  });
  showChoice();
  find();
  field_->setFocus();
}

void ColumnsDialog::addColumns() {
  const auto all = candidateColumns();
  for (const ColumnGroupInfo& group : columnGroups()) {
    auto* head = new QTreeWidgetItem(tree_, {plainText(group.title)});
    head->setFlags(Qt::ItemIsEnabled);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].group != group.group) continue;
      auto* item = new QTreeWidgetItem(head, {plainText(all[i].title), plainText(all[i].tooltip)});
      item->setData(0, kColumnRole, static_cast<int>(i));
      item->setData(1, kColumnRole, static_cast<int>(i));
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
      item->setCheckState(0, Qt::Unchecked);
    }
  }
  tree_->expandAll();
  tree_->resizeColumnToContents(0);
}

void ColumnsDialog::showChoice() {
  const QScopedValueRollback guard(following_, true);
  for (QTreeWidgetItemIterator it(tree_); *it != nullptr; ++it) {
    const QVariant column = (*it)->data(0, kColumnRole);
    if (column.isValid())
      (*it)->setCheckState(0, columns_.isShown(column.toInt()) ? Qt::Checked : Qt::Unchecked);
  }
  count_->setText(
      QStringLiteral("%1 of %2 shown").arg(columns_.shown().size()).arg(candidateColumns().size()));
}

void ColumnsDialog::find() {
  const std::vector<int> found = columnsFound(field_->text());
  QTreeWidgetItem* first = nullptr;
  for (int g = 0; g < tree_->topLevelItemCount(); ++g) {
    QTreeWidgetItem* group = tree_->topLevelItem(g);
    bool any = false;
    for (int i = 0; i < group->childCount(); ++i) {
      QTreeWidgetItem* item = group->child(i);
      const bool shown = std::binary_search(found.begin(), found.end(), item->data(0, kColumnRole).toInt());
      item->setHidden(!shown);
      any = any || shown;
      if (shown && first == nullptr) first = item;
    }
    group->setHidden(!any);
  }
  tree_->setCurrentItem(first);
  showHint();
}

void ColumnsDialog::showHint() {
  const QTreeWidgetItem* item = tree_->currentItem();
  if (item == nullptr || !item->data(0, kColumnRole).isValid()) {
    hint_->setText(QStringLiteral("No column says “%1”.").arg(field_->text().simplified()));
    return;
  }
  const CandidateColumn& column =
      candidateColumns()[static_cast<std::size_t>(item->data(0, kColumnRole).toInt())];
  hint_->setText(QStringLiteral("%1: %2 In a filter: %3. Enter shows or hides it.")
                     .arg(plainText(column.title), plainText(column.tooltip), typedAs(column)));
}

QString ColumnsDialog::hint() const { return hint_->text(); }

void ColumnsDialog::setShown(QTreeWidgetItem& item, bool shown) {
  if (columns_.setShown(item.data(0, kColumnRole).toInt(), shown)) return;
  showChoice();
  hint_->setText(QStringLiteral("The last column stays: a table without columns shows nothing."));
}

void ColumnsDialog::step(int direction) {
  QTreeWidgetItem* item = tree_->currentItem();
  do {
    if (item != nullptr) item = direction > 0 ? tree_->itemBelow(item) : tree_->itemAbove(item);
  } while (item != nullptr && !item->data(0, kColumnRole).isValid());
  if (item != nullptr) tree_->setCurrentItem(item);
}

bool ColumnsDialog::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    QTreeWidgetItem* item = tree_->currentItem();
    switch (static_cast<QKeyEvent*>(event)->key()) {
      case Qt::Key_Down: step(+1); return true;
      case Qt::Key_Up: step(-1); return true;
      case Qt::Key_Return:
      case Qt::Key_Enter:
        if (item != nullptr) setShown(*item, item->checkState(0) != Qt::Checked);
        return true;
      default: break;
    }
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace kernelcast::ui
