#include "ui/pages/InspectorDetail.h"

#include <QApplication>
#include <QClipboard>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/CaseTableModel.h"
#include "ui/models/CommandTable.h"
#include "ui/widgets/TabularNumbers.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

constexpr int kSourceLines = 22;
constexpr int kFailureLines = 8;

int linesHeight(const QPlainTextEdit& view, int lines) {
  const int frame = 2 * view.frameWidth() + static_cast<int>(2 * view.document()->documentMargin()) + 10;
  return QFontMetrics(view.font()).lineSpacing() * lines + frame;
}

}  // namespace

InspectorDetail::InspectorDetail(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(14);
  rationale_ = addText(QStringLiteral("Rationale of the surrogate"));
  note_ = addText(QStringLiteral("What was tried"));

  failureBox_ = addSection(QStringLiteral("What the compiler or the check said"));
  failure_ = newCodeView(QStringLiteral("What the compiler or the check said"));
  failureBox_->layout()->addWidget(failure_);

  casesBox_ = addSection(QStringLiteral("Cases"));
  cases_ = new QTableView(this);
  caseModel_ = new CaseTableModel(cases_);
  cases_->setModel(caseModel_);
  cases_->setAccessibleName(QStringLiteral("Times of each case"));
  cases_->setShowGrid(false);
  cases_->setWordWrap(false);
  cases_->setTabKeyNavigation(false);
  cases_->setSelectionMode(QAbstractItemView::NoSelection);
  cases_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  cases_->setFocusPolicy(Qt::NoFocus);
  // Five columns beside each other in the narrowest window.
  cases_->setStyleSheet(
      QStringLiteral("QTableView::item { padding: 3px 1px; } QHeaderView::section { padding: 4px 3px; }"));
  cases_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  cases_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  cases_->verticalHeader()->hide();
  cases_->verticalHeader()->setDefaultSectionSize(24);
  cases_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  cases_->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  cases_->horizontalHeader()->setSectionResizeMode(CaseTableModel::Case, QHeaderView::Stretch);
  cases_->horizontalHeader()->setHighlightSections(false);
  for (int i = CaseTableModel::Reference; i < CaseTableModel::kColumns; ++i) {
    cases_->setItemDelegateForColumn(i, new NumberDelegate(cases_));
    const QString widest =
        i == CaseTableModel::Reference ? QStringLiteral("ref. µs") : QStringLiteral("8.88×");
    cases_->setColumnWidth(
        i, QFontMetrics(Theme::instance().font(TextSize::Body)).horizontalAdvance(widest) + 12);
  }
  runs_ = new QLabel(this);
  runs_->setProperty("role", "label");
  runs_->setTextFormat(Qt::PlainText);
  runs_->setWordWrap(true);
  casesBox_->layout()->addWidget(cases_);
  casesBox_->layout()->addWidget(runs_);

  auto* copy = new QPushButton(QString::fromLatin1(entryOf(Command::CopySource).name), this);
  copy->setToolTip(toolTipOf(Command::CopySource));
  connect(copy, &QPushButton::clicked, this, &InspectorDetail::copySource);
  sourceBox_ = addSection(QStringLiteral("Source"), copy);
  sourceNote_ = new QLabel(this);
  sourceNote_->setProperty("role", "label");
  sourceNote_->setTextFormat(Qt::PlainText);
  sourceNote_->setWordWrap(true);
  source_ = newCodeView(QStringLiteral("Source"));
  sourceBox_->layout()->addWidget(sourceNote_);
  sourceBox_->layout()->addWidget(source_);
  column->addStretch();

  connect(&Theme::instance(), &Theme::changed, this, &InspectorDetail::styleCode);
  styleCode();
  setContent({});
}

InspectorDetail::Section InspectorDetail::addText(const QString& title) {
  Section section{addSection(title), new QLabel(this)};
  section.text->setTextFormat(Qt::PlainText);
  section.text->setWordWrap(true);
  section.text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  section.text->setAccessibleName(title);
  section.box->layout()->addWidget(section.text);
  return section;
}

QWidget* InspectorDetail::addSection(const QString& title, QWidget* beside) {
  auto* box = new QWidget(this);
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  auto* head = new QHBoxLayout;
  auto* label = new QLabel(title, box);
  label->setTextFormat(Qt::PlainText);
  label->setProperty("role", "section");
  head->addWidget(label, 1);
  if (beside != nullptr) head->addWidget(beside);
  column->addLayout(head);
  layout()->addWidget(box);
  return box;
}

void InspectorDetail::show(const Section& section, const QString& text) {
  section.text->setText(text);
  section.box->setVisible(!text.isEmpty());
}

QPlainTextEdit* InspectorDetail::newCodeView(const QString& name) {
  auto* view = new QPlainTextEdit(this);
  view->setReadOnly(true);
  view->setLineWrapMode(QPlainTextEdit::NoWrap);
  view->setAccessibleName(name);
  view->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  view->setTabChangesFocus(true);
  return view;
}

void InspectorDetail::styleCode() {
  for (QPlainTextEdit* view : {failure_, source_}) {
    view->setFont(Theme::instance().codeFont());
    view->setTabStopDistance(QFontMetricsF(view->font()).horizontalAdvance(u' ') * 4);
  }
}

void InspectorDetail::setContent(std::shared_ptr<const InspectorContent> content) {
  // Read again while a search runs: where a person has scrolled to stays.
  if (content && content_ && *content == *content_) return;
  content_ = std::move(content);
  setVisible(content_ != nullptr);
  if (!content_) return;
  QString rationale = content_->rationale.text;
  for (const QString& more : {content_->rationale.note, content_->parseError}) {
    if (!more.isEmpty()) rationale += (rationale.isEmpty() ? QString() : QStringLiteral("\n\n")) + more;
  }
  show(rationale_, rationale);
  show(note_, content_->note);

  const QString failure = content_->failure.text.trimmed();
  failureBox_->setVisible(!failure.isEmpty());
  failure_->setPlainText(failure);
  failure_->setFixedHeight(
      linesHeight(*failure_, std::clamp(static_cast<int>(failure.count(u'\n')) + 2, 3, kFailureLines)));
  showCases();

  source_->setPlainText(content_->source.text);
  source_->setFixedHeight(linesHeight(*source_, kSourceLines));
  sourceNote_->setText(content_->source.note);
  sourceNote_->setVisible(!content_->source.note.isEmpty());
  sourceBox_->setVisible(!content_->wholeSource.empty());
}

void InspectorDetail::showCases() {
  caseModel_->setCases(content_->cases);
  const int n = caseModel_->rowCount();
  casesBox_->setVisible(n > 0);
  runs_->setText(content_->runs.size() == 1 ? QStringLiteral("Of run %1.").arg(content_->runs.front())
                                            : QStringLiteral("Of runs %1: medians of their medians.")
                                                  .arg(content_->runs.join(QStringLiteral(", "))));
  runs_->setVisible(!content_->runs.isEmpty());
  cases_->setFixedHeight(cases_->horizontalHeader()->sizeHint().height() + n * 24 + 2);
}

void InspectorDetail::copySource() const {
  if (content_ && !content_->wholeSource.empty()) {
    QApplication::clipboard()->setText(plainText(content_->wholeSource));
  }
}

QString InspectorDetail::rationale() const { return rationale_.text->text(); }

}  // namespace kernelcast::ui
