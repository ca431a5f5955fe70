// The log of a search, a page at a time.
#include <QObject>
#include <QTest>
#include <set>

#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/db/library_fixture.h"
#include "tests/db/searches.h"

namespace kernelcast::db {

using fixtures::LibraryFixture;
using fixtures::must;

class TestLog : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void pagesAreTheWholeLog_data();
  void pagesAreTheWholeLog();
  void byKind();
  void byCandidate();
  void byText_data();
  void byText();
  void growing();
  void oneEventInFull();
  void whatThisBuildDoesNotKnow();
  void importsHaveNone();

 private:
  [[nodiscard]] EventPage page(const EventQuery& query) const {
    return must(must(library_->reader()).eventPage(id_, query));
  }
  // All that a filter finds.
  [[nodiscard]] std::vector<EventLine> lines(EventQuery query) const {
    query.limit = 100'000;
    return page(query).lines;
  }

  LibraryFixture fixture_;
  std::unique_ptr<Library> library_;
  SessionId id_;
  std::vector<search::Event> events_;
  search::SearchConfig config_;
};

void TestLog::initTestCase() {
  library_ = fixture_.open();
  MUST(library_->importSink().store(fixtures::sample()));
  id_ = fixtures::replay(*library_, fixtures::replayConfig("top-k"));
  events_ = must(must(library_->reader()).events(id_));
  config_ = std::get<search::SessionStarted>(events_.front().body).config;
  QVERIFY(events_.size() > 30);
}

void TestLog::pagesAreTheWholeLog_data() {
  QTest::addColumn<int>("limit");
  QTest::addColumn<bool>("newestFirst");
  for (const int limit : {1, 7, 1000}) {
    QTest::addRow("oldest first, %d at once", limit) << limit << false;
    QTest::addRow("newest first, %d at once", limit) << limit << true;
  }
}

void TestLog::pagesAreTheWholeLog() {
  QFETCH(const int, limit);
  QFETCH(const bool, newestFirst);
  EventQuery query;
  query.limit = limit;
  query.newestFirst = newestFirst;
  std::vector<EventLine> all;
  for (std::optional<std::int64_t> next = 0; next;) {
    query.fromSeq = *next;
    EventPage own = page(query);
    QCOMPARE(own.lastSeq, events_.back().seq);
    QVERIFY(std::cmp_less_equal(own.lines.size(), limit));
    all.insert(all.end(), own.lines.begin(), own.lines.end());
    QVERIFY(!own.nextSeq || own.nextSeq != next);
    next = own.nextSeq;
  }
  if (newestFirst) std::reverse(all.begin(), all.end());
  QCOMPARE(all.size(), events_.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const search::Event& event = events_[i];
    QCOMPARE(all[i].seq, event.seq);
    QCOMPARE(all[i].atMs, event.atMs);
    QCOMPARE(all[i].kind, std::string(search::kindOf(event.body).key));
    QCOMPARE(all[i].slot, search::eventSlotKey(event.body));
    QCOMPARE(all[i].summary, search::eventSummary(event.body));
    const auto slot = search::eventSlot(event.body);
    QCOMPARE(all[i].candidate, slot ? search::candidateNumber(*slot, config_.parents, config_.samples) : 0);
  }
}

void TestLog::byKind() {
  EventQuery query;
  query.kinds = {"forecast_completed", "step_started"};
  const auto found = lines(query);
  const auto expected = std::count_if(events_.begin(), events_.end(), [](const search::Event& event) {
    return std::holds_alternative<search::ForecastCompleted>(event.body) ||
           std::holds_alternative<search::StepStarted>(event.body);
  });
  QVERIFY(expected > 5);
  QCOMPARE(std::ssize(found), expected);
  for (const EventLine& line : found)
    QVERIFY(line.kind == "forecast_completed" || line.kind == "step_started");
  query.kinds = {"no such kind"};
  QVERIFY(lines(query).empty());
}

void TestLog::byCandidate() {
  // Some parent of a later step, so that no part of the number is zero.
  const auto judged = std::find_if(events_.rbegin(), events_.rend(), [](const search::Event& event) {
    const auto* body = std::get_if<search::ParentJudged>(&event.body);
    return body != nullptr && body->step > 0;
  });
  QVERIFY(judged != events_.rend());
  const auto& verdicts = std::get<search::ParentJudged>(judged->body).verdicts;
  const int number = search::candidateNumber(verdicts.back().slot, config_.parents, config_.samples);
  EventQuery query;
  query.candidate = number;
  std::set<std::string> kinds;
  for (const EventLine& line : lines(query)) {
    kinds.insert(line.kind);
    QVERIFY(line.candidate == number || line.kind == "parent_judged");
  }
  for (const char* kind : {"mutation_completed", "compile_completed", "forecast_completed", "parent_judged"})
    QVERIFY2(kinds.contains(kind), kind);
  query.candidate = 0;
  QVERIFY(lines(query).empty());
  query.candidate = 1'000'000;
  QVERIFY(lines(query).empty());
}

void TestLog::byText_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("kind");
  QTest::newRow("a kind's title") << "Kernel Written"
                                  << "mutation_completed";
  QTest::newRow("a kind's key") << "mutation_completed"
                                << "mutation_completed";
  QTest::newRow("in a payload, in any case") << "EXPECTED_LOG_SPEEDUP"
                                             << "session_started";
  QTest::newRow("a name with quotes and signs") << "100% \"of\" a_b"
                                                << "session_started";
}

void TestLog::byText() {
  QFETCH(const QString, text);
  QFETCH(const QString, kind);
  auto config = fixtures::replayConfig("top-k");
  config.name = "100% \"of\" a_b \\ µ";
  const SessionId id = fixtures::replay(*library_, config);
  EventQuery query;
  query.text = text.toStdString();
  query.limit = 100'000;
  const auto found = must(must(library_->reader()).eventPage(id, query)).lines;
  QVERIFY(!found.empty());
  for (const EventLine& line : found) QCOMPARE(QString::fromStdString(line.kind), kind);
  // LIKE's own signs mean nothing.
  query.text = "100_ \"of\" a%b";
  QVERIFY(must(must(library_->reader()).eventPage(id, query)).lines.empty());
  query.text = "#1";
  for (const EventLine& line : must(must(library_->reader()).eventPage(id, query)).lines)
    QVERIFY(line.candidate == 1 || line.slot == "0/0" || !line.summary.empty());
}

// What a live view does: it asks for what came after the last event it has.
void TestLog::growing() {
  EventQuery query;
  query.fromSeq = events_.back().seq + 1;
  QVERIFY(page(query).lines.empty());
  QCOMPARE(page(query).lastSeq, events_.back().seq);
  query.fromSeq = events_.back().seq;
  QCOMPARE(page(query).lines.size(), std::size_t{1});
  query.limit = 0;
  QVERIFY(page(query).lines.empty());
}

void TestLog::oneEventInFull() {
  auto reader = must(library_->reader());
  for (const search::Event& event : events_) {
    const auto text = must(reader.eventJson(id_, event.seq));
    const Json json = must(parseJson(text));
    QCOMPARE(json.at("seq").get<std::int64_t>(), event.seq);
    QCOMPARE(json.at("kind").get<std::string>(), std::string(search::kindOf(event.body).key));
    QVERIFY(json.at("payload") == search::payloadToJson(event.body));
    QVERIFY(text.find("\n  \"payload\"") != std::string::npos);
  }
  REFUSED(reader.eventJson(id_, events_.back().seq + 1), "has no event");
  QVERIFY(reader.eventJson(id_, 0).error().kind == Error::Kind::NotFound);
}

// A log that a newer program wrote is shown as far as it goes.
void TestLog::whatThisBuildDoesNotKnow() {
  const SessionId id = fixtures::replay(*library_, fixtures::replayConfig("standard"));
  {
    SQLite::Database raw(fixture_.file(), SQLite::OPEN_READWRITE, 5000);
    raw.exec(
        "UPDATE events SET kind = 'model_asked', payload = '{\"request_id\": \"req-17\"}' WHERE seq = 3 AND "
        "session = (SELECT id FROM sessions WHERE ulid = '" +
        id + "')");
  }
  EventQuery query;
  query.fromSeq = 3;
  query.limit = 1;
  const auto line = must(must(library_->reader()).eventPage(id, query)).lines.at(0);
  QCOMPARE(line.kind, std::string("model_asked"));
  QVERIFY(line.summary.find("not known to this program") != std::string::npos);
  QCOMPARE(line.requestId, std::string("req-17"));
  QVERIFY(must(must(library_->reader()).eventJson(id, 3)).find("req-17") != std::string::npos);
}

void TestLog::importsHaveNone() {
  const auto none = must(must(library_->reader()).eventPage(fixtures::sample().id, {}));
  QVERIFY(none.lines.empty());
  QVERIFY(!none.nextSeq);
  QCOMPARE(none.lastSeq, std::int64_t{0});
}

}  // namespace kernelcast::db

QTEST_APPLESS_MAIN(kernelcast::db::TestLog)
#include "test_log.moc"
