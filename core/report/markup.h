// HTML and SVG under construction. Only literals of this program enter unescaped: the type sees to it.
#pragma once

#include <string>
#include <string_view>

namespace kernelcast::report {

class Markup {
 public:
  // A string literal. The constructor runs in the compiler, so that no text read at run time can become one.
  struct Literal {
    consteval Literal(const char* literal)
        : text(literal) {}  // NOLINT(google-explicit-constructor): reads as the literal
    std::string_view text;
  };

  Markup& raw(Literal literal);
  Markup& text(std::string_view text);                      // escaped
  Markup& attribute(Literal name, std::string_view value);  // ` name="escaped"`
  Markup& attribute(Literal name, double value);            // a coordinate, at most two decimals
  Markup& element(Literal tag, Literal cssClass, std::string_view text);  // <tag class="...">escaped</tag>
  Markup& append(const Markup& other);

  [[nodiscard]] const std::string& str() const { return out_; }
  [[nodiscard]] std::size_t size() const { return out_.size(); }
  [[nodiscard]] bool empty() const { return out_.empty(); }

 private:
  std::string out_;
};

// A coordinate as SVG takes it: at most two decimals, no trailing zeros; what is not finite becomes 0, since
// one "nan" would make a viewer drop the whole path.
std::string coordinate(double value);

}  // namespace kernelcast::report
