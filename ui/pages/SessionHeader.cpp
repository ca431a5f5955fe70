#include "ui/pages/SessionHeader.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/models/PlainText.h"
#include "ui/models/Selection.h"
#include "ui/models/SessionListModel.h"
#include "ui/models/Settings.h"
#include "ui/widgets/Chip.h"
#include "ui/widgets/ElidedLabel.h"

namespace kernelcast::ui {

namespace {

QString originLine(const SessionSummary& summary) {
  QStringList parts;
  if (summary.tasks.size() == 1) parts << oneLine(summary.tasks.front());
  if (summary.tasks.size() > 1) parts << QStringLiteral("%1 tasks").arg(summary.tasks.size());
  QStringList devices;
  for (const std::string& device : summary.devices) devices << oneLine(device);
  if (!devices.isEmpty()) parts << devices.join(QStringLiteral(", "));
  QStringList surrogates;
  for (const std::string& surrogate : summary.surrogates) surrogates << oneLine(surrogate);
  if (!surrogates.isEmpty()) parts << QStringLiteral("forecast by ") + surrogates.join(QStringLiteral(", "));
  if (!summary.policy.empty()) parts << QStringLiteral("policy ") + oneLine(summary.policy);
  parts << plainText(info(summary.state).title);
  return parts.join(QStringLiteral(" · "));
}

}  // namespace

SessionHeader::SessionHeader(Selection& selection, Settings& settings, QWidget* parent)
    : QWidget(parent), selection_(selection) {
  auto* lines = new QVBoxLayout(this);
  lines->setContentsMargins(0, 0, 0, 0);
  lines->setSpacing(1);
  auto* row = new QHBoxLayout;
  row->setSpacing(12);
  name_ = new ElidedLabel({}, this);
  name_->setProperty("role", "title");
  origin_ = new ElidedLabel({}, this);
  origin_->setProperty("role", "muted");
  row->addWidget(name_, 1);
  lines->addLayout(row);
  lines->addWidget(origin_);

  auto* label = new QLabel(QStringLiteral("Speed classes"), this);
  label->setProperty("role", "muted");
  row->addWidget(label);
  auto* choices = new QHBoxLayout;
  choices->setSpacing(2);
  rules_ = new QButtonGroup(this);
  for (const BinRuleInfo& rule : kBinRules) {
    auto* chip = new ChoiceChip(plainText(rule.title), this);
    chip->setAutoExclusive(false);  // the group sees to it
    chip->setToolTip(toolTipText(plainText(rule.meaning)));
    chip->setAccessibleName(QStringLiteral("Speed classes ") + plainText(rule.title));
    chip->setChecked(rule.rule == selection_.binRule());
    rules_->addButton(chip, static_cast<int>(rule.rule));
    choices->addWidget(chip);
  }
  row->addLayout(choices);

  connect(rules_, &QButtonGroup::idClicked, this, [this, &settings](int id) {
    const auto rule = static_cast<BinRule>(id);
    settings.setValue(Setting::SpeedClasses, plainText(binRuleInfo(rule).key));
    selection_.setBinRule(rule);
  });
  connect(&selection_, &Selection::rowsChanged, this, &SessionHeader::showSession);
  showSession();
}

void SessionHeader::showSession() {
  rules_->button(static_cast<int>(selection_.binRule()))->setChecked(true);
  if (!selection_.table()) return;
  const SessionSummary& summary = selection_.table()->summary;
  name_->setFullText(oneLine(summary.name));
  origin_->setFullText(originLine(summary));
}

}  // namespace kernelcast::ui
