// candidates, stats: the rows of a session and what they say of its surrogate.
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/terminal_text.h"
#include "app/cli/text_table.h"
#include "core/domain/candidate_columns.h"
#include "core/domain/number_format.h"
#include "core/domain/speedup_missing.h"
#include "core/stats/session_scores.h"

namespace kernelcast::cli {

namespace {

OrderedJson orNull(double value) { return std::isfinite(value) ? OrderedJson(value) : OrderedJson(nullptr); }
OrderedJson orNull(const std::optional<double>& value) {
  return value ? OrderedJson(*value) : OrderedJson(nullptr);
}

Result<SessionTable> loadTable(db::Reader& reader, const std::string& session) {
  const auto id = reader.resolve(session);
  if (!id) return failure(id.error());
  auto table = reader.table(*id);
  if (!table) return failure(table.error());
  stats::fillRanks(*table);
  return table;
}

std::string_view nameAt(const std::vector<std::string>& names, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < names.size()
             ? std::string_view(names[static_cast<std::size_t>(index)])
             : std::string_view();
}

Result<MissingSpeedups> missingSpeedups(db::Reader& reader, const SessionTable& table) {
  MissingSpeedups missing(table);
  for (const int index : missing.undecided()) {
    const CandidateRow& row = table.rows[static_cast<std::size_t>(index)];
    const auto detail = reader.detail(table.summary.id, row.number, nameAt(table.devices, row.device),
                                      nameAt(table.surrogates, row.surrogate));
    if (!detail) return failure(detail.error());
    missing.learn(row, detail->referenceRuns);
  }
  return missing;
}

OrderedJson plain(const CellValue& value) {
  if (const auto* words = std::get_if<std::string>(&value)) return *words;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return nullptr;
}

OrderedJson candidateJson(const SessionTable& table, const CandidateRow& row,
                          const MissingSpeedups& missing) {
  OrderedJson json{{"id", fmt::format("{}#{}", table.summary.id, row.number)}};
  for (const CandidateColumn& column : candidateColumns()) {
    json[std::string(column.key)] = plain(column.value(table, row));
    if (column.key != "speedup") continue;
    const auto reason = missing.of(row);
    json["speedup_missing"] = reason ? OrderedJson(info(*reason).key) : OrderedJson(nullptr);
  }
  // Keys for scripts are the stable ones, not the words of the screen.
  json["status"] = info(row.status).key;
  json["verdict"] = info(row.verdict).key;
  json["probabilities"] = row.hasForecast() ? OrderedJson(row.probabilities) : OrderedJson(nullptr);
  return json;
}

// A column's words for a person. Of a kernel that works the status does not say why it has no speedup: the
// cell does.
std::string candidateCell(const SessionTable& table, const CandidateRow& row, const CandidateColumn& column,
                          const MissingSpeedups& missing) {
  if (column.key == "speedup") {
    const auto reason = missing.of(row);
    if (reason && info(*reason).kernelWorks) return std::string(info(*reason).title);
  }
  return formatCell(column.value(table, row), column.format);
}

// Each reason that stands in a cell, in a sentence.
std::string missingSentences(const SessionTable& table, const MissingSpeedups& missing) {
  std::map<SpeedupMissing, int> counts;
  for (const CandidateRow& row : table.rows) {
    const auto reason = missing.of(row);
    if (reason && info(*reason).kernelWorks) ++counts[*reason];
  }
  std::string words;
  for (const auto& [reason, count] : counts) {
    words += fmt::format("{} ({}): {}\n", info(reason).title, formatCount(count), info(reason).sentence);
  }
  return words.empty() ? words : "\nKernels that work and have no speedup:\n" + words;
}

Result<Output> runCandidates(const Context& context, const std::string& session) {
  const auto library = context.openForReading();
  if (!library) return failure(library.error());
  auto reader = (*library)->reader();
  if (!reader) return failure(reader.error());
  const auto table = loadTable(*reader, session);
  if (!table) return failure(table.error());
  const auto missing = missingSpeedups(*reader, *table);
  if (!missing) return failure(missing.error());
  Output output;
  output.document = OrderedJson::array();
  std::vector<TextColumn> columns;
  for (const CandidateColumn& column : candidateColumns()) {
    if (column.shownByDefault)
      columns.push_back({std::string(column.title), column.format != CellFormat::Text});
  }
  std::vector<std::vector<std::string>> rows;
  for (const CandidateRow& row : table->rows) {
    output.document.push_back(candidateJson(*table, row, *missing));
    rows.emplace_back();
    for (const CandidateColumn& column : candidateColumns()) {
      if (column.shownByDefault) rows.back().push_back(candidateCell(*table, row, column, *missing));
    }
  }
  output.words = textTable(columns, rows, "The session holds no candidate.", context.width) +
                 missingSentences(*table, *missing);
  return output;
}

OrderedJson figureJson(const stats::Figure& figure) {
  OrderedJson json{{"value", orNull(figure.value)},
                   {"low", orNull(figure.low)},
                   {"high", orNull(figure.high)},
                   {"n", figure.n}};
  if (!figure.note.empty()) json["note"] = figure.note;
  return json;
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
    json[std::string(metric.key)] = figureJson(scores.figures.at(std::string(metric.key)));
    for (const stats::CompanionInfo& companion : stats::companions()) {
      if (companion.beside != metric.key) continue;
      json[std::string(companion.metric.key)] = figureJson(companion.figure(scores));
    }
  }
  json["unranked"] = scores.unranked;
  json["flags"] = OrderedJson::object();
  for (const stats::FlagInfo& flag : stats::flags())
    json["flags"][std::string(flag.key)] = scores.*flag.count;
  return json;
}

std::string counted(int n, const char* noun) {
  return fmt::format("{} {}{}", formatCount(n), noun, n == 1 ? "" : "s");
}

std::vector<std::string> figureLine(const stats::MetricInfo& metric, const stats::Figure& figure,
                                    const char* indent) {
  const std::string value = !figure.value                             ? std::string(kNoNumber)
                            : metric.unit == stats::MetricUnit::Share ? formatPercent(*figure.value)
                                                                      : formatSignificant(*figure.value);
  return {indent + std::string(metric.title), value,
          metric.perPool ? counted(figure.tasks, "task") : counted(figure.n, "row"), figure.note};
}

std::string scoresWords(const SessionTable& table, const stats::SessionScores& scores) {
  std::string words = fmt::format(
      "{}, speed classes {}\n{} scored; {} of failed candidates, {} not measured, {} not read, {} excluded\n",
      terminalLine(table.summary.name), binRuleInfo(scores.bins).title, counted(scores.n, "forecast"),
      formatCount(scores.failed), formatCount(scores.unmeasured), formatCount(scores.unparsed),
      formatCount(scores.excluded));
  if (scores.excluded > 0) {
    words +=
        "Excluded are forecasts whose probabilities are no distribution, and those of kernels that ran right "
        "and have no "
        "speedup; `candidates` says why.\n";
  }
  if (scores.unranked > 0) {
    words += fmt::format(
        "{} compiled or measured without a readable forecast: no ranking and no measuring of the top 10% "
        "counts {}.\n",
        scores.unranked == 1 ? "1 kernel was" : formatCount(scores.unranked) + " kernels were",
        scores.unranked == 1 ? "it" : "them");
  }
  std::vector<std::vector<std::string>> rows;
  for (const stats::MetricInfo& metric : stats::metrics()) {
    rows.push_back(figureLine(metric, scores.figures.at(std::string(metric.key)), ""));
    for (const stats::CompanionInfo& companion : stats::companions()) {
      if (companion.beside != metric.key || (companion.ofUnreadable && scores.unparsed == 0)) continue;
      rows.push_back(figureLine(companion.metric, companion.figure(scores), "  "));
    }
  }
  for (const stats::FlagInfo& flag : stats::flags()) {
    rows.push_back({std::string(flag.title), formatCount(scores.*flag.count), counted(scores.n, "row"), ""});
  }
  return words + textTable({{"figure"}, {"value", true}, {"n", true}, {""}}, rows, "");
}

Result<Output> runStats(const Context& context, const std::vector<std::string>& sessions,
                        const std::string& bins) {
  const auto rule = binRuleFromKey(bins);
  if (!rule)
    return failure(Error::Kind::WrongUsage,
                   fmt::format("--bins is prompt or paper-code, and was \"{}\"", bins));
  const auto library = context.openForReading();
  if (!library) return failure(library.error());
  auto reader = (*library)->reader();
  if (!reader) return failure(reader.error());
  Output output;
  output.document = OrderedJson::array();
  for (const std::string& session : sessions) {
    const auto table = loadTable(*reader, session);
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
  stats->add_option("--seed", arguments->seed, "Seed of the resampling")->check(unsignedInteger());
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
