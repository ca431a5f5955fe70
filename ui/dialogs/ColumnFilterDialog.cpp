#include "ui/dialogs/ColumnFilterDialog.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QStyle>
#include <QVBoxLayout>
#include <cmath>

#include "core/domain/number_format.h"
#include "ui/models/PlainText.h"
#include "ui/models/Selection.h"

namespace kernelcast::ui {

namespace {

constexpr int kIndent = 24;  // under the words of a radio button

QLabel* wrapped(const QString& text, const char* role, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setProperty("role", role);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  return label;
}

// With places to break a word that is longer than a line: a filter may be one long name, or a list without
// blanks.
QString breakable(const QString& text) {
  constexpr int kRun = 30;
  QString broken;
  int run = 0;
  for (const QChar c : text) {
    broken += c;
    run = c == u' ' ? 0 : run + 1;
    if (run % kRun == kRun - 1) broken += QChar(0x200b);
  }
  return broken;
}

QHBoxLayout* indented() {
  auto* row = new QHBoxLayout;
  row->setContentsMargins(kIndent, 0, 0, 0);
  row->setSpacing(6);
  return row;
}

}  // namespace

ColumnFilterDialog::ColumnFilterDialog(Selection& selection, int column, QWidget* parent)
    : QDialog(parent), selection_(selection) {
  setObjectName(QStringLiteral("column_filter"));
  setWindowTitle(QStringLiteral("Filter a column"));
  setModal(true);
  setMinimumWidth(480);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(20, 14, 20, 12);
  outer->setSpacing(10);
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  auto* title = new QLabel(QStringLiteral("Rows by"), this);
  title->setProperty("role", "title");
  columns_ = new QComboBox(this);
  columns_->setAccessibleName(QStringLiteral("Column"));
  for (const CandidateColumn& each : candidateColumns()) columns_->addItem(plainText(each.title));
  columns_->setCurrentIndex(column);
  head->addWidget(title);
  head->addWidget(columns_, 1);
  outer->addLayout(head);
  sentence_ = wrapped({}, "muted", this);
  outer->addWidget(sentence_);
  place_ = new QVBoxLayout;
  outer->addLayout(place_);
  outer->addStretch(1);
  error_ = wrapped({}, "error", this);
  outer->addWidget(error_);
  result_ = wrapped({}, "", this);
  typed_ = wrapped({}, "label", this);
  outer->addWidget(result_);
  outer->addWidget(typed_);

  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  clear_ = new QPushButton(QStringLiteral("Take its filters away"), this);
  clear_->setObjectName(QStringLiteral("clear"));
  clear_->setAutoDefault(false);
  auto* cancel = new QPushButton(QStringLiteral("Cancel"), this);
  cancel->setAutoDefault(false);
  apply_ = new QPushButton(QStringLiteral("Filter"), this);
  apply_->setObjectName(QStringLiteral("apply"));
  apply_->setProperty("kind", "primary");
  apply_->setDefault(true);
  buttons->addWidget(clear_);
  buttons->addStretch(1);
  buttons->addWidget(cancel);
  buttons->addWidget(apply_);
  outer->addLayout(buttons);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(apply_, &QPushButton::clicked, this, &ColumnFilterDialog::apply);
  connect(clear_, &QPushButton::clicked, this, [this] {
    selection_.setFilter(filterWithout(*question_.column, selection_.filter(), selection_.binRule()));
    accept();
  });
  connect(columns_, &QComboBox::currentIndexChanged, this, &ColumnFilterDialog::ask);
  // Rows of a search that runs come while one chooses; a session that is closed leaves nothing to ask.
  connect(&selection_, &Selection::rowsChanged, this, [this] {
    if (selection_.table()) showResult();
    else reject();
  });
  ask(column);
}

void ColumnFilterDialog::ask(int column) {
  question_ = columnQuestion(*selection_.table(), candidateColumns()[static_cast<std::size_t>(column)],
                             selection_.binRule());
  before_ = columnAnswer(question_, selection_.filter());
  sentence_->setText(plainText(question_.column->tooltip));
  delete body_;
  low_ = high_ = words_ = nullptr;
  lowSign_ = highSign_ = wordsSign_ = nullptr;
  values_ = nullptr;
  modes_ = nullptr;
  flags_.clear();
  body_ = new QWidget(this);
  auto* column_ = new QVBoxLayout(body_);
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(6);
  if (question_.field != nullptr) addModes();
  addFlags(*column_);
  place_->addWidget(body_);
  const RowFilter without = filterWithout(*question_.column, selection_.filter(), selection_.binRule());
  clear_->setEnabled(!(without == selection_.filter()));
  showResult();
}

void ColumnFilterDialog::addModes() {
  auto& column = *static_cast<QVBoxLayout*>(body_->layout());
  modes_ = new QButtonGroup(body_);
  using Mode = ColumnAnswer::Mode;
  addMode(Mode::Any, QStringLiteral("Any value"), column);
  if (question_.field->kind == FilterKind::Number) addRange(column);
  else addWords(column);
  if (!question_.values.empty()) addValues(column);
  if (before_.mode == Mode::Typed) {
    QStringList words;
    for (const FilterTerm& term : selection_.filter().terms) {
      if (term.field == question_.field->key) words << oneLine(termWords(term, selection_.binRule()));
    }
    const QString said = words.join(QStringLiteral(", "));
    constexpr int kRoom = 380;
    addMode(Mode::Typed, QStringLiteral("As typed: ") + fontMetrics().elidedText(said, Qt::ElideRight, kRoom),
            column);
    modes_->button(static_cast<int>(Mode::Typed))->setToolTip(toolTipText(said));
  }
  modes_->button(static_cast<int>(before_.mode))->setChecked(true);
  connect(modes_, &QButtonGroup::idToggled, this, &ColumnFilterDialog::showResult);
}

void ColumnFilterDialog::addMode(ColumnAnswer::Mode mode, const QString& words, QVBoxLayout& column) {
  auto* radio = new QRadioButton(buttonText(words), body_);
  modes_->addButton(radio, static_cast<int>(mode));
  column.addWidget(radio);
}

void ColumnFilterDialog::choose(ColumnAnswer::Mode mode) {
  modes_->button(static_cast<int>(mode))->setChecked(true);
  showResult();
}

void ColumnFilterDialog::addRange(QVBoxLayout& column) {
  addMode(ColumnAnswer::Mode::Range, QStringLiteral("A range"), column);
  const auto sign = [&](const char* closed, const char* open, const QString& name, bool isOpen) {
    auto* combo = new QComboBox(body_);
    combo->addItems({QString::fromLatin1(closed), QString::fromLatin1(open)});
    combo->setAccessibleName(name);
    combo->setCurrentIndex(isOpen ? 1 : 0);
    connect(combo, &QComboBox::currentIndexChanged, this, [this] { choose(ColumnAnswer::Mode::Range); });
    return combo;
  };
  const auto number = [&](const QString& name, const QString& accessibleName, double value) {
    auto* edit = new QLineEdit(body_);
    edit->setObjectName(name);
    edit->setAccessibleName(accessibleName);
    edit->setMaxLength(40);
    if (std::isfinite(value)) edit->setText(plainText(filterNumberText(value, *question_.field)));
    connect(edit, &QLineEdit::textEdited, this, [this] { choose(ColumnAnswer::Mode::Range); });
    return edit;
  };
  const NumberRange& range = before_.range;
  lowSign_ = sign("at least", "more than", QStringLiteral("Lower end"), range.lowOpen);
  low_ = number(QStringLiteral("low"), QStringLiteral("Lower end of the range"), range.low);
  highSign_ = sign("at most", "less than", QStringLiteral("Upper end"), range.highOpen);
  high_ = number(QStringLiteral("high"), QStringLiteral("Upper end of the range"), range.high);
  const auto cell = [&](double value) {
    return plainText(formatCell(CellValue(value), question_.column->format));
  };
  auto* row = indented();
  row->addWidget(lowSign_);
  row->addWidget(low_, 1);
  row->addSpacing(6);
  row->addWidget(highSign_);
  row->addWidget(high_, 1);
  column.addLayout(row);
  QString there =
      std::isnan(question_.lowest)
          ? QStringLiteral("No row of this session has a value.")
          : QStringLiteral("This session has %1 to %2.").arg(cell(question_.lowest), cell(question_.highest));
  if (question_.unknown > 0 && question_.unknown < question_.rows) {
    there += QStringLiteral(" %1 of %2 rows have no value and are in no range.")
                 .arg(plainText(formatCount(question_.unknown)), plainText(formatCount(question_.rows)));
  }
  auto* below = indented();
  below->addWidget(wrapped(there, "label", body_));
  column.addLayout(below);
}

void ColumnFilterDialog::addWords(QVBoxLayout& column) {
  addMode(ColumnAnswer::Mode::Words, QStringLiteral("Words"), column);
  wordsSign_ = new QComboBox(body_);
  wordsSign_->addItems({QStringLiteral("contains"), QStringLiteral("is")});
  wordsSign_->setAccessibleName(QStringLiteral("Contains or is"));
  wordsSign_->setCurrentIndex(before_.whole ? 1 : 0);
  words_ = new QLineEdit(plainText(before_.words), body_);
  words_->setObjectName(QStringLiteral("words"));
  words_->setAccessibleName(QStringLiteral("Words that %1 contains").arg(plainText(question_.field->title)));
  words_->setMaxLength(400);
  auto* row = indented();
  row->addWidget(wordsSign_);
  row->addWidget(words_, 1);
  column.addLayout(row);
  connect(wordsSign_, &QComboBox::currentIndexChanged, this, [this] { choose(ColumnAnswer::Mode::Words); });
  connect(words_, &QLineEdit::textEdited, this, [this] { choose(ColumnAnswer::Mode::Words); });
}

void ColumnFilterDialog::addValues(QVBoxLayout& column) {
  addMode(ColumnAnswer::Mode::Values, QStringLiteral("Only these values"), column);
  values_ = new QListWidget(body_);
  values_->setObjectName(QStringLiteral("values"));
  values_->setAccessibleName(QStringLiteral("Values of %1").arg(plainText(question_.column->title)));
  values_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  values_->setTextElideMode(Qt::ElideMiddle);
  for (std::size_t i = 0; i < question_.values.size(); ++i) {
    const ColumnValue& value = question_.values[i];
    auto* item = new QListWidgetItem(
        QStringLiteral("%1   (%2)").arg(oneLine(value.label), plainText(formatCount(value.rows))), values_);
    item->setToolTip(toolTipText(oneLine(value.label)));
    item->setSizeHint({0, 22});
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(before_.chosen[i] ? Qt::Checked : Qt::Unchecked);
  }
  values_->setCurrentRow(0);
  constexpr int kMostSeen = 6;
  const int seen = std::min(values_->count(), kMostSeen);
  values_->setFixedHeight(seen * values_->sizeHintForRow(0) + 2 * values_->frameWidth() + 4);
  auto* row = indented();
  row->addWidget(values_);
  column.addLayout(row);
  connect(values_, &QListWidget::itemChanged, this, [this] { choose(ColumnAnswer::Mode::Values); });
}

void ColumnFilterDialog::addFlags(QVBoxLayout& column) {
  if (question_.flags.empty()) return;
  if (question_.field != nullptr) column.addSpacing(4);
  auto* head = new QLabel(
      question_.field != nullptr ? QStringLiteral("And") : QStringLiteral("This column is filtered by"),
      body_);
  head->setProperty("role", "section");
  column.addWidget(head);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(10);
  grid->setVerticalSpacing(6);
  grid->setColumnStretch(2, 1);
  for (std::size_t i = 0; i < question_.flags.size(); ++i) {
    const FilterField& flag = *question_.flags[i];
    auto* name = new QLabel(plainText(flag.title), body_);
    auto* combo = new QComboBox(body_);
    combo->setObjectName(plainText(flag.key));
    combo->addItems(
        {QStringLiteral("either way"), QStringLiteral("only these"), QStringLiteral("not these")});
    combo->setCurrentIndex(!before_.flags[i] ? 0 : *before_.flags[i] ? 1 : 2);
    combo->setAccessibleName(plainText(flag.title));
    combo->setAccessibleDescription(plainText(flag.sentence));
    name->setBuddy(combo);
    grid->addWidget(name, static_cast<int>(i), 0);
    grid->addWidget(combo, static_cast<int>(i), 1);
    grid->addWidget(wrapped(plainText(flag.sentence), "label", body_), static_cast<int>(i), 2);
    flags_.push_back(combo);
    connect(combo, &QComboBox::currentIndexChanged, this, &ColumnFilterDialog::showResult);
  }
  column.addLayout(grid);
}

NumberRange ColumnFilterDialog::rangeTyped(QString& problem) const {
  NumberRange range;
  const auto read = [&](QLineEdit& edit, double& end) {
    const std::string text = edit.text().trimmed().toStdString();
    QString wrong;
    if (!text.empty()) {
      if (const auto value = parseFilterNumber(text, *question_.field)) end = *value;
      else wrong = asSentence(value.error().message);
    }
    edit.setProperty("invalid", !wrong.isEmpty());
    edit.style()->unpolish(&edit);
    edit.style()->polish(&edit);
    if (problem.isEmpty()) problem = wrong;
  };
  read(*low_, range.low);
  read(*high_, range.high);
  // Only an end that is there can be left out.
  range.lowOpen = lowSign_->currentIndex() == 1 && std::isfinite(range.low);
  range.highOpen = highSign_->currentIndex() == 1 && std::isfinite(range.high);
  if (problem.isEmpty() && range.low > range.high)
    problem = QStringLiteral("The range ends before it begins.");
  return range;
}

ColumnAnswer ColumnFilterDialog::answer() const {
  ColumnAnswer answer;
  answer.chosen.assign(question_.values.size(), false);
  if (modes_ != nullptr) answer.mode = static_cast<ColumnAnswer::Mode>(modes_->checkedId());
  if (answer.mode == ColumnAnswer::Mode::Range) {
    QString problem;
    answer.range = rangeTyped(problem);
  }
  if (answer.mode == ColumnAnswer::Mode::Words) {
    answer.words = words_->text().trimmed().toStdString();
    answer.whole = wordsSign_->currentIndex() == 1;
  }
  if (answer.mode == ColumnAnswer::Mode::Values) {
    for (std::size_t i = 0; i < answer.chosen.size(); ++i)
      answer.chosen[i] = values_->item(static_cast<int>(i))->checkState() == Qt::Checked;
  }
  for (const QComboBox* flag : flags_) {
    answer.flags.push_back(flag->currentIndex() == 0 ? std::nullopt
                                                     : std::optional(flag->currentIndex() == 1));
  }
  return answer;
}

RowFilter ColumnFilterDialog::filter() const { return filterWith(question_, answer(), selection_.filter()); }

void ColumnFilterDialog::showResult() {
  problem_.clear();
  using Mode = ColumnAnswer::Mode;
  const Mode mode = answer().mode;
  if (mode == Mode::Range) static_cast<void>(rangeTyped(problem_));
  const ColumnAnswer now = answer();
  if (mode == Mode::Values && std::find(now.chosen.begin(), now.chosen.end(), true) == now.chosen.end())
    problem_ = QStringLiteral("Choose at least one value, or any value.");
  error_->setText(problem_);
  error_->setVisible(!problem_.isEmpty());
  apply_->setEnabled(problem_.isEmpty());
  result_->setVisible(problem_.isEmpty());
  typed_->setVisible(problem_.isEmpty());
  if (!problem_.isEmpty()) return;
  const RowFilter wanted = filter();
  const auto kept = filteredRows(*selection_.table(), wanted, selection_.binRule()).size();
  result_->setText(
      QStringLiteral("Shows %1 of %2 rows.")
          .arg(plainText(formatCount(static_cast<std::int64_t>(kept))),
               plainText(formatCount(static_cast<std::int64_t>(selection_.table()->rows.size())))));
  constexpr qsizetype kLongest = 300;  // thousands of picked candidates
  const QString text = oneLine(filterText(wanted));
  typed_->setText(text.isEmpty() ? QStringLiteral("No filter.")
                                 : QStringLiteral("As it is typed:  ") +
                                       breakable(text.size() > kLongest ? text.left(kLongest) + u'…' : text));
}

QString ColumnFilterDialog::resultText() const { return result_->text(); }

void ColumnFilterDialog::apply() {
  if (!problem_.isEmpty()) return;
  const RowFilter wanted = filter();
  accept();
  selection_.setFilter(wanted);
}

}  // namespace kernelcast::ui
