#include "ui/pages/SourceDiffView.h"

#include <QGridLayout>
#include <QLabel>
#include <QScrollBar>
#include <QToolButton>
#include <algorithm>

#include "ui/models/PlainText.h"
#include "ui/models/SourceFile.h"
#include "ui/widgets/CodeView.h"

namespace kernelcast::ui {

namespace {

CodeView::Language languageOf(const std::string& source) {
  return looksLikePython(source) ? CodeView::Language::Python : CodeView::Language::Cuda;
}

std::vector<CodeView::Line> sideOf(const std::vector<DiffLine>& lines, const std::vector<std::string>& texts,
                                   bool left) {
  std::vector<CodeView::Line> side;
  for (const DiffLine& line : lines) {
    const int at = left ? line.left : line.right;
    CodeView::Line shown;
    if (at < 0) {
      shown.mark = CodeView::Mark::Filler;
    } else {
      shown.text = plainText(texts[static_cast<std::size_t>(at)]);
      shown.number = at + 1;
      if (line.kind == DiffKind::Changed) shown.mark = CodeView::Mark::Changed;
      if (line.kind == DiffKind::LeftOnly || line.kind == DiffKind::RightOnly)
        shown.mark = CodeView::Mark::OneSided;
    }
    side.push_back(std::move(shown));
  }
  return side;
}

}  // namespace

SourceDiffView::SourceDiffView(QWidget* parent) : QWidget(parent) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(10);
  grid->setVerticalSpacing(4);
  const auto label = [this](const char* role) {
    auto* made = new QLabel(this);
    made->setProperty("role", role);
    made->setTextFormat(Qt::PlainText);
    return made;
  };
  leftTitle_ = label("section");
  rightTitle_ = label("section");
  summary_ = label("label");
  const auto button = [this](const QString& sign, const QString& name, int direction) {
    auto* made = new QToolButton(this);
    made->setProperty("kind", "tight");
    made->setFixedWidth(26);
    made->setText(sign);
    made->setToolTip(name);
    made->setAccessibleName(name);
    connect(made, &QToolButton::clicked, this, [this, direction] { stepChange(direction); });
    return made;
  };
  before_ = button(QStringLiteral("↑"), QStringLiteral("To the difference before"), -1);
  after_ = button(QStringLiteral("↓"), QStringLiteral("To the next difference"), +1);
  left_ = new CodeView(this);
  right_ = new CodeView(this);
  left_->setAccessibleName(QStringLiteral("Source of A"));
  right_->setAccessibleName(QStringLiteral("Source of B"));
  auto* head = new QHBoxLayout;
  head->addWidget(rightTitle_, 1);
  head->addWidget(summary_);
  head->addWidget(before_);
  head->addWidget(after_);
  grid->addWidget(leftTitle_, 0, 0);
  grid->addLayout(head, 0, 1);
  grid->addWidget(left_, 1, 0);
  grid->addWidget(right_, 1, 1);
  grid->setColumnStretch(0, 1);
  grid->setColumnStretch(1, 1);
  grid->setRowStretch(1, 1);
  const auto follow = [](CodeView* leader, CodeView* follower) {
    connect(leader->verticalScrollBar(), &QScrollBar::valueChanged, follower->verticalScrollBar(),
            &QScrollBar::setValue);
    connect(leader->horizontalScrollBar(), &QScrollBar::valueChanged, follower->horizontalScrollBar(),
            &QScrollBar::setValue);
  };
  follow(left_, right_);
  follow(right_, left_);
}

QString SourceDiffView::summary() const { return summary_->text(); }

void SourceDiffView::setSources(const QString& leftTitle, const std::string& left, const QString& rightTitle,
                                const std::string& right) {
  leftTitle_->setText(leftTitle);
  rightTitle_->setText(rightTitle);
  const std::vector<std::string> leftLines = linesOf(left);
  const std::vector<std::string> rightLines = linesOf(right);
  const std::vector<DiffLine> lines = alignLines(leftLines, rightLines);
  left_->setLines(sideOf(lines, leftLines, true), languageOf(left));
  right_->setLines(sideOf(lines, rightLines, false), languageOf(right));
  changes_.clear();
  at_ = -1;
  int differ = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].kind == DiffKind::Same) continue;
    ++differ;
    if (i == 0 || lines[i - 1].kind == DiffKind::Same) changes_.push_back(static_cast<int>(i));
  }
  summary_->setText(left.empty() || right.empty() ? QStringLiteral("a source is not known")
                    : changes_.empty()
                        ? QStringLiteral("the same text")
                        : QStringLiteral("%1 of %2 lines differ").arg(differ).arg(lines.size()));
  before_->setEnabled(!changes_.empty());
  after_->setEnabled(!changes_.empty());
}

void SourceDiffView::stepChange(int direction) {
  if (changes_.empty()) return;
  const int last = static_cast<int>(changes_.size()) - 1;
  at_ = std::clamp(at_ + direction, 0, last);
  left_->scrollToLine(changes_[static_cast<std::size_t>(at_)]);
  right_->scrollToLine(changes_[static_cast<std::size_t>(at_)]);
}

}  // namespace kernelcast::ui
