#include "ui/dialogs/FilterHelpDialog.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>

#include "core/domain/row_filter.h"
#include "ui/models/PlainText.h"
#include "ui/widgets/ScrollColumn.h"

namespace kernelcast::ui {

namespace {

struct Example {
  const char* text;
  const char* meaning;
};
constexpr std::array kExamples{
    Example{"task:transpose bin:7 error>=2", "All of these hold: words stand side by side."},
    Example{"-failed", "A minus asks for the others."},
    Example{"vec4", "A word alone is looked for in the names of kernel and parent."},
    Example{"#3,17", "Candidates by number."},
    Example{"task:transpose,sgemm", "One of several."},
    Example{"name=tile64_vec", "Exactly this; a colon is satisfied with a part."},
    Example{"\"wrong result\"", "Quotes hold blanks and signs together."},
    Example{"bin:5..7   0.4<=stated<0.5", "Ranges."},
    Example{"runtime_us<1ms   stated>=50%   speedup>1.5x", "Units may stand behind numbers."},
};

}  // namespace

FilterHelpDialog::FilterHelpDialog(QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("filter_help"));
  setWindowTitle(QStringLiteral("How filters are typed"));
  resize(680, 560);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 12);
  column->setSpacing(12);
  auto* scroll = new ScrollColumn(0, this);
  scroll->setFocusPolicy(Qt::StrongFocus);
  scroll->setAccessibleName(windowTitle());
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(18);
  grid->setVerticalSpacing(5);
  grid->setColumnStretch(1, 1);
  int row = 0;
  const auto head = [&](const QString& text) {
    auto* label = new QLabel(text, this);
    label->setProperty("role", "section");
    if (row > 0) grid->setRowMinimumHeight(row++, 8);
    grid->addWidget(label, row++, 0, 1, 2);
  };
  const auto line = [&](const QString& code, const QString& meaning) {
    auto* left = new QLabel(code, this);
    left->setProperty("role", "code");
    left->setTextFormat(Qt::PlainText);
    left->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* right = new QLabel(meaning, this);
    right->setProperty("role", "muted");
    right->setTextFormat(Qt::PlainText);
    right->setWordWrap(true);
    grid->addWidget(left, row, 0, Qt::AlignTop);
    grid->addWidget(right, row++, 1);
  };
  head(QStringLiteral("How it reads"));
  for (const Example& example : kExamples)
    line(QString::fromLatin1(example.text), QString::fromLatin1(example.meaning));
  head(QStringLiteral("Words that stand alone"));
  for (const FilterField& field : filterFields()) {
    if (field.kind == FilterKind::Flag) line(plainText(field.key), plainText(field.sentence));
  }
  head(QStringLiteral("Texts and numbers"));
  for (const FilterField& field : filterFields()) {
    if (field.kind == FilterKind::Flag) continue;
    const std::string example = field.example.empty() ? std::string(field.key) : std::string(field.example);
    line(plainText(example), plainText(field.sentence));
  }
  scroll->column()->addLayout(grid);
  scroll->column()->addStretch(1);
  column->addWidget(scroll, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
}

}  // namespace kernelcast::ui
