#include "ui/pages/WelcomePage.h"

#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/models/CommandTable.h"
#include "ui/widgets/Card.h"

namespace kernelcast::ui {

WelcomePage::WelcomePage(QWidget* parent) : QWidget(parent) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(24, 24, 24, 24);
  auto* card = new Card({}, this);
  card->setFixedWidth(560);
  card->body()->setContentsMargins(32, 24, 32, 28);
  card->body()->setSpacing(12);
  title_ = new QLabel(card);
  title_->setProperty("role", "title");
  title_->setTextFormat(Qt::PlainText);
  hint_ = new QLabel(card);
  hint_->setTextFormat(Qt::PlainText);
  hint_->setWordWrap(true);
  hint_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  path_ = new QLabel(card);
  path_->setProperty("role", "label");
  path_->setTextFormat(Qt::PlainText);
  path_->setWordWrap(true);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  openSample_ = new QPushButton(QString::fromLatin1(entryOf(Command::OpenSample).name), card);
  openSample_->setProperty("kind", "primary");
  openSample_->setToolTip(toolTipOf(Command::OpenSample));
  retry_ = new QPushButton(QStringLiteral("Try again"), card);
  retry_->setToolTip(QStringLiteral("Opens the same file once more"));
  const auto button = [&](Command command) {
    auto* made = new QPushButton(QString::fromLatin1(entryOf(command).name), card);
    made->setToolTip(toolTipOf(command));
    return made;
  };
  import_ = button(Command::Import);
  library_ = button(Command::OpenLibrary);
  buttons->addWidget(openSample_);
  buttons->addWidget(import_);
  buttons->addWidget(library_);
  buttons->addWidget(retry_);
  buttons->addStretch();
  card->body()->addWidget(title_);
  card->body()->addWidget(hint_);
  card->body()->addLayout(buttons);
  card->body()->addSpacing(4);
  card->body()->addWidget(path_);
  outer->addStretch(2);
  // Between stretches rather than aligned: an aligned widget is not asked how high its wrapped text is.
  auto* across = new QHBoxLayout;
  across->addStretch();
  across->addWidget(card);
  across->addStretch();
  outer->addLayout(across);
  outer->addStretch(3);
  connect(openSample_, &QPushButton::clicked, this, &WelcomePage::openSampleRequested);
  connect(import_, &QPushButton::clicked, this, &WelcomePage::importRequested);
  connect(library_, &QPushButton::clicked, this, &WelcomePage::libraryRequested);
  connect(retry_, &QPushButton::clicked, this, &WelcomePage::retryRequested);
  showLoading();
}

void WelcomePage::showLoading() {
  title_->setText(QStringLiteral("Opening the library"));
  hint_->clear();
  path_->clear();
  openSample_->hide();
  import_->hide();
  library_->hide();
  retry_->hide();
}

void WelcomePage::showEmpty(const QString& libraryPath) {
  title_->setText(QStringLiteral("This library has no sessions yet"));
  hint_->setText(QStringLiteral(
      "Open the sample to see how well a language model forecast the speed of 38 CUDA kernels, beside what "
      "an NVIDIA H200 measured. From it, a search can be run again.\n\n"
      "Sessions in Kernelcast's own form (.json) are imported, also by dropping them here."));
  path_->setText(QStringLiteral("Library: %1").arg(QDir::toNativeSeparators(libraryPath)));
  openSample_->show();
  import_->show();
  library_->show();
  openSample_->setFocus();
  retry_->hide();
}

void WelcomePage::showError(const QString& libraryPath, const QString& sentence) {
  title_->setText(QStringLiteral("This library could not be opened"));
  hint_->setText(sentence);
  path_->setText(QStringLiteral("File: %1").arg(QDir::toNativeSeparators(libraryPath)));
  openSample_->hide();
  import_->hide();
  library_->show();
  retry_->show();
  retry_->setFocus();
}

QString WelcomePage::hint() const { return hint_->text(); }

}  // namespace kernelcast::ui
