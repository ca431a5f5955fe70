#include "ui/pages/InspectorNotes.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/models/KernelNotes.h"
#include "ui/models/PlainText.h"
#include "ui/widgets/FlowLayout.h"

namespace kernelcast::ui {

namespace {

constexpr qsizetype kShownNote = 2000;  // characters; the editor has all of it
constexpr int kNoteLines = 4;

class TagChip : public QToolButton {
 public:
  TagChip(const QString& tag, QWidget* parent) : QToolButton(parent) {
    setProperty("kind", "chip");
    setProperty("tag", tag);
    const QString shown = tag.size() > 30 ? tag.left(29) + u'…' : tag;
    setText(buttonText(shown) + QStringLiteral("  ×"));
    setAccessibleName(QStringLiteral("Tag: %1").arg(tag));
    setAccessibleDescription(QStringLiteral("Takes this tag away"));
    setToolTip(toolTipText(tag + QStringLiteral("\nClick to take this tag away; Ctrl+Z brings it back.")));
    setFocusPolicy(Qt::StrongFocus);
  }
};

}  // namespace

InspectorNotes::InspectorNotes(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);

  chips_ = new QWidget(this);
  chipFlow_ = new FlowLayout(chips_, 6, 4);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  chips_->setSizePolicy(policy);
  column->addWidget(chips_);

  tagField_ = new QLineEdit(this);
  tagField_->setPlaceholderText(QStringLiteral("tags, separated by commas"));
  tagField_->setAccessibleName(QStringLiteral("Tags of this kernel, separated by commas"));
  tagField_->setToolTip(QStringLiteral("Enter saves, Escape leaves the tags as they were"));
  tagField_->installEventFilter(this);
  connect(tagField_, &QLineEdit::returnPressed, this, &InspectorNotes::saveTags);
  column->addWidget(tagField_);

  note_ = new QLabel(this);
  note_->setTextFormat(Qt::PlainText);
  note_->setWordWrap(true);
  note_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  note_->setAccessibleName(QStringLiteral("Note"));
  column->addWidget(note_);

  noteField_ = new QPlainTextEdit(this);
  noteField_->setPlaceholderText(QStringLiteral("what you want to remember of this kernel"));
  noteField_->setAccessibleName(QStringLiteral("Note on this kernel"));
  noteField_->setTabChangesFocus(true);
  noteField_->setFixedHeight(QFontMetrics(noteField_->font()).lineSpacing() * kNoteLines + 20);
  noteField_->installEventFilter(this);
  column->addWidget(noteField_);

  noteButtons_ = new QWidget(this);
  auto* buttons = new QHBoxLayout(noteButtons_);
  buttons->setContentsMargins(0, 0, 0, 0);
  buttons->setSpacing(8);
  auto* save = new QPushButton(QStringLiteral("Save note"), noteButtons_);
  save->setToolTip(QStringLiteral("Ctrl+Enter; an empty note is taken away"));
  auto* leave = new QPushButton(QStringLiteral("Cancel"), noteButtons_);
  leave->setToolTip(QStringLiteral("Escape; the note stays as it was"));
  connect(save, &QPushButton::clicked, this, &InspectorNotes::saveNote);
  connect(leave, &QPushButton::clicked, this, &InspectorNotes::closeEditors);
  buttons->addWidget(save);
  buttons->addWidget(leave);
  buttons->addStretch(1);
  column->addWidget(noteButtons_);
  updateVisibility();
}

void InspectorNotes::setAnnotation(const KernelAnnotation& annotation) {
  noteOnItsWay_ = tagsOnTheirWay_ = false;
  if (annotation == annotation_) return;
  annotation_ = annotation;
  const QString note = plainText(annotation_.note);
  note_->setText(note.size() > kShownNote ? note.left(kShownNote) + u'…' : note);
  showTags();
  updateVisibility();
}

void InspectorNotes::showTags() {
  while (QLayoutItem* item = chipFlow_->takeAt(0)) {
    // Hidden at once, deleted later: its own click may have led here.
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  for (const std::string& tag : annotation_.tags) {
    auto* chip = new TagChip(oneLine(tag), chips_);
    connect(chip, &QToolButton::clicked, this, [this, tag] {
      QStringList left;
      for (const std::string& other : annotation_.tags) {
        if (other != tag) left << plainText(other);
      }
      emit tagsWritten(left);
    });
    chipFlow_->addWidget(chip);
  }
  chips_->updateGeometry();
}

void InspectorNotes::finish() {
  if (editsNote_) saveNote();
  if (editsTags_) saveTags();
}

void InspectorNotes::clear() {
  closeEditors();
  setAnnotation({});
}

void InspectorNotes::reopen() {
  editsNote_ = editsNote_ || noteOnItsWay_;
  editsTags_ = editsTags_ || tagsOnTheirWay_;
  updateVisibility();
}

void InspectorNotes::editNote() {
  if (!editsNote_) noteField_->setPlainText(plainText(annotation_.note));
  editsNote_ = true;
  updateVisibility();
  noteField_->moveCursor(QTextCursor::End);
  noteField_->setFocus(Qt::ShortcutFocusReason);
}

void InspectorNotes::editTags() {
  if (!editsTags_) {
    // Ready for the next one to be typed behind those that are there.
    QString text = tags().join(QStringLiteral(", "));
    if (!text.isEmpty()) text += QStringLiteral(", ");
    tagField_->setText(text);
  }
  editsTags_ = true;
  updateVisibility();
  // Any other reason would select it all, and the next letter would replace every tag.
  tagField_->setFocus(Qt::OtherFocusReason);
  tagField_->end(false);
}

void InspectorNotes::saveNote() {
  const QString note = noteField_->toPlainText();
  editsNote_ = false;
  noteOnItsWay_ = true;
  updateVisibility();
  emit noteWritten(note);
}

void InspectorNotes::saveTags() {
  const QStringList tags = tagsFromText(tagField_->text());
  editsTags_ = false;
  tagsOnTheirWay_ = true;
  updateVisibility();
  emit tagsWritten(tags);
}

void InspectorNotes::closeEditors() {
  editsNote_ = editsTags_ = false;
  updateVisibility();
}

void InspectorNotes::updateVisibility() {
  chips_->setVisible(!annotation_.tags.empty() && !editsTags_);
  tagField_->setVisible(editsTags_);
  note_->setVisible(!annotation_.note.empty() && !editsNote_);
  noteField_->setVisible(editsNote_);
  noteButtons_->setVisible(editsNote_);
  setVisible(editsNote_ || editsTags_ || !annotation_.isEmpty());
}

bool InspectorNotes::eventFilter(QObject* watched, QEvent* event) {
  // As a ShortcutOverride first, so that no action of the window takes these keys.
  if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
    return QWidget::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
  const bool saves = watched == noteField_ && enter && key->modifiers().testFlag(Qt::ControlModifier);
  const bool leaves = key->key() == Qt::Key_Escape;
  if (!saves && !leaves) return QWidget::eventFilter(watched, event);
  if (event->type() == QEvent::ShortcutOverride) {
    event->accept();
    return true;
  }
  if (saves) saveNote();
  else closeEditors();
  return true;
}

QString InspectorNotes::note() const { return note_->text(); }

QStringList InspectorNotes::tags() const {
  QStringList shown;
  for (const std::string& tag : annotation_.tags) shown << plainText(tag);
  return shown;
}

}  // namespace kernelcast::ui
