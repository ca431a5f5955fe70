// Which columns of candidateColumns() are shown and how wide: shared by every table of candidates,
// remembered.
#pragma once

#include <QObject>
#include <QString>
#include <vector>

namespace kernelcast::ui {

class Settings;

// Columns of which every word is in the title, the key, the sentence or the group, case ignored; in the order
// of candidateColumns().
std::vector<int> columnsFound(const QString& words);

class ColumnChoice : public QObject {
  Q_OBJECT

 public:
  explicit ColumnChoice(Settings& settings, QObject* parent = nullptr);

  [[nodiscard]] bool isShown(int column) const { return shown_[static_cast<std::size_t>(column)]; }
  [[nodiscard]] std::vector<int> shown() const;
  // False where it was refused: the last column that is shown stays.
  bool setShown(int column, bool shown);
  void reset();  // as at first start
  // 0 where nobody chose one.
  [[nodiscard]] int width(int column) const { return widths_[static_cast<std::size_t>(column)]; }
  void setWidth(int column, int width);

 signals:
  void changed();

 private:
  void read();
  void store();

  Settings& settings_;
  std::vector<bool> shown_;
  std::vector<int> widths_;
  bool storing_ = false;  // what changes in the settings comes from here
};

}  // namespace kernelcast::ui
