// candidates, stats: the rows of a session and what they say of its surrogate.
#include <cmath>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/text_table.h"
#include "core/domain/candidate_columns.h"
#include "core/domain/number_format.h"
#include "core/stats/session_scores.h"

namespace kernelcast::cli {

namespace {

OrderedJson orNull(double value) { return std::isfinite(value) ? OrderedJson(value) : OrderedJson(nullptr); }
OrderedJson orNull(const std::optional<double>& value) {
  return value ? OrderedJson(*value) : OrderedJson(nullptr);
}

Result<SessionTable> loadTable(const Context& context, const std::string& session) {
  const auto library = context.openForReading();
  if (!library) return failure(library.error());
  auto reader = (*library)->reader();
  if (!reader) return failure(reader.error());
  const auto id = reader->resolve(session);
  if (!id) return failure(id.error());
  auto table = reader->table(*id);
  if (!table) return failure(table.error());
  stats::fillRanks(*table);
  return table;
}

OrderedJson plain(const CellValue& value) {
  if (const auto* words = std::get_if<std::string>(&value)) return *words;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return nullptr;
}

OrderedJson candidateJson(const SessionTable& table, const CandidateRow& row) {
  OrderedJson json{{"id", fmt::format("{}#{}", table.summary.id, row.number)}};
  for (const CandidateColumn& column : candidateColumns()) {
    json[std::string(column.key)] = plain(column.value(table, row));
  }
  // Keys for scripts are the stable ones, not the words of the screen.
  json["status"] = info(row.status).key;
  json["verdict"] = info(row.verdict).key;
  json["probabilities"] = row.hasForecast() ? OrderedJson(row.probabilities) : OrderedJson(nullptr);
  return json;
}

Result<Output> runCandidates(const Context& context, const std::string& session) {
  const auto table = loadTable(context, session);
  if (!table) return failure(table.error());
  Output output;
  output.document = OrderedJson::array();
  std::vector<TextColumn> columns;
  for (const CandidateColumn& column : candidateColumns()) {
    if (column.shownByDefault)
      columns.push_back({std::string(column.title), column.format != CellFormat::Text});
  }
  std::vector<std::vector<std::string>> rows;
  for (const CandidateRow& row : table->rows) {
    output.document.push_back(candidateJson(*table, row));
    rows.emplace_back();
    for (const CandidateColumn& column : candidateColumns()) {
      if (column.shownByDefault) rows.back().push_back(formatCell(column.value(*table, row), column.format));
    }
  }
  output.words = textTable(columns, rows, "The session holds no candidate.");
  return output;
}

OrderedJson scoresJson(const SessionTable& table, const stats::SessionScores& scores) {
  OrderedJson json{{"session", table.summary.id},
                   {"name", table.summary.name},
                   {"bins", binRuleInfo(scores.bins).key},
                   {"n", scores.n},
                   {"failed", scores.failed},
                   {"unmeasured", scores.unmeasured},
                   {"unparsed", scores.unparsed},
                   {"excluded", scores.excluded},
                   {"parse_rate", orNull(scores.parseRate)}};
  for (const stats::MetricInfo& metric : stats::metrics()) {
    const stats::Figure& figure = scores.figures.at(std::string(metric.key));
    json[std::string(metric.key)] = {{"value", orNull(figure.value)},
                                     {"low", orNull(figure.low)},
                                     {"high", orNull(figure.high)},
                                     {"n", figure.n}};
    if (!figure.note.empty()) json[std::string(metric.key)]["note"] = figure.note;
  }
  return json;
}

std::string counted(int n, const char* noun) { return fmt::format("{} {}{}", formatCount(n), noun, n == 1 ? "" : "s"); }

std::string scoresWords(const SessionTable& table, const stats::SessionScores& scores) {
  std::string words = fmt::format(
      "{}: {} scored forecasts, speed classes {}; {} of failed candidates, {} not measured, {} not "
      "read, {} excluded\n",
      table.summary.name, formatCount(scores.n), binRuleInfo(scores.bins).title, formatCount(scores.failed),
      formatCount(scores.unmeasured), formatCount(scores.unparsed), formatCount(scores.excluded));
  if (scores.excluded > 0) {
    words +=
        "Excluded are forecasts whose probabilities are no distribution, and those of kernels that ran right and have no "
        "speedup, because the reference was not measured in the same cases.\n";
  }
  std::vector<std::vector<std::string>> rows;
  for (const stats::MetricInfo& metric : stats::metrics()) {
    const stats::Figure& figure = scores.figures.at(std::string(metric.key));
    const std::string value = !figure.value                             ? std::string(kNoNumber)
                              : metric.unit == stats::MetricUnit::Share ? formatPercent(*figure.value)
                                                                        : formatSignificant(*figure.value);
    rows.push_back({std::string(metric.title), value,
                    metric.perPool ? counted(figure.tasks, "task") : counted(figure.n, "row"), figure.note});
  }
  return words + textTable({{"figure"}, {"value", true}, {"n", true}, {""}}, rows, "");
}

Result<Output> runStats(const Context& context, const std::vector<std::string>& sessions,
                        const std::string& bins) {
  const auto rule = binRuleFromKey(bins);
  if (!rule)
    return failure(Error::Kind::WrongUsage,
                   fmt::format("--bins is prompt or paper-code, and was \"{}\"", bins));
  Output output;
  output.document = OrderedJson::array();
  for (const std::string& session : sessions) {
    const auto table = loadTable(context, session);
    if (!table) return failure(table.error());
    const stats::SessionScores scores = stats::scoreSession(*table, *rule);
    output.document.push_back(scoresJson(*table, scores));
    output.words += (output.words.empty() ? "" : "\n") + scoresWords(*table, scores);
  }
  // One session is one document; several are a list in the order asked.
  if (sessions.size() == 1) output.document = OrderedJson(output.document.at(0));
  return output;
}

}  // namespace

void addFigureCommands(CLI::App& app, Run& chosen) {
  auto session = std::make_shared<std::string>();
  CLI::App* candidates =
      app.add_subcommand("candidates", "List a session's candidates, one row for each device and surrogate");
  candidates->add_option("SESSION", *session, "Id, unique prefix of 10 characters, or exact name")
      ->required();
  candidates->callback([&chosen, session] {
    chosen = [session](const Context& context) { return runCandidates(context, *session); };
  });

  struct StatsArguments {
    std::vector<std::string> sessions;
    std::string bins = "prompt";
    int bootstrap = 0;
    std::uint64_t seed = 0;
  };
  auto arguments = std::make_shared<StatsArguments>();
  CLI::App* stats = app.add_subcommand("stats", "Every figure of one or more sessions, each with its n");
  stats->add_option("SESSION", arguments->sessions, "Ids, unique prefixes of 10 characters, or exact names")
      ->required();
  stats->add_option("--bins", arguments->bins, "Labelling rule of speed classes: prompt or paper-code")
      ->capture_default_str()
      ->check(CLI::IsMember({"prompt", "paper-code"}));
  stats->add_option("--bootstrap", arguments->bootstrap, "Resamples for intervals (not in this build yet)")
      ->type_name("B");
  stats->add_option("--seed", arguments->seed, "Seed of the resampling");
  stats->callback([&chosen, arguments] {
    chosen = [arguments](const Context& context) -> Result<Output> {
      if (arguments->bootstrap != 0) {
        return failure(Error::Kind::NotInBuild,
                       "bootstrap intervals are not in this build yet; without --bootstrap the figures come "
                       "without them");
      }
      return runStats(context, arguments->sessions, arguments->bins);
    };
  });
}

}  // namespace kernelcast::cli
