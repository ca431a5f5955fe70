#include "ui/models/KeyFigureTexts.h"

#include "core/domain/number_format.h"
#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

QString ofTotal(int part, int whole) {
  if (whole == 0) return plainText(kNoNumber);
  return QStringLiteral("%1 of %2").arg(plainText(formatCount(part)), plainText(formatCount(whole)));
}

KeyFigureText figureText(std::string_view key, const QString& value, const QString& caption) {
  KeyFigureText text{key, value, caption, {}, {}};
  if (const stats::MetricInfo* metric = stats::findMetric(key)) {
    text.technical = plainText(metric->technical);
    text.sentence = plainText(metric->sentence);
  }
  return text;
}

const stats::Figure& figureOf(const stats::SessionScores& scores, std::string_view key) {
  static const stats::Figure kNone;
  const auto found = scores.figures.find(key);
  return found == scores.figures.end() ? kNone : found->second;
}

QString valueOf(const stats::Figure& figure, bool share) {
  if (!figure.value) return plainText(kNoNumber);
  return plainText(share ? formatPercent(*figure.value) : formatSignificant(*figure.value));
}

// Over how many tasks a figure of rankings is.
QString meanOf(const stats::Figure& figure) {
  if (!figure.value) return QStringLiteral("not defined here");
  return figure.tasks == 1 ? QStringLiteral("of 1 task")
                           : QStringLiteral("mean of %1 tasks").arg(figure.tasks);
}

void addNote(KeyFigureText& text, const stats::Figure& figure) {
  if (!figure.note.empty()) text.sentence += u' ' + plainText(figure.note);
}

constexpr int kMostTasks = 12;

QString ranAs(const SessionTable& table, int index) {
  const CandidateRow& row = table.rows[static_cast<std::size_t>(index)];
  if (isFailure(row.status)) return oneLine(row.name) + QStringLiteral(", which failed");
  return QStringLiteral("%1 with %2").arg(oneLine(row.name), plainText(formatSpeedup(row.speedup)));
}

QString regretOf(const SessionTable& table, const stats::PoolScores& pool) {
  QString text = pool.task >= 0 ? oneLine(table.tasks[static_cast<std::size_t>(pool.task)]) : QString();
  if (table.devices.size() > 1 && pool.device >= 0)
    text += QStringLiteral(" on ") + oneLine(table.devices[static_cast<std::size_t>(pool.device)]);
  if (table.surrogates.size() > 1 && pool.surrogate >= 0)
    text += QStringLiteral(" by ") + oneLine(table.surrogates[static_cast<std::size_t>(pool.surrogate)]);
  text += QStringLiteral(": measuring the top %1 of %2 ").arg(pool.regret->measured).arg(pool.regret->pool);
  if (pool.foundRow == pool.bestRow)
    return text + QStringLiteral("finds the best, ") + ranAs(table, pool.bestRow);
  text += pool.foundRow < 0 ? QStringLiteral("leaves it to chance among equal forecasts")
                            : QStringLiteral("finds ") + ranAs(table, pool.foundRow);
  return text +
         QStringLiteral("; missed is %1: %2 short")
             .arg(ranAs(table, pool.bestRow), plainText(formatPercent(pool.regret->gap))) +
         (pool.foundRow < 0 ? QStringLiteral(" on average") : QString());
}

}  // namespace

QString regretByTask(const SessionTable& table, const stats::SessionScores& scores) {
  QStringList lines;
  int left = 0;
  for (const stats::PoolScores& pool : scores.pools) {
    if (!pool.regret || pool.bestRow < 0) continue;
    if (lines.size() < kMostTasks) lines << regretOf(table, pool);
    else ++left;
  }
  if (left > 0) lines << QStringLiteral("and %1 more").arg(left);
  return lines.join(u'\n');
}

std::vector<KeyFigureText> keyFigureTexts(const stats::SessionScores& scores, int failedCandidates) {
  std::vector<KeyFigureText> texts;
  texts.push_back(
      figureText("accuracy", ofTotal(scores.rightBin, scores.n), QStringLiteral("right speed class")));
  texts.push_back(
      figureText("within_one", ofTotal(scores.withinOne, scores.n), QStringLiteral("within one class")));

  const stats::Figure& rps = figureOf(scores, "rps");
  texts.push_back(
      figureText("rps", valueOf(rps, false), QStringLiteral("forecast error (RPS)\nn = %1").arg(rps.n)));
  addNote(texts.back(), rps);

  const stats::Figure& tau = figureOf(scores, "kendall_tau_b");
  texts.push_back(
      figureText("kendall_tau_b", valueOf(tau, false), QStringLiteral("rank agreement\n") + meanOf(tau)));
  addNote(texts.back(), tau);

  const stats::Figure& regret = figureOf(scores, "regret_at_10_percent");
  texts.push_back(figureText("regret_at_10_percent", valueOf(regret, true),
                             QStringLiteral("short of the best\nmeasuring the top 10%")));
  texts.back().sentence +=
      QStringLiteral(" Here it is %1.").arg(regret.value ? meanOf(regret) : QStringLiteral("not defined"));
  addNote(texts.back(), regret);

  KeyFigureText failed{
      {},
      plainText(formatCount(failedCandidates)),
      QStringLiteral("failed\nnot in these figures"),
      QStringLiteral("failed candidates"),
      QStringLiteral(
          "Candidates that did not compile, crashed, ran too long or computed a wrong result. They "
          "have no speed class, so no score counts them; in “short of the best” they stand with a "
          "speedup of 0.")};
  QStringList beside;
  if (scores.unmeasured > 0) beside << QStringLiteral("%1 not measured").arg(scores.unmeasured);
  if (scores.unparsed > 0) beside << QStringLiteral("%1 could not be read").arg(scores.unparsed);
  if (scores.excluded > 0)
    beside << QStringLiteral("%1 excluded for impossible numbers").arg(scores.excluded);
  if (!beside.isEmpty())
    failed.sentence += QStringLiteral(" Also beside: %1.").arg(beside.join(QStringLiteral(", ")));
  texts.push_back(std::move(failed));
  return texts;
}

}  // namespace kernelcast::ui
