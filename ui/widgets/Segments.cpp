#include "ui/widgets/Segments.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <algorithm>

#include "ui/models/PlainText.h"
#include "ui/widgets/Chip.h"

namespace kernelcast::ui {

Segments::Segments(const QString& name, const std::vector<Segment>& segments, QWidget* parent)
    : QWidget(parent) {
  setAccessibleName(name);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(2);
  for (const Segment& segment : segments) {
    auto* chip = new ChoiceChip(segment.text, this);
    chip->setProperty("kind", "segment");
    chip->setToolTip(toolTipText(segment.toolTip));
    chip->setAccessibleDescription(segment.toolTip);
    row->addWidget(chip);
    const int index = static_cast<int>(chips_.size());
    chips_.push_back(chip);
    connect(chip, &QToolButton::toggled, this, [this, index](bool on) {
      if (on) emit chosenChanged(index);
    });
  }
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setChosen(0);
}

void Segments::setChosen(int index) {
  const QSignalBlocker quiet(this);
  segment(index)->setChecked(true);
}

int Segments::chosen() const {
  const auto found =
      std::find_if(chips_.begin(), chips_.end(), [](const ChoiceChip* chip) { return chip->isChecked(); });
  return static_cast<int>(found - chips_.begin());
}

}  // namespace kernelcast::ui
