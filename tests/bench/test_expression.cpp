// Expressions of plans and tasks: values, limits, and what is said of those that mean nothing.
#include <QTest>
#include <limits>
#include <random>

#include "core/bench/expression.h"

using namespace kernelcast;
using namespace kernelcast::bench;

namespace {

__extension__ using Wide = __int128;

const Bindings kNames{{"rows", 7},
                      {"cols", 1000},
                      {"big", std::numeric_limits<std::int64_t>::max()},
                      {"low", std::numeric_limits<std::int64_t>::min()},
                      {"zero", 0}};

std::int64_t valueOf(const char* text) {
  const auto parsed = Expression::parse(text);
  if (!parsed) qFatal("%s", parsed.error().message.c_str());
  const auto value = parsed->evaluate(kNames);
  if (!value) qFatal("%s", value.error().message.c_str());
  return *value;
}
std::string wrongWith(const std::string& text) {
  const auto parsed = Expression::parse(text);
  if (!parsed) return parsed.error().message;
  const auto value = parsed->evaluate(kNames);
  return value ? std::string() : value.error().message;
}
bool says(const std::string& text, const char* words) {
  const std::string message = wrongWith(text);
  if (message.find(words) != std::string::npos) return true;
  qWarning("\"%s\" gives: %s", text.c_str(), message.c_str());
  return false;
}

// A random expression and its value in 128 bits; none where C would not define it or 64 bits do not hold it.
struct Drawn {
  std::string text;
  std::optional<Wide> value;
};
bool fits(Wide value) {
  return value >= std::numeric_limits<std::int64_t>::min() &&
         value <= std::numeric_limits<std::int64_t>::max();
}
Drawn draw(std::mt19937_64& random, int depth) {
  if (depth == 0 || random() % 4 == 0) {
    const auto number = static_cast<std::int64_t>(random() >> (1 + random() % 63));
    return {std::to_string(number), number};
  }
  static constexpr std::array kSigns{"+", "-", "*", "/", "%", "<", "<=", ">", ">=", "==", "!="};
  const std::size_t which = random() % (kSigns.size() + 1);
  const Drawn left = draw(random, depth - 1);
  if (which == kSigns.size()) {
    Drawn negated{"-(" + left.text + ")", std::nullopt};
    if (left.value && fits(-*left.value)) negated.value = -*left.value;
    return negated;
  }
  const Drawn right = draw(random, depth - 1);
  Drawn both{"(" + left.text + ") " + kSigns.at(which) + " (" + right.text + ")", std::nullopt};
  if (!left.value || !right.value) return both;
  const Wide a = *left.value;
  const Wide b = *right.value;
  if ((which == 3 || which == 4) && b == 0) return both;
  const std::array<Wide, 11> values{
      a + b, a - b, a * b, b == 0 ? 0 : a / b, b == 0 ? 0 : a % b, a<b, a <= b, a> b, a >= b, a == b, a != b};
  if (fits(values.at(which))) both.value = values.at(which);
  return both;
}

}  // namespace

class TestExpression : public QObject {
  Q_OBJECT
 private slots:
  void values() {
    QCOMPARE(valueOf("1 + 2 * 3"), 7);
    QCOMPARE(valueOf("(1 + 2) * 3"), 9);
    QCOMPARE(valueOf("10 - 4 - 3"), 3);
    QCOMPARE(valueOf("100 / 7 / 2"), 7);
    QCOMPARE(valueOf("-7 / 2"), -3);
    QCOMPARE(valueOf("-7 % 4"), -3);
    QCOMPARE(valueOf("- -5"), 5);
    QCOMPARE(valueOf("2 * -3"), -6);
    QCOMPARE(valueOf("rows*cols"), 7000);
    QCOMPARE(valueOf("ceil_div(rows * cols, 256)"), 28);
    QCOMPARE(valueOf("ceil_div(-7, 2)"), -3);
    QCOMPARE(valueOf("ceil_div(7, -2)"), -3);
    QCOMPARE(valueOf("ceil_div(-7, -2)"), 4);
    QCOMPARE(valueOf("min(rows, cols) + max(rows, cols)"), 1007);
    QCOMPARE(valueOf("cols % 32 == 0"), 0);
    QCOMPARE(valueOf("cols >= 1000"), 1);
    QCOMPARE(valueOf("(rows < cols) + (rows != 7) * 2"), 1);
    QCOMPARE(valueOf("\t rows "), 7);
    QCOMPARE(valueOf("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
    QCOMPARE(*Expression().evaluate({}), 1);
  }
  void namesAreListedOnce() {
    const auto parsed = Expression::parse("rows * cols + rows");
    QCOMPARE(parsed->names(), (std::vector<std::string>{"cols", "rows"}));
    QCOMPARE(parsed->text(), std::string("rows * cols + rows"));
  }
  void beyondSixtyFourBits() {
    QVERIFY(says("big + 1", "9223372036854775807 and 1 is beyond 64 bits"));
    QVERIFY(says("low - 1", "beyond 64 bits"));
    QVERIFY(says("big * 2", "beyond 64 bits"));
    QVERIFY(says("-low", "beyond 64 bits"));
    QVERIFY(says("low / -1", "beyond 64 bits"));
    QVERIFY(says("low % -1", "beyond 64 bits"));
    QVERIFY(says("ceil_div(low, -1)", "beyond 64 bits"));
    QVERIFY(says("9223372036854775808", "column 19: a number beyond 64 bits"));
  }
  void whatMeansNothing() {
    QVERIFY(says("rows / zero + 1", "\"rows / zero\" in \"rows / zero + 1\": division by zero"));
    QVERIFY(says("rows % (cols - 1000)", "division by zero"));
    QVERIFY(says("row", "there is no \"row\" here; there is big, cols, low, rows, zero"));
    QVERIFY(says("", "column 1: expected a number"));
    QVERIFY(says("1 +", "and the text ends"));
    QVERIFY(says("(1", "expected ')', and the text ends"));
    QVERIFY(says("1 2", "column 3: expected an operator, and there is '2'"));
    QVERIFY(says("1.5", "only whole numbers"));
    QVERIFY(says("32f", "only whole numbers"));
    QVERIFY(says("1 < 2 < 3", "a comparison of a comparison needs brackets"));
    QVERIFY(says("sqrt(4)", "there is no function \"sqrt\"; there are ceil_div, min and max"));
    QVERIFY(says("min(1)", "expected ','"));
    QVERIFY(says("a = 1", "expected an operator"));
    QVERIFY(says("rows; cols", "expected an operator, and there is ';'"));
  }
  void lengthAndDepthAreLimited() {
    QVERIFY(says(std::string(1001, ' '), "1001 characters; at most 1000"));
    QVERIFY(says(std::string(65, '(') + "1" + std::string(65, ')'), "64 brackets"));
    QCOMPARE(wrongWith(std::string(64, '(') + "1" + std::string(64, ')')), std::string());
    QVERIFY(says(std::string(900, '-') + "1", "too deeply nested"));
  }
  void cutAnywhereItEndsInAValueOrASentence() {
    const std::string whole = "ceil_div(max(rows, cols) * -2 + 3, 1 + (cols >= 10)) % 17";
    for (std::size_t length = 0; length <= whole.size(); ++length) {
      const auto parsed = Expression::parse(whole.substr(0, length));
      if (!parsed) QVERIFY(!parsed.error().message.empty());
    }
  }
  void randomOnesAgreeWithWiderArithmetic() {
    std::mt19937_64 random(20261201);
    int defined = 0;
    for (int i = 0; i < 20'000; ++i) {
      const Drawn drawn = draw(random, 4);
      const auto parsed = Expression::parse(drawn.text);
      if (!parsed) {  // only for its length
        QVERIFY2(drawn.text.size() > 1000, parsed.error().message.c_str());
        continue;
      }
      const auto value = parsed->evaluate({});
      // INT64_MIN % -1 is 0 in wider arithmetic and refused here, with its quotient.
      if (!value && drawn.value && value.error().message.find("beyond 64 bits") != std::string::npos) {
        QVERIFY2(drawn.text.find('%') != std::string::npos, drawn.text.c_str());
        continue;
      }
      QCOMPARE(value.has_value(), drawn.value.has_value());
      if (value) {
        QVERIFY2(Wide{*value} == *drawn.value, drawn.text.c_str());
        ++defined;
      }
    }
    QVERIFY(defined > 5'000);
  }
};

QTEST_APPLESS_MAIN(TestExpression)
#include "test_expression.moc"
