// The note and the tags of one kernel at a time: read, written, and taken back. They hang on the kernel's
// hash, so the same text has the same note in every session.
#pragma once

#include <QObject>
#include <QStringList>
#include <string>

#include "core/domain/annotations.h"

namespace kernelcast::ui {

class LibraryService;
class UndoStack;

// What was typed as tags: parts between commas, blanks around them cut off, empty ones and repeats left out.
QStringList tagsFromText(const QString& text);

class KernelNotes : public QObject {
  Q_OBJECT

 public:
  KernelNotes(LibraryService& library, UndoStack& undo, QObject* parent = nullptr);

  // Of several questions on their way only the newest is answered, by shown(). An empty hash: of none. `name`
  // is what the kernel is called when a change of it is taken back.
  void show(const std::string& hash, const QString& name);
  // Written for good when shown() says so. What is there already is not written again.
  void setNote(const QString& note);
  void setTags(const QStringList& tags);
  [[nodiscard]] const std::string& hash() const { return hash_; }
  [[nodiscard]] const KernelAnnotation& annotation() const { return annotation_; }

 signals:
  void shown(const std::string& hash, const kernelcast::KernelAnnotation& annotation);
  void failed(const QString& sentence);  // nothing was changed

 private:
  enum class Keep { ForUndo, No };
  void writeNote(const std::string& hash, const QString& name, const std::string& note, Keep keep);
  void writeTags(const std::string& hash, const QString& name, const std::vector<std::string>& tags,
                 Keep keep);
  void read();

  LibraryService& library_;
  UndoStack& undo_;
  std::string hash_;
  QString name_;
  KernelAnnotation annotation_;
  bool known_ = false;  // annotation_ was read
  int question_ = 0;
};

}  // namespace kernelcast::ui
