// A few views of one thing, side by side as words; one of them is chosen. Arrow keys go from one to the next.
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

namespace kernelcast::ui {

class ChoiceChip;

class Segments : public QWidget {
  Q_OBJECT

 public:
  struct Segment {
    QString text;
    QString toolTip;
  };
  Segments(const QString& name, const std::vector<Segment>& segments, QWidget* parent = nullptr);

  void setChosen(int index);  // emits nothing
  [[nodiscard]] int chosen() const;
  [[nodiscard]] ChoiceChip* segment(int index) const { return chips_.at(static_cast<std::size_t>(index)); }

 signals:
  void chosenChanged(int index);

 private:
  std::vector<ChoiceChip*> chips_;
};

}  // namespace kernelcast::ui
