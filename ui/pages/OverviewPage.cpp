#include "ui/pages/OverviewPage.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "core/analysis/funnel.h"
#include "core/domain/number_format.h"
#include "db/Reader.h"
#include "ui/charts/FunnelBars.h"
#include "ui/models/PlainText.h"
#include "ui/models/Selection.h"
#include "ui/models/Workspace.h"
#include "ui/widgets/Card.h"
#include "ui/widgets/FlowLayout.h"
#include "ui/widgets/KeyFigure.h"
#include "ui/widgets/ScrollColumn.h"

namespace kernelcast::ui {

namespace {

constexpr std::size_t kMostOthers = 4;  // sessions that are overlaid

QString nameAt(const std::vector<std::string>& names, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < names.size()
             ? oneLine(names[static_cast<std::size_t>(index)])
             : QString();
}

std::vector<BestLine> linesOf(const SessionTable& table, std::span<const int> rows) {
  std::vector<BestLine> lines;
  for (const analysis::BestSeries& series : analysis::bestSoFar(table, rows)) {
    BestLine line;
    line.label = nameAt(table.tasks, series.task);
    if (table.devices.size() > 1) line.label += QStringLiteral(", ") + nameAt(table.devices, series.device);
    line.evaluations = series.evaluations;
    for (const analysis::BestPoint& point : series.points) {
      line.steps.push_back({point.evaluations, point.speedup, point.row,
                            oneLine(table.rows[static_cast<std::size_t>(point.row)].name)});
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

bool sharesTask(const SessionSummary& a, const SessionSummary& b) {
  return std::any_of(a.tasks.begin(), a.tasks.end(), [&](const std::string& task) {
    return std::find(b.tasks.begin(), b.tasks.end(), task) != b.tasks.end();
  });
}

struct SavingText {
  QString value;
  QString caption;
  QString sentence;
};

std::vector<SavingText> savingTexts(const SessionSummary& summary) {
  const analysis::Savings savings = analysis::savingsOf(summary);
  const auto count = [](std::int64_t n) { return plainText(formatCount(n)); };
  const QString none = plainText(kNoNumber);
  return {
      {savings.evaluationsSaved ? count(*savings.evaluationsSaved) : none,
       savings.evaluationsSaved ? QStringLiteral("evaluations not spent\ntrusted and skipped")
                                : QStringLiteral("evaluations not spent\nno policy ran"),
       QStringLiteral(
           "Candidates whose forecast was trusted or that were dropped on it: none of them took the GPU.")},
      {savings.gpuSecondsSaved ? plainText(formatDuration(*savings.gpuSecondsSaved)) : none,
       savings.gpuSecondsSaved ? QStringLiteral("GPU time not spent\nat the mean of those measured")
                               : QStringLiteral("GPU time not spent\nnot recorded"),
       QStringLiteral("Evaluations not spent times the mean GPU time of one that was.")},
      {count(savings.evaluations), QStringLiteral("GPU evaluations\nspent"),
       QStringLiteral("Candidates that a device judged, right or wrong.")},
      {savings.gpuSeconds ? plainText(formatDuration(*savings.gpuSeconds)) : none,
       savings.gpuSeconds ? QStringLiteral("GPU time\nspent") : QStringLiteral("GPU time\nnot recorded"),
       QStringLiteral("Time that the devices were held.")},
      {savings.tokens ? count(*savings.tokens) : none,
       savings.tokens ? QStringLiteral("tokens\nof all model calls") : QStringLiteral("tokens\nnot recorded"),
       QStringLiteral("Input and output tokens of the models that wrote and forecast.")},
      {savings.cost ? plainText(formatSignificant(*savings.cost)) : none,
       savings.cost ? QStringLiteral("model cost\nin the endpoint's currency")
                    : QStringLiteral("model cost\nnot recorded"),
       QStringLiteral("Money, as the endpoints' prices say.")},
  };
}

}  // namespace

OverviewPage::OverviewPage(const PageContext& shared, QWidget* parent) : Page(shared, parent) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  auto* scroll = new ScrollColumn(590, this);
  outer->addWidget(scroll);
  QVBoxLayout* column = scroll->column();
  auto* top = new QHBoxLayout;
  top->setSpacing(12);
  bestCard_ = new Card(QStringLiteral("Best speedup so far"), this);
  best_ = new BestSoFarChart(bestCard_);
  bestCard_->body()->addWidget(best_, 1);
  top->addWidget(bestCard_, 3);
  auto* winnersCard = new Card(QStringLiteral("Best kernels"), this);
  winners_ = new QVBoxLayout;
  winners_->setSpacing(2);
  winnersCard->body()->addLayout(winners_);
  winnersCard->body()->addStretch(1);
  winnersCard->setMinimumWidth(190);
  top->addWidget(winnersCard, 1);
  column->addLayout(top, 1);

  auto* below = new QHBoxLayout;
  below->setSpacing(12);
  auto* funnelCard = new Card(QStringLiteral("What became of the candidates"), this);
  funnel_ = new FunnelBars(funnelCard);
  funnelCard->body()->addWidget(funnel_);
  funnelCard->body()->addStretch(1);
  below->addWidget(funnelCard, 1);
  savingsCard_ = new Card(QStringLiteral("Saved and spent"), this);
  auto* figures = new QWidget(savingsCard_);
  auto* flow = new FlowLayout(figures, 24, 10);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  figures->setSizePolicy(policy);
  for (std::size_t i = 0; i < savingTexts({}).size(); ++i) {
    savings_.push_back(new KeyFigure(figures));
    flow->addWidget(savings_.back());
  }
  savingsCard_->body()->addWidget(figures);
  savingsNote_ = new QLabel(savingsCard_);
  savingsNote_->setProperty("role", "muted");
  savingsNote_->setWordWrap(true);
  savingsCard_->body()->addWidget(savingsNote_);
  savingsCard_->body()->addStretch(1);
  below->addWidget(savingsCard_, 1);
  column->addLayout(below);

  connect(best_, &BestSoFarChart::rowClicked, this,
          [this](int row) { context().selection.setCurrentRow(row); });
  connect(funnel_, &FunnelBars::stageClicked, this, [this](const QString& key) {
    Selection& selection = context().selection;
    const FilterField* field = findFilterField(key.toStdString());
    if (field != nullptr) selection.toggleTerm(flagTerm(field->key));
    else selection.setFilter({});
  });
}

void OverviewPage::showRows() {
  const Selection& selection = context().selection;
  funnel_->setStages(analysis::funnelOf(*selection.table(), selection.visibleRows()));
  loadOthers();
  showBest();
  showSavings();
  showWinners();
}

void OverviewPage::showBest() {
  const Selection& selection = context().selection;
  std::vector<BestLine> lines = linesOf(*selection.table(), selection.visibleRows());
  int evaluations = 0;
  std::set<QString> tasks;
  for (const BestLine& line : lines) {
    evaluations += line.evaluations;
    tasks.insert(line.label);
  }
  int overlaid = 0;
  for (const auto& [session, others] : others_) {
    bool shown = false;
    for (const BestLine& other : others) {
      // Its label says the task first; the session's name stands beside it.
      if (!tasks.contains(other.label.section(QStringLiteral(" · "), 0, 0))) continue;
      lines.push_back(other);
      shown = true;
    }
    overlaid += shown ? 1 : 0;
  }
  QString note =
      QStringLiteral("n = %1 evaluations, in candidate order").arg(plainText(formatCount(evaluations)));
  if (overlaid > 0)
    note += QStringLiteral(" · %1 other session%2 in grey").arg(overlaid).arg(overlaid == 1 ? "" : "s");
  bestCard_->setNote(note);
  best_->setLines(std::move(lines));
}

void OverviewPage::showSavings() {
  const SessionSummary& summary = context().selection.table()->summary;
  const std::vector<SavingText> texts = savingTexts(summary);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    savings_[i]->setFigure(texts[i].value, texts[i].caption, {}, texts[i].sentence);
  }
  const bool search = summary.kind == SessionKind::Search;
  savingsNote_->setText(
      search && summary.gpuSeconds <= 0
          ? QStringLiteral(
                "A replay of recorded measurements shows how a search works; it is no evidence of what "
                "forecasts save.")
      : search ? QStringLiteral("Of the whole session, whatever is filtered.")
               : QStringLiteral(
                     "Nothing was chosen by forecast here: every candidate of this session was measured."));
}

// The best of each task, as a short list to click.
void OverviewPage::showWinners() {
  const Selection& selection = context().selection;
  const SessionTable& table = *selection.table();
  const auto series = analysis::bestSoFar(table, selection.visibleRows());
  std::string made = table.summary.id;
  for (const analysis::BestSeries& each : series) {
    made += each.points.empty()
                ? "-"
                : std::to_string(each.points.back().row) + ':' + std::to_string(each.points.back().speedup);
  }
  if (made == winnersOf_) return;  // a button that comes anew ten times a second cannot be pressed
  winnersOf_ = made;
  while (QLayoutItem* item = winners_->takeAt(0)) {
    if (item->widget() != nullptr) {
      item->widget()->hide();
      item->widget()->deleteLater();
    }
    delete item;
  }
  for (const analysis::BestSeries& each : series) {
    auto* title = new QLabel(nameAt(table.tasks, each.task), this);
    title->setProperty("role", "label");
    title->setTextFormat(Qt::PlainText);
    winners_->addWidget(title);
    if (each.points.empty()) {
      auto* none = new QLabel(QStringLiteral("nothing ran right"), this);
      none->setProperty("role", "muted");
      winners_->addWidget(none);
      continue;
    }
    const int row = each.points.back().row;
    const CandidateRow& best = table.rows[static_cast<std::size_t>(row)];
    const QString text = plainText(formatSpeedup(best.speedup)) + QStringLiteral("  ") + oneLine(best.name);
    auto* button = new QPushButton(this);
    button->setProperty("kind", "link");
    button->setText(buttonText(button->fontMetrics().elidedText(text, Qt::ElideRight, 210)));
    button->setToolTip(toolTipText(text + QStringLiteral("\nSelects it")));
    button->setAccessibleName(text);
    connect(button, &QPushButton::clicked, this, [this, row] { context().selection.setCurrentRow(row); });
    winners_->addWidget(button, 0, Qt::AlignLeft);
    winners_->addSpacing(6);
  }
}

void OverviewPage::loadOthers() {
  const SessionSummary& open = context().selection.table()->summary;
  if (othersOf_ == open.id) return;
  othersOf_ = open.id;
  others_.clear();
  std::vector<const SessionSummary*> wanted;
  for (const SessionSummary& other : context().workspace.sessions().summaries()) {
    if (other.id != open.id && other.measured > 0 && sharesTask(other, open)) wanted.push_back(&other);
    if (wanted.size() == kMostOthers) break;  // the list is newest first
  }
  awaited_ += static_cast<int>(wanted.size());
  for (const SessionSummary* other : wanted) {
    context().workspace.library().ask<std::vector<BestLine>>(
        this,
        [id = other->id, name = oneLine(other->name)](db::Reader& reader) -> Result<std::vector<BestLine>> {
          const auto table = reader.table(id);
          if (!table) return failure(table.error());
          std::vector<int> rows(table->rows.size());
          for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<int>(i);
          std::vector<BestLine> lines = linesOf(*table, rows);
          for (BestLine& line : lines) {
            line.label += QStringLiteral(" · ") + name;
            line.ofOther = true;
          }
          return lines;
        },
        [this, session = open.id, id = other->id](Result<std::vector<BestLine>> lines) {
          --awaited_;
          if (!lines || othersOf_ != session) return;
          others_[id] = std::move(*lines);
          if (isVisible() && context().selection.table()) showBest();
        });
  }
}

}  // namespace kernelcast::ui
