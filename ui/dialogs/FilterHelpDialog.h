// How filters are typed: every field with an example, walked from the table that reads them.
#pragma once

#include <QDialog>

namespace kernelcast::ui {

class FilterHelpDialog : public QDialog {
  Q_OBJECT

 public:
  explicit FilterHelpDialog(QWidget* parent = nullptr);
};

}  // namespace kernelcast::ui
