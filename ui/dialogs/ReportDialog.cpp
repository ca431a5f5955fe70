#include "ui/dialogs/ReportDialog.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "core/report/report_sections.h"
#include "ui/models/PlainText.h"
#include "ui/models/ReportChoice.h"
#include "ui/widgets/Card.h"

namespace kernelcast::ui {

ReportDialog::ReportDialog(Settings& settings, const QString& sessionName, QWidget* parent)
    : QDialog(parent), settings_(settings) {
  setObjectName(QStringLiteral("report"));
  setWindowTitle(QStringLiteral("Report"));
  setModal(true);
  setMinimumWidth(600);
  const report::ReportOptions before = reportChoice(settings_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(20, 14, 20, 12);
  column->setSpacing(10);
  auto* title = new QLabel(windowTitle(), this);
  title->setProperty("role", "title");
  column->addWidget(title);
  auto* sentence = new QLabel(
      QStringLiteral(
          "All of %1, whatever is filtered, as one HTML file to hand on: it needs no other file, no "
          "network and no script.")
          .arg(sessionName),
      this);
  sentence->setProperty("role", "muted");
  sentence->setTextFormat(Qt::PlainText);
  sentence->setWordWrap(true);
  column->addWidget(sentence);
  column->addWidget(buildSections(before));
  column->addWidget(buildLimits(before));
  column->addStretch(1);
  problem_ = new QLabel(this);
  problem_->setProperty("role", "error");
  column->addWidget(problem_);

  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  auto* cancel = new QPushButton(QStringLiteral("Cancel"), this);
  cancel->setAutoDefault(false);
  write_ = new QPushButton(QStringLiteral("Write report..."), this);
  write_->setObjectName(QStringLiteral("write"));
  write_->setProperty("kind", "primary");
  write_->setToolTip(QStringLiteral("Asks where to, and writes the file"));
  write_->setDefault(true);
  buttons->addStretch(1);
  buttons->addWidget(cancel);
  buttons->addWidget(write_);
  column->addLayout(buttons);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(write_, &QPushButton::clicked, this, &ReportDialog::accept);
  showChoice();
}

QWidget* ReportDialog::buildSections(const report::ReportOptions& before) {
  auto* card = new Card(QStringLiteral("Sections"), this);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(24);
  grid->setVerticalSpacing(6);
  const auto all = report::reportSections();
  // Down the first column, then down the second: the order that the report has.
  const int rows = static_cast<int>(all.size() + 1) / 2;
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto* box = new QCheckBox(buttonText(plainText(all[i].title)), card);
    box->setChecked(report::showsSection(before, all[i].key));
    const int place = static_cast<int>(i);
    grid->addWidget(box, place % rows, place / rows);
    sections_.push_back(box);
    connect(box, &QCheckBox::toggled, this, &ReportDialog::showChoice);
  }
  card->body()->addLayout(grid);
  auto* line = new QHBoxLayout;
  line->setSpacing(4);
  for (const bool on : {true, false}) {
    auto* button = new QPushButton(on ? QStringLiteral("All") : QStringLiteral("None"), card);
    button->setProperty("kind", "link");
    button->setAccessibleName(on ? QStringLiteral("All sections") : QStringLiteral("No section"));
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [this, on] {
      for (QCheckBox* box : sections_) box->setChecked(on);
    });
    line->addWidget(button);
  }
  line->addStretch(1);
  card->body()->addLayout(line);
  return card;
}

QWidget* ReportDialog::buildLimits(const report::ReportOptions& before) {
  auto* card = new Card(QStringLiteral("How much"), this);
  auto* form = new QFormLayout;
  form->setHorizontalSpacing(16);
  form->setVerticalSpacing(6);
  form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
  const auto spin = [&](const QString& name, const QString& words, int least, std::size_t value,
                        const QString& toolTip) {
    auto* made = new QSpinBox(card);
    made->setObjectName(name);
    made->setRange(least, 10'000);
    made->setValue(static_cast<int>(std::min<std::size_t>(value, 10'000)));
    made->setAccessibleName(words);
    made->setToolTip(toolTip);
    made->setMinimumWidth(130);
    auto* label = new QLabel(words, card);
    label->setBuddy(made);
    form->addRow(label, made);
    return made;
  };
  pairs_ = spin(QStringLiteral("pairs"), QStringLiteral("Wrong-order pairs, the costliest"), 1, before.pairs,
                QStringLiteral("The report says how many there are in all"));
  kernels_ =
      spin(QStringLiteral("kernels"), QStringLiteral("Kernels with source and rationale"), 0, before.kernels,
           QStringLiteral("Of each task the fastest first; the report says how many it leaves out"));
  kernels_->setSpecialValueText(QStringLiteral("all that fit"));
  card->body()->addLayout(form);
  return card;
}

QCheckBox* ReportDialog::section(std::string_view key) const {
  const auto all = report::reportSections();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].key == key) return sections_[i];
  }
  return nullptr;
}

report::ReportOptions ReportDialog::options() const {
  report::ReportOptions options;
  const auto all = report::reportSections();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (sections_[i]->isChecked()) options.sections.emplace_back(all[i].key);
  }
  options.pairs = static_cast<std::size_t>(pairs_->value());
  options.kernels = static_cast<std::size_t>(kernels_->value());
  return options;
}

QString ReportDialog::problem() const { return problem_->text(); }

void ReportDialog::showChoice() {
  const bool none = options().sections.empty();
  problem_->setText(none ? QStringLiteral("Choose at least one section.") : QString());
  problem_->setVisible(none);
  write_->setEnabled(!none);
  pairs_->setEnabled(section("wrong_order")->isChecked());
  kernels_->setEnabled(section("kernels")->isChecked());
}

void ReportDialog::accept() {
  if (!problem().isEmpty()) return;
  rememberReport(settings_, options());
  QDialog::accept();
}

}  // namespace kernelcast::ui
