// Which columns the tables of candidates show: all of them in groups, found by typing, changed at once.
#pragma once

#include <QDialog>

class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace kernelcast::ui {

class ColumnChoice;

class ColumnsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ColumnsDialog(ColumnChoice& columns, QWidget* parent = nullptr);

  [[nodiscard]] QLineEdit* field() const { return field_; }
  [[nodiscard]] QTreeWidget* tree() const { return tree_; }
  [[nodiscard]] QString hint() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void addColumns();
  void find();
  void showChoice();
  void showHint();
  void setShown(QTreeWidgetItem& item, bool shown);
  void step(int direction);  // to the next column that is found

  ColumnChoice& columns_;
  QLineEdit* field_ = nullptr;
  QTreeWidget* tree_ = nullptr;
  QLabel* count_ = nullptr;
  QLabel* hint_ = nullptr;
  bool following_ = false;  // the choice leads, the boxes follow
};

}  // namespace kernelcast::ui
