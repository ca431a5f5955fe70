#include "ui/pages/InspectorSource.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/SourceFile.h"
#include "ui/widgets/Chip.h"
#include "ui/widgets/CodeView.h"
#include "ui/widgets/FlowLayout.h"

namespace kernelcast::ui {

namespace {

constexpr int kFewestLines = 4;
constexpr int kMostLines = 22;

// Signs as well as tints, in the form that patches have.
CodeView::Line codeLine(const SourceLine& line, bool compared) {
  const char* sign = "";
  CodeView::Mark mark = CodeView::Mark::None;
  if (compared) sign = "  ";
  if (line.kind == SourceLine::Kind::Added) {
    sign = "+ ";
    mark = CodeView::Mark::OneSided;
  } else if (line.kind == SourceLine::Kind::Removed) {
    sign = "- ";
    mark = CodeView::Mark::Changed;
  }
  return {QLatin1String(sign) + line.text, line.number, mark};
}

}  // namespace

InspectorSource::InspectorSource(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  auto* head = new QHBoxLayout;
  head->setSpacing(6);
  auto* title = new QLabel(QStringLiteral("Source"), this);
  title->setProperty("role", "section");
  head->addWidget(title, 1);
  for (const Command command : {Command::OpenInEditor, Command::CopySource}) {
    auto* button = new QPushButton(QString::fromLatin1(entryOf(command).name), this);
    button->setToolTip(toolTipOf(command));
    connect(button, &QPushButton::clicked, this, [this, command] { emit commandWanted(command); });
    head->addWidget(button);
  }
  column->addLayout(head);

  chips_ = new QWidget(this);
  chips_->setAccessibleName(QStringLiteral("What the source is shown against"));
  auto* flow = new FlowLayout(chips_, 4, 2);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  chips_->setSizePolicy(policy);
  const auto addChip = [&](const QString& text, const QString& toolTip, Beside beside) {
    auto* chip = new ChoiceChip(text, chips_);
    chip->setToolTip(toolTip);
    connect(chip, &ChoiceChip::clicked, this, [this, beside] { setBeside(beside); });
    flow->addWidget(chip);
    return chip;
  };
  alone_ = addChip(QStringLiteral("alone"), QStringLiteral("The device code as it is"), Beside::Nothing);
  reference_ = addChip(QStringLiteral("against reference"),
                       QStringLiteral("What differs from the kernel that speedups are measured against"),
                       Beside::Reference);
  parent_ = addChip(QStringLiteral("against parent"),
                    QStringLiteral("What differs from the kernel it was written from"), Beside::Parent);
  column->addWidget(chips_);

  note_ = new QLabel(this);
  note_->setProperty("role", "label");
  note_->setTextFormat(Qt::PlainText);
  note_->setWordWrap(true);
  column->addWidget(note_);
  code_ = new CodeView(this);
  code_->setAccessibleName(QStringLiteral("Source"));
  column->addWidget(code_);
}

void InspectorSource::setContent(std::shared_ptr<const InspectorContent> content) {
  content_ = std::move(content);
  setVisible(content_ && !content_->wholeSource.empty());
  if (!content_) return;
  showChips();
  showSource();
}

void InspectorSource::setBeside(Beside beside) {
  beside_ = beside;
  if (content_) showSource();
}

const SourceText& InspectorSource::shown() const {
  if (beside_ == Beside::Reference && content_->againstReference) return *content_->againstReference;
  if (beside_ == Beside::Parent && content_->againstParent) return *content_->againstParent;
  return content_->source;
}

void InspectorSource::showChips() {
  reference_->setVisible(content_->againstReference.has_value());
  parent_->setVisible(content_->againstParent.has_value());
  chips_->setVisible(content_->againstReference || content_->againstParent);
  chips_->updateGeometry();
}

void InspectorSource::showSource() {
  const SourceText& text = shown();
  const bool compared = &text != &content_->source;
  (compared ? chip(beside_) : alone_)->setChecked(true);
  std::vector<CodeView::Line> lines;
  lines.reserve(text.lines.size());
  for (const SourceLine& line : text.lines) lines.push_back(codeLine(line, compared));
  code_->setLines(
      lines, looksLikePython(content_->wholeSource) ? CodeView::Language::Python : CodeView::Language::Cuda);
  // As high as it is long, within bounds, with room for the scroll bar below.
  const int shownLines = std::clamp(static_cast<int>(lines.size()), kFewestLines, kMostLines);
  code_->setFixedHeight(code_->textHeight(0) * shownLines + 18);
  note_->setText(text.note);
  note_->setVisible(!text.note.isEmpty());
}

ChoiceChip* InspectorSource::chip(Beside beside) const {
  if (beside == Beside::Reference) return reference_;
  return beside == Beside::Parent ? parent_ : alone_;
}

QString InspectorSource::note() const { return note_->text(); }

}  // namespace kernelcast::ui
