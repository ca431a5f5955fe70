#include "ui/pages/FilterField.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

#include "core/domain/number_format.h"
#include "ui/models/CommandTable.h"
#include "ui/models/PlainText.h"
#include "ui/models/Selection.h"

namespace kernelcast::ui {

FilterField::FilterField(Selection& selection, QWidget* parent) : QWidget(parent), selection_(selection) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(10);
  count_ = new QLabel(this);
  count_->setProperty("role", "muted");
  count_->setTextFormat(Qt::PlainText);
  text_ = new QLineEdit(this);
  text_->setPlaceholderText(QStringLiteral("Filter by name   /"));
  text_->setToolTip(toolTipOf(Command::FocusFilter));
  text_->setAccessibleName(QStringLiteral("Filter by name"));
  text_->setClearButtonEnabled(true);
  text_->setMaxLength(200);
  text_->setFixedWidth(180);
  row->addWidget(count_);
  row->addWidget(text_);
  connect(text_, &QLineEdit::textChanged, this, [this](const QString& text) {
    RowFilter filter = selection_.filter();
    filter.text = text.trimmed();
    selection_.setFilter(filter);
  });
  connect(&selection_, &Selection::rowsChanged, this, &FilterField::showFilter);
  showFilter();
}

void FilterField::showFilter() {
  const auto& table = selection_.table();
  const auto counted = [](std::size_t n) { return plainText(formatCount(static_cast<std::int64_t>(n))); };
  count_->setText(
      QStringLiteral("showing %1 of %2")
          .arg(counted(selection_.visibleRows().size()), counted(table ? table->rows.size() : 0)));
  if (text_->text().trimmed() != selection_.filter().text) {
    const QSignalBlocker blocker(text_);
    text_->setText(selection_.filter().text);
  }
}

void FilterField::focusText() {
  text_->setFocus(Qt::ShortcutFocusReason);
  text_->selectAll();
}

QString FilterField::countText() const { return count_->text(); }

}  // namespace kernelcast::ui
