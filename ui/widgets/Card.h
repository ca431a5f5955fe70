// A panel with 9 px corners and a hairline: one subject of a page, with a title and an optional side note.
#pragma once

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/widgets/ElidedLabel.h"

namespace kernelcast::ui {

class Card : public QFrame {
 public:
  explicit Card(const QString& title = {}, QWidget* parent = nullptr) : QFrame(parent) {
    setProperty("card", true);  // what the stylesheet selects by
    body_ = new QVBoxLayout(this);
    body_->setContentsMargins(16, 12, 16, 12);
    body_->setSpacing(8);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    title_ = new QLabel(this);
    title_->setProperty("role", "section");
    note_ = new ElidedLabel({}, this);
    note_->setProperty("role", "label");
    note_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    head->addWidget(title_);
    head->addWidget(note_, 1);
    body_->addLayout(head);
    setTitle(title);
    setNote({});
  }

  void setTitle(const QString& title) {
    title_->setText(title);
    title_->setVisible(!title.isEmpty());
    setAccessibleName(title);
  }
  // Beside the title, muted: the n that the card stands on, or a unit.
  void setNote(const QString& note) {
    note_->setFullText(note);
    note_->setVisible(!note.isEmpty());
  }
  [[nodiscard]] QVBoxLayout* body() const { return body_; }

 private:
  QVBoxLayout* body_ = nullptr;
  QLabel* title_ = nullptr;
  ElidedLabel* note_ = nullptr;
};

}  // namespace kernelcast::ui
