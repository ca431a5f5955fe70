#include "ui/dialogs/NewSearchDialog.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/domain/json.h"
#include "core/domain/number_format.h"
#include "core/exchange/formats.h"
#include "core/search/estimate.h"
#include "core/search/policy.h"
#include "ui/models/PlainText.h"
#include "ui/models/Selection.h"
#include "ui/models/Workspace.h"
#include "ui/pages/Page.h"
#include "ui/widgets/Card.h"

namespace kernelcast::ui {

namespace {

constexpr std::array kFigures{"candidates, at most",      "forecasts, at most", "GPU evaluations, expected",
                              "measuring all would take", "tokens and money",   "wall time, about"};

// A recording needs kernels that were written from others and measured.
bool canBeReplayed(const SessionSummary& session) {
  return session.measured > 0 && session.kind != SessionKind::Search && !session.tasks.empty();
}

QString whole(double value) { return plainText(formatCount(std::llround(value))); }

}  // namespace

NewSearchDialog::NewSearchDialog(const PageContext& context, QWidget* parent)
    : QDialog(parent), context_(std::make_unique<PageContext>(context)) {
  setObjectName(QStringLiteral("new_search"));
  setWindowTitle(QStringLiteral("New search"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(20, 12, 20, 12);
  column->setSpacing(8);
  auto* title = new QLabel(windowTitle(), this);
  title->setProperty("role", "title");
  auto* sentence = new QLabel(
      QStringLiteral(
          "Searches over a recording: kernels, forecasts and measurements are those of a session in this "
          "library. Models that write and forecast anew are not in this build yet."),
      this);
  sentence->setProperty("role", "muted");
  sentence->setWordWrap(true);
  column->addWidget(title);
  column->addWidget(sentence);
  auto* row = new QHBoxLayout;
  row->setSpacing(24);
  auto* left = new QVBoxLayout;
  left->setSpacing(10);
  left->addWidget(buildForm());
  row->addLayout(left, 3);
  row->addWidget(buildEstimate(), 2);
  column->addLayout(row);
  problem_ = new QLabel(this);
  problem_->setProperty("role", "error");
  problem_->setTextFormat(Qt::PlainText);
  problem_->setWordWrap(true);
  column->addWidget(problem_);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  auto* keep = new QPushButton(QStringLiteral("Save for the command line..."), this);
  keep->setToolTip(QStringLiteral("Writes what is set here to a file that kernelcast-cli search runs"));
  auto* cancel = new QPushButton(QStringLiteral("Cancel"), this);
  start_ = new QPushButton(QStringLiteral("Start search"), this);
  start_->setProperty("kind", "primary");
  start_->setDefault(true);
  buttons->addWidget(keep);
  buttons->addStretch(1);
  buttons->addWidget(cancel);
  buttons->addWidget(start_);
  column->addLayout(buttons);
  connect(keep, &QPushButton::clicked, this, &NewSearchDialog::save);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(start_, &QPushButton::clicked, this, &NewSearchDialog::start);
  fillSessions();
  setMinimumWidth(820);
}

NewSearchDialog::~NewSearchDialog() = default;

QSpinBox* NewSearchDialog::addSpin(QFormLayout& form, const QString& name, const QString& label, int low,
                                   int high, int value, const QString& toolTip) {
  auto* spin = new QSpinBox(this);
  spin->setObjectName(name);
  spin->setRange(low, high);
  spin->setValue(value);
  spin->setToolTip(toolTip);
  spin->setAccessibleName(label);
  spin->setMaximumWidth(130);
  auto* words = new QLabel(label, this);
  words->setProperty("role", "muted");
  words->setToolTip(toolTip);
  words->setBuddy(spin);
  words->setMinimumWidth(140);
  form.addRow(words, spin);
  connect(spin, &QSpinBox::valueChanged, this, &NewSearchDialog::update);
  return spin;
}

QWidget* NewSearchDialog::buildForm() {
  auto* box = new QWidget(this);
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(10);
  const auto newForm = [column] {
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(4);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    column->addLayout(form);
    return form;
  };
  const auto label = [this](const QString& text) {
    auto* words = new QLabel(text, this);
    words->setProperty("role", "muted");
    words->setMinimumWidth(140);
    return words;
  };
  QFormLayout* what = newForm();
  session_ = new QComboBox(this);
  session_->setAccessibleName(QStringLiteral("Recording"));
  session_->setMinimumWidth(260);
  task_ = new QComboBox(this);
  task_->setAccessibleName(QStringLiteral("Task"));
  task_->setMinimumWidth(260);
  name_ = new QLineEdit(this);
  name_->setAccessibleName(QStringLiteral("Name"));
  name_->setMaxLength(120);
  name_->setMinimumWidth(260);
  what->addRow(label(QStringLiteral("Recording")), session_);
  what->addRow(label(QStringLiteral("Task")), task_);
  what->addRow(label(QStringLiteral("Name")), name_);

  auto* trust = new QLabel(QStringLiteral("Which forecasts to trust"), this);
  trust->setProperty("role", "section");
  column->addWidget(trust);
  column->addWidget(buildPolicies());
  QFormLayout* policy = newForm();
  addSpin(*policy, QStringLiteral("k"), QStringLiteral("Measure the best"), 1, 10'000, 1,
          QStringLiteral("Of each parent's samples, so many are sent to the GPU by their forecast."));
  rank_ = new QComboBox(this);
  rank_->setAccessibleName(QStringLiteral("Ranked by"));
  for (const search::RankRuleInfo& rule : search::rankRules()) {
    rank_->addItem(plainText(rule.title), plainText(rule.key));
    rank_->setItemData(rank_->count() - 1, toolTipText(plainText(rule.sentence)), Qt::ToolTipRole);
    if (rule.key == search::PolicyConfig().rank) rank_->setCurrentIndex(rank_->count() - 1);
  }
  policy->addRow(label(QStringLiteral("ranked by")), rank_);
  addSpin(
      *policy, QStringLiteral("audit"), QStringLiteral("Random spot checks"), 0, 100, 5,
      QStringLiteral("Share that is measured whatever its forecast, so that forecasts can be judged fairly."))
      ->setSuffix(QStringLiteral(" %"));

  auto* far = new QLabel(QStringLiteral("How far"), this);
  far->setProperty("role", "section");
  column->addWidget(far);
  QFormLayout* budget = newForm();
  addSpin(*budget, QStringLiteral("steps"), QStringLiteral("Steps"), 1, 100'000, 10,
          QStringLiteral("At most so many."));
  addSpin(*budget, QStringLiteral("parents"), QStringLiteral("Parents a step"), 1, 1000, 2,
          QStringLiteral("Kernels that new ones are written from."));
  addSpin(*budget, QStringLiteral("samples"), QStringLiteral("Samples a parent"), 1, 1000, 2,
          QStringLiteral("New kernels that are written from each."));
  auto* evaluations = addSpin(*budget, QStringLiteral("evaluations"), QStringLiteral("GPU evaluations"), 0,
                              1'000'000, 0, QStringLiteral("The search ends when they are spent."));
  evaluations->setSpecialValueText(QStringLiteral("no limit"));
  addSpin(*budget, QStringLiteral("seed"), QStringLiteral("Seed"), 0, 1'000'000'000, 7,
          QStringLiteral("The same seed and recording give the same search."));
  addSpin(*budget, QStringLiteral("delay"), QStringLiteral("Each answer takes up to"), 0, 10'000, 400,
          QStringLiteral("Recorded answers wait for a time of up to this, so that one can watch."))
      ->setSuffix(QStringLiteral(" ms"));
  connect(session_, &QComboBox::currentIndexChanged, this, &NewSearchDialog::fillTasks);
  connect(task_, &QComboBox::currentIndexChanged, this, &NewSearchDialog::update);
  connect(rank_, &QComboBox::currentIndexChanged, this, &NewSearchDialog::update);
  return box;
}

QWidget* NewSearchDialog::buildPolicies() {
  auto* box = new QWidget(this);
  auto* grid = new QGridLayout(box);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(6);
  policies_ = new QButtonGroup(this);
  int i = 0;
  for (const search::PolicyInfo& policy : search::policies()) {
    auto* card = new QToolButton(box);
    card->setProperty("kind", "card");
    card->setCheckable(true);
    card->setText(buttonText(plainText(policy.title)));
    card->setAccessibleName(plainText(policy.title));
    card->setAccessibleDescription(plainText(policy.sentence));
    QString tip = plainText(policy.sentence);
    if (!policy.inBuild) tip += QStringLiteral("\nNot in this build yet.");
    card->setToolTip(toolTipText(tip));
    card->setEnabled(policy.inBuild);
    card->setChecked(policy.key == "top-k");
    card->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    card->setFocusPolicy(Qt::StrongFocus);
    policies_->addButton(card, i);
    grid->addWidget(card, i / 2, i % 2);
    ++i;
  }
  auto* meaning = new QLabel(box);
  meaning->setObjectName(QStringLiteral("policy_meaning"));
  meaning->setProperty("role", "label");
  meaning->setTextFormat(Qt::PlainText);
  meaning->setWordWrap(true);
  meaning->setMinimumHeight(2 * meaning->fontMetrics().lineSpacing());
  meaning->setAlignment(Qt::AlignTop);
  grid->addWidget(meaning, (i + 1) / 2, 0, 1, 2);
  connect(policies_, &QButtonGroup::idClicked, this, &NewSearchDialog::update);
  return box;
}

QWidget* NewSearchDialog::buildEstimate() {
  auto* card = new Card(QStringLiteral("Before you start"), this);
  auto* grid = new QGridLayout;
  grid->setVerticalSpacing(8);
  for (std::size_t i = 0; i < kFigures.size(); ++i) {
    auto* name = new QLabel(QString::fromLatin1(kFigures[i]), card);
    name->setProperty("role", "muted");
    auto* value = new QLabel(card);
    value->setAlignment(Qt::AlignRight);
    figures_.push_back(value);
    grid->addWidget(name, static_cast<int>(i), 0);
    grid->addWidget(value, static_cast<int>(i), 1);
  }
  card->body()->addLayout(grid);
  card->body()->addSpacing(6);
  saving_ = new QLabel(card);
  saving_->setWordWrap(true);
  saving_->setTextFormat(Qt::PlainText);
  card->body()->addWidget(saving_);
  auto* honest = new QLabel(
      QStringLiteral("A replay shows how a search works. It is no evidence of what forecasts save: "
                     "the recording holds only kernels that were written once."),
      card);
  honest->setProperty("role", "label");
  honest->setWordWrap(true);
  card->body()->addWidget(honest);
  card->body()->addStretch(1);
  return card;
}

QSpinBox* NewSearchDialog::spin(const QString& name) const { return findChild<QSpinBox*>(name); }

QAbstractButton* NewSearchDialog::card(std::string_view policy) const {
  const auto all = search::policies();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].key == policy) return policies_->button(static_cast<int>(i));
  }
  return nullptr;
}

void NewSearchDialog::fillSessions() {
  const SessionId open = context_->workspace.openSessionId();
  int chosen = 0;
  for (const SessionSummary& session : context_->workspace.sessions().summaries()) {
    if (!canBeReplayed(session)) continue;
    if (session.id == open) chosen = session_->count();
    session_->addItem(oneLine(session.name), plainText(session.id));
  }
  session_->setCurrentIndex(session_->count() > 0 ? chosen : -1);
  fillTasks();
}

void NewSearchDialog::fillTasks() {
  task_->clear();
  const SessionSummary* session =
      context_->workspace.sessions().find(session_->currentData().toString().toStdString());
  if (session != nullptr) {
    for (const std::string& task : session->tasks) task_->addItem(oneLine(task), plainText(task));
  }
  update();
}

search::SearchConfig NewSearchDialog::config() const {
  search::SearchConfig config;
  config.task = task_->currentData().toString().toStdString();
  config.recorded.session = session_->currentData().toString().toStdString();
  config.policy.name =
      std::string(search::policies()[static_cast<std::size_t>(std::max(0, policies_->checkedId()))].key);
  config.policy.k = spin(QStringLiteral("k"))->value();
  config.policy.rank = rank_->currentData().toString().toStdString();
  config.policy.auditShare = spin(QStringLiteral("audit"))->value() / 100.0;
  config.steps = spin(QStringLiteral("steps"))->value();
  config.parents = spin(QStringLiteral("parents"))->value();
  config.samples = spin(QStringLiteral("samples"))->value();
  config.seed = static_cast<std::uint64_t>(spin(QStringLiteral("seed"))->value());
  const int delay = spin(QStringLiteral("delay"))->value();
  config.recorded.delayMsLow = delay / 4;
  config.recorded.delayMsHigh = delay;
  if (const int evaluations = spin(QStringLiteral("evaluations"))->value(); evaluations > 0) {
    config.budgets.gpuEvaluations = evaluations;
  }
  const QString name = name_->text().trimmed();
  config.name = name.isEmpty() ? name_->placeholderText().toStdString() : name.toStdString();
  return config;
}

QString NewSearchDialog::problem() const { return problem_->text(); }

QString NewSearchDialog::estimateText() const {
  QStringList texts;
  for (std::size_t i = 0; i < figures_.size(); ++i)
    texts << QString::fromLatin1(kFigures[i]) + u' ' + figures_[i]->text();
  return texts.join(QStringLiteral("; ")) + QStringLiteral(". ") + saving_->text();
}

void NewSearchDialog::update() {
  if (start_ == nullptr || task_ == nullptr || spin(QStringLiteral("delay")) == nullptr)
    return;  // half built
  const search::PolicyInfo& policy =
      search::policies()[static_cast<std::size_t>(std::max(0, policies_->checkedId()))];
  name_->setPlaceholderText(
      QStringLiteral("%1, %2 (replay)").arg(task_->currentText(), plainText(policy.title).toLower()));
  if (auto* meaning = findChild<QLabel*>(QStringLiteral("policy_meaning")))
    meaning->setText(plainText(policy.sentence));
  for (const char* name : {"k", "audit"}) spin(QString::fromLatin1(name))->setEnabled(policy.usesSurrogate);
  rank_->setEnabled(policy.usesSurrogate);
  const search::SearchConfig now = config();
  QString problem;
  if (session_->count() == 0) {
    problem = QStringLiteral(
        "This library holds no session to replay: open the sample, or import one that was measured.");
  } else if (const auto sound = search::checkRunnable(now); !sound) {
    problem = asSentence(sound.error().message);
  }
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
  start_->setEnabled(problem.isEmpty());
  const search::SearchEstimate estimate = search::estimateOf(now, recordedOf(now));
  const std::array<QString, kFigures.size()> texts{whole(estimate.candidates),
                                                   whole(estimate.forecasts),
                                                   whole(estimate.evaluations),
                                                   whole(estimate.evaluationsOfAll),
                                                   QStringLiteral("none: recorded"),
                                                   estimate.wallSeconds
                                                       ? plainText(formatDuration(*estimate.wallSeconds))
                                                       : QStringLiteral("as fast as it can")};
  for (std::size_t i = 0; i < texts.size(); ++i)
    figures_[i]->setText(problem.isEmpty() ? texts[i] : plainText(kNoNumber));
  saving_->setText(problem.isEmpty() ? plainText(search::savingSentence(now, estimate)) : QString());
}

std::optional<int> NewSearchDialog::recordedOf(const search::SearchConfig& config) const {
  const auto& table = context_->selection.table();
  if (!table || table->summary.id != config.recorded.session) {
    const SessionSummary* session = context_->workspace.sessions().find(config.recorded.session);
    return session != nullptr ? std::optional(session->candidates) : std::nullopt;
  }
  const auto task = std::find(table->tasks.begin(), table->tasks.end(), config.task);
  const int index = static_cast<int>(task - table->tasks.begin());
  return static_cast<int>(std::count_if(table->rows.begin(), table->rows.end(),
                                        [&](const CandidateRow& row) { return row.task == index; }));
}

void NewSearchDialog::start() {
  if (!start_->isEnabled()) return;
  const search::SearchConfig wanted = config();
  accept();
  context_->workspace.startSearch(wanted);
}

void NewSearchDialog::save() {
  const QString path = QFileDialog::getSaveFileName(this, QStringLiteral("Save for kernelcast-cli search"),
                                                    QString(), QStringLiteral("Search configs (*.json)"));
  if (path.isEmpty()) return;
  const auto written =
      exchange::writeFile(QFile::encodeName(path).toStdString(), search::toJson(config()).dump(2) + "\n");
  problem_->setText(written ? QString() : asSentence(written.error().message));
  problem_->setVisible(!written);
}

}  // namespace kernelcast::ui
