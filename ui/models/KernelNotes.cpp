#include "ui/models/KernelNotes.h"

#include <algorithm>

#include "db/Annotations.h"
#include "db/Library.h"
#include "ui/models/LibraryService.h"
#include "ui/models/PlainText.h"
#include "ui/models/UndoStack.h"

namespace kernelcast::ui {

QStringList tagsFromText(const QString& text) {
  QStringList tags;
  for (const QString& part : text.split(u',')) {
    const QString tag = part.trimmed();
    if (!tag.isEmpty() && !tags.contains(tag)) tags << tag;
  }
  return tags;
}

KernelNotes::KernelNotes(LibraryService& library, UndoStack& undo, QObject* parent)
    : QObject(parent), library_(library), undo_(undo) {}

void KernelNotes::show(const std::string& hash, const QString& name) {
  name_ = name;
  if (hash == hash_) {
    // The same kernel as another row; an answer on its way comes by itself.
    if (!hash_.empty() && known_) emit shown(hash_, annotation_);
    return;
  }
  hash_ = hash;
  annotation_ = {};
  known_ = false;
  ++question_;
  if (!hash_.empty()) read();
}

void KernelNotes::read() {
  const int question = ++question_;
  library_.ask<KernelAnnotation>(
      this, [hash = hash_](db::Reader& reader) { return reader.kernelAnnotation(hash); },
      [this, question](Result<KernelAnnotation> found) {
        if (question != question_) return;
        if (!found) {
          emit failed(asSentence(found.error().message));
          return;
        }
        annotation_ = std::move(*found);
        known_ = true;
        emit shown(hash_, annotation_);
      });
}

void KernelNotes::setNote(const QString& note) {
  const std::string text = note.trimmed().toStdString();
  if (hash_.empty() || text == annotation_.note) return;
  writeNote(hash_, name_, text, Keep::ForUndo);
}

void KernelNotes::setTags(const QStringList& tags) {
  std::vector<std::string> texts;
  for (const QString& tag : tags) texts.push_back(tag.toStdString());
  std::sort(texts.begin(), texts.end());
  if (hash_.empty() || texts == annotation_.tags) return;
  writeTags(hash_, name_, texts, Keep::ForUndo);
}

void KernelNotes::writeNote(const std::string& hash, const QString& name, const std::string& note,
                            Keep keep) {
  library_.change<std::string>(
      this, [hash, note](db::Library& library) { return library.annotations().setKernelNote(hash, note); },
      [this, hash, name, keep](const Result<std::string>& replaced) {
        if (!replaced) {
          emit failed(asSentence(replaced.error().message));
        } else if (keep == Keep::ForUndo) {
          undo_.push(QStringLiteral("note on %1").arg(name),
                     [this, hash, name, before = *replaced] { writeNote(hash, name, before, Keep::No); });
        }
        if (hash == hash_) read();
      });
}

void KernelNotes::writeTags(const std::string& hash, const QString& name,
                            const std::vector<std::string>& tags, Keep keep) {
  library_.change<std::vector<std::string>>(
      this, [hash, tags](db::Library& library) { return library.annotations().setKernelTags(hash, tags); },
      [this, hash, name, keep](const Result<std::vector<std::string>>& replaced) {
        if (!replaced) {
          emit failed(asSentence(replaced.error().message));
        } else if (keep == Keep::ForUndo) {
          undo_.push(QStringLiteral("tags of %1").arg(name),
                     [this, hash, name, before = *replaced] { writeTags(hash, name, before, Keep::No); });
        }
        if (hash == hash_) read();
      });
}

}  // namespace kernelcast::ui
