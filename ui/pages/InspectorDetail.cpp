#include "ui/pages/InspectorDetail.h"

#include <QApplication>
#include <QClipboard>
#include <QFontMetrics>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/CaseTableModel.h"
#include "ui/pages/InspectorSource.h"
#include "ui/widgets/FactGrid.h"
#include "ui/widgets/TabularNumbers.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

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
  failure_ = new QPlainTextEdit(this);
  failure_->setReadOnly(true);
  failure_->setLineWrapMode(QPlainTextEdit::NoWrap);
  failure_->setAccessibleName(QStringLiteral("What the compiler or the check said"));
  failure_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  failure_->setTabChangesFocus(true);
  failureBox_->layout()->addWidget(failure_);

  buildCases();
  resourcesBox_ = addSection(QStringLiteral("Resources"));
  resources_ = new FactGrid(QStringLiteral("Resources"), this);
  resourcesBox_->layout()->addWidget(resources_);
  planBox_ = addSection(QStringLiteral("Launch plan"));
  plan_ = new FactGrid(QStringLiteral("Launch plan"), this);
  planBox_->layout()->addWidget(plan_);
  source_ = new InspectorSource(this);
  column->addWidget(source_);
  column->addStretch();

  connect(&Theme::instance(), &Theme::changed, this, &InspectorDetail::styleCode);
  styleCode();
  setContent({});
}

void InspectorDetail::buildCases() {
  casesBox_ = addSection(QStringLiteral("Cases"));
  cases_ = new QTableView(this);
  caseModel_ = new CaseTableModel(cases_);
  cases_->setModel(caseModel_);
  cases_->setAccessibleName(QStringLiteral("Times of each case"));
  cases_->setShowGrid(false);
  cases_->setWordWrap(false);
  cases_->setTabKeyNavigation(false);
  // A fact leads to its row.
  cases_->setSelectionMode(QAbstractItemView::SingleSelection);
  cases_->setSelectionBehavior(QAbstractItemView::SelectRows);
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

QWidget* InspectorDetail::addSection(const QString& title) {
  auto* box = new QWidget(this);
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  auto* label = new QLabel(title, box);
  label->setTextFormat(Qt::PlainText);
  label->setProperty("role", "section");
  column->addWidget(label);
  layout()->addWidget(box);
  return box;
}

void InspectorDetail::show(const Section& section, const QString& text) {
  section.text->setText(text);
  section.box->setVisible(!text.isEmpty());
}

void InspectorDetail::styleCode() { failure_->setFont(Theme::instance().codeFont()); }

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

  resources_->setLines(content_->resources);
  resourcesBox_->setVisible(!content_->resources.empty());
  plan_->setLines(content_->plan);
  planBox_->setVisible(!content_->plan.empty());
  source_->setContent(content_);
}

QWidget* InspectorDetail::reveal(const analysis::FactLink& link) {
  if (!content_) return nullptr;
  using Target = analysis::FactLink::Target;
  QWidget* box = nullptr;
  if (link.target == Target::Case) box = casesBox_;
  if (link.target == Target::Resources) box = resourcesBox_;
  if (link.target == Target::CompileLog) box = failureBox_;
  if (link.target == Target::Rationale) box = rationale_.box;
  if (box == nullptr || box->isHidden()) return nullptr;
  if (link.target == Target::Case) cases_->selectRow(link.index);
  return box;
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
