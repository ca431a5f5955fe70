#include "db/SearchProjection.h"

#include <fmt/format.h>

#include "core/domain/hash.h"
#include "db/Catalogue.h"
#include "db/RowFigures.h"

namespace kernelcast::db {

using search::Event;

int SearchProjection::numberOf(search::Slot slot) const {
  return search::candidateNumber(slot, context_.config.parents, context_.config.samples);
}

Result<void> SearchProjection::apply(const Event& event) {
  delta_.add(search::spentBy(event.body));
  return std::visit([&](const auto& body) { return on(event, body); }, event.body);
}

Result<CandidateRow> SearchProjection::rowOf(search::Slot slot) {
  const int number = numberOf(slot);
  auto row = readRow(connection_, context_.session, 0, number, context_.deviceIx, context_.surrogateIx);
  if (row) return std::move(*row);
  return failure(Error::Kind::BadInput,
                 fmt::format("candidate #{} (slot {}) has not been written", number, slotKey(slot)));
}

void SearchProjection::replace(const CandidateRow& before, const CandidateRow& after) {
  writeRow(connection_, context_.session, after);
  delta_.measured += static_cast<int>(judgedByDevice(after)) - static_cast<int>(judgedByDevice(before));
  delta_.correct += static_cast<int>(judgedCorrect(after)) - static_cast<int>(judgedCorrect(before));
  if (after.status != before.status) {
    connection_.run("UPDATE candidates SET status = ? WHERE session = ? AND number = ?",
                    info(after.status).key, context_.session, after.number);
  }
}

Result<void> SearchProjection::on(const Event&, const search::MutationCompleted& body) {
  const int number = numberOf(body.slot);
  auto kernel = texts_.findKernel(body.kernelHash);
  if (!kernel) {
    if (sha256Hex(body.source) != body.kernelHash) {
      return failure(Error::Kind::BadInput,
                     fmt::format("the source of candidate #{} is not the one its hash names", number));
    }
    kernel = texts_.storeKernel(body.source);
  } else {
    texts_.keep(*kernel);
  }
  connection_.run(
      R"(
      INSERT INTO candidates(session, number, task_ix, kernel, name, parent, note, status) VALUES (?, ?, 0,
      ?, ?, ?, ?, 'pending'))",
      context_.session, number, *kernel, body.name, body.parentNode, body.note);
  constexpr int kFirstCandidate = 1'000'000;  // in the order of kernels, all seeds stand before
  connection_.run(
      "INSERT OR IGNORE INTO session_kernels(session, kernel, ix, key, name) VALUES (?, ?, ?, ?, ?)",
      context_.session, *kernel, kFirstCandidate + number, body.kernelHash.substr(0, 16), body.name);
  CandidateRow row;
  row.number = number;
  row.task = 0;
  row.device = context_.deviceIx;
  row.surrogate = context_.surrogateIx;
  writeRow(connection_, context_.session, row);
  ++delta_.candidates;
  return {};
}

Result<void> SearchProjection::on(const Event& event, const search::CompileCompleted& body) {
  const auto before = rowOf(body.slot);
  if (!before) return failure(before.error());
  CandidateRow row = *before;
  fillResources(row, body.resources);
  if (body.compileMs) row.compileMs = *body.compileMs;
  if (!body.ok) applyOutcome(row, RowStatus::CompileFailed, std::nullopt, true);
  replace(*before, row);
  connection_.run("UPDATE candidates SET compile_seq = ? WHERE session = ? AND number = ?", event.seq,
                  context_.session, row.number);
  return {};
}

Result<void> SearchProjection::on(const Event&, const search::ForecastCompleted& body) {
  const auto before = rowOf(body.slot);
  if (!before) return failure(before.error());
  CandidateRow row = *before;
  const ForecastKey key{context_.session,   row.number,         context_.device,
                        context_.surrogate, context_.reference, 0};
  if (!writeForecast(connection_, texts_, key, body.forecast)) {
    return failure(Error::Kind::BadInput, fmt::format("candidate #{} has its forecast already", row.number));
  }
  fillForecasts(row, std::span(&body.forecast, 1));
  replace(*before, row);
  ++delta_.forecasts;
  return {};
}

Result<void> SearchProjection::on(const Event&, const search::ParentJudged& body) {
  for (const auto& judged : body.verdicts) {
    const auto before = rowOf(judged.slot);
    if (!before) return failure(before.error());
    CandidateRow row = *before;
    if (judged.verdict == Verdict::Trusted) row.status = RowStatus::Trusted;
    if (judged.verdict == Verdict::Skipped) row.status = RowStatus::Skipped;
    if (row.status != before->status) replace(*before, row);
    connection_.run("UPDATE candidates SET verdict = ? WHERE session = ? AND number = ?",
                    info(judged.verdict).key, context_.session, row.number);
    delta_.add(judged.verdict);
  }
  return {};
}

void SearchProjection::link(std::int64_t measurement, std::int64_t run) {
  connection_.run("INSERT OR IGNORE INTO session_measurements(session, measurement) VALUES (?, ?)",
                  context_.session, measurement);
  if (connection_.integer("SELECT 1 FROM session_runs WHERE session = ? AND run = ?", context_.session, run))
    return;
  const auto last =
      connection_.integer("SELECT max(ix) FROM session_runs WHERE session = ?", context_.session);
  connection_.run("INSERT INTO session_runs(session, ix, run) VALUES (?, ?, ?)", context_.session,
                  last.value_or(-1) + 1, run);
}

Result<std::optional<Measurement>> SearchProjection::linked(std::int64_t kernel, std::int64_t run) {
  std::int64_t id = 0;
  std::string body;
  {
    Rows rows = connection_.query(
        "SELECT id, body FROM measurements WHERE kernel = ? AND task_version = ? AND run = ?", kernel,
        context_.taskVersion, run);
    if (!rows.next()) return std::nullopt;
    id = rows->integer();
    body = rows->string();
  }
  link(id, run);
  return readMeasurementBody(body, context_.params).map([](Measurement&& one) {
    return std::optional(std::move(one));
  });
}

Result<SearchProjection::RunOfCandidate> SearchProjection::recordedRun(
    std::int64_t kernel, const search::MeasurementCompleted& body) {
  RunOfCandidate own;
  if (body.run.empty()) return own;
  const auto run = Catalogue(connection_).findRun(runNameOf(body.run, context_.ulid));
  if (!run) return own;
  own.run = *run;
  auto candidate = linked(kernel, *run);
  if (!candidate) return failure(candidate.error());
  auto reference = linked(context_.reference, *run);
  if (!reference) return failure(reference.error());
  own.candidate = std::move(*candidate);
  own.reference = std::move(*reference);
  return own;
}

Result<SearchProjection::RunOfCandidate> SearchProjection::liveRun(std::int64_t kernel,
                                                                   const search::MeasurementCompleted& body) {
  RunOfCandidate own{0, body.measurement, body.reference};
  if (!body.measurement) return own;
  const auto run = Catalogue(connection_)
                       .run(runNameOf(body.run.empty() ? "1" : body.run, context_.ulid), context_.device, "",
                            std::nullopt);
  if (!run) return failure(run.error());
  own.run = *run;
  const auto write = [&](std::int64_t of, const std::optional<Measurement>& measurement) -> Result<void> {
    if (!measurement) return {};
    const auto id = writeMeasurement(connection_, {of, context_.taskVersion, *run}, *measurement);
    if (!id) return failure(id.error().in("run " + body.run));
    link(*id, *run);
    return {};
  };
  if (auto done = write(kernel, body.measurement); !done) return failure(done.error());
  if (auto done = write(context_.reference, body.reference); !done) return failure(done.error());
  return own;
}

Result<void> SearchProjection::on(const Event&, const search::MeasurementCompleted& body) {
  const auto before = rowOf(body.slot);
  if (!before) return failure(before.error());
  const int number = before->number;
  std::int64_t kernel = 0;
  std::string name;
  {
    Rows rows = connection_.query("SELECT kernel, name FROM candidates WHERE session = ? AND number = ?",
                                  context_.session, number);
    if (!rows.next()) return failure("a candidate is missing");
    kernel = rows->integer();
    name = rows->string();
  }
  const auto run = body.recorded ? recordedRun(kernel, body) : liveRun(kernel, body);
  if (!run) return failure(run.error());

  CandidateRow row = *before;
  const MeasuredPair pair{run->reference ? &*run->reference : nullptr,
                          run->candidate ? &*run->candidate : nullptr};
  fillMeasured(row, std::span(&pair, 1));
  applyOutcome(row, rowStatusOf(body.status), body.speedup, false);
  replace(*before, row);
  const auto ofRun = run->run == 0 ? std::nullopt : std::optional(run->run);
  connection_.run("UPDATE candidates SET speedup = ?, run = ?, verified = ? WHERE session = ? AND number = ?",
                  body.speedup, ofRun, body.verification, context_.session, number);
  if (row.status == RowStatus::Ok && row.hasSpeedup()) {
    offerBest(best_, {context_.config.task, number, name, row.speedup});
  }
  return {};
}

Result<void> SearchProjection::on(const Event&, const search::MeasurementFailed& body) {
  // A trusted leader that could not be verified stays trusted; what was never asked for waits.
  if (body.verification || body.notAsked) return {};
  const auto before = rowOf(body.slot);
  if (!before) return failure(before.error());
  CandidateRow row = *before;
  row.status = body.missing ? RowStatus::NotRecorded : RowStatus::Infrastructure;
  replace(*before, row);
  return {};
}

void SearchProjection::end(SessionState state, const std::string& note) {
  connection_.run("UPDATE sessions SET state = ?, state_note = ? WHERE id = ?", info(state).key, note,
                  context_.session);
}

Result<void> SearchProjection::on(const Event&, const search::Paused&) {
  end(SessionState::Paused, "");
  return {};
}
Result<void> SearchProjection::on(const Event&, const search::Resumed&) {
  end(SessionState::Running, "");
  return {};
}
Result<void> SearchProjection::on(const Event&, const search::Stopped& body) {
  end(SessionState::Stopped, body.reason);
  return {};
}
Result<void> SearchProjection::on(const Event&, const search::Finished& body) {
  end(SessionState::Finished, body.reason);
  return {};
}
Result<void> SearchProjection::on(const Event&, const search::Failed& body) {
  end(SessionState::Failed, body.reason);
  return {};
}

void SearchProjection::finish() {
  addToSummary(connection_, context_.session, delta_);
  if (best_.empty()) return;
  const auto text = connection_.text("SELECT best FROM session_summary WHERE session = ?", context_.session);
  std::vector<BestOfTask> best = bestFromJson(text.value_or("[]"));
  for (const BestOfTask& offered : best_) offerBest(best, offered);
  connection_.run("UPDATE session_summary SET best = ? WHERE session = ?", dumpJson(bestToJson(best)),
                  context_.session);
}

}  // namespace kernelcast::db
