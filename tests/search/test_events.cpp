// Events as payloads: every kind there and back, older versions brought up, newer ones refused.
#include <QTest>

#include "core/search/event.h"
#include "core/search/event_upcast.h"
#include "tests/search/synthetic_recording.h"

using namespace kernelcast;
using namespace kernelcast::search;

class TestEvents : public QObject {
  Q_OBJECT

 private slots:
  void everyKindSurvives_data();
  void everyKindSurvives();
  void slotKeys();
  void damagedPayloadsAreRefused();
  void newerVersionsAreRefused();
  void olderVersionsAreBroughtUp();
  void unknownKindsAreRefused();
  void summaries();
  void whatEachCallSpends();
  void slotsAndTheirKeys_data();
  void slotsAndTheirKeys();
  void chanceHangsOnAllItsParts();
};

namespace {

Usage usage() { return {100, 20, 0.25}; }

// One of each kind, in the order of the variant, every field away from its default.
std::vector<EventBody> samples() {
  std::vector<EventBody> list;
  SessionStarted started;
  started.config.name = "a search";
  started.config.policy.name = "top-k";
  started.config.recorded.session = "s";
  started.seeds = {{"reference", "aa", {}, 1}, {"second", "bb", {}, 1.25}};
  started.device = Device{};
  started.device->name = "GPU";
  started.device->computeCapability = {9, 0};
  started.recordedCandidates = 13;
  list.emplace_back(started);
  list.emplace_back(StepStarted{3, {{0, 1.5}, {-1, 1.25}}, {{{3, 0, 0}, false}, {{3, 1, 2}, true}}, 2});
  list.emplace_back(MutationCompleted{{3, 1, 0}, 17, "vec4", "cc", {}, "wider loads", usage(), 12.5});
  list.emplace_back(MutationFailed{{3, 1, 0}, -1, "no code", true, usage(), true});
  list.emplace_back(
      CompileCompleted{{3, 1, 0}, false, "line 1", {{"k", 32, 1024, 8, 4}, {"l", {}, {}, {}, {}}}, 7.5});
  Forecast forecast = test::forecastAround(1.5, 0);
  forecast.elapsedMs = 20;
  list.emplace_back(ForecastCompleted{{3, 1, 0}, forecast});
  list.emplace_back(ForecastFailed{{3, 1, 0}, "busy", true, usage()});
  list.emplace_back(ParentJudged{3,
                                 1,
                                 {{{3, 1, 0}, Verdict::Trusted, 0.5},
                                  {{3, 1, 1}, Verdict::Deferred, {}},
                                  {{3, 1, 2}, Verdict::Skipped, -0.5},
                                  {{3, 1, 3}, Verdict::Audit, 0.25}}});
  MeasurementCompleted measured;
  measured.slot = {3, 1, 0};
  measured.status = MeasurementStatus::Incorrect;
  measured.speedup = 1.75;
  measured.run = "run 1";
  measured.recorded = true;
  measured.verification = true;
  measured.measurement = test::timed(50);
  measured.reference = test::timed(100);
  measured.gpuSeconds = 3.5;
  list.emplace_back(measured);
  list.emplace_back(MeasurementFailed{{3, 1, 0}, "no GPU", true, true, 1.5, true});
  list.emplace_back(StepCompleted{3});
  list.emplace_back(VerificationStarted{{{3, 1, 0}, {2, 0, 1}}});
  list.emplace_back(RequestCancelled{{3, 1, 0}, Stage::Measurement});
  list.emplace_back(Paused{});
  list.emplace_back(Resumed{});
  list.emplace_back(Stopped{"asked"});
  list.emplace_back(Finished{"done"});
  list.emplace_back(Failed{"broken"});
  return list;
}

// All that is in a body, sources aside: payloads of two bodies are equal exactly when these are.
std::string text(const EventBody& body) {
  return std::string(kindOf(body).key) + dumpJson(payloadToJson(body));
}

}  // namespace

void TestEvents::everyKindSurvives_data() {
  QTest::addColumn<int>("index");
  const auto list = samples();
  QCOMPARE(list.size(), eventKinds().size());
  for (std::size_t i = 0; i < eventKinds().size(); ++i) {
    QCOMPARE(list[i].index(), i);
    QTest::newRow(std::string(eventKinds()[i].key).c_str()) << static_cast<int>(i);
  }
}

void TestEvents::everyKindSurvives() {
  QFETCH(const int, index);
  const EventBody body = samples()[static_cast<std::size_t>(index)];
  const EventKindInfo& kind = kindOf(body);
  const Json payload = *parseJson(dumpJson(payloadToJson(body)));
  QVERIFY(payload.is_object());
  const auto read = eventFromJson(kind.key, kind.version, payload);
  QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
  QCOMPARE(read->index(), body.index());
  QCOMPARE(text(*read), text(body));
  QCOMPARE(eventSlotKey(*read), eventSlotKey(body));
  // A default one survives too: absent fields are absent.
  std::visit(
      [&]<typename Body>(const Body& /*sample*/) {
        const EventBody plain = Body{};
        if constexpr (!std::is_same_v<Body, ForecastCompleted>) {
          const auto again = eventFromJson(kind.key, kind.version, payloadToJson(plain));
          QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
          QCOMPARE(text(*again), text(plain));
        }
      },
      body);
}

void TestEvents::slotKeys() {
  std::map<std::string_view, std::string> keys;
  for (const EventBody& body : samples()) keys[kindOf(body).key] = eventSlotKey(body);
  QCOMPARE(keys["session_started"], std::string());
  QCOMPARE(keys["step_started"], std::string("3"));
  QCOMPARE(keys["mutation_completed"], std::string("3/1/0"));
  QCOMPARE(keys["parent_judged"], std::string("3/1"));
  QCOMPARE(keys["measurement_completed"], std::string("v3/1/0"));
  QCOMPARE(keys["measurement_failed"], std::string("v3/1/0"));
  QCOMPARE(keys["step_completed"], std::string("3"));
  QCOMPARE(keys["verification_started"], std::string());
  QCOMPARE(keys["request_cancelled"], std::string("3/1/0"));
  QCOMPARE(keys["finished"], std::string());
  QVERIFY(!eventSlot(Finished{}).has_value());
  QVERIFY(!eventSlot(ParentJudged{}).has_value());
  QCOMPARE(slotKey(*eventSlot(samples()[2])), std::string("3/1/0"));
}

// Whatever is taken out of a payload or put in its place: a value or an error, never a crash.
void TestEvents::damagedPayloadsAreRefused() {
  int refused = 0;
  for (const EventBody& body : samples()) {
    const Json payload = payloadToJson(body);
    for (const auto& [key, value] : payload.items()) {
      for (const Json& other :
           {Json("x"), Json(-1), Json::array({1, "x", nullptr}), Json::object(), Json(1e300)}) {
        Json damaged = payload;
        damaged[key] = other;
        const auto read = eventFromJson(kindOf(body).key, 1, damaged);
        if (read) continue;
        ++refused;
        QVERIFY(read.error().message.find("event " + std::string(kindOf(body).key)) != std::string::npos);
      }
    }
    QVERIFY(!eventFromJson(kindOf(body).key, 1, Json::array()));
    QVERIFY(!eventFromJson(kindOf(body).key, 1, Json("text")));
  }
  QVERIFY(refused > 100);
}

void TestEvents::newerVersionsAreRefused() {
  for (const EventBody& body : samples()) {
    const auto read = eventFromJson(kindOf(body).key, kindOf(body).version + 1, payloadToJson(body));
    QVERIFY(!read);
    QVERIFY(read.error().message.find("it was written by a newer one") != std::string::npos);
  }
}

void TestEvents::olderVersionsAreBroughtUp() {
  // Payload 1 called it "why", 2 "because", 3 "reason".
  static constexpr std::array<Upcast, 3> kSteps{{
      {"stopped", 1,
       [](Json payload) {
         payload["because"] = payload.at("why");
         payload.erase("why");
         return payload;
       }},
      {"finished", 2, [](Json payload) { return payload; }},
      {"stopped", 2,
       [](Json payload) {
         payload["reason"] = payload.at("because");
         payload.erase("because");
         return payload;
       }},
  }};
  const auto fromFirst = upcastPayload("stopped", 1, 3, {{"why", "asked"}}, kSteps);
  QVERIFY(fromFirst.has_value());
  QVERIFY(*fromFirst == Json({{"reason", "asked"}}));
  QVERIFY(*upcastPayload("stopped", 2, 3, {{"because", "asked"}}, kSteps) == Json({{"reason", "asked"}}));
  QVERIFY(*upcastPayload("stopped", 3, 3, {{"reason", "asked"}}, kSteps) == Json({{"reason", "asked"}}));
  const auto lost = upcastPayload("finished", 1, 3, Json::object(), kSteps);
  QVERIFY(!lost);
  QCOMPARE(lost.error().message, std::string("event \"finished\" of version 1 cannot be read any more"));
  QVERIFY(!eventFromJson("stopped", 0, Json::object()));
  // Every version this build ever wrote has its way up.
  for (const EventKindInfo& kind : eventKinds()) {
    for (int version = 1; version < kind.version; ++version) {
      QVERIFY(std::any_of(upcasts().begin(), upcasts().end(), [&](const Upcast& upcast) {
        return upcast.kind == kind.key && upcast.from == version;
      }));
    }
  }
}

void TestEvents::unknownKindsAreRefused() {
  const auto read = eventFromJson("thought", 1, Json::object());
  QVERIFY(!read);
  QCOMPARE(read.error().message, std::string("event \"thought\" is not known to this program"));
}

void TestEvents::summaries() {
  const std::vector<const char*> expected{
      "row_softmax, policy top-k, 2 seeds",
      "step 4: 2 parents, 2 candidates, 2 did not fit the budgets",
      "vec4",
      "the recording holds no further child of this parent",
      "did not compile: line 1",
      "forecast 1.5×, class 6",
      "not in the recording",
      "step 4, parent 2: 1 trusted, 1 deferred, 1 skipped, 1 random spot check",
      "wrong result, to verify a trusted leader",
      "not measured in the recording",
      "step 4",
      "2 trusted leaders",
      "measuring",
      "",
      "",
      "asked",
      "done",
      "broken"};
  auto list = samples();
  std::get<SessionStarted>(list[0]).config.task = "row_softmax";
  auto& forecast = std::get<ForecastCompleted>(list[5]).forecast;
  forecast.parsed = true;
  forecast.predictedBin = 6;
  forecast.probabilities = {};
  forecast.probabilities[5] = 1;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i == 5) {
      QVERIFY(eventSummary(list[i]).ends_with(", class 6"));
      continue;
    }
    QCOMPARE(QString::fromStdString(eventSummary(list[i])), QString::fromUtf8(expected[i]));
  }
  // One line, and not a page: what compilers write is long, and cut between characters.
  CompileCompleted compiled{{0, 0, 0}, false, "error:\n\tat\x01 line 3\n", {}, {}};
  QCOMPARE(eventSummary(compiled), std::string("did not compile: error: at line 3"));
  for (std::size_t size = 295; size < 305; ++size) {
    std::string log(size, 'x');
    for (int i = 0; i < 10; ++i) log += "µ";
    const std::string summary = eventSummary(CompileCompleted{{0, 0, 0}, false, log, {}, {}});
    QVERIFY(summary.size() < 330);
    QVERIFY(summary.ends_with("x…") || summary.ends_with("µ…"));
    QCOMPARE(QString::fromStdString(summary).toStdString(), summary);
  }
}

void TestEvents::whatEachCallSpends() {
  const auto of = [](const EventBody& body) {
    const Spent spent = spentBy(body);
    return QString::asprintf("%d mutations, %d forecasts, %d on the GPU, %d tokens, cost %g, %g s",
                             static_cast<int>(spent.mutations), static_cast<int>(spent.forecasts),
                             static_cast<int>(spent.gpuEvaluations), static_cast<int>(spent.tokens),
                             spent.cost, spent.gpuSeconds);
  };
  const Slot slot{0, 0, 0};
  const QString nothing = of(Paused{});
  QCOMPARE(nothing, QString("0 mutations, 0 forecasts, 0 on the GPU, 0 tokens, cost 0, 0 s"));
  MutationCompleted written;
  written.usage = usage();
  QCOMPARE(of(written), QString("1 mutations, 0 forecasts, 0 on the GPU, 120 tokens, cost 0.25, 0 s"));
  MutationFailed unwritten{slot, 0, "no code", false, usage(), false};
  QCOMPARE(of(unwritten), of(written));
  unwritten.exhausted = true;
  QCOMPARE(of(unwritten), nothing);
  unwritten = {slot, 0, "", false, {}, true};
  QCOMPARE(of(unwritten), nothing);
  ForecastCompleted forecast;
  forecast.forecast.usage = usage();
  QCOMPARE(of(forecast), QString("0 mutations, 1 forecasts, 0 on the GPU, 120 tokens, cost 0.25, 0 s"));
  QCOMPARE(of(ForecastFailed{slot, "busy", false, usage()}), of(forecast));
  QCOMPARE(of(ForecastFailed{slot, "", true, {}}), nothing);
  MeasurementCompleted measured;
  measured.gpuSeconds = 1.5;
  QCOMPARE(of(measured), QString("0 mutations, 0 forecasts, 1 on the GPU, 0 tokens, cost 0, 1.5 s"));
  QCOMPARE(of(MeasurementFailed{slot, "no GPU", false, false, 1.5, false}), of(measured));
  QCOMPARE(of(MeasurementFailed{slot, "", true, false, 0, false}), nothing);
  QCOMPARE(of(MeasurementFailed{slot, "", false, false, 0, true}), nothing);
  QCOMPARE(of(CompileCompleted{slot, true, "", {}, {}}), nothing);
  QCOMPARE(of(RequestCancelled{slot, Stage::Forecast}), of(ForecastFailed{slot, "", false, {}}));
  QCOMPARE(of(RequestCancelled{slot, Stage::Compile}), nothing);
}

void TestEvents::slotsAndTheirKeys_data() {
  QTest::addColumn<QString>("key");
  QTest::addColumn<bool>("valid");
  QTest::newRow("zeros") << "0/0/0" << true;
  QTest::newRow("long") << "12/3/456" << true;
  for (const char* key : {"", "1", "1/2", "1/2/", "1/2/3/", "1/2/3/4", "-1/0/0", "+1/0/0", " 1/2/3", "1/2/3 ",
                          "a/b/c", "01/2/3", "1/2/03", "99999999999/0/0", "1//3", "v1/2/3"}) {
    QTest::addRow("refused '%s'", key) << key << false;
  }
}

void TestEvents::slotsAndTheirKeys() {
  QFETCH(const QString, key);
  QFETCH(const bool, valid);
  const auto slot = slotFromKey(key.toStdString());
  QCOMPARE(slot.has_value(), valid);
  if (slot) QCOMPARE(slotKey(*slot), key.toStdString());
}

void TestEvents::chanceHangsOnAllItsParts() {
  const std::uint64_t one = chance(1, {1, 2, 3}, "audit");
  QCOMPARE(chance(1, {1, 2, 3}, "audit"), one);
  QVERIFY(chance(2, {1, 2, 3}, "audit") != one);
  QVERIFY(chance(1, {2, 2, 3}, "audit") != one);
  QVERIFY(chance(1, {1, 3, 3}, "audit") != one);
  QVERIFY(chance(1, {1, 2, 4}, "audit") != one);
  QVERIFY(chance(1, {1, 2, 3}, "run") != one);
  QCOMPARE(candidateNumber({0, 0, 0}, 2, 3), 1);
  QCOMPARE(candidateNumber({4, 1, 2}, 2, 3), 1 + 24 + 3 + 2);
}

QTEST_APPLESS_MAIN(TestEvents)
#include "test_events.moc"
