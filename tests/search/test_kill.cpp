// A search that is killed at any moment and resumed ends as the one that was left alone: the same events as a
// set, the same rows, nothing twice.
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <random>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/domain/json.h"
#include "db/Library.h"
#include "tests/search/kill_config.h"
#include "tests/search/recording_exchange.h"

using namespace kernelcast;
using namespace kernelcast::search;
using namespace kernelcast::search::test;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::size_t kRuns = 100;
constexpr std::size_t kAlone = 12;
constexpr int kLeastLanded = 60;
constexpr int kAtOnce = 4;
const SessionId kSession = "01J0000000000000000000K111";

enum class Ending { Finished, Killed, Broken };

// A child process on the library; killed after `after`, where that is before its end.
Ending runChild(const std::filesystem::path& library, std::uint64_t shuffle,
                std::optional<Clock::duration> after) {
  const std::string number = std::to_string(shuffle);
  const std::string file = library.string();
  const auto start = Clock::now();
  const pid_t child = fork();
  if (child == 0) {
    execl(KERNELCAST_KILL_CHILD, KERNELCAST_KILL_CHILD, file.c_str(), kSession.c_str(), number.c_str(),
          static_cast<char*>(nullptr));
    _exit(127);
  }
  if (after) {
    std::this_thread::sleep_until(start + *after);
    kill(child, SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) return Ending::Killed;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? Ending::Finished : Ending::Broken;
}

// All that a search leaves, times aside. What the ledger says stands beside it.
struct Left {
  std::map<std::string, std::string> events;  // (kind, slot) -> payload
  std::vector<std::string> log;               // in sequence
  std::string rows;
  std::string summary;
  bool inSequence = true;
  bool unique = true;
};

std::string rowText(const SessionTable& table, const CandidateRow& row) {
  // Every field of a row; none of them is a time of day.
  std::string text = fmt::format(
      "#{} task {} device {} surrogate {} parent {} {} {} {} {} {} forecasts {} unparsed {} bin {} sum {} S "
      "{} [{} {}] "
      "runs {} cases {} us {} {} resources {} {} {} {}",
      row.number, row.task, row.device, row.surrogate, row.parent, row.name, row.parentName, row.kernelHash,
      info(row.verdict).key, info(row.status).key, row.forecasts, row.unparsed, row.predictedBin,
      row.rawProbabilitySum, row.speedup, row.speedupLow, row.speedupHigh, row.runs, row.cases, row.runtimeUs,
      row.referenceUs, row.registers, row.sharedBytes, row.localBytes, row.compileMs);
  for (const double p : row.probabilities) text += fmt::format(" {}", p);
  return text + fmt::format(" of {}\n", table.summary.name);
}

Left whatIsLeft(const std::filesystem::path& file) {
  auto library = db::Library::open(file, {.create = false, .readOnly = true});
  if (!library) throw std::runtime_error(library.error().message);
  auto reader = (*library)->reader();
  if (!reader) throw std::runtime_error(reader.error().message);
  Left left;
  if (!reader->session(kSession)) return left;  // killed before it began
  const auto events = reader->events(kSession);
  if (!events) throw std::runtime_error(events.error().message);
  std::int64_t seq = 0;
  for (const Event& event : *events) {
    left.inSequence = left.inSequence && event.seq == ++seq;
    const std::string key = fmt::format("{} {}", kindOf(event.body).key, eventSlotKey(event.body));
    const std::string payload = dumpJson(payloadToJson(event.body));
    left.unique = left.events.emplace(key, payload).second && left.unique;
    left.log.push_back(key + " " + payload);
  }
  const auto table = reader->table(kSession);
  if (!table) throw std::runtime_error(table.error().message);
  for (const CandidateRow& row : table->rows) left.rows += rowText(*table, row);
  for (const ForecastRow& row : table->forecasts) {
    left.rows += fmt::format("forecast of row {} repeat {} {} bin {}\n", row.row, row.repeat, row.parsed,
                             row.predictedBin);
  }
  const SessionSummary& summary = table->summary;
  left.summary = fmt::format(
      "{} \"{}\" candidates {} forecasts {} measured {} correct {} verdicts {} {} {} {} tokens {} "
      "cost {:.9f} gpu {:.9f}",
      info(summary.state).key, summary.stateNote, summary.candidates, summary.forecasts, summary.measured,
      summary.correct, summary.trusted, summary.deferred, summary.skipped, summary.audited, summary.tokens,
      summary.cost, summary.gpuSeconds);
  for (const BestOfTask& best : summary.best) {
    left.summary += fmt::format(" best {} #{} {} {}", best.task, best.candidate, best.name, best.speedup);
  }
  return left;
}

std::string differs(const Left& left, const Left& expected) {
  if (!left.inSequence) return "the log has a gap or a repetition";
  if (!left.unique) return "an event of the same kind and slot is there twice";
  for (const auto& [key, payload] : expected.events) {
    const auto found = left.events.find(key);
    if (found == left.events.end()) return "missing: " + key;
    if (found->second != payload) return fmt::format("{}: {} instead of {}", key, found->second, payload);
  }
  if (left.events.size() != expected.events.size())
    return "there are events that the search left alone has not";
  if (left.rows != expected.rows) return fmt::format("rows:\n{}instead of\n{}", left.rows, expected.rows);
  if (left.summary != expected.summary)
    return fmt::format("{} instead of {}", left.summary, expected.summary);
  return {};
}

// One search, killed at a moment of its own, resumed, killed again every other time, at most thrice.
struct Run {
  std::string wrong;
  bool landed = false;  // the first kill came before the end
  int kills = 0;
  int beforeItBegan = 0;
  Spent lost;
  Clock::duration time{};
};

Run killAndResume(const std::filesystem::path& file, std::uint64_t seed, Clock::duration duration,
                  const Left& expected) {
  Run run;
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> moment(0, 1);
  const auto start = Clock::now();
  std::vector<std::string> committed;
  for (int attempt = 0;; ++attempt) {
    const bool aimed = attempt == 0 || (attempt < 3 && moment(random) < 0.5);
    const auto after = std::chrono::duration_cast<Clock::duration>(duration * moment(random));
    const Ending ending =
        runChild(file, random(), aimed ? std::optional<Clock::duration>(after) : std::nullopt);
    if (ending == Ending::Broken) {
      run.wrong = fmt::format("attempt {} failed", attempt);
      return run;
    }
    if (attempt == 0) run.landed = ending == Ending::Killed;
    const Left left = whatIsLeft(file);
    // What was committed stays, in its place.
    if (!left.inSequence || !left.unique || left.log.size() < committed.size() ||
        !std::equal(committed.begin(), committed.end(), left.log.begin())) {
      run.wrong = fmt::format("the log is not the one before and more, after attempt {}", attempt);
      return run;
    }
    committed = left.log;
    if (ending == Ending::Finished) {
      run.wrong = differs(left, expected);
      break;
    }
    ++run.kills;
    if (left.log.empty()) ++run.beforeItBegan;
  }
  run.time = Clock::now() - start;

  // The ledger: nothing is open, and what was lost is what so many kills can have cost.
  auto library = db::Library::open(file, {.create = false});
  if (!library) throw std::runtime_error(library.error().message);
  const auto opened = (*library)->eventStore().open(kSession);
  if (!opened) throw std::runtime_error(opened.error().message);
  run.lost = opened->lost;
  const std::int64_t most = std::int64_t{run.kills} * killConfig().recorded.maxInFlight;
  for (const std::int64_t count : {run.lost.mutations, run.lost.forecasts, run.lost.gpuEvaluations}) {
    if (count < 0 || count > most) run.wrong += fmt::format(" {} tries lost by {} kills", count, run.kills);
  }
  if (run.lost.tokens < 0 || run.lost.cost < 0) run.wrong += " less than nothing was lost";
  (*library)->eventStore().release(kSession);
  return run;
}

// Runs are processes that mostly wait: several at once. What one throws is what is wrong with it.
void atOnce(std::size_t count, std::vector<std::string>& wrong,
            const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < kAtOnce; ++i) {
    threads.emplace_back([&] {
      for (std::size_t run = next++; run < count; run = next++) {
        try {
          work(run);
        } catch (const std::exception& e) {
          wrong[run] = e.what();
        }
      }
    });
  }
}

}  // namespace

class TestKill : public QObject {
  Q_OBJECT

 private slots:
  void killedAndResumedEndsTheSame();
};

void TestKill::killedAndResumedEndsTheSame() {
  QTemporaryDir folder;
  const std::filesystem::path base = folder.filePath("base.kcast").toStdString();
  {
    auto library = db::Library::open(base);
    QVERIFY2(library.has_value(), library ? "" : library.error().message.c_str());
    const auto stored = (*library)->importSink().store(exchangeOf(killRecording()));
    QVERIFY2(stored.has_value(), stored ? "" : stored.error().message.c_str());
  }
  const auto fresh = [&](const std::string& name) {
    const std::filesystem::path own = folder.filePath(QString::fromStdString(name)).toStdString();
    std::filesystem::copy_file(base, own);
    return own;
  };

  // Left alone, several at once as they are killed later: how long it takes, and that another order of
  // answers changes nothing.
  std::vector<Left> alone(kAlone);
  std::vector<Clock::duration> durations(kAlone);
  std::vector<std::string> wrong(kAlone);
  atOnce(kAlone, wrong, [&](std::size_t shuffle) {
    const auto file = fresh(fmt::format("alone_{}.kcast", shuffle));
    const auto start = Clock::now();
    if (runChild(file, shuffle, std::nullopt) != Ending::Finished)
      throw std::runtime_error("it did not finish");
    durations[shuffle] = Clock::now() - start;
    alone[shuffle] = whatIsLeft(file);
  });
  const Left& expected = alone.front();
  for (std::size_t i = 0; i < alone.size(); ++i) {
    const std::string difference = wrong[i].empty() ? differs(alone[i], expected) : wrong[i];
    QVERIFY2(difference.empty(), difference.c_str());
  }
  std::sort(durations.begin(), durations.end());
  const auto duration = durations[durations.size() / 2];
  QVERIFY(expected.events.size() > 60);
  QVERIFY(expected.summary.starts_with("finished"));

  std::vector<Run> runs(kRuns);
  wrong.assign(kRuns, {});
  const auto began = Clock::now();
  atOnce(kRuns, wrong, [&](std::size_t run) {
    runs[run] = killAndResume(fresh(fmt::format("run_{}.kcast", run)), run, duration, expected);
    wrong[run] = runs[run].wrong;
  });
  const auto whole = Clock::now() - began;
  int landed = 0;
  int kills = 0;
  int mostKills = 0;
  int beforeItBegan = 0;
  int withLosses = 0;
  Clock::duration longest{};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Run& run = runs[i];
    QVERIFY2(wrong[i].empty(), fmt::format("run {}: {}", i, wrong[i]).c_str());
    landed += run.landed ? 1 : 0;
    kills += run.kills;
    mostKills = std::max(mostKills, run.kills);
    beforeItBegan += run.beforeItBegan;
    withLosses += run.lost == Spent{} ? 0 : 1;
    longest = std::max(longest, run.time);
  }
  const auto ms = [](Clock::duration time) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  };
  const std::string said = fmt::format(
      "{} of {} first kills landed before the end, {} kills in all, at most {} in one run, {} before the "
      "session began; "
      "{} runs lost tries; uninterrupted {} ms, longest run {} ms, all {} ms; {} events each",
      landed, kRuns, kills, mostKills, beforeItBegan, withLosses, ms(duration), ms(longest), ms(whole),
      expected.events.size());
  qInfo("%s", said.c_str());
  QVERIFY(landed >= kLeastLanded);
  // A child that is killed while it opens the library says little.
  QVERIFY(kills - beforeItBegan >= kLeastLanded);
  QVERIFY(withLosses > 0);
}

QTEST_APPLESS_MAIN(TestKill)
#include "test_kill.moc"
