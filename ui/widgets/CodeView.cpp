#include "ui/widgets/CodeView.h"

#include <Qsci/qscilexercpp.h>
#include <Qsci/qscilexerpython.h>
#include <Qsci/qscistyle.h>

#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

constexpr int kChanged = 1;  // marker numbers
constexpr int kOneSided = 2;
constexpr int kFiller = 3;

// C++ and what CUDA adds to it.
class CudaLexer : public QsciLexerCPP {
 public:
  using QsciLexerCPP::QsciLexerCPP;
  [[nodiscard]] const char* keywords(int set) const override {
    if (set == 1) {
      return "alignas alignof auto break case char const constexpr continue default do double else enum "
             "extern false "
             "float for if inline int long namespace noexcept nullptr operator return short signed sizeof "
             "static "
             "static_assert struct switch template this true typedef typename union unsigned using void "
             "volatile while";
    }
    if (set == 2) {
      return "__global__ __device__ __host__ __shared__ __constant__ __restrict__ __launch_bounds__ "
             "__forceinline__ "
             "__noinline__ __syncthreads __syncwarp __shfl_sync __shfl_down_sync __shfl_up_sync "
             "__shfl_xor_sync __ldg "
             "threadIdx blockIdx blockDim gridDim warpSize float2 float4 int2 int4 uint4 half half2 __half "
             "__half2 "
             "dim3 size_t int32_t uint32_t int64_t uint64_t uint8_t int8_t wmma atomicAdd";
    }
    return QsciLexerCPP::keywords(set);
  }
};

void colourLexer(QsciLexer& lexer, bool cuda) {
  const Theme& theme = Theme::instance();
  const QColor ink = theme.colour(ColourRole::Ink);
  const QColor paper = theme.colour(ColourRole::Panel);
  lexer.setDefaultColor(ink);
  lexer.setDefaultPaper(paper);
  lexer.setColor(ink);
  lexer.setPaper(paper);
  lexer.setFont(theme.codeFont());
  const QColor comment = theme.colour(ColourRole::Muted);
  const QColor keyword = theme.tint(Tint::AccentText);
  const QColor literal = theme.outcomeText(Outcome::Hit);
  const QColor special = theme.outcomeText(Outcome::OffByOne);
  if (cuda) {
    for (const int style : {QsciLexerCPP::Comment, QsciLexerCPP::CommentLine, QsciLexerCPP::CommentDoc})
      lexer.setColor(comment, style);
    lexer.setColor(keyword, QsciLexerCPP::Keyword);
    lexer.setColor(special, QsciLexerCPP::KeywordSet2);
    lexer.setColor(special, QsciLexerCPP::PreProcessor);
    for (const int style :
         {QsciLexerCPP::Number, QsciLexerCPP::DoubleQuotedString, QsciLexerCPP::SingleQuotedString}) {
      lexer.setColor(literal, style);
    }
    return;
  }
  for (const int style : {QsciLexerPython::Comment, QsciLexerPython::CommentBlock})
    lexer.setColor(comment, style);
  lexer.setColor(keyword, QsciLexerPython::Keyword);
  lexer.setColor(special, QsciLexerPython::Decorator);
  for (const int style :
       {QsciLexerPython::Number, QsciLexerPython::DoubleQuotedString, QsciLexerPython::SingleQuotedString,
        QsciLexerPython::TripleDoubleQuotedString, QsciLexerPython::TripleSingleQuotedString}) {
    lexer.setColor(literal, style);
  }
}

}  // namespace

CodeView::CodeView(QWidget* parent) : QsciScintilla(parent) {
  setReadOnly(true);
  setUtf8(true);
  setFrameShape(QFrame::NoFrame);
  setCaretWidth(0);
  setTabWidth(4);
  setWrapMode(QsciScintilla::WrapNone);
  setScrollWidthTracking(true);
  setScrollWidth(1);
  setMarginType(0, QsciScintilla::TextMarginRightJustified);
  setMarginWidth(1, 0);
  // Keys of the window stay the window's: this is to read, not to write.
  SendScintilla(SCI_CLEARALLCMDKEYS);
  cuda_ = new CudaLexer(this);
  python_ = new QsciLexerPython(this);
  for (const int marker : {kChanged, kOneSided, kFiller}) markerDefine(QsciScintilla::Background, marker);
  connect(&Theme::instance(), &Theme::changed, this, &CodeView::restyle);
  setLexer(cuda_);
  restyle();
}

void CodeView::restyle() {
  const Theme& theme = Theme::instance();
  colourLexer(*cuda_, true);
  colourLexer(*python_, false);
  const QColor paper = theme.colour(ColourRole::Panel);
  setPaper(paper);
  setMarginsBackgroundColor(paper);
  setMarginsForegroundColor(theme.colour(ColourRole::Muted));
  setMarginsFont(theme.codeFont());
  setSelectionBackgroundColor(theme.colour(ColourRole::Selection));
  setSelectionForegroundColor(theme.colour(ColourRole::Ink));
  setMarkerBackgroundColor(mix(paper, theme.colour(ColourRole::OffByOne), 0.18), kChanged);
  setMarkerBackgroundColor(mix(paper, theme.colour(ColourRole::Accent), 0.16), kOneSided);
  setMarkerBackgroundColor(theme.colour(ColourRole::Grid), kFiller);
  markLines();
}

void CodeView::setLines(const std::vector<Line>& lines, Language language) {
  QsciLexer* lexer = language == Language::Cuda ? cuda_ : python_;
  if (this->lexer() != lexer) setLexer(lexer);
  QStringList texts;
  numbers_.clear();
  marks_.clear();
  int largest = 0;
  for (const Line& line : lines) {
    texts << line.text;
    numbers_.push_back(line.number);
    marks_.push_back(line.mark);
    largest = std::max(largest, line.number);
  }
  setReadOnly(false);
  setText(texts.join(u'\n'));
  setReadOnly(true);
  setMarginWidth(0, QString::number(largest) + QStringLiteral("00"));
  markLines();
}

void CodeView::markLines() {
  markerDeleteAll();
  clearMarginText();
  const Theme& theme = Theme::instance();
  const QsciStyle style(-1, QStringLiteral("line number"), theme.colour(ColourRole::Muted),
                        theme.colour(ColourRole::Panel), theme.codeFont());
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    const int line = static_cast<int>(i);
    if (numbers_[i] > 0) setMarginText(line, QString::number(numbers_[i]), style);
    if (marks_[i] == Mark::Changed) markerAdd(line, kChanged);
    if (marks_[i] == Mark::OneSided) markerAdd(line, kOneSided);
    if (marks_[i] == Mark::Filler) markerAdd(line, kFiller);
  }
}

void CodeView::scrollToLine(int line) { setFirstVisibleLine(std::max(0, line - 3)); }

}  // namespace kernelcast::ui
