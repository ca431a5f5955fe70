// The right side: everything known of the selected candidate. Text from models and files is never markup
// here.
#pragma once

#include <QWidget>
#include <memory>

#include "ui/models/InspectorContent.h"

class QLabel;
class QScrollArea;
class QStackedLayout;

namespace kernelcast::ui {

class InspectorDetail;
class InspectorSummary;
class Selection;

class InspectorPanel : public QWidget {
  Q_OBJECT

 public:
  explicit InspectorPanel(Selection& selection, QWidget* parent = nullptr);

  void setContent(std::shared_ptr<const InspectorContent> content);
  void focusPanel();
  void scrollTo(const QWidget& part);
  [[nodiscard]] InspectorSummary* summary() const { return summary_; }
  [[nodiscard]] InspectorDetail* detail() const { return detail_; }

 signals:
  // The row's detail is not known yet: read it. After these come an answer or the next question.
  void detailWanted(int row);
  void detailUnwanted();

 private:
  void showRow();
  void showSummary();

  Selection& selection_;
  QStackedLayout* stack_ = nullptr;
  QScrollArea* scroll_ = nullptr;
  InspectorSummary* summary_ = nullptr;
  InspectorDetail* detail_ = nullptr;
  std::string shown_;                                // which candidate the detail is of
  std::shared_ptr<const InspectorContent> content_;  // its detail, once it is read
};

}  // namespace kernelcast::ui
