// Preferences: a row for each choice of the table of settings, applied as it is chosen.
#pragma once

#include <QDialog>
#include <map>

#include "ui/models/Settings.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;

namespace kernelcast::ui {

class PreferencesDialog : public QDialog {
  Q_OBJECT

 public:
  explicit PreferencesDialog(Settings& settings, QWidget* parent = nullptr);

  [[nodiscard]] QComboBox* row(Setting setting) const { return rows_.at(setting).choices; }
  [[nodiscard]] QString note() const;
  // Puts back what was set when the dialog opened; the layout stays reset.
  void reject() override;

 private:
  void addRow(const SettingEntry& entry, QGridLayout& grid);
  void showValue(Setting setting);
  void showButtons();
  void restoreDefaults();
  void resetLayout();

  struct Row {
    QComboBox* choices = nullptr;
    QLabel* meaning = nullptr;
    QVariant before;
  };

  Settings& settings_;
  std::map<Setting, Row> rows_;
  QLabel* note_ = nullptr;
  QPushButton* defaults_ = nullptr;
};

}  // namespace kernelcast::ui
