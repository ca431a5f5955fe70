// Scores the rows that are shown, away from the window's thread: one calculation runs, one waits, the newest
// wins.
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <memory>
#include <optional>
#include <vector>

#include "core/stats/session_scores.h"

namespace kernelcast::ui {

class SessionScorer : public QObject {
  Q_OBJECT

 public:
  explicit SessionScorer(QObject* parent = nullptr);
  ~SessionScorer() override;

  void score(std::shared_ptr<const SessionTable> table, std::vector<int> rows, BinRule rule);
  [[nodiscard]] bool isIdle() const { return !running_.isRunning() && !pending_; }
  // What the scores are of, while they are told; null before the first.
  [[nodiscard]] const std::shared_ptr<const SessionTable>& scoredTable() const { return table_; }

 signals:
  void scored(std::shared_ptr<const kernelcast::stats::SessionScores> scores);

 private:
  using Scores = std::shared_ptr<const stats::SessionScores>;
  struct Question {
    std::shared_ptr<const SessionTable> table;
    std::vector<int> rows;
    BinRule rule = BinRule::Prompt;
  };
  void run(Question question);
  void onFinished();

  QFutureWatcher<Scores> running_;
  std::shared_ptr<const SessionTable> table_;  // of what runs, or ran last
  std::optional<Question> pending_;
};

}  // namespace kernelcast::ui
