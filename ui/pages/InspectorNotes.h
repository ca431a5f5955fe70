// Tags and note of the selected kernel, read and edited where they stand.
#pragma once

#include <QWidget>

#include "core/domain/annotations.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace kernelcast::ui {

class FlowLayout;

class InspectorNotes : public QWidget {
  Q_OBJECT

 public:
  explicit InspectorNotes(QWidget* parent = nullptr);

  // Of the same kernel; what is being typed stays.
  void setAnnotation(const KernelAnnotation& annotation);
  // Before another kernel is shown: what was being typed is written, not lost.
  void finish();
  void clear();
  // What was typed last could not be written: it is there again, to be tried again or copied.
  void reopen();
  void editNote();
  void editTags();
  [[nodiscard]] QString note() const;      // as shown
  [[nodiscard]] QStringList tags() const;  // as shown
  [[nodiscard]] QPlainTextEdit* noteField() const { return noteField_; }
  [[nodiscard]] QLineEdit* tagField() const { return tagField_; }

 signals:
  void noteWritten(const QString& note);
  void tagsWritten(const QStringList& tags);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void saveNote();
  void saveTags();
  void showTags();
  void closeEditors();
  void updateVisibility();

  KernelAnnotation annotation_;
  QWidget* chips_ = nullptr;
  FlowLayout* chipFlow_ = nullptr;
  QLineEdit* tagField_ = nullptr;
  QLabel* note_ = nullptr;
  QPlainTextEdit* noteField_ = nullptr;
  QWidget* noteButtons_ = nullptr;
  bool editsNote_ = false;
  bool editsTags_ = false;
  bool noteOnItsWay_ = false;  // written, and not yet shown again
  bool tagsOnTheirWay_ = false;
};

}  // namespace kernelcast::ui
