// The heat map of cases by kernels with its choice of task and device, and the reading of their times.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/models/CasesContent.h"
#include "ui/models/LatestTask.h"
#include "ui/pages/Page.h"

class QComboBox;

namespace kernelcast::ui {

class CasesHeatMap;

class CasesView : public QWidget {
  Q_OBJECT

 public:
  explicit CasesView(const PageContext& context, QWidget* parent = nullptr);

  // The rows of the selection are others. Nothing is read before it is seen.
  void showRows();
  // Goes to the task and device of the current row, where a device judged it and it is another than before.
  void showCurrent();

  [[nodiscard]] CasesHeatMap* map() const { return map_; }
  // Of task and device, for the card's head.
  [[nodiscard]] QWidget* choices() const { return choices_; }
  [[nodiscard]] bool hasChoices() const;
  [[nodiscard]] QComboBox* tasks() const { return tasks_; }
  [[nodiscard]] QComboBox* devices() const { return devices_; }
  [[nodiscard]] bool isSettled() const { return !reading_ && task_.isIdle(); }

 signals:
  void choicesChanged();

 private:
  // Of one table: a session that is read again may have other times.
  struct Times {
    std::shared_ptr<const SessionTable> table;
    int task = -1;
    int device = -1;
    std::shared_ptr<const CaseTimes> times;
  };

  void offerChoices();
  void choose(int task, int device);
  void read();
  void showTimes();
  [[nodiscard]] bool isRead() const;

  const PageContext context_;
  QWidget* choices_ = nullptr;
  QComboBox* tasks_ = nullptr;
  QComboBox* devices_ = nullptr;
  CasesHeatMap* map_ = nullptr;
  int chosenTask_ = -1;  // indices into the table
  int chosenDevice_ = -1;
  int followed_ = -1;  // current row that was gone to: somebody may have chosen another task since
  Times times_;
  bool reading_ = false;
  LatestTask<CasesContent> task_;
};

}  // namespace kernelcast::ui
