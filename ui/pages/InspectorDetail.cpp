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
  column->setSpacing(6);
  rationale_ = addText(QStringLiteral("Rationale of the surrogate"));
  note_ = addText(QStringLiteral("What was tried"));

  failureTitle_ = new QLabel(this);
  failureTitle_->setProperty("role", "section");
  failureTitle_->setText(QStringLiteral("What the compiler or the check said"));
  failure_ = newCodeView(failureTitle_->text());
  column->addWidget(failureTitle_);
  column->addWidget(failure_);

  casesTitle_ = new QLabel(this);
  casesTitle_->setProperty("role", "section");
  casesTitle_->setTextFormat(Qt::PlainText);
  column->addWidget(casesTitle_);
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
  cases_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  cases_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  cases_->verticalHeader()->hide();
  cases_->verticalHeader()->setDefaultSectionSize(24);
  cases_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  cases_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  cases_->horizontalHeader()->setSectionResizeMode(CaseTableModel::Case, QHeaderView::Stretch);
  cases_->horizontalHeader()->setHighlightSections(false);
  for (int i = CaseTableModel::Reference; i < CaseTableModel::kColumns; ++i) {
    cases_->setItemDelegateForColumn(i, new NumberDelegate(cases_));
  }
  column->addWidget(cases_);

  sourceHead_ = new QWidget(this);
  auto* head = new QHBoxLayout(sourceHead_);
  head->setContentsMargins(0, 8, 0, 0);
  auto* title = new QLabel(QStringLiteral("Source"), sourceHead_);
  title->setProperty("role", "section");
  auto* copy = new QPushButton(QString::fromLatin1(entryOf(Command::CopySource).name), sourceHead_);
  copy->setToolTip(toolTipOf(Command::CopySource));
  connect(copy, &QPushButton::clicked, this, &InspectorDetail::copySource);
  head->addWidget(title, 1);
  head->addWidget(copy);
  column->addWidget(sourceHead_);
  sourceNote_ = new QLabel(this);
  sourceNote_->setProperty("role", "label");
  sourceNote_->setTextFormat(Qt::PlainText);
  sourceNote_->setWordWrap(true);
  column->addWidget(sourceNote_);
  source_ = newCodeView(QStringLiteral("Source"));
  column->addWidget(source_);
  column->addStretch();

  connect(&Theme::instance(), &Theme::changed, this, &InspectorDetail::styleCode);
  styleCode();
  setContent({});
}

InspectorDetail::Section InspectorDetail::addText(const QString& title) {
  Section section{new QLabel(title, this), new QLabel(this)};
  section.title->setProperty("role", "section");
  section.text->setTextFormat(Qt::PlainText);
  section.text->setWordWrap(true);
  section.text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  section.text->setAccessibleName(title);
  layout()->addWidget(section.title);
  layout()->addWidget(section.text);
  return section;
}

void InspectorDetail::show(const Section& section, const QString& text) {
  section.text->setText(text);
  section.title->setVisible(!text.isEmpty());
  section.text->setVisible(!text.isEmpty());
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
  failureTitle_->setVisible(!failure.isEmpty());
  failure_->setVisible(!failure.isEmpty());
  failure_->setPlainText(failure);
  failure_->setFixedHeight(
      linesHeight(*failure_, std::clamp(static_cast<int>(failure.count(u'\n')) + 2, 3, kFailureLines)));
  showCases();

  source_->setPlainText(content_->source.text);
  source_->setFixedHeight(linesHeight(*source_, kSourceLines));
  sourceNote_->setText(content_->source.note);
  sourceNote_->setVisible(!content_->source.note.isEmpty());
  const bool hasSource = !content_->wholeSource.empty();
  sourceHead_->setVisible(hasSource);
  source_->setVisible(hasSource);
}

void InspectorDetail::showCases() {
  caseModel_->setCases(content_->cases);
  const int n = caseModel_->rowCount();
  QString title = QStringLiteral("Cases");
  if (!content_->runs.isEmpty()) {
    title += content_->runs.size() == 1 ? QStringLiteral(", of run ") : QStringLiteral(", of runs ");
    title += content_->runs.join(QStringLiteral(", "));
  }
  casesTitle_->setText(title);
  casesTitle_->setVisible(n > 0);
  cases_->setVisible(n > 0);
  cases_->setFixedHeight(cases_->horizontalHeader()->sizeHint().height() + n * 24 + 2);
}

void InspectorDetail::copySource() const {
  if (content_ && !content_->wholeSource.empty()) {
    QApplication::clipboard()->setText(plainText(content_->wholeSource));
  }
}

QString InspectorDetail::rationale() const { return rationale_.text->text(); }

}  // namespace kernelcast::ui
