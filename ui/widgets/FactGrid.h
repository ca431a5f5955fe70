// Names and what is said of them, in two columns; long words are broken rather than cut.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/models/KernelFacts.h"

class QGridLayout;

namespace kernelcast::ui {

class FactGrid : public QWidget {
  Q_OBJECT

 public:
  explicit FactGrid(const QString& accessibleName, QWidget* parent = nullptr);
  void setLines(const std::vector<FactLine>& lines);
  [[nodiscard]] QString text() const;  // a line each, "block: 256"

 private:
  QGridLayout* grid_ = nullptr;
  std::vector<FactLine> lines_;
};

}  // namespace kernelcast::ui
