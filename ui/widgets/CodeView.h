// Source code to read: CUDA or Python highlighted in the theme's colours, lines that differ tinted.
#pragma once

#include <QStringList>
#include <vector>

#include <Qsci/qsciscintilla.h>

class QsciLexer;

namespace kernelcast::ui {

class CodeView : public QsciScintilla {
  Q_OBJECT

 public:
  enum class Language { Cuda, Python };
  enum class Mark { None, Changed, OneSided, Filler };

  struct Line {
    QString text;
    int number = 0;  // shown in the margin; 0: none
    Mark mark = Mark::None;
  };

  explicit CodeView(QWidget* parent = nullptr);
  void setLines(const std::vector<Line>& lines, Language language);
  [[nodiscard]] int firstLine() const { return firstVisibleLine(); }
  void scrollToLine(int line);  // near the top

 private:
  void restyle();
  void markLines();

  QsciLexer* cuda_ = nullptr;
  QsciLexer* python_ = nullptr;
  std::vector<int> numbers_;
  std::vector<Mark> marks_;
};

}  // namespace kernelcast::ui
