// Why pairs of the open session were put in the wrong order, as people said: read, written, and taken back.
#pragma once

#include <QObject>
#include <map>
#include <optional>
#include <string>

#include "core/analysis/causes.h"
#include "core/domain/annotations.h"

namespace kernelcast::ui {

class LibraryService;
class UndoStack;

// The pair as the library names it. None where the two are in the right order, or a kernel's hash is not
// known.
std::optional<KernelPair> kernelPairOf(const SessionTable& table, const analysis::Misrank& misrank);

class PairCauses : public QObject {
  Q_OBJECT

 public:
  PairCauses(LibraryService& library, UndoStack& undo, QObject* parent = nullptr);

  // Empty: of none. Reads again where it is the same one.
  void show(const SessionId& session);
  // Null where nobody said one.
  [[nodiscard]] const analysis::CauseInfo* causeOf(const KernelPair& pair) const;
  // Null takes it away. `name` is what the pair is called when that is taken back.
  void set(const KernelPair& pair, const analysis::CauseInfo* cause, const QString& name);

 signals:
  void changed();
  void failed(const QString& sentence);  // nothing was changed

 private:
  enum class Keep { ForUndo, No };
  void write(const SessionId& session, const KernelPair& pair, const std::string& cause, const QString& name,
             Keep keep);
  void read();

  LibraryService& library_;
  UndoStack& undo_;
  SessionId session_;
  std::map<KernelPair, std::string> causes_;
  int question_ = 0;
};

}  // namespace kernelcast::ui
