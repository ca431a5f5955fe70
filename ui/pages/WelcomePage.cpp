#include "ui/pages/WelcomePage.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/CommandTable.h"
#include "ui/models/PlainText.h"
#include "ui/widgets/Card.h"
#include "ui/widgets/ElidedLabel.h"
#include "ui/widgets/ScrollColumn.h"

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
  default_ = new QPushButton(QStringLiteral("Open the default library"), card);
  default_->setProperty("kind", "primary");
  default_->setToolTip(
      QStringLiteral("Opens the library in the usual folder, and makes it where there is none"));
  buttons->addWidget(default_);
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
  recent_ = new QWidget(card);
  auto* recent = new QVBoxLayout(recent_);
  recent->setContentsMargins(0, 4, 0, 0);
  recent->setSpacing(6);
  auto* recentTitle = new QLabel(QStringLiteral("Opened before"), recent_);
  recentTitle->setProperty("role", "section");
  recent->addWidget(recentTitle);
  auto* scroll = new ScrollColumn(0, recent_);
  scroll->column()->setSpacing(2);
  recentScroll_ = scroll;
  recentRows_ = scroll->column();
  recent->addWidget(scroll);
  card->body()->addWidget(recent_);
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
  connect(default_, &QPushButton::clicked, this, &WelcomePage::defaultRequested);
  showRecent({});
  showLoading();
}

void WelcomePage::showLoading() {
  default_->hide();
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
  default_->hide();
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
  default_->hide();
  openSample_->hide();
  import_->hide();
  library_->show();
  retry_->show();
  retry_->setFocus();
}

void WelcomePage::showChoice(const QString& defaultPath) {
  title_->setText(QStringLiteral("Which library?"));
  hint_->setText(QStringLiteral(
      "A library is one file with the sessions that were imported and searched. The preferences ask for it "
      "at every start."));
  path_->setText(QStringLiteral("Default library: %1").arg(QDir::toNativeSeparators(defaultPath)));
  openSample_->hide();
  import_->hide();
  retry_->hide();
  default_->show();
  library_->show();
  default_->setFocus();
}

void WelcomePage::showRecent(const std::vector<RecentLibrary>& libraries) {
  while (QLayoutItem* item = recentRows_->takeAt(0)) {
    // Later: one of them may have been clicked to get here.
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  int height = 0;
  for (const RecentLibrary& library : libraries) {
    QWidget* row = recentRow(library);
    recentRows_->addWidget(row);
    height += row->sizeHint().height() + recentRows_->spacing();
  }
  // In the smallest window the rest of the card needs this much.
  constexpr int kMost = 200;
  recentScroll_->setFixedHeight(std::min(height, kMost));
  recent_->setVisible(!libraries.empty());
}

QWidget* WelcomePage::recentRow(const RecentLibrary& library) {
  const QFileInfo file(library.path);
  auto* box = new QWidget(recent_);
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 4, 0);
  column->setSpacing(0);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  column->addLayout(row);
  auto* open = new QPushButton(box);
  open->setProperty("kind", "link");
  open->setText(buttonText(open->fontMetrics().elidedText(file.fileName(), Qt::ElideMiddle, 200)));
  open->setEnabled(!library.missing);
  open->setAccessibleName(QStringLiteral("Open ") + file.fileName());
  open->setToolTip(
      toolTipText(library.missing ? missingSentence(library.path) : QDir::toNativeSeparators(library.path)));
  row->addWidget(open);
  auto* folder = new ElidedLabel({}, box);
  folder->setProperty("role", "label");
  folder->setFullText(QDir::toNativeSeparators(file.path()));
  row->addWidget(folder, 1);
  connect(open, &QPushButton::clicked, this, [this, path = library.path] { emit recentChosen(path); });
  if (library.missing) {
    open->setAccessibleDescription(missingSentence(library.path));
    auto* missing = new QLabel(
        QStringLiteral("Missing: it was moved or deleted, or it is on a disk that is not connected now."),
        box);
    missing->setProperty("role", "label");
    missing->setContentsMargins(5, 0, 0, 4);
    column->addWidget(missing);
  }
  auto* away = new QToolButton(box);
  away->setProperty("kind", "tight");
  away->setText(QStringLiteral("×"));
  away->setFixedWidth(26);
  away->setFocusPolicy(Qt::StrongFocus);
  away->setAccessibleName(QStringLiteral("Take %1 from the list").arg(file.fileName()));
  away->setToolTip(QStringLiteral("Takes it from this list; the file stays as it is"));
  connect(away, &QToolButton::clicked, this, [this, path = library.path] { emit recentUnwanted(path); });
  row->addWidget(away);
  return box;
}

QString WelcomePage::hint() const { return hint_->text(); }

}  // namespace kernelcast::ui
