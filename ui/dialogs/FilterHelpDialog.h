// How filters are typed: every field with an example, walked from the table that reads them.
#pragma once

#include "ui/dialogs/ReferenceDialog.h"

namespace kernelcast::ui {

class FilterHelpDialog : public ReferenceDialog {
  Q_OBJECT

 public:
  explicit FilterHelpDialog(QWidget* parent = nullptr);
};

}  // namespace kernelcast::ui
