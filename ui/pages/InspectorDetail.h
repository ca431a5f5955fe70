// The rest of the inspector, shown once it is read: rationale, failure, times case by case, resources, launch
// plan.
#pragma once

#include <QWidget>
#include <memory>

#include "core/analysis/miss_facts.h"
#include "ui/models/InspectorContent.h"

class QLabel;
class QPlainTextEdit;
class QTableView;

namespace kernelcast::ui {

class CaseTableModel;
class FactGrid;
class InspectorSource;

class InspectorDetail : public QWidget {
  Q_OBJECT

 public:
  explicit InspectorDetail(QWidget* parent = nullptr);

  // Null while nothing is known.
  void setContent(std::shared_ptr<const InspectorContent> content);
  // Where a fact can be seen, made ready to be looked at; null where that is not shown.
  QWidget* reveal(const analysis::FactLink& link);
  void copySource() const;
  [[nodiscard]] std::shared_ptr<const InspectorContent> content() const { return content_; }
  [[nodiscard]] QString rationale() const;
  [[nodiscard]] InspectorSource* source() const { return source_; }
  [[nodiscard]] QTableView* cases() const { return cases_; }
  [[nodiscard]] FactGrid* resources() const { return resources_; }
  [[nodiscard]] FactGrid* plan() const { return plan_; }

 private:
  struct Section {
    QWidget* box = nullptr;
    QLabel* text = nullptr;
  };
  QWidget* addSection(const QString& title);
  Section addText(const QString& title);
  static void show(const Section& section, const QString& text);
  void buildCases();
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
  QWidget* resourcesBox_ = nullptr;
  FactGrid* resources_ = nullptr;
  QWidget* planBox_ = nullptr;
  FactGrid* plan_ = nullptr;
  InspectorSource* source_ = nullptr;
};

}  // namespace kernelcast::ui
