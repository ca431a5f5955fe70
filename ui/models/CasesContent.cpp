#include "ui/models/CasesContent.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/domain/number_format.h"
#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

constexpr int kMostWinnersNamed = 6;

QString speedupText(double value) { return plainText(formatSpeedup(value)); }
QString timeText(double us) { return plainText(formatMicroseconds(us)); }

QString nameAt(const std::vector<std::string>& names, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < names.size()
             ? oneLine(names[static_cast<std::size_t>(index)])
             : QString();
}

QString plural(int count, const QString& one) {
  return plainText(formatCount(count)) + u' ' + one + (count == 1 ? QString() : QStringLiteral("s"));
}

}  // namespace

CasesContent casesContent(std::shared_ptr<const SessionTable> table, std::span<const int> rows, int task,
                          int device, const CaseTimes& times) {
  CasesContent content;
  content.grid = analysis::casesGrid(*table, rows, task, device, times);
  content.table = std::move(table);
  content.task = task;
  content.device = device;
  content.cells.resize(content.grid.speedups.size());
  for (int kernel = 0; kernel < content.kernels(); ++kernel) {
    content.kernelOf.emplace(content.row(kernel).number, kernel);
  }
  for (const CaseTime& time : times.times) {
    const auto found = content.kernelOf.find(time.candidate);
    if (found == content.kernelOf.end() || time.column < 0 || time.column >= content.columns()) continue;
    CaseTime& cell = content.cells[static_cast<std::size_t>(found->second) * content.grid.columns.size() +
                                   static_cast<std::size_t>(time.column)];
    // As the grid: of a case that is given twice the one with the larger speedup.
    if (cell.medianUs <= 0 || time.referenceUs / time.medianUs > cell.referenceUs / cell.medianUs) {
      cell = time;
    }
  }
  return content;
}

QString casesSummary(const CasesContent& content) {
  if (!content.table) return {};
  if (QString none = casesEmptySentence(content); !none.isEmpty()) return none;
  int failed = 0;
  for (int kernel = 0; kernel < content.kernels(); ++kernel) failed += content.failed(kernel) ? 1 : 0;
  QString text =
      QStringLiteral("%1 on %2 of %3")
          .arg(plural(content.kernels(), QStringLiteral("kernel")),
               plural(content.columns(), QStringLiteral("case")), nameAt(content.table->tasks, content.task));
  if (std::isfinite(content.grid.lowest)) {
    text +=
        QStringLiteral(", %1 to %2").arg(speedupText(content.grid.lowest), speedupText(content.grid.highest));
  }
  if (failed > 0) text += QStringLiteral("; %1 failed").arg(plainText(formatCount(failed)));
  text += u'.';
  QStringList winners;
  for (int column = 0; column < std::min(content.columns(), kMostWinnersNamed); ++column) {
    const int winner = content.grid.winners[static_cast<std::size_t>(column)];
    if (winner < 0) continue;
    winners << QStringLiteral("%1 %2 %3")
                   .arg(oneLine(content.grid.columns[static_cast<std::size_t>(column)].label),
                        oneLine(content.row(winner).name), speedupText(content.speedup(winner, column)));
  }
  if (!winners.isEmpty()) text += QStringLiteral(" Fastest: ") + winners.join(QStringLiteral("; ")) + u'.';
  return text;
}

QString casesCellText(const CasesContent& content, int kernel, int column) {
  const CandidateRow& row = content.row(kernel);
  const QString name = QStringLiteral("%1 #%2").arg(oneLine(row.name)).arg(row.number);
  if (content.failed(kernel)) {
    return QStringLiteral("%1\nfailed: %2").arg(name, plainText(info(row.status).title));
  }
  if (column < 0 || column >= content.columns()) {
    return QStringLiteral("%1\ngeometric mean over its cases: %2, fastest of %3 of %4")
        .arg(name, speedupText(row.speedup))
        .arg(content.grid.won[static_cast<std::size_t>(kernel)])
        .arg(content.columns());
  }
  const CaseColumn& of = content.grid.columns[static_cast<std::size_t>(column)];
  QString text = name + u'\n' + oneLine(of.longLabel) + u'\n';
  const double speedup = content.speedup(kernel, column);
  if (!std::isfinite(speedup)) return text + QStringLiteral("did not run, or has no time");
  const CaseTime& cell = content.cells[static_cast<std::size_t>(kernel) * content.grid.columns.size() +
                                       static_cast<std::size_t>(column)];
  text += QStringLiteral("%1: %2, reference %3")
              .arg(speedupText(speedup), timeText(cell.medianUs), timeText(cell.referenceUs));
  const int winner = content.grid.winners[static_cast<std::size_t>(column)];
  if (winner == kernel) return text + QStringLiteral("\nfastest of this case");
  return text + QStringLiteral("\nfastest: %1 %2")
                    .arg(oneLine(content.row(winner).name), speedupText(content.speedup(winner, column)));
}

QString casesEmptySentence(const CasesContent& content) {
  if (!content.table) return QStringLiteral("Reading the times of cases…");
  const QString task = nameAt(content.table->tasks, content.task);
  if (content.kernels() == 0) {
    return QStringLiteral(
               "No kernel of %1 that passes the filters was judged by a device.\nTake a filter away, or "
               "choose "
               "another task.")
        .arg(task.isEmpty() ? QStringLiteral("this session") : task);
  }
  return content.columns() == 0 ? QStringLiteral("The times of the cases of %1 were not recorded.").arg(task)
                                : QString();
}

double casesColourEnd(const analysis::CasesGrid& grid) {
  constexpr double kLeast = 1;
  constexpr double kMost = 3;
  if (!std::isfinite(grid.lowest) || !(grid.lowest > 0)) return kLeast;
  const double furthest = std::max(std::abs(std::log2(grid.lowest)), std::abs(std::log2(grid.highest)));
  return std::clamp(std::ceil(furthest - 1e-9), kLeast, kMost);
}

}  // namespace kernelcast::ui
