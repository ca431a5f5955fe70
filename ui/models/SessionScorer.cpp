#include "ui/models/SessionScorer.h"

#include <QtConcurrent>

namespace kernelcast::ui {

SessionScorer::SessionScorer(QObject* parent) : QObject(parent), running_(this) {
  connect(&running_, &QFutureWatcher<Scores>::finished, this, &SessionScorer::onFinished);
}

SessionScorer::~SessionScorer() { running_.waitForFinished(); }

void SessionScorer::score(std::shared_ptr<const SessionTable> table, std::vector<int> rows, BinRule rule) {
  Question question{std::move(table), std::move(rows), rule};
  if (running_.isRunning()) pending_ = std::move(question);
  else run(std::move(question));
}

void SessionScorer::run(Question question) {
  table_ = question.table;
  running_.setFuture(QtConcurrent::run([question = std::move(question)]() -> Scores {
    return std::make_shared<const stats::SessionScores>(
        stats::scoreRows(*question.table, question.rule, question.rows));
  }));
}

void SessionScorer::onFinished() {
  if (pending_) {
    Question next = std::move(*pending_);
    pending_.reset();
    run(std::move(next));
    return;
  }
  emit scored(running_.result());
}

}  // namespace kernelcast::ui
