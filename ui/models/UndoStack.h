// What can be taken back, the newest first. Any part pushes what undoes what it did; one command takes it
// back.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <vector>

namespace kernelcast::ui {

class UndoStack : public QObject {
  Q_OBJECT

 public:
  static constexpr std::size_t kMost = 100;  // the oldest are forgotten

  using QObject::QObject;
  // `name` follows "Undid: ", as in "note on vec4".
  void push(const QString& name, std::function<void()> undo);
  // Takes back the newest; nothing where there is none.
  void undo();
  // What was done is another library's.
  void clear();
  [[nodiscard]] bool canUndo() const { return !steps_.empty(); }
  [[nodiscard]] QString nextName() const;  // of what undo() takes back

 signals:
  void undone(const QString& name);

 private:
  struct Step {
    QString name;
    std::function<void()> undo;
  };
  std::vector<Step> steps_;
};

}  // namespace kernelcast::ui
