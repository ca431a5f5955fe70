// The source of the selected kernel: alone, or against the reference or its parent with the differences
// marked.
#pragma once

#include <QWidget>
#include <memory>

#include "ui/models/CommandTable.h"
#include "ui/models/InspectorContent.h"

class QLabel;

namespace kernelcast::ui {

class ChoiceChip;
class CodeView;

class InspectorSource : public QWidget {
  Q_OBJECT

 public:
  enum class Beside { Nothing, Reference, Parent };

  explicit InspectorSource(QWidget* parent = nullptr);

  void setContent(std::shared_ptr<const InspectorContent> content);
  void setBeside(Beside beside);
  [[nodiscard]] Beside beside() const { return beside_; }
  [[nodiscard]] CodeView* code() const { return code_; }
  [[nodiscard]] QString note() const;
  [[nodiscard]] ChoiceChip* chip(Beside beside) const;

 signals:
  void commandWanted(kernelcast::ui::Command command);

 private:
  // What is chosen, where this kernel has it.
  [[nodiscard]] const SourceText& shown() const;
  void showSource();
  void showChips();

  std::shared_ptr<const InspectorContent> content_;
  Beside beside_ = Beside::Nothing;  // stays from kernel to kernel
  QWidget* chips_ = nullptr;
  ChoiceChip* alone_ = nullptr;
  ChoiceChip* reference_ = nullptr;
  ChoiceChip* parent_ = nullptr;
  QLabel* note_ = nullptr;
  CodeView* code_ = nullptr;
};

}  // namespace kernelcast::ui
