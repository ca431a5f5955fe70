// The rest of the inspector, shown once it is read: rationale, failure, times case by case, source.
#pragma once

#include <QWidget>
#include <memory>

#include "ui/models/InspectorContent.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTableView;

namespace kernelcast::ui {

class CaseTableModel;

class InspectorDetail : public QWidget {
  Q_OBJECT

 public:
  explicit InspectorDetail(QWidget* parent = nullptr);

  // Null while nothing is known.
  void setContent(std::shared_ptr<const InspectorContent> content);
  void copySource() const;
  [[nodiscard]] QString rationale() const;
  [[nodiscard]] QPlainTextEdit* source() const { return source_; }
  [[nodiscard]] QTableView* cases() const { return cases_; }

 private:
  struct Section {
    QWidget* box = nullptr;
    QLabel* text = nullptr;
  };
  // A titled box, and at the right of its title whatever is to stand there.
  QWidget* addSection(const QString& title, QWidget* beside = nullptr);
  Section addText(const QString& title);
  static void show(const Section& section, const QString& text);
  QPlainTextEdit* newCodeView(const QString& name);
  void showCases();
  void styleCode();

  std::shared_ptr<const InspectorContent> content_;
  Section note_;
  Section rationale_;
  QWidget* failureBox_ = nullptr;
  QPlainTextEdit* failure_ = nullptr;
  QWidget* casesBox_ = nullptr;
  QTableView* cases_ = nullptr;
  CaseTableModel* caseModel_ = nullptr;
  QLabel* runs_ = nullptr;
  QWidget* sourceBox_ = nullptr;
  QLabel* sourceNote_ = nullptr;
  QPlainTextEdit* source_ = nullptr;
};

}  // namespace kernelcast::ui
