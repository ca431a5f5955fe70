// "Filter this column...": a range, words, only some values, or flags, as one step of the window's filter.
#pragma once

#include <QDialog>
#include <vector>

#include "ui/models/ColumnFilter.h"

class QButtonGroup;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace kernelcast::ui {

class Selection;

class ColumnFilterDialog : public QDialog {
  Q_OBJECT

 public:
  // `column` is an index into candidateColumns(); another one can be chosen inside. A session must be open.
  ColumnFilterDialog(Selection& selection, int column, QWidget* parent = nullptr);

  // What is set here now; meaningless while problem() says something.
  [[nodiscard]] ColumnAnswer answer() const;
  [[nodiscard]] const QString& problem() const { return problem_; }
  [[nodiscard]] QString resultText() const;

 private:
  void ask(int column);
  void addModes();
  void addRange(QVBoxLayout& column);
  void addWords(QVBoxLayout& column);
  void addValues(QVBoxLayout& column);
  void addFlags(QVBoxLayout& column);
  void addMode(ColumnAnswer::Mode mode, const QString& words, QVBoxLayout& column);
  void choose(ColumnAnswer::Mode mode);
  void showResult();
  void apply();
  [[nodiscard]] NumberRange rangeTyped(QString& problem) const;
  [[nodiscard]] RowFilter filter() const;

  Selection& selection_;
  ColumnQuestion question_;
  ColumnAnswer before_;
  QComboBox* columns_ = nullptr;
  QLabel* sentence_ = nullptr;
  QVBoxLayout* place_ = nullptr;  // of the body
  QWidget* body_ = nullptr;       // made anew for each column
  QButtonGroup* modes_ = nullptr;
  QComboBox* lowSign_ = nullptr;  // these are null where the column has nothing of the kind
  QComboBox* highSign_ = nullptr;
  QLineEdit* low_ = nullptr;
  QLineEdit* high_ = nullptr;
  QComboBox* wordsSign_ = nullptr;
  QLineEdit* words_ = nullptr;
  QListWidget* values_ = nullptr;
  std::vector<QComboBox*> flags_;
  QLabel* result_ = nullptr;
  QLabel* typed_ = nullptr;
  QLabel* error_ = nullptr;
  QPushButton* clear_ = nullptr;
  QPushButton* apply_ = nullptr;
  QString problem_;
};

}  // namespace kernelcast::ui
