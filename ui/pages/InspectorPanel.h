// The right side: everything known of the selected candidate. Text from models and files is never markup
// here.
#pragma once

#include <QWidget>
#include <memory>

#include "core/analysis/miss_facts.h"
#include "ui/models/CommandTable.h"
#include "ui/models/InspectorContent.h"

class QLabel;
class QMenu;
class QScrollArea;
class QStackedLayout;

namespace kernelcast::ui {

class InspectorDetail;
class InspectorNotes;
class InspectorSummary;
class Selection;

class InspectorPanel : public QWidget {
  Q_OBJECT

 public:
  explicit InspectorPanel(Selection& selection, QWidget* parent = nullptr);

  void setContent(std::shared_ptr<const InspectorContent> content);
  void focusPanel();
  void scrollTo(const QWidget& part);
  // Opens the editor of the note or of the tags, in sight.
  void editNote();
  void editTags();
  [[nodiscard]] InspectorSummary* summary() const { return summary_; }
  [[nodiscard]] InspectorDetail* detail() const { return detail_; }
  [[nodiscard]] InspectorNotes* notes() const { return notes_; }
  [[nodiscard]] QMenu* compareMenu() const { return compare_; }

 signals:
  // The row's detail is not known yet: read it. After these come an answer or the next question.
  void detailWanted(int row);
  void detailUnwanted();
  void commandWanted(kernelcast::ui::Command command);

 private:
  void showRow();
  void showSummary();
  QWidget* buildActions(QWidget* parent);
  void fillCompareMenu();
  void showEditor();
  void follow(const analysis::FactLink& link);

  Selection& selection_;
  QStackedLayout* stack_ = nullptr;
  QScrollArea* scroll_ = nullptr;
  InspectorSummary* summary_ = nullptr;
  InspectorNotes* notes_ = nullptr;
  QMenu* compare_ = nullptr;
  InspectorDetail* detail_ = nullptr;
  std::string shown_;                                // which candidate the detail is of
  std::shared_ptr<const InspectorContent> content_;  // its detail, once it is read
};

}  // namespace kernelcast::ui
