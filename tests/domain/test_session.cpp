#include <QTest>

#include "core/domain/session.h"

using namespace kernelcast;

namespace {

SessionSummary named(const std::string& id, const std::string& name) {
  SessionSummary summary;
  summary.id = id;
  summary.name = name;
  return summary;
}

const std::vector<SessionSummary> kSessions{
    named("01KV5JE8G0TEST000000000001", "first"), named("01KV5JE8G0TEST000000000002", "second"),
    named("01KV5JE8G0ZZZZ000000000003", "second"),
    named("01KW0000000000000000000004", "01KV5JE8G0ZZZZ000000000003")};

}  // namespace

class TestSession : public QObject {
  Q_OBJECT
 private slots:
  void resolved_data();
  void resolved();
  void refused_data();
  void refused();
};

void TestSession::resolved_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("id");
  QTest::newRow("an id") << "01KV5JE8G0TEST000000000002"
                         << "01KV5JE8G0TEST000000000002";
  QTest::newRow("an id in small letters") << "01kv5je8g0test000000000002"
                                          << "01KV5JE8G0TEST000000000002";
  QTest::newRow("a beginning") << "01KV5JE8G0Z"
                               << "01KV5JE8G0ZZZZ000000000003";
  QTest::newRow("ten characters") << "01KW000000"
                                  << "01KW0000000000000000000004";
  QTest::newRow("a name") << "first"
                          << "01KV5JE8G0TEST000000000001";
  QTest::newRow("an id that is another's name") << "01KV5JE8G0ZZZZ000000000003"
                                                << "01KV5JE8G0ZZZZ000000000003";
}

void TestSession::resolved() {
  QFETCH(const QString, text);
  QFETCH(const QString, id);
  const auto found = resolveSession(kSessions, text.toStdString());
  QVERIFY2(found.has_value(), found ? "" : found.error().message.c_str());
  QCOMPARE(QString::fromStdString(*found), id);
}

void TestSession::refused_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<int>("kind");
  QTest::addColumn<QString>("words");
  const int none = static_cast<int>(Error::Kind::NotFound);
  const int several = static_cast<int>(Error::Kind::Conflict);
  QTest::newRow("nine characters") << "01KW00000" << none
                                   << "there is no session \"01KW00000\". There are: 01KV";
  QTest::newRow("a beginning of two")
      << "01KV5JE8G0T" << several << "names 2 sessions: 01KV5JE8G0TEST000000000001";
  QTest::newRow("a name of two") << "second" << several << "Give the id of one";
  QTest::newRow("a name in another case") << "First" << none << "There are: ";
  QTest::newRow("nothing") << "" << none << "There are: ";
  QTest::newRow("longer than an id") << "01KV5JE8G0TEST0000000000021" << none << "There are: ";
}

void TestSession::refused() {
  QFETCH(const QString, text);
  QFETCH(const int, kind);
  QFETCH(const QString, words);
  const auto found = resolveSession(kSessions, text.toStdString());
  QVERIFY(!found.has_value());
  QCOMPARE(static_cast<int>(found.error().kind), kind);
  QVERIFY2(QString::fromStdString(found.error().message).contains(words), found.error().message.c_str());
  QVERIFY(resolveSession({}, "x").error().message.find("the library is empty") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestSession)
#include "test_session.moc"
