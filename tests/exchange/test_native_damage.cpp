// The native form as it should not be: cut off, of the wrong types, too large, too deep.
#include <QElapsedTimer>
#include <QTest>
#include <functional>
#include <random>

#include "core/exchange/native.h"
#include "core/exchange/sample.h"
#include "tests/exchange/full_session.h"

using namespace kernelcast;
using namespace kernelcast::exchange;
using fixtures::fullSession;

namespace {

// Walks every node below `node`; `visit` gets the pointer to it.
void walk(const Json& node, const std::string& at,
          const std::function<void(const std::string&, const Json&)>& visit) {
  if (!at.empty()) visit(at, node);
  if (node.is_structured()) {
    for (const auto& [key, child] : node.items()) walk(child, std::string(at).append("/").append(key), visit);
  }
}

// One value of each type of JSON; integers and other numbers are told apart.
std::vector<Json> oneOfEach() {
  return {nullptr, true, 3, 2.5, "text", Json::array(), Json::object(), Json::array({1}), Json{{"a", 1}}};
}

bool sameType(const Json& a, const Json& b) {
  return a.type() == b.type() || (a.is_number() && b.is_number());
}

std::string text10MB(char letter) {
  std::string text;
  text.resize(10'000'000, letter);
  return text;
}

// Where anything may stand, or null says "absent".
bool isOpen(const std::string& at) {
  return at.find("/init/") != std::string::npos || at.find("/payload/") != std::string::npos;
}

}  // namespace

class TestNativeDamage : public QObject {
  Q_OBJECT
 private slots:
  void cutAtEveryByte() {
    const std::string text = writeNative(fullSession());
    const std::size_t whole = text.find_last_of('}') + 1;
    for (std::size_t length = 0; length < whole; ++length) {
      const auto read = readNative(std::string_view(text).substr(0, length));
      QVERIFY2(!read.has_value(), std::to_string(length).c_str());
      QVERIFY(!read.error().message.empty());
    }
    QVERIFY(readNative(std::string_view(text).substr(0, whole)).has_value());
  }

  void cutTheSampleAnywhere() {
    const std::string_view text = sampleDocument();
    std::mt19937 chance(20260615);  // NOLINT(bugprone-random-generator-seed): the same cuts every time
    for (int i = 0; i < 2000; ++i) {
      const std::size_t length = chance() % text.find_last_of('}');
      const auto read = readNative(text.substr(0, length));
      QVERIFY2(!read.has_value(), std::to_string(length).c_str());
    }
  }

  // One byte changed at a time never crashes, and what is still accepted can be written and read again.
  void anyByteMayBeWrong() {
    const std::string text = writeNative(fullSession());
    std::mt19937 chance(7);  // NOLINT(bugprone-random-generator-seed)
    int accepted = 0;
    for (int i = 0; i < 4000; ++i) {
      std::string damaged = text;
      damaged[chance() % damaged.size()] = static_cast<char>(chance());
      const auto read = readNative(damaged);
      if (!read) continue;
      ++accepted;
      const auto again = readNative(writeNative(read->session));
      QVERIFY(again.has_value());
      QVERIFY(again->session == read->session);
      QVERIFY(read->session != fullSession() || read->report.kept == 11);
    }
    QVERIFY(accepted > 100);  // letters of names and digits of times
  }

  void everyNodeOfAnotherType() {
    const Json document = *parseJson(writeNative(fullSession()));
    const ExchangeSession original = fullSession();
    int tried = 0;
    walk(document, "", [&](const std::string& at, const Json& node) {
      if (isOpen(at)) return;
      for (const Json& other : oneOfEach()) {
        if (sameType(node, other)) continue;
        ++tried;
        Json changed = document;
        changed.at(Json::json_pointer(at)) = other;
        const auto read = readNative(dumpJson(changed));
        if (!read || !read->report.refused.empty()) continue;
        // Null is the same as absent, which optional fields may be: it reads as the document without the
        // field.
        QVERIFY2(other.is_null(), (at + " = " + dumpJson(other) + " was accepted").c_str());
        const Json::json_pointer pointer(at);
        Json without = document;
        QVERIFY2(without.at(pointer.parent_pointer()).is_object(), at.c_str());
        without.at(pointer.parent_pointer()).erase(pointer.back());
        const auto absent = readNative(dumpJson(without));
        QVERIFY2(absent.has_value() && absent->session == read->session, at.c_str());
      }
    });
    QVERIFY(tried > 2000);
  }

  void wholeNumbersMustBeWhole() {
    const Json document = *parseJson(writeNative(fullSession()));
    walk(document, "", [&](const std::string& at, const Json& node) {
      if (isOpen(at) || !node.is_number_integer()) return;
      // Shares of whole numbers may be probabilities and times.
      if (at.find("bin_probabilities") != std::string::npos) return;
      Json changed = document;
      changed.at(Json::json_pointer(at)) = node.get<double>() + 0.5;
      const auto read = readNative(dumpJson(changed));
      QVERIFY2(!read || !read->report.refused.empty(), at.c_str());
      changed.at(Json::json_pointer(at)) = 1e300;
      const auto huge = readNative(dumpJson(changed));
      QVERIFY2(!huge || !huge->report.refused.empty(), at.c_str());
    });
  }

  void longTexts() {
    ExchangeSession session = fullSession();
    session.kernels[0].source = text10MB('x');
    session.kernels[1].source = text10MB('"');  // twice as long in JSON
    session.kernels[3].source = text10MB('\xfe');
    session.forecasts[0].forecast.rationale = text10MB('\n');
    session.note = text10MB(' ');
    session.candidates[0].name = std::string(1'000'000, 'n');
    QElapsedTimer clock;
    clock.start();
    const std::string text = writeNative(session);
    const auto read = readNative(text);
    QVERIFY(read.has_value());
    QVERIFY(read->session == session);
    qInfo("%zu MB written and read in %lld ms", text.size() / 1'000'000,
          static_cast<long long>(clock.elapsed()));
    // An error quotes no more of such a text than a person can read.
    Json document = *parseJson(writeNative(fullSession()));
    document["session"]["created_ms"] = text10MB('x');
    const auto refused = readNative(dumpJson(document));
    QVERIFY(!refused.has_value());
    QVERIFY(refused.error().message.size() < 300);
    document["session"]["created_ms"] = 1;
    document["candidates"][0]["kernel"] = text10MB('x');
    const auto dangling = readNative(dumpJson(document));
    QVERIFY(!dangling.has_value());
    QVERIFY2(dangling.error().message.size() < 300, std::to_string(dangling.error().message.size()).c_str());
  }

  void deepNesting() {
    for (const char* open : {"[", "{\"a\":"}) {
      std::string deep;
      for (int i = 0; i < 200'000; ++i) deep += open;
      QVERIFY(!readNative(deep).has_value());
      const std::string text = writeNative(fullSession());
      for (const char* place : {"\"format\": ", "\"version\": ", "\"session\": ", "\"tasks\": ",
                                "\"candidates\": ", "\"cases\":", "\"payload\":", "\"note\":", "\"init\":"}) {
        std::string inside = text;
        inside.insert(inside.find(place) + std::string_view(place).size(), deep);
        const auto read = readNative(inside);
        QVERIFY2(!read.has_value(), place);
        QVERIFY2(read.error().message.size() < 400, place);
      }
    }
    // Closed properly, and still too deep.
    Json document = *parseJson(writeNative(fullSession()));
    const std::string nested = std::string(100, '[') + "1" + std::string(100, ']');
    std::string text = dumpJson(document);
    text.insert(text.size() - 1, ",\"later\":" + nested);
    const auto read = readNative(text);
    QVERIFY(!read.has_value());
    QVERIFY2(read.error().message.find("later: ") == 0, read.error().message.c_str());
  }

  void brokenJsonIsNamedWithItsPlace() {
    const auto damaged = [](const std::string& from, const std::string& to) {
      std::string text = writeNative(fullSession());
      text.replace(text.find(from), from.size(), to);
      const auto read = readNative(text);
      return read ? std::string("(accepted)") : read.error().message;
    };
    QVERIFY(damaged("\"number\":2,", "\"number\":2;").find("candidates[1]: not valid JSON") == 0);
    // A bracket too many ends the list early; the place is where the document stops making sense.
    QVERIFY(damaged("\"number\":2,", "\"number\":2}").find("not valid JSON: a key was expected, and byte ") ==
            0);
    QVERIFY(damaged("\"number\":2,", "\"number\":02,").find("candidates[1]: not valid JSON") == 0);
    QVERIFY(damaged("\"number\":2,", "\"number\":NaN,").find("candidates[1]: not valid JSON") == 0);
    QVERIFY(damaged("},\n  {\"number\":2", "}\n  {\"number\":2").find("candidates: not valid JSON") == 0 ||
            damaged("},\n  {\"number\":2", "}\n  {\"number\":2").find("candidates[0]: not valid JSON") == 0);
    QVERIFY(damaged("},\n  {\"number\":2", "},,\n  {\"number\":2")
                .find("candidates: not valid JSON: [1] has no value") == 0);
    QVERIFY(damaged("\"version\": 1,", "\"version\": 1").find("not valid JSON") != std::string::npos);
    QVERIFY(damaged("\"version\": 1,", "version: 1,").find("not valid JSON: a key was expected") == 0);
    QVERIFY(damaged("\"version\": 1,", "\"version\" 1,").find("not valid JSON") == 0);
    QVERIFY(damaged("\"version\": 1,", "\"version\": ,").find("not valid JSON: 'version' has no value") == 0);
  }

  void nothingFollowsTheDocument() {
    QVERIFY(readNative(writeNative(fullSession()) + " \n\t ").has_value());
    QVERIFY(readNative("\xEF\xBB\xBF" + writeNative(fullSession())).has_value());
    QVERIFY(!readNative(writeNative(fullSession()) + "{}").has_value());
    QVERIFY(!readNative(writeNative(fullSession()) + "x").has_value());
    QVERIFY(!readNative(writeNative(fullSession()) + std::string(1, '\0')).has_value());
  }
};

QTEST_APPLESS_MAIN(TestNativeDamage)
#include "test_native_damage.moc"
