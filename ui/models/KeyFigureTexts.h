// The figures a session's page leads with, as words: value, what it stands on, technical word and formula.
#pragma once

#include <QString>
#include <vector>

#include "core/stats/session_scores.h"

namespace kernelcast::ui {

struct KeyFigureText {
  std::string_view key;  // of the metric; empty where it is none
  QString value;         // "16 of 32"
  QString caption;       // "right speed class", on up to two lines
  QString technical;     // "accuracy"
  QString sentence;      // one, with the formula's source
};

// Right class, within one, RPS, rank agreement, short of the best, failed. Always six, so that nothing moves.
// `failedCandidates` of the rows that are shown: those that have no forecast are none of the scores'
// business.
std::vector<KeyFigureText> keyFigureTexts(const stats::SessionScores& scores, int failedCandidates);

// What "short of the best" is made of, a line a task: "transpose: the top 1 of 9 is off_by_one, which failed;
// the best is tile64_vec with 7.57×: 100% short". At most 12 lines; empty where nothing is ranked. `scores`
// are of `table`.
QString regretByTask(const SessionTable& table, const stats::SessionScores& scores);

}  // namespace kernelcast::ui
