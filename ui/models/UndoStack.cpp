#include "ui/models/UndoStack.h"

#include <utility>

namespace kernelcast::ui {

void UndoStack::push(const QString& name, std::function<void()> undo) {
  if (steps_.size() == kMost) steps_.erase(steps_.begin());
  steps_.push_back({name, std::move(undo)});
}

void UndoStack::undo() {
  if (steps_.empty()) return;
  // Off the stack first: what it runs may push a step of its own.
  const Step step = std::move(steps_.back());
  steps_.pop_back();
  step.undo();
  emit undone(step.name);
}

void UndoStack::clear() { steps_.clear(); }

QString UndoStack::nextName() const { return steps_.empty() ? QString() : steps_.back().name; }

}  // namespace kernelcast::ui
