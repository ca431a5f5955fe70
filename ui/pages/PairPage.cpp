#include "ui/pages/PairPage.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/analysis/causes.h"
#include "core/domain/launch_plan_text.h"
#include "core/domain/number_format.h"
#include "db/Reader.h"
#include "ui/charts/CaseDuelBars.h"
#include "ui/charts/TwoForecasts.h"
#include "ui/models/PlainText.h"
#include "ui/models/Selection.h"
#include "ui/models/Workspace.h"
#include "ui/pages/Page.h"
#include "ui/pages/SourceDiffView.h"
#include "ui/widgets/Card.h"
#include "ui/widgets/ElidedLabel.h"
#include "ui/widgets/FlowLayout.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

QString titleOf(const char* which, const CandidateRow& row) {
  return QStringLiteral("%1  #%2 %3").arg(QString::fromLatin1(which)).arg(row.number).arg(oneLine(row.name));
}

QString measuredWords(const analysis::PairComparison& comparison, const CandidateRow& a,
                      const CandidateRow& b) {
  if (!comparison.speedupRatio) {
    const CandidateRow& failed = isFailure(a.status) || !a.hasSpeedup() ? a : b;
    return QStringLiteral("%1: %2.").arg(&failed == &a ? QStringLiteral("A") : QStringLiteral("B"),
                                         plainText(info(failed.status).title));
  }
  const double ratio = *comparison.speedupRatio;
  if (ratio == 1)
    return QStringLiteral("Both measured the same speedup, %1.").arg(plainText(formatSpeedup(a.speedup)));
  return QStringLiteral("%1 measured %2 the speed of %3 (%4 and %5 over the reference).")
      .arg(ratio > 1 ? QStringLiteral("A") : QStringLiteral("B"),
           plainText(formatSpeedup(std::max(ratio, 1 / ratio))),
           ratio > 1 ? QStringLiteral("B") : QStringLiteral("A"),
           plainText(formatSpeedup(ratio > 1 ? a.speedup : b.speedup)),
           plainText(formatSpeedup(ratio > 1 ? b.speedup : a.speedup)));
}

std::string nameAt(const std::vector<std::string>& names, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < names.size() ? names[static_cast<std::size_t>(index)]
                                                                      : std::string();
}

}  // namespace

PairPage::PairPage(const PageContext& context, QWidget* parent)
    : QWidget(parent), context_(std::make_unique<PageContext>(context)) {
  setObjectName(QStringLiteral("pair"));
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(QStringLiteral("Two kernels side by side"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 12, 16, 12);
  column->setSpacing(10);
  column->addWidget(buildHead());
  auto* split = new QSplitter(Qt::Vertical, this);
  split->setChildrenCollapsible(false);
  split->setHandleWidth(12);
  split->setStyleSheet(QStringLiteral("QSplitter::handle { background: transparent; }"));
  split->addWidget(buildCards());
  auto* sourceCard = new Card(QStringLiteral("Device code"), split);
  source_ = new SourceDiffView(sourceCard);
  source_->setMinimumHeight(140);
  sourceCard->body()->addWidget(source_, 1);
  split->addWidget(sourceCard);
  split->setStretchFactor(1, 1);
  column->addWidget(split, 1);
}

PairPage::~PairPage() = default;

QWidget* PairPage::buildHead() {
  auto* head = new QWidget(this);
  auto* column = new QVBoxLayout(head);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  auto* line = new QHBoxLayout;
  line->setSpacing(12);
  back_ = new QPushButton(QStringLiteral("← Session"), head);
  back_->setToolTip(QStringLiteral("Back to the session (Esc)"));
  names_ = new ElidedLabel({}, head);
  names_->setProperty("role", "title");
  line->addWidget(back_);
  line->addWidget(names_, 1);
  column->addLayout(line);
  verdict_ = new QLabel(head);
  verdict_->setTextFormat(Qt::PlainText);
  verdict_->setWordWrap(true);
  verdict_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  column->addWidget(verdict_);
  causes_ = new QWidget(head);
  causeFlow_ = new FlowLayout(causes_, 6, 4);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  causes_->setSizePolicy(policy);
  cause_ = new QToolButton(causes_);
  cause_->setFocusPolicy(Qt::StrongFocus);
  cause_->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(cause_);
  menu->setToolTipsVisible(true);
  cause_->setMenu(menu);
  connect(menu, &QMenu::aboutToShow, this, &PairPage::fillCauseMenu);
  connect(&context_->workspace.causes(), &PairCauses::changed, this, &PairPage::showCause);
  causeFlow_->addWidget(cause_);
  column->addWidget(causes_);
  connect(back_, &QPushButton::clicked, this, &PairPage::closed);
  return head;
}

QWidget* PairPage::buildCards() {
  auto* cards = new QWidget(this);
  auto* row = new QHBoxLayout(cards);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(12);
  auto* casesCard = new Card(QStringLiteral("Case by case"), cards);
  cases_ = new CaseDuelBars(casesCard);
  casesCard->body()->addWidget(cases_);
  casesCard->body()->addStretch(1);
  row->addWidget(casesCard, 1);
  auto* forecastCard = new Card(QStringLiteral("Forecasts, measured class marked"), cards);
  forecasts_ = new TwoForecasts(forecastCard);
  forecastCard->body()->addWidget(forecasts_);
  forecastCard->body()->addStretch(1);
  row->addWidget(forecastCard, 1);
  auto* factsCard = new Card(QStringLiteral("What is known of both, differences first"), cards);
  facts_ = new QTableWidget(0, 3, factsCard);
  facts_->setAccessibleName(QStringLiteral("Facts of both kernels"));
  facts_->setHorizontalHeaderLabels({QString(), QStringLiteral("A"), QStringLiteral("B")});
  facts_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  facts_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  facts_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  facts_->verticalHeader()->hide();
  facts_->verticalHeader()->setDefaultSectionSize(22);
  facts_->setShowGrid(false);
  facts_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  facts_->setSelectionMode(QAbstractItemView::NoSelection);
  facts_->setTabKeyNavigation(false);
  facts_->setMinimumHeight(120);
  factsCard->body()->addWidget(facts_, 1);
  row->addWidget(factsCard, 1);
  return cards;
}

QString PairPage::verdict() const { return verdict_->text(); }

void PairPage::open(int a, int b) {
  table_ = context_->selection.table();
  if (!table_) return;
  a_ = a;
  b_ = b;
  const CandidateRow& rowA = table_->rows.at(static_cast<std::size_t>(a));
  const CandidateRow& rowB = table_->rows.at(static_cast<std::size_t>(b));
  names_->setFullText(titleOf("A", rowA) + QStringLiteral("   and   ") + titleOf("B", rowB));
  forecasts_->setRows(rowA, rowB, context_->selection.binRule());
  loading_ = true;
  const int question = ++question_;
  const auto key = [&](const CandidateRow& row) {
    return std::tuple(row.number, nameAt(table_->devices, row.device),
                      nameAt(table_->surrogates, row.surrogate));
  };
  context_->workspace.library().ask<Details>(
      this,
      [session = table_->summary.id, keyA = key(rowA),
       keyB = key(rowB)](db::Reader& reader) -> Result<Details> {
        auto ofA = reader.detail(session, std::get<0>(keyA), std::get<1>(keyA), std::get<2>(keyA));
        if (!ofA) return failure(ofA.error());
        auto ofB = reader.detail(session, std::get<0>(keyB), std::get<1>(keyB), std::get<2>(keyB));
        if (!ofB) return failure(ofB.error());
        return Details{std::move(*ofA), std::move(*ofB)};
      },
      [this, question](const Result<Details>& details) {
        if (question != question_) return;
        loading_ = false;
        if (details) show(*details);
        else verdict_->setText(asSentence(details.error().message));
      });
}

void PairPage::show(const Details& details) {
  const CandidateRow& rowA = table_->rows[static_cast<std::size_t>(a_)];
  const CandidateRow& rowB = table_->rows[static_cast<std::size_t>(b_)];
  comparison_ = analysis::comparePair(rowA, details.a, rowB, details.b);
  QStringList sentences{measuredWords(comparison_, rowA, rowB)};
  if (comparison_.speedupRatio) sentences << plainText(comparison_.noiseSentence);
  sentences << plainText(comparison_.forecastSentence);
  const int cases = comparison_.wonByA + comparison_.wonByB + comparison_.undecided;
  if (cases > 1) {
    sentences << QStringLiteral("Of %1 cases A wins %2, B wins %3%4.")
                     .arg(cases)
                     .arg(comparison_.wonByA)
                     .arg(comparison_.wonByB)
                     .arg(comparison_.undecided > 0
                              ? QStringLiteral(", noise leaves %1 open").arg(comparison_.undecided)
                              : QString());
  }
  verdict_->setText(sentences.join(u' '));
  cases_->setCases(comparison_.cases);
  showCauses();
  showFacts();
  // Launch plans stand among the facts.
  source_->setSources(titleOf("A", rowA), std::string(deviceCodeOf(details.a.source)), titleOf("B", rowB),
                      std::string(deviceCodeOf(details.b.source)));
}

void PairPage::showCauses() {
  for (QLabel* words : proposals_) {
    causeFlow_->removeWidget(words);
    words->deleteLater();
  }
  proposals_.clear();
  const auto misrank = analysis::misrankOf(*table_, a_, b_);
  pair_ = misrank ? kernelPairOf(*table_, *misrank) : std::nullopt;
  proposed_ = misrank ? analysis::proposedCauses(*table_, *misrank, comparison_)
                      : std::vector<analysis::ProposedCause>{};
  for (const analysis::ProposedCause& cause : proposed_) {
    auto* words = new QLabel(
        plainText(analysis::causeInfo(cause.cause).title) + QStringLiteral(": ") + plainText(cause.fact),
        causes_);
    words->setTextFormat(Qt::PlainText);
    words->setProperty("role", "muted");
    words->setToolTip(toolTipText(plainText(analysis::causeInfo(cause.cause).sentence)));
    causeFlow_->addWidget(words);
    proposals_.push_back(words);
  }
  showCause();
  causes_->setVisible(pair_.has_value() || !proposed_.empty());
  causes_->updateGeometry();
}

void PairPage::showCause() {
  cause_->setVisible(pair_.has_value());
  if (!pair_) return;
  const analysis::CauseInfo* cause = context_->workspace.causes().causeOf(*pair_);
  cause_->setText(QStringLiteral("Cause: %1 ▾")
                      .arg(cause != nullptr ? plainText(cause->title) : QStringLiteral("not said")));
  cause_->setAccessibleName(cause_->text());
  cause_->setEnabled(!context_->workspace.isReadOnly());
  cause_->setToolTip(
      cause_->isEnabled()
          ? QStringLiteral("Why this pair is in the wrong order, as you see it; kept in the library")
          : QStringLiteral("This library is read-only, and causes are kept in it."));
}

void PairPage::fillCauseMenu() {
  QMenu* menu = cause_->menu();
  menu->clear();
  if (!pair_) return;
  PairCauses& causes = context_->workspace.causes();
  const analysis::CauseInfo* said = causes.causeOf(*pair_);
  const auto add = [&](const QString& title, const QString& toolTip, const analysis::CauseInfo* cause) {
    QAction* action = menu->addAction(title);
    action->setToolTip(toolTip);
    action->setCheckable(true);
    action->setChecked(cause == said);
    const auto nameOf = [this](int row) { return oneLine(table_->rows[static_cast<std::size_t>(row)].name); };
    connect(action, &QAction::triggered, this,
            [&causes, pair = *pair_, cause, name = QStringLiteral("%1 and %2").arg(nameOf(a_), nameOf(b_))] {
              causes.set(pair, cause, name);
            });
  };
  for (const analysis::CauseInfo& cause : analysis::kCauses) {
    const bool proposed = std::any_of(proposed_.begin(), proposed_.end(),
                                      [&](const auto& each) { return each.cause == cause.cause; });
    add(plainText(cause.title) + (proposed ? QStringLiteral("  (the facts say so)") : QString()),
        toolTipText(plainText(cause.sentence)), &cause);
  }
  menu->addSeparator();
  add(QStringLiteral("not said"), QString(), nullptr);
}

void PairPage::showFacts() {
  facts_->setRowCount(static_cast<int>(comparison_.facts.size()));
  int row = 0;
  for (const analysis::FactPair& fact : comparison_.facts) {
    const std::array<QString, 3> texts{plainText(fact.name), oneLine(fact.a), oneLine(fact.b)};
    for (int column = 0; column < 3; ++column) {
      auto* item = new QTableWidgetItem(texts.at(static_cast<std::size_t>(column)));
      item->setToolTip(toolTipText(texts.at(static_cast<std::size_t>(column))));
      QFont font = facts_->font();
      font.setBold(fact.differs() && column > 0);
      item->setFont(font);
      if (!fact.differs() || column == 0) item->setForeground(Theme::instance().colour(ColourRole::Muted));
      facts_->setItem(row, column, item);
    }
    ++row;
  }
}

void PairPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) emit closed();
  else QWidget::keyPressEvent(event);
}

}  // namespace kernelcast::ui
