#include "ui/dialogs/FilterHelpDialog.h"

#include <array>

#include "core/domain/row_filter.h"
#include "ui/models/PlainText.h"

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

FilterHelpDialog::FilterHelpDialog(QWidget* parent)
    : ReferenceDialog(QStringLiteral("filter_help"), QStringLiteral("How filters are typed"), parent) {
  addHead(QStringLiteral("How it reads"));
  for (const Example& example : kExamples) {
    addLine(QString::fromLatin1(example.text), {}, QString::fromLatin1(example.meaning));
  }
  addHead(QStringLiteral("Words that stand alone"));
  for (const FilterField& field : filterFields()) {
    if (field.kind == FilterKind::Flag) addLine(plainText(field.key), {}, plainText(field.sentence));
  }
  addHead(QStringLiteral("Texts and numbers"));
  for (const FilterField& field : filterFields()) {
    if (field.kind == FilterKind::Flag) continue;
    addLine(plainText(field.example.empty() ? field.key : field.example), {}, plainText(field.sentence));
  }
}

}  // namespace kernelcast::ui
