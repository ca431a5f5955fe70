#include "ui/pages/OverviewPage.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <numeric>

#include "core/domain/number_format.h"
#include "db/Reader.h"
#include "ui/charts/FunnelBars.h"
#include "ui/models/PlainText.h"
#include "ui/models/Selection.h"
#include "ui/models/Workspace.h"
#include "ui/widgets/Card.h"
#include "ui/widgets/FlowLayout.h"
#include "ui/widgets/KernelLinks.h"
#include "ui/widgets/KeyFigure.h"
#include "ui/widgets/ScrollColumn.h"

namespace kernelcast::ui {

namespace {

constexpr std::size_t kMostLines = 8;    // that are drawn unless more are asked for
constexpr std::size_t kMostListed = 30;  // sessions in the menu

QLabel* addSentence(Card& card) {
  auto* label = new QLabel(&card);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  card.body()->addWidget(label);
  return label;
}

void say(QLabel& label, const QString& sentence) {
  label.setText(sentence);
  label.setVisible(!sentence.isEmpty());
}

}  // namespace

OverviewPage::OverviewPage(const PageContext& shared, QWidget* parent) : Page(shared, parent) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  auto* scroll = new ScrollColumn(600, this);
  outer->addWidget(scroll);
  QVBoxLayout* column = scroll->column();
  auto* top = new QHBoxLayout;
  top->setSpacing(12);
  bestCard_ = new Card(QStringLiteral("Best speedup so far"), this);
  buildBest(*bestCard_);
  top->addWidget(bestCard_, 3);
  auto* winnersCard = new Card(QStringLiteral("Best kernels"), this);
  winners_ = new KernelLinks(winnersCard);
  winnersCard->body()->addWidget(winners_);
  winnersCard->body()->addStretch(1);
  winnersCard->setMinimumWidth(190);
  top->addWidget(winnersCard, 1);
  column->addLayout(top, 1);

  auto* below = new QHBoxLayout;
  below->setSpacing(12);
  auto* funnelCard = new Card(QStringLiteral("What became of the candidates"), this);
  funnel_ = new FunnelBars(funnelCard);
  funnelCard->body()->addWidget(funnel_);
  funnelSentence_ = addSentence(*funnelCard);
  funnelCard->body()->addStretch(1);
  below->addWidget(funnelCard, 1);
  auto* worstCard = new Card(QStringLiteral("Worst forecasts"), this);
  worstCard->setToolTip(toolTipText(QStringLiteral(
      "Where the forecast gave least to the speed class that was measured. The column “P(measured "
      "class)” of the candidates sorts all of them so.")));
  worst_ = new KernelLinks(worstCard);
  worstCard->body()->addWidget(worst_);
  worstCard->body()->addStretch(1);
  below->addWidget(worstCard, 1);
  column->addLayout(below);
  savingsCard_ = new Card(QStringLiteral("Saved and spent"), this);
  buildSavings(*savingsCard_);
  column->addWidget(savingsCard_);

  connect(winners_, &KernelLinks::rowClicked, this, &OverviewPage::selectKernel);
  connect(worst_, &KernelLinks::rowClicked, this, &OverviewPage::selectKernel);
  connect(funnel_, &FunnelBars::stageClicked, this, &OverviewPage::filterTo);
  Workspace& workspace = context().workspace;
  // After the workspace itself, so that its list is the new one.
  connect(&workspace.library(), &LibraryService::sessionsLoaded, this, [this] {
    if (!isVisible() || !table_) return;
    loadOthers();
    showBest();
  });
  // What was asked of another library is not answered.
  connect(&workspace.library(), &LibraryService::opened, this, [this] { asked_.clear(); });
}

void OverviewPage::buildBest(Card& card) {
  card.setToolTip(toolTipText(QStringLiteral(
      "The largest measured speedup among the first k GPU evaluations, failures counted, for each k.\n"
      "Candidates are taken by their number. Sessions can be compared where they had spent the same number "
      "of evaluations.")));
  best_ = new BestSoFarChart(&card);
  card.body()->addWidget(best_, 1);
  bestSentence_ = addSentence(card);
  othersButton_ = new QPushButton(&card);
  othersButton_->setToolTip(QStringLiteral("Sessions of the same tasks, to compare at equal evaluations"));
  menu_ = new QMenu(othersButton_);
  menu_->setToolTipsVisible(true);
  othersButton_->setMenu(menu_);
  card.body()->addWidget(othersButton_, 0, Qt::AlignLeft);
  connect(best_, &BestSoFarChart::rowClicked, this, &OverviewPage::selectKernel);
  connect(menu_, &QMenu::aboutToShow, this, &OverviewPage::fillMenu);
}

void OverviewPage::buildSavings(Card& card) {
  auto* figures = new QWidget(&card);
  auto* flow = new FlowLayout(figures, 24, 10);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  figures->setSizePolicy(policy);
  for (std::size_t i = 0; i < savingTexts({}).size(); ++i) {
    savings_.push_back(new KeyFigure(figures));
    flow->addWidget(savings_.back());
  }
  card.body()->addWidget(figures);
  savingsNote_ = addSentence(card);
  savingsNote_->setProperty("role", "muted");
  card.body()->addStretch(1);
}

QString OverviewPage::bestSentence() const { return bestSentence_->text(); }
QString OverviewPage::funnelSentence() const { return funnelSentence_->text(); }

// The funnel is where another stage is chosen.
bool OverviewPage::showsWithoutRows() const {
  const auto& table = context().selection.table();
  return table && !table->rows.empty();
}

void OverviewPage::showRows() {
  const Selection& selection = context().selection;
  content_.start([table = selection.table(), filter = selection.filter(),
                  rule = selection.binRule()] { return std::pair(table, overviewOf(*table, filter, rule)); },
                 [this](std::pair<std::shared_ptr<const SessionTable>, OverviewContent> made) {
                   if (!context().selection.table()) return;
                   table_ = std::move(made.first);
                   showContent(made.second);
                 });
}

void OverviewPage::showContent(const OverviewContent& content) {
  own_ = content.lines;
  say(*funnelSentence_, ui::funnelSentence(content.stages));
  funnel_->setStages(content.stages, content.stage);
  loadOthers();
  showBest();
  showSavings();
  showWinners();
  showWorst(content);
}

void OverviewPage::filterTo(const QString& stage) {
  Selection& selection = context().selection;
  const RowFilter whole = withoutStages(selection.filter());
  const FilterField* field = findFilterField(stage.toStdString());
  const bool chosen = field == nullptr || stageOf(selection.filter()) == field->key;
  selection.setFilter(chosen ? whole : whole.with(flagTerm(field->key)));
}

// The chart is of more rows than the filter shows.
void OverviewPage::selectKernel(int row) {
  Selection& selection = context().selection;
  if (table_ != selection.table()) return;  // the row may be another kernel by now
  if (!selection.isVisible(row)) selection.setFilter(ofSearch(selection.filter()));
  selection.setCurrentRow(row);
}

std::vector<SessionSummary> OverviewPage::comparable() const {
  return comparableSessions(context().workspace.sessions().summaries(), table_->summary);
}

std::vector<SessionSummary> OverviewPage::overlaid() const {
  std::vector<SessionSummary> found;
  std::size_t lines = own_.size();
  for (SessionSummary& other : comparable()) {
    const auto byHand = chosen_.find(other.id);
    const std::size_t more = std::max<std::size_t>(1, std::min(own_.size(), other.tasks.size()));
    if (byHand != chosen_.end() ? !byHand->second : lines + more > kMostLines) continue;
    lines += more;
    found.push_back(std::move(other));
  }
  return found;
}

void OverviewPage::setOverlaid(const SessionId& id, bool overlaid) {
  keepChoice();
  chosen_[id] = overlaid;
  loadOthers();
  showBest();
}

// Hiding one must not bring up another in its place.
void OverviewPage::keepChoice() {
  for (const SessionSummary& other : overlaid()) chosen_.emplace(other.id, true);
  for (const SessionSummary& other : comparable()) chosen_.emplace(other.id, false);
}

void OverviewPage::fillMenu() {
  menu_->clear();
  if (!table_) return;
  const std::vector<SessionSummary> all = comparable();
  std::set<SessionId> shown;
  for (const SessionSummary& other : overlaid()) shown.insert(other.id);
  for (std::size_t i = 0; i < std::min(all.size(), kMostListed); ++i) {
    const SessionSummary& other = all[i];
    const QString text = QStringLiteral("%1 · %2").arg(oneLine(other.name), originOf(other));
    QAction* action = menu_->addAction(buttonText(text));
    action->setToolTip(toolTipText(QStringLiteral("%1 evaluations over %2 tasks")
                                       .arg(plainText(formatCount(other.measured)))
                                       .arg(other.tasks.size())));
    action->setCheckable(true);
    action->setChecked(shown.contains(other.id));
    connect(action, &QAction::toggled, this, [this, id = other.id](bool on) { setOverlaid(id, on); });
  }
  if (all.size() > kMostListed) {
    menu_->addAction(QStringLiteral("%1 older sessions are not listed").arg(all.size() - kMostListed))
        ->setEnabled(false);
  }
  menu_->addSeparator();
  QAction* none = menu_->addAction(QStringLiteral("Hide all of them"));
  none->setEnabled(!shown.empty());
  connect(none, &QAction::triggered, this, [this, all] {
    for (const SessionSummary& other : all) chosen_[other.id] = false;
    showBest();
  });
}

void OverviewPage::showBest() {
  std::vector<BestLine> lines = own_;
  const int evaluations = std::accumulate(
      own_.begin(), own_.end(), 0, [](int sum, const BestLine& line) { return sum + line.evaluations; });
  std::vector<BestLine> others;
  std::size_t sessions = 0;
  for (const SessionSummary& other : overlaid()) {
    ++sessions;
    const auto found = cache_.find(other.id);
    if (found == cache_.end()) continue;
    for (const BestLine& line : found->second.lines) {
      if (std::any_of(own_.begin(), own_.end(), [&](const BestLine& own) { return own.task == line.task; }))
        others.push_back(line);
    }
  }
  const std::size_t all = comparable().size();
  othersButton_->setEnabled(all > 0);
  othersButton_->setText(all == 0 ? QStringLiteral("No other session of these tasks")
                                  : QStringLiteral("Other sessions: %1 of %2").arg(sessions).arg(all));
  bestCard_->setNote(QStringLiteral("n = %1 evaluations").arg(plainText(formatCount(evaluations))));
  say(*bestSentence_, equalBudgetSentence(own_, others));
  lines.insert(lines.end(), others.begin(), others.end());
  best_->setLines(std::move(lines));
}

void OverviewPage::showSavings() {
  const SessionSummary& summary = table_->summary;
  const std::vector<SavingText> texts = savingTexts(summary);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    savings_[i]->setFigure(texts[i].value, texts[i].caption, {}, texts[i].sentence);
  }
  savingsNote_->setText(savingNote(summary));
}

// The best of each task, as a short list to click.
void OverviewPage::showWinners() {
  std::vector<KernelLink> links;
  for (const BestLine& line : own_) {
    if (line.steps.empty()) {
      links.push_back({line.label, QStringLiteral("nothing ran right"), {}, -1});
      continue;
    }
    const BestLine::Step& best = line.steps.back();
    links.push_back({line.label,
                     plainText(formatSpeedup(best.speedup)) + QStringLiteral("  ") + best.name,
                     {},
                     best.row});
  }
  winners_->setEntries(std::move(links));
}

void OverviewPage::showWorst(const OverviewContent& content) {
  const BinRule rule = context().selection.binRule();
  std::vector<KernelLink> links;
  for (const analysis::WorstForecast& worst : content.worst) {
    const CandidateRow& row = table_->rows[static_cast<std::size_t>(worst.row)];
    links.push_back({{},
                     QStringLiteral("#%1 %2").arg(row.number).arg(oneLine(row.name)),
                     worstForecastText(worst, rule),
                     worst.row});
  }
  if (links.empty()) links.push_back({{}, QStringLiteral("No forecast that is shown was wrong."), {}, -1});
  worst_->setEntries(std::move(links));
}

// Once for each state of a session; what is drawn meanwhile is the state before.
void OverviewPage::loadOthers() {
  const std::vector<std::string>& devices = table_->devices;
  for (const SessionSummary& other : overlaid()) {
    const auto known = cache_.find(other.id);
    if (known != cache_.end() && known->second.updatedMs == other.updatedMs &&
        known->second.measured == other.measured && known->second.devices == devices)
      continue;
    if (!asked_.insert(other.id).second) continue;
    context().workspace.library().ask<std::vector<BestLine>>(
        this,
        [id = other.id, name = oneLine(other.name),
         devices](db::Reader& reader) -> Result<std::vector<BestLine>> {
          const auto table = reader.table(id);
          if (!table) return failure(table.error());
          std::vector<int> rows(table->rows.size());
          std::iota(rows.begin(), rows.end(), 0);
          std::vector<BestLine> lines = bestLines(*table, rows, devices);
          for (BestLine& line : lines) line.session = name.isEmpty() ? QStringLiteral("unnamed") : name;
          return lines;
        },
        [this, id = other.id, updatedMs = other.updatedMs, measured = other.measured,
         devices](Result<std::vector<BestLine>> lines) {
          asked_.erase(id);
          // One that cannot be read is asked for again when it changes.
          cache_[id] = {updatedMs, measured, devices, lines ? std::move(*lines) : std::vector<BestLine>()};
          if (isVisible()) showBest();
        });
  }
}

}  // namespace kernelcast::ui
