#include "core/bench/expression.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kernelcast::bench {

namespace {

constexpr std::size_t kMaxLength = 1000;
constexpr int kMaxDepth = 64;

enum class Op {
  Number,
  Name,
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  Negate,
  Less,
  LessOrEqual,
  Greater,
  GreaterOrEqual,
  Equal,
  NotEqual,
  CeilDiv,
  Min,
  Max
};

struct BinarySign {
  std::string_view sign;
  Op op;
  int precedence;  // higher binds tighter
};
// Longer signs first: "<=" is no "<".
constexpr std::array<BinarySign, 11> kBinarySigns{{
    {"<=", Op::LessOrEqual, 1},
    {">=", Op::GreaterOrEqual, 1},
    {"==", Op::Equal, 1},
    {"!=", Op::NotEqual, 1},
    {"<", Op::Less, 1},
    {">", Op::Greater, 1},
    {"+", Op::Add, 2},
    {"-", Op::Subtract, 2},
    {"*", Op::Multiply, 3},
    {"/", Op::Divide, 3},
    {"%", Op::Remainder, 3},
}};
struct FunctionName {
  std::string_view name;
  Op op;
};
constexpr std::array<FunctionName, 3> kFunctions{
    {{"ceil_div", Op::CeilDiv}, {"min", Op::Min}, {"max", Op::Max}}};

bool startsName(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool continuesName(char c) { return startsName(c) || isDigit(c); }
bool isSpace(char c) { return c == ' ' || c == '\t'; }

}  // namespace

struct Expression::Node {
  Op op = Op::Number;
  std::int64_t number = 1;
  std::string name;
  std::shared_ptr<const Node> left;  // also the operand of a negation
  std::shared_ptr<const Node> right;
  std::size_t begin = 0;  // its part of the text
  std::size_t end = 0;
};

namespace {

using Node = Expression::Node;
using NodePtr = std::shared_ptr<const Node>;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<NodePtr> parse() {
    if (text_.size() > kMaxLength) {
      return failure(Error::Kind::BadInput, fmt::format("an expression of {} characters; at most {} are read",
                                                        text_.size(), kMaxLength));
    }
    NodePtr whole = comparison();
    skipSpace();
    if (!error_ && at_ < text_.size())
      fail(fmt::format("expected an operator, and there is '{}'", text_[at_]));
    if (error_) return failure(*error_);
    return whole;
  }

 private:
  void skipSpace() {
    while (at_ < text_.size() && isSpace(text_[at_])) ++at_;
  }
  NodePtr fail(const std::string& what) {
    if (!error_) {
      error_ = Error{Error::Kind::BadInput,
                     fmt::format("\"{}\", column {}: {}", text_, std::min(at_, text_.size()) + 1, what)};
    }
    return nullptr;
  }
  std::optional<BinarySign> signHere(int precedence) {
    skipSpace();
    for (const BinarySign& sign : kBinarySigns) {
      if (text_.substr(at_).substr(0, sign.sign.size()) != sign.sign) continue;
      if (sign.precedence != precedence) return std::nullopt;
      return sign;
    }
    return std::nullopt;
  }
  NodePtr join(Op op, NodePtr left, NodePtr right, std::size_t begin) const {
    if (!left || !right) return nullptr;
    auto node = std::make_shared<Node>();
    node->op = op;
    node->left = std::move(left);
    node->right = std::move(right);
    node->begin = begin;
    node->end = at_;
    return node;
  }
  // One comparison at most: a < b < c would not mean what it says.
  NodePtr comparison() {
    const std::size_t begin = at_;
    NodePtr left = level(2);
    const auto sign = left ? signHere(1) : std::nullopt;
    if (!sign) return left;
    at_ += sign->sign.size();
    NodePtr both = join(sign->op, std::move(left), level(2), begin);
    if (both && signHere(1)) return fail("a comparison of a comparison needs brackets");
    return both;
  }
  NodePtr level(int precedence) {
    const std::size_t begin = at_;
    NodePtr left = precedence == 3 ? unary() : level(precedence + 1);
    while (left) {
      const auto sign = signHere(precedence);
      if (!sign) break;
      at_ += sign->sign.size();
      left = join(sign->op, std::move(left), precedence == 3 ? unary() : level(precedence + 1), begin);
    }
    return left;
  }
  NodePtr unary() {
    skipSpace();
    const std::size_t begin = at_;
    if (at_ >= text_.size()) return fail("expected a number, a name or '(', and the text ends");
    const char c = text_[at_];
    if (c == '-') return negation(begin);
    if (c == '(') return bracketed();
    if (isDigit(c)) return number(begin);
    if (startsName(c)) return nameOrCall(begin);
    return fail(fmt::format("expected a number, a name or '(', and there is '{}'", c));
  }
  NodePtr negation(std::size_t begin) {
    if (++depth_ > kMaxDepth) return fail("too deeply nested");
    ++at_;
    NodePtr operand = unary();
    --depth_;
    if (!operand) return nullptr;
    auto node = std::make_shared<Node>();
    node->op = Op::Negate;
    node->left = std::move(operand);
    node->begin = begin;
    node->end = at_;
    return node;
  }
  NodePtr bracketed() {
    if (++depth_ > kMaxDepth) return fail(fmt::format("more than {} brackets inside each other", kMaxDepth));
    ++at_;
    NodePtr inside = comparison();
    --depth_;
    return inside && expect(')') ? inside : nullptr;
  }
  bool expect(char c) {
    skipSpace();
    if (at_ < text_.size() && text_[at_] == c) {
      ++at_;
      return true;
    }
    fail(at_ < text_.size() ? fmt::format("expected '{}', and there is '{}'", c, text_[at_])
                            : fmt::format("expected '{}', and the text ends", c));
    return false;
  }
  NodePtr number(std::size_t begin) {
    std::int64_t value = 0;
    for (; at_ < text_.size() && isDigit(text_[at_]); ++at_) {
      if (__builtin_mul_overflow(value, std::int64_t{10}, &value) ||
          __builtin_add_overflow(value, std::int64_t{text_[at_] - '0'}, &value)) {
        return fail("a number beyond 64 bits");
      }
    }
    if (at_ < text_.size() && (text_[at_] == '.' || startsName(text_[at_])))
      return fail("only whole numbers can stand here");
    auto node = std::make_shared<Node>();
    node->number = value;
    node->begin = begin;
    node->end = at_;
    return node;
  }
  NodePtr nameOrCall(std::size_t begin) {
    while (at_ < text_.size() && continuesName(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    const std::size_t afterName = at_;
    skipSpace();
    if (at_ < text_.size() && text_[at_] == '(') return call(name, begin);
    at_ = afterName;
    auto node = std::make_shared<Node>();
    node->op = Op::Name;
    node->name = name;
    node->begin = begin;
    node->end = at_;
    return node;
  }
  NodePtr call(std::string_view name, std::size_t begin) {
    const auto* const function = std::find_if(kFunctions.begin(), kFunctions.end(),
                                              [&](const FunctionName& own) { return own.name == name; });
    if (function == kFunctions.end()) {
      at_ = begin;
      return fail(fmt::format("there is no function \"{}\"; there are ceil_div, min and max", name));
    }
    if (++depth_ > kMaxDepth) return fail("too deeply nested");
    ++at_;
    NodePtr left = comparison();
    if (!left || !expect(',')) return nullptr;
    NodePtr right = comparison();
    if (!right || !expect(')')) return nullptr;
    --depth_;
    return join(function->op, std::move(left), std::move(right), begin);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::optional<Error> error_;
};

class Evaluation {
 public:
  Evaluation(std::string_view text, const Bindings& bindings) : text_(text), bindings_(bindings) {}

  Result<std::int64_t> of(const Node& node) const {
    if (node.op == Op::Number) return node.number;
    if (node.op == Op::Name) return valueOf(node);
    auto left = of(*node.left);
    if (!left) return left;
    if (node.op == Op::Negate) return subtract(node, 0, *left);
    auto right = of(*node.right);
    if (!right) return right;
    return apply(node, *left, *right);
  }

 private:
  tl::unexpected<Error> fail(const Node& node, const std::string& what) const {
    const std::string_view part = text_.substr(node.begin, node.end - node.begin);
    if (part == text_) return failure(Error::Kind::BadInput, fmt::format("\"{}\": {}", text_, what));
    return failure(Error::Kind::BadInput, fmt::format("\"{}\" in \"{}\": {}", part, text_, what));
  }
  Result<std::int64_t> valueOf(const Node& node) const {
    const auto found = bindings_.find(node.name);
    if (found != bindings_.end()) return found->second;
    std::vector<std::string_view> known;
    for (const auto& [name, value] : bindings_) known.push_back(name);
    return fail(node,
                fmt::format("there is no \"{}\" here; there is {}", node.name,
                            known.empty() ? "no name at all" : fmt::format("{}", fmt::join(known, ", "))));
  }
  Result<std::int64_t> subtract(const Node& node, std::int64_t left, std::int64_t right) const {
    std::int64_t value = 0;
    if (__builtin_sub_overflow(left, right, &value)) return overflow(node, left, right);
    return value;
  }
  tl::unexpected<Error> overflow(const Node& node, std::int64_t left, std::int64_t right) const {
    return fail(node, fmt::format("the result of {} and {} is beyond 64 bits", left, right));
  }
  Result<std::int64_t> divide(const Node& node, std::int64_t left, std::int64_t right) const {
    if (right == 0) return fail(node, "division by zero");
    if (left == std::numeric_limits<std::int64_t>::min() && right == -1) return overflow(node, left, right);
    if (node.op == Op::Remainder) return left % right;
    std::int64_t quotient = left / right;
    // Rounded up where the signs agree and something is left; elsewhere truncation already rounds up.
    if (node.op == Op::CeilDiv && left % right != 0 && (left > 0) == (right > 0)) ++quotient;
    return quotient;
  }
  Result<std::int64_t> apply(const Node& node, std::int64_t left, std::int64_t right) const {
    std::int64_t value = 0;
    switch (node.op) {
      case Op::Add:
        if (__builtin_add_overflow(left, right, &value)) return overflow(node, left, right);
        return value;
      case Op::Multiply:
        if (__builtin_mul_overflow(left, right, &value)) return overflow(node, left, right);
        return value;
      case Op::Subtract: return subtract(node, left, right);
      case Op::Divide:
      case Op::Remainder:
      case Op::CeilDiv: return divide(node, left, right);
      case Op::Less: return left < right ? 1 : 0;
      case Op::LessOrEqual: return left <= right ? 1 : 0;
      case Op::Greater: return left > right ? 1 : 0;
      case Op::GreaterOrEqual: return left >= right ? 1 : 0;
      case Op::Equal: return left == right ? 1 : 0;
      case Op::NotEqual: return left != right ? 1 : 0;
      case Op::Min: return std::min(left, right);
      case Op::Max: return std::max(left, right);
      case Op::Number:
      case Op::Name:
      case Op::Negate: break;
    }
    return fail(node, "cannot be worked out");
  }

  std::string_view text_;
  const Bindings& bindings_;
};

void collectNames(const Node& node, std::set<std::string>& names) {
  if (node.op == Op::Name) names.insert(node.name);
  if (node.left) collectNames(*node.left, names);
  if (node.right) collectNames(*node.right, names);
}

}  // namespace

Expression::Expression() : root_(std::make_shared<Node>()), text_("1") {}
Expression::Expression(std::shared_ptr<const Node> root, std::string text)
    : root_(std::move(root)), text_(std::move(text)) {}

Result<Expression> Expression::parse(std::string_view text) {
  auto root = Parser(text).parse();
  if (!root) return failure(root.error());
  return Expression(std::move(*root), std::string(text));
}

Result<std::int64_t> Expression::evaluate(const Bindings& bindings) const {
  return Evaluation(text_, bindings).of(*root_);
}

std::vector<std::string> Expression::names() const {
  std::set<std::string> names;
  collectNames(*root_, names);
  return {names.begin(), names.end()};
}

const std::string& Expression::text() const { return text_; }

}  // namespace kernelcast::bench
