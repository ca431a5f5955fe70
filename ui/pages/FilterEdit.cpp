#include "ui/pages/FilterEdit.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QStyle>
#include <QToolButton>

#include "core/domain/number_format.h"
#include "ui/models/CommandRouter.h"
#include "ui/models/CommandTable.h"
#include "ui/models/PlainText.h"
#include "ui/models/Selection.h"

namespace kernelcast::ui {

FilterEdit::FilterEdit(Selection& selection, CommandRouter& commands, QWidget* parent)
    : QWidget(parent), selection_(selection) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(2);
  count_ = new QLabel(this);
  count_->setProperty("role", "muted");
  count_->setTextFormat(Qt::PlainText);
  const auto button = [&](Command command, const QString& sign) {
    auto* tool = new QToolButton(this);
    tool->setProperty("kind", "tight");
    tool->setText(sign);
    tool->setFixedWidth(26);
    tool->setToolTip(toolTipOf(command));
    tool->setAccessibleName(QString::fromLatin1(entryOf(command).name));
    connect(tool, &QToolButton::clicked, this, [&commands, command] { commands.trigger(command); });
    return tool;
  };
  back_ = button(Command::Back, QStringLiteral("←"));
  forward_ = button(Command::Forward, QStringLiteral("→"));
  text_ = new QLineEdit(this);
  text_->setPlaceholderText(QStringLiteral("Filter   /"));
  text_->setToolTip(toolTipOf(Command::FocusFilter));
  text_->setAccessibleName(QStringLiteral("Filter"));
  text_->setClearButtonEnabled(true);
  text_->setMaxLength(20'000);  // thousands of picked candidates
  text_->setMinimumWidth(120);
  text_->setMaximumWidth(260);
  text_->installEventFilter(this);
  row->addWidget(count_);
  row->addSpacing(4);
  row->addWidget(back_);
  row->addWidget(forward_);
  row->addWidget(text_, 1);
  row->addWidget(button(Command::FilterHelp, QStringLiteral("?")));
  connect(text_, &QLineEdit::textChanged, this, &FilterEdit::onTyped);
  connect(&selection_, &Selection::rowsChanged, this, &FilterEdit::showFilter);
  showFilter();
}

void FilterEdit::onTyped(const QString& text) {
  const auto filter = parseFilter(text.toStdString());
  if (!filter) {
    setError(asSentence(filter.error().message));
    return;
  }
  setError({});
  const QScopedValueRollback guard(typing_, true);
  selection_.setFilter(*filter, Selection::Change::Typing);
}

void FilterEdit::showFilter() {
  const auto& table = selection_.table();
  const auto counted = [](std::size_t n) { return plainText(formatCount(static_cast<std::int64_t>(n))); };
  count_->setText(
      QStringLiteral("showing %1 of %2")
          .arg(counted(selection_.visibleRows().size()), counted(table ? table->rows.size() : 0)));
  back_->setEnabled(selection_.canGoBack());
  forward_->setEnabled(selection_.canGoForward());
  // Rows of a running search change while a filter is half typed: what means the same stays as it is written.
  const auto shown = parseFilter(text_->text().toStdString());
  if (typing_ || (shown && *shown == selection_.filter()) || (!shown && text_->hasFocus())) return;
  const QSignalBlocker blocker(text_);
  text_->setText(plainText(filterText(selection_.filter())));
  text_->setCursorPosition(0);
  setError({});
}

void FilterEdit::setError(const QString& sentence) {
  if (sentence == error_) return;
  error_ = sentence;
  text_->setProperty("invalid", !sentence.isEmpty());
  text_->style()->unpolish(text_);
  text_->style()->polish(text_);
  emit errorChanged(error_);
}

void FilterEdit::focusText() {
  text_->setFocus(Qt::ShortcutFocusReason);
  text_->selectAll();
}

QString FilterEdit::countText() const { return count_->text(); }

bool FilterEdit::eventFilter(QObject* watched, QEvent* event) {
  // Escape leaves what is half typed and shows what is filtered.
  if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    const QSignalBlocker blocker(text_);
    text_->setText(plainText(filterText(selection_.filter())));
    setError({});
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace kernelcast::ui
