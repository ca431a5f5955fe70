// Integer expressions of launch plans and tasks: "ceil_div(rows * cols, 256)".
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/domain/result.h"

namespace kernelcast::bench {

using Bindings = std::map<std::string, std::int64_t, std::less<>>;

// 64-bit integers with + - * / % ( ), comparison (0 or 1), ceil_div, min, max, and names. Division truncates
// as in C. Immutable and cheap to copy.
class Expression {
 public:
  Expression();  // the number 1
  // Errors quote the text and say the column. At most 1,000 characters and 64 nested brackets.
  static Result<Expression> parse(std::string_view text);

  // Overflow, division by zero and unknown names are errors that quote the part they happen in; an unknown
  // name's error lists the names there are.
  [[nodiscard]] Result<std::int64_t> evaluate(const Bindings& bindings) const;
  [[nodiscard]] std::vector<std::string> names() const;  // sorted, each once
  [[nodiscard]] const std::string& text() const;

  struct Node;

 private:
  explicit Expression(std::shared_ptr<const Node> root, std::string text);
  std::shared_ptr<const Node> root_;
  std::string text_;
};

}  // namespace kernelcast::bench
