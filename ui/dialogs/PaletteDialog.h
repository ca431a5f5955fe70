// Ctrl+K: one field that finds sessions, kernels and commands.
#pragma once

#include <QDialog>
#include <memory>
#include <vector>

#include "ui/models/PaletteItems.h"

class QLabel;
class QLineEdit;
class QListView;
class QTimer;

namespace kernelcast::ui {

struct PageContext;

class PaletteDialog : public QDialog {
  Q_OBJECT

 public:
  PaletteDialog(const PageContext& context, QWidget* parent);
  ~PaletteDialog() override;

  [[nodiscard]] QLineEdit* field() const { return field_; }
  [[nodiscard]] PaletteModel* model() const { return model_; }
  [[nodiscard]] QListView* list() const { return list_; }
  [[nodiscard]] bool isSettled() const;  // no kernels are still to come

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void search();
  void searchKernels();
  void choose();

  std::unique_ptr<PageContext> context_;
  std::vector<PaletteItem> commands_;
  QLineEdit* field_ = nullptr;
  QListView* list_ = nullptr;
  QLabel* hint_ = nullptr;
  PaletteModel* model_ = nullptr;
  QTimer* pause_ = nullptr;  // between keystrokes and the full text
  int question_ = 0;
  int answered_ = 0;
};

}  // namespace kernelcast::ui
