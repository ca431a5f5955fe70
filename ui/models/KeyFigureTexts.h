// The figures a session's page leads with, as words: value, what it stands on, technical word and formula.
#pragma once

#include <QString>
#include <vector>

#include "core/stats/session_scores.h"

namespace kernelcast::ui {

struct KeyFigureText {
  QString value;      // "16 of 32"
  QString caption;    // "right speed class", on up to two lines
  QString technical;  // "accuracy"
  QString sentence;   // one, with the formula's source
};

// Right class, within one, RPS, rank agreement, short of the best, failed. Always six, so that nothing moves.
// `failedCandidates` of the rows that are shown: those that have no forecast are none of the scores'
// business.
std::vector<KeyFigureText> keyFigureTexts(const stats::SessionScores& scores, int failedCandidates);

}  // namespace kernelcast::ui
