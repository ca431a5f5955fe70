#include "ui/models/PairCauses.h"

#include "db/Annotations.h"
#include "db/Library.h"
#include "ui/models/LibraryService.h"
#include "ui/models/PlainText.h"
#include "ui/models/UndoStack.h"

namespace kernelcast::ui {

std::optional<KernelPair> kernelPairOf(const SessionTable& table, const analysis::Misrank& misrank) {
  const CandidateRow& better = table.rows[static_cast<std::size_t>(misrank.better)];
  const CandidateRow& favourite = table.rows[static_cast<std::size_t>(misrank.favourite)];
  if (better.task < 0 || better.kernelHash.empty() || favourite.kernelHash.empty() ||
      better.kernelHash == favourite.kernelHash) {
    return std::nullopt;
  }
  const bool hasDevice = better.device >= 0 && static_cast<std::size_t>(better.device) < table.devices.size();
  return KernelPair{table.tasks[static_cast<std::size_t>(better.task)], better.kernelHash,
                    favourite.kernelHash,
                    hasDevice ? table.devices[static_cast<std::size_t>(better.device)] : std::string()};
}

PairCauses::PairCauses(LibraryService& library, UndoStack& undo, QObject* parent)
    : QObject(parent), library_(library), undo_(undo) {}

void PairCauses::show(const SessionId& session) {
  if (session != session_) {
    session_ = session;
    causes_.clear();
    emit changed();
  }
  ++question_;
  if (!session_.empty()) read();
}

void PairCauses::read() {
  const int question = ++question_;
  library_.ask<SessionAnnotations>(
      this, [session = session_](db::Reader& reader) { return reader.annotations(session); },
      [this, question](const Result<SessionAnnotations>& found) {
        if (question != question_) return;
        if (!found) {
          emit failed(asSentence(found.error().message));
          return;
        }
        std::map<KernelPair, std::string> causes;
        for (const PairCause& each : found->pairCauses) causes[each.pair] = each.cause;
        if (causes == causes_) return;
        causes_ = std::move(causes);
        emit changed();
      });
}

const analysis::CauseInfo* PairCauses::causeOf(const KernelPair& pair) const {
  const auto found = causes_.find(pair);
  return found == causes_.end() ? nullptr : analysis::causeFromKey(found->second);
}

void PairCauses::set(const KernelPair& pair, const analysis::CauseInfo* cause, const QString& name) {
  if (session_.empty() || causeOf(pair) == cause) return;
  write(session_, pair, cause != nullptr ? std::string(cause->key) : std::string(), name, Keep::ForUndo);
}

void PairCauses::write(const SessionId& session, const KernelPair& pair, const std::string& cause,
                       const QString& name, Keep keep) {
  library_.change<std::string>(
      this,
      [session, pair, cause](db::Library& library) {
        return library.annotations().setPairCause(session, pair, cause);
      },
      [this, session, pair, name, keep](const Result<std::string>& replaced) {
        if (!replaced) {
          emit failed(asSentence(replaced.error().message));
        } else if (keep == Keep::ForUndo) {
          undo_.push(QStringLiteral("cause of %1").arg(name),
                     [this, session, pair, name, before = *replaced] {
                       write(session, pair, before, name, Keep::No);
                     });
        }
        if (session == session_) read();
      });
}

}  // namespace kernelcast::ui
