// What goes into a report of the open session, before it is asked where to.
#pragma once

#include <QDialog>
#include <vector>

#include "core/report/report_model.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace kernelcast::ui {

class Settings;

class ReportDialog : public QDialog {
  Q_OBJECT

 public:
  // Begins with what was chosen last; accepting it remembers the choice.
  ReportDialog(Settings& settings, const QString& sessionName, QWidget* parent = nullptr);

  [[nodiscard]] report::ReportOptions options() const;
  // Why nothing could be written; empty where it can.
  [[nodiscard]] QString problem() const;
  [[nodiscard]] QCheckBox* section(std::string_view key) const;
  void accept() override;

 private:
  QWidget* buildSections(const report::ReportOptions& before);
  QWidget* buildLimits(const report::ReportOptions& before);
  void showChoice();

  Settings& settings_;
  std::vector<QCheckBox*> sections_;  // as report::reportSections()
  QSpinBox* pairs_ = nullptr;
  QSpinBox* kernels_ = nullptr;
  QLabel* problem_ = nullptr;
  QPushButton* write_ = nullptr;
};

}  // namespace kernelcast::ui
