// search: runs one to its end, with progress as JSON lines on standard error.
#include <atomic>
#include <chrono>
#include <csignal>
#include <iostream>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/terminal_text.h"
#include "core/domain/number_format.h"
#include "core/exchange/formats.h"
#include "core/search/progress_json.h"
#include "db/RecordedSearch.h"

namespace kernelcast::cli {

namespace {

// Set by the signal; the waiting loop acts on it, since little is allowed inside a handler.
volatile std::sig_atomic_t interrupted = 0;
extern "C" void onSignal(int /*signal*/) { interrupted = 1; }

// Prints a line for every commit that changed something a reader would see, at most ten a second.
class ProgressLines final : public search::Observer {
 public:
  void onCommitted(const SessionId& /*session*/, std::span<const search::Event> /*events*/,
                   const search::SearchProgress& progress) override {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    print(progress);
  }
  void onEnded(const search::SearchProgress& progress, const std::optional<Error>& error) override {
    // The last commit may have told the same already: a script that counts ends sees one.
    if (withoutTime(progress) != printed_) print(progress);
    const std::lock_guard lock(mutex_);
    error_ = error;
    ended_ = true;
  }
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] std::optional<Error> error() const {
    const std::lock_guard lock(mutex_);
    return error_;
  }

 private:
  static Json withoutTime(const search::SearchProgress& progress) {
    Json json = toJson(progress);
    for (const char* key : {"elapsed_s", "eta_s"}) json.erase(key);
    return json;
  }
  void print(const search::SearchProgress& progress) {
    printed_ = withoutTime(progress);
    std::cerr << dumpJson(toJson(progress)) + "\n" << std::flush;
  }

  // Engine's thread only.
  std::chrono::steady_clock::time_point last_;
  Json printed_;
  mutable std::mutex mutex_;
  std::optional<Error> error_;
  std::atomic<bool> ended_ = false;
};

Result<Output> resultOf(db::Library& library, const SessionId& id) {
  auto reader = library.reader();
  if (!reader) return failure(reader.error());
  const auto summary = reader->session(id);
  if (!summary) return failure(summary.error());
  const SessionSummary& s = *summary;
  Output output;
  output.document = {
      {"session", s.id}, {"name", s.name}, {"state", info(s.state).key}, {"reason", s.stateNote}};
  output.document["best"] = nullptr;
  std::string best = "nothing measured ran right";
  if (!s.best.empty()) {
    const BestOfTask& b = s.best.front();
    output.document["best"] = {{"candidate", b.candidate}, {"name", b.name}, {"speedup", b.speedup}};
    best = fmt::format("#{} {} {}", b.candidate, terminalLine(b.name), formatSpeedup(b.speedup));
  }
  output.document["proposed"] = s.candidates;
  output.document["forecast"] = s.forecasts;
  output.document["trusted"] = s.trusted;
  output.document["deferred"] = s.deferred;
  output.document["skipped"] = s.skipped;
  output.document["audited"] = s.audited;
  output.document["measured"] = s.measured;
  output.document["correct"] = s.correct;
  output.document["tokens"] = s.tokens;
  output.document["cost"] = s.cost;
  output.document["gpu_seconds"] = s.gpuSeconds;
  output.words = fmt::format(
      "{}  {}: {}{}\nbest: {}\n{} proposed, {} forecast, {} trusted, {} deferred, {} skipped, {} spot "
      "check{}, {} measured, "
      "{} of them correct\n"
      "A replay of a recording shows how the program works; it is no evidence of what a surrogate saves.\n",
      s.id, terminalLine(s.name), info(s.state).title, s.stateNote.empty() ? "" : ", " + s.stateNote, best,
      s.candidates, s.forecasts, s.trusted, s.deferred, s.skipped, s.audited, s.audited == 1 ? "" : "s",
      s.measured, s.correct);
  return output;
}

Result<Output> follow(const Context& context, db::Library& library, db::RecordedSearch& search,
                      ProgressLines& lines) {
  std::signal(SIGINT, onSignal);
  std::signal(SIGTERM, onSignal);
  while (!lines.ended()) {
    if (interrupted != 0) {
      search.driver().detach();
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  search.driver().wait();
  if (const auto error = lines.error()) return failure(*error);
  if (interrupted != 0) {
    (void)library.markInterrupted();
    return failure(
        Error::Kind::Cancelled,
        fmt::format(
            "interrupted; all that was committed is kept. Go on with: kernelcast-cli --library {} search "
            "--resume {}",
            shellWord(context.library.string()), search.session()));
  }
  return resultOf(library, search.session());
}

// Budgets that this replay cannot spend, so that they will not stop it: a sentence for each, before the
// search runs.
Result<void> tellIdleBudgets(db::Library& library, const search::SearchConfig& config) {
  const search::Budgets& budgets = config.budgets;
  if (!budgets.tokens && !budgets.cost && !budgets.gpuSeconds) return {};
  auto reader = library.reader();
  if (!reader) return failure(reader.error());
  const auto recorded = reader->resolve(config.recorded.session);
  if (!recorded) return failure(recorded.error().in("the recorded session"));
  const auto recording = reader->recording(*recorded, config.task, config.device, config.recorded.surrogate);
  if (!recording) return failure(recording.error());
  const auto started = search::startedFromRecording(*recording, config);
  if (!started) return failure(started.error());
  const search::WorstCase& worst = started->config.worstCase;
  const auto tell = [](bool limited, bool spends, const char* sentence) {
    if (limited && !spends) std::cerr << "kernelcast-cli: " << sentence << "\n";
  };
  tell(budgets.tokens.has_value(), worst.tokensPerMutation + worst.tokensPerForecast > 0,
       "'budgets.tokens' limits nothing here: a replay asks no model, and the recording holds no token "
       "counts. "
       "'forecasts' and 'mutations' do.");
  tell(budgets.cost.has_value(), worst.costPerMutation + worst.costPerForecast > 0,
       "'budgets.cost' limits nothing here: a replay asks no model, and the recording holds no costs. "
       "'forecasts' and "
       "'mutations' do.");
  tell(budgets.gpuSeconds.has_value(), worst.gpuSecondsPerEvaluation > 0,
       "'budgets.gpu_seconds' limits nothing here: a replay uses no GPU time. 'gpu_evaluations' does.");
  return {};
}

Result<Output> runSearch(const Context& context, const std::filesystem::path& path) {
  const auto text = exchange::readFile(path);
  if (!text) return failure(text.error());
  const auto config =
      parseJson(*text).and_then([](const Json& json) { return search::searchConfigFromJson(json); });
  if (!config) {
    Error error = config.error().in(path.string());
    if (error.kind == Error::Kind::BadInput) error.kind = Error::Kind::WrongUsage;
    return failure(error);
  }
  // A replay needs a library that holds its recording: none is made here.
  if (const auto there = context.openForReading(); !there) return failure(there.error());
  const auto library = context.openForWriting();
  if (!library) return failure(library.error());
  if (const auto told = tellIdleBudgets(**library, *config); !told) return failure(told.error());
  ProgressLines lines;
  auto search = db::RecordedSearch::start(**library, *config, lines);
  if (!search) return failure(search.error());
  return follow(context, **library, **search, lines);
}

Result<Output> runResume(const Context& context, const std::string& name) {
  if (const auto there = context.openForReading(); !there) return failure(there.error());
  const auto library = context.openForWriting();
  if (!library) return failure(library.error());
  (void)(*library)->markInterrupted();
  auto reader = (*library)->reader();
  if (!reader) return failure(reader.error());
  const auto id = reader->resolve(name);
  if (!id) return failure(id.error());
  const auto summary = reader->session(*id);
  if (!summary) return failure(summary.error());
  if (summary->kind != SessionKind::Search) {
    return failure(fmt::format("\"{}\" is an {}, not a search: there is nothing to resume", summary->name,
                               info(summary->kind).title));
  }
  switch (summary->state) {
    case SessionState::Finished:
    case SessionState::Stopped:
    case SessionState::Failed:
      return resultOf(**library, *id);  // it has ended: its result, and nothing is run
    default: break;
  }
  ProgressLines lines;
  auto search = db::RecordedSearch::resume(**library, *id, lines);
  if (!search) return failure(search.error());
  return follow(context, **library, **search, lines);
}

}  // namespace

void addSearchCommands(CLI::App& app, Run& chosen) {
  struct Arguments {
    std::filesystem::path config;
    std::string resume;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("search", "Run a search, or go on with one that was interrupted");
  command->footer(
      "CONFIG.json names the task, the recorded session, the policy and the budgets: resources/examples/ "
      "holds one, and\n"
      "resources/schemas/search_config.json says what may stand in it. Progress comes as JSON lines on "
      "standard error.\n"
      "Ctrl-C keeps all that was committed; --resume goes on from there.");
  CLI::Option* config =
      command->add_option("CONFIG", arguments->config, "The search, a JSON file")->type_name("CONFIG.json");
  CLI::Option* resume =
      command->add_option("--resume", arguments->resume, "Go on with this session")->type_name("SESSION");
  config->excludes(resume);
  command->callback([&chosen, arguments, config, resume] {
    if (config->count() + resume->count() == 0) throw CLI::RequiredError("CONFIG.json or --resume SESSION");
    chosen = [arguments, resuming = resume->count() > 0](const Context& context) {
      return resuming ? runResume(context, arguments->resume) : runSearch(context, arguments->config);
    };
  });
}

}  // namespace kernelcast::cli
