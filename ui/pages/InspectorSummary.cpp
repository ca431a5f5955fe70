#include "ui/pages/InspectorSummary.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "core/analysis/rank_range.h"
#include "core/domain/number_format.h"
#include "core/domain/outcome.h"
#include "ui/charts/ForecastBars.h"
#include "ui/models/InspectorContent.h"
#include "ui/models/PlainText.h"
#include "ui/models/SpeedupTexts.h"
#include "ui/widgets/Card.h"
#include "ui/widgets/Chip.h"
#include "ui/widgets/ElidedLabel.h"
#include "ui/widgets/FactLabel.h"
#include "ui/widgets/FlowLayout.h"
#include "ui/widgets/KeyFigure.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

QString at(const std::vector<std::string>& names, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < names.size()
             ? oneLine(names[static_cast<std::size_t>(index)])
             : QString();
}

QString measuredCaption(const CandidateRow& row) {
  if (!row.hasSpeedup()) return QStringLiteral("measured\n") + plainText(info(row.status).title);
  QString caption = QStringLiteral("measured");
  if (row.runs > 0) {
    caption += QStringLiteral(", %1 %2").arg(row.runs).arg(QLatin1String(row.runs == 1 ? "run" : "runs"));
  }
  return caption + u'\n' + speedupInterval(row);
}

QString forecastCaption(const CandidateRow& row) {
  if (!row.hasForecast()) {
    return QStringLiteral("forecast\n") + QLatin1String(row.unparsed > 0 ? "could not be read" : "none");
  }
  return QStringLiteral("forecast, 10–90%\n") + forecastInterval(row);
}

// A range stays on one line, and a class with its sign.
QString unbroken(QString text) {
  text.replace(QStringLiteral("–"), QStringLiteral("\u2060–\u2060"));
  text.replace(QStringLiteral("≤ "), QStringLiteral("≤\u00a0"));
  return text.replace(QStringLiteral("> "), QStringLiteral(">\u00a0"));
}

// "#7", "#7–8" where noise or equal forecasts leave several places.
QString placeText(const analysis::RankRange& rank) {
  if (!rank.isKnown()) return plainText(kNoNumber);
  const QString first = QStringLiteral("#%1").arg(rank.first);
  return rank.isTied() ? unbroken(first + QStringLiteral("–%1").arg(rank.last)) : first;
}

QString rankCaption(const analysis::RankRange& forecast, const analysis::RankRange& measured) {
  const auto of = [](const analysis::RankRange& rank, const char* by) {
    return rank.isKnown() ? QStringLiteral("of %1 ").arg(rank.of) + QLatin1String(by)
                          : QStringLiteral("not ") + QLatin1String(by);
  };
  return of(forecast, "forecast") + u'\n' + of(measured, "measured");
}

bool leadsBelow(analysis::FactLink::Target target) {
  using Target = analysis::FactLink::Target;
  return target == Target::Case || target == Target::Resources || target == Target::CompileLog ||
         target == Target::Rationale;
}

}  // namespace

InspectorSummary::InspectorSummary(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(10);

  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  name_ = new ElidedLabel({}, this);
  name_->setProperty("role", "title");
  hash_ = new QLabel(this);
  hash_->setTextFormat(Qt::PlainText);
  hash_->setProperty("role", "code");
  hash_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  status_ = new Pill(this);
  head->addWidget(name_, 1);
  head->addWidget(status_, 0);
  column->addLayout(head);
  auto* under = new QHBoxLayout;
  under->setSpacing(8);
  origin_ = new ElidedLabel({}, this);
  origin_->setProperty("role", "muted");
  under->addWidget(origin_, 1);
  under->addWidget(hash_, 0);
  column->addLayout(under);

  auto* figures = new QWidget(this);
  auto* flow = new FlowLayout(figures, 16, 8);
  measured_ = new KeyFigure(figures);
  forecast_ = new KeyFigure(figures);
  rank_ = new KeyFigure(figures);
  for (KeyFigure* figure : {measured_, forecast_, rank_}) flow->addWidget(figure);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  figures->setSizePolicy(policy);
  column->addWidget(figures);

  bars_ = new ForecastBars(this);
  column->addWidget(bars_);
  auto* box = new Card({}, this);
  box->body()->setContentsMargins(12, 10, 12, 10);
  box->body()->setSpacing(4);
  facts_ = box->body();
  column->addWidget(box);
  connect(&Theme::instance(), &Theme::changed, this, &InspectorSummary::paintFigures);
}

void InspectorSummary::setRow(const SessionTable& table, int index, std::span<const int> shown, BinRule rule,
                              const InspectorContent* content) {
  const CandidateRow& row = table.rows[static_cast<std::size_t>(index)];
  row_ = row;
  index_ = index;
  rule_ = rule;
  name_->setFullText(oneLine(row.name));
  hash_->setText(oneLine(row.kernelHash).left(8));
  hash_->setToolTip(toolTipText(QStringLiteral("SHA-256 of the kernel's text:\n") + oneLine(row.kernelHash)));
  status_->setStatus(plainText(info(row.status).title));
  QStringList origin{QStringLiteral("#%1").arg(row.number), at(table.tasks, row.task)};
  if (!row.parentName.empty()) origin << QStringLiteral("from ") + oneLine(row.parentName);
  if (table.devices.size() > 1) origin << at(table.devices, row.device);
  if (table.surrogates.size() > 1) origin << at(table.surrogates, row.surrogate);
  origin.removeAll(QString());
  origin_->setFullText(origin.join(QStringLiteral(" · ")));

  measured_->setFigure(
      row.hasSpeedup() ? speedupText(row.speedup) : plainText(kNoNumber), measuredCaption(row),
      QStringLiteral("speedup S"),
      QStringLiteral("Reference median / candidate median, geometric mean over the cases; the interval is "
                     "two combined standard errors, widened to the range of the runs."));
  forecast_->setFigure(
      row.hasForecast() ? speedupText(expectedSpeedup(row.probabilities)) : plainText(kNoNumber),
      forecastCaption(row), QStringLiteral("expected speedup"),
      QStringLiteral("2 to the sum of p_k c_k over the class centres c_k in log2; 0.177 to 5.66."));
  const analysis::RankRange forecastPlace = analysis::forecastRank(table, index);
  const analysis::RankRange measuredPlace = analysis::measuredRank(table, index);
  rank_->setFigure(
      placeText(forecastPlace) + QStringLiteral(" → ") + placeText(measuredPlace),
      rankCaption(forecastPlace, measuredPlace), QStringLiteral("rank inside its task"),
      QStringLiteral(
          "By forecast speedup over all that have a forecast, and by measured speedup over all that ran "
          "right; 1 is best. A range where intervals overlap, so that noise cannot tell kernels apart."));
  paintFigures();
  bars_->setRow(row, rule);
  analysis::MissContext known;
  known.rule = rule;
  known.rows = shown;
  if (content != nullptr) {
    known.cases = content->cases;
    known.runs = content->measurements;
  }
  showFacts(analysis::missFacts(table, index, known));
}

void InspectorSummary::paintFigures() {
  // Only the measured figure carries the outcome's colour, as its mark in the charts does.
  const Outcome outcome = outcomeOf(row_, rule_);
  const QColor colour =
      outcome == Outcome::Hit || outcome == Outcome::OffByOne || outcome == Outcome::OffByMore
          ? Theme::instance().outcomeText(outcome)
          : Theme::instance().colour(ColourRole::Ink);
  for (QLabel* label : measured_->findChildren<QLabel*>()) {
    if (label->property("role") == QStringLiteral("figure")) {
      label->setStyleSheet(QStringLiteral("color: %1").arg(colour.name()));
    }
  }
}

void InspectorSummary::showFacts(const std::vector<analysis::MissFact>& facts) {
  while (factLabels_.size() < facts.size()) {
    auto* label = new FactLabel(this);
    if (factLabels_.empty()) label->setProperty("role", "section");  // the first says it all
    connect(label, &FactLabel::followed, this, [this, fact = factLabels_.size()] { follow(fact); });
    facts_->addWidget(label);
    factLabels_.push_back(label);
  }
  links_.clear();
  using Target = analysis::FactLink::Target;
  for (std::size_t i = 0; i < factLabels_.size(); ++i) {
    factLabels_[i]->setVisible(i < facts.size());
    if (i >= facts.size()) {
      factLabels_[i]->setFact({}, false);
      continue;
    }
    links_.push_back(facts[i].link);
    QString leadsTo;
    if (facts[i].link.target == Target::Pair) leadsTo = QStringLiteral("Shows the two side by side");
    if (leadsBelow(facts[i].link.target)) leadsTo = QStringLiteral("Shows where this can be seen, below");
    factLabels_[i]->setFact(unbroken(plainText(facts[i].sentence)), !leadsTo.isEmpty(), leadsTo);
  }
}

void InspectorSummary::follow(std::size_t fact) {
  if (fact >= links_.size()) return;
  // What these lead to may replace this label: after its own event.
  const analysis::FactLink link = links_[fact];
  QMetaObject::invokeMethod(
      this,
      [this, link] {
        if (link.target == analysis::FactLink::Target::Pair) emit pairWanted(index_, link.index);
        else emit linkFollowed(link);
      },
      Qt::QueuedConnection);
}

QString InspectorSummary::facts() const {
  QStringList facts;
  for (const FactLabel* label : factLabels_) facts << label->text();
  facts.removeAll(QString());
  return facts.join(u'\n');
}

QString InspectorSummary::name() const { return name_->fullText(); }

}  // namespace kernelcast::ui
