// candidates, stats: the rows of a session and what they say of its surrogate.
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/terminal_text.h"
#include "app/cli/text_table.h"
#include "core/domain/candidate_columns.h"
#include "core/domain/number_format.h"
#include "core/domain/row_filter.h"
#include "core/domain/speedup_missing.h"
#include "core/stats/session_scores.h"

namespace kernelcast::cli {

namespace {

OrderedJson orNull(double value) { return std::isfinite(value) ? OrderedJson(value) : OrderedJson(nullptr); }
OrderedJson orNull(const std::optional<double>& value) {
  return value ? OrderedJson(*value) : OrderedJson(nullptr);
}

std::string counted(std::int64_t n, const char* noun) {
  return fmt::format("{} {}{}", formatCount(n), noun, n == 1 ? "" : "s");
}

Result<BinRule> binRule(const std::string& key) {
  const auto rule = binRuleFromKey(key);
  if (!rule)
    return failure(Error::Kind::WrongUsage,
                   fmt::format("--bins is prompt or paper-code, and was \"{}\"", key));
  return *rule;
}

void addBinsOption(CLI::App& command, std::string& bins) {
  command.add_option("--bins", bins, "Labelling rule of speed classes: prompt or paper-code")
      ->capture_default_str()
      ->check(CLI::IsMember({"prompt", "paper-code"}));
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
std::string missingSentences(const SessionTable& table, std::span<const int> rows,
                             const MissingSpeedups& missing) {
  std::map<SpeedupMissing, int> counts;
  for (const int index : rows) {
    const auto reason = missing.of(table.rows[static_cast<std::size_t>(index)]);
    if (reason && info(*reason).kernelWorks) ++counts[*reason];
  }
  std::string words;
  for (const auto& [reason, count] : counts) {
    words += fmt::format("{} ({}): {}\n", info(reason).title, formatCount(count), info(reason).sentence);
  }
  return words.empty() ? words : "\nKernels that work and have no speedup:\n" + words;
}

struct CandidateArguments {
  std::string session;
  std::string filter;
  std::string bins = "prompt";
};

Result<Output> runCandidates(const Context& context, const CandidateArguments& arguments) {
  const auto rule = binRule(arguments.bins);
  if (!rule) return failure(rule.error());
  const auto filter = parseFilter(arguments.filter);
  if (!filter) {
    return failure(
        Error::Kind::WrongUsage,
        fmt::format("--filter: {} (`candidates --help` lists what can be asked)", filter.error().message));
  }
  const auto library = context.openForReading();
  if (!library) return failure(library.error());
  auto reader = (*library)->reader();
  if (!reader) return failure(reader.error());
  const auto table = loadTable(*reader, arguments.session);
  if (!table) return failure(table.error());
  const auto missing = missingSpeedups(*reader, *table);
  if (!missing) return failure(missing.error());
  const std::vector<int> kept = filteredRows(*table, *filter, *rule);
  Output output;
  output.document = OrderedJson::array();
  const auto columns = defaultColumns(*table, *rule);
  std::vector<TextColumn> titles;
  titles.reserve(columns.size());
  for (const CandidateColumn* column : columns)
    titles.push_back({std::string(column->title), column->format != CellFormat::Text});
  std::vector<std::vector<std::string>> rows;
  for (const int index : kept) {
    const CandidateRow& row = table->rows[static_cast<std::size_t>(index)];
    output.document.push_back(candidateJson(*table, row, *missing));
    rows.emplace_back();
    for (const CandidateColumn* column : columns)
      rows.back().push_back(candidateCell(*table, row, *column, *missing));
  }
  const auto total = static_cast<std::int64_t>(table->rows.size());
  output.words = textTable(titles, rows,
                           total == 0 ? "The session holds no candidate."
                                      : fmt::format("None of {} meets the filter.", counted(total, "row")),
                           context.width);
  if (!kept.empty() && std::ssize(kept) < total) {
    output.words += fmt::format("\n{} of {} {} the filter.\n", formatCount(std::ssize(kept)),
                                counted(total, "row"), kept.size() == 1 ? "meets" : "meet");
  }
  output.words += missingSentences(*table, kept, *missing);
  return output;
}

// "Asked:  a  b" in lines of the help's width, those after the first indented under the words.
std::string wrapped(std::string_view head, std::string_view list) {
  constexpr std::size_t kIndent = 10;
  constexpr std::size_t kWidth = 100;
  std::string text = fmt::format("{:<{}}", head, kIndent);
  std::size_t at = kIndent;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find("  "), list.size());
    if (at > kIndent && at + end > kWidth) {
      text += "\n" + std::string(kIndent, ' ');
      at = kIndent;
    }
    text += std::string(at > kIndent ? "  " : "") + std::string(list.substr(0, end));
    at += end + 2;
    list.remove_prefix(std::min(end + 2, list.size()));
  }
  return text + "\n";
}

// What --filter understands, from the table that it is read by.
std::string filterHelp() {
  std::string flags;
  std::string asked;
  std::string columns;
  for (const FilterField& field : filterFields()) {
    std::string& list = field.kind == FilterKind::Flag ? flags : field.example.empty() ? columns : asked;
    list += (list.empty() ? "" : "  ") + std::string(field.example.empty() ? field.key : field.example);
  }
  return "Filter: words stand side by side and all hold; a minus asks for the others; a word alone is looked "
         "for in names.\n"
         "  --filter 'task:transpose error>=2 -failed'\n\n" +
         wrapped("Alone:", flags) + wrapped("Asked:", asked) + wrapped("Numbers:", columns) +
         "Numbers take > >= < <= = and ranges (bin:5..7), with units (runtime_us<1ms, stated>=50%); #3,17 "
         "are candidates.";
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
  const auto rule = binRule(bins);
  if (!rule) return failure(rule.error());
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
  auto asked = std::make_shared<CandidateArguments>();
  CLI::App* candidates =
      app.add_subcommand("candidates", "List a session's candidates, one row for each device and surrogate");
  candidates->footer(filterHelp());
  candidates->add_option("SESSION", asked->session, "Id, unique prefix of 10 characters, or exact name")
      ->required();
  candidates->add_option("--filter", asked->filter, "Only the rows that meet it")->type_name("TEXT");
  addBinsOption(*candidates, asked->bins);
  candidates->callback([&chosen, asked] {
    chosen = [asked](const Context& context) { return runCandidates(context, *asked); };
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
  addBinsOption(*stats, arguments->bins);
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
