// What Ctrl+K finds: commands, sessions and kernels, best first.
#pragma once

#include <QAbstractListModel>
#include <QString>
#include <vector>

#include "core/domain/session.h"
#include "ui/models/CommandTable.h"

namespace kernelcast::ui {

struct PaletteItem {
  enum class Kind { Command, Session, Kernel };
  Kind kind = Kind::Command;
  QString title;
  QString detail;  // muted, beside it
  QString keys;    // shortcut of a command
  QString whyNot;  // of a command that cannot run now
  Command command = Command::Palette;
  SessionId session;
  int candidate = 0;
};

// How well `text` answers `wanted`, which is in lower case: 0 not at all, then letters of words in order, a
// part, the beginning of a word, the beginning, the whole.
int matchOf(const QString& text, const QString& wanted);

// Commands first where they answer better than sessions do; at most `most`. Without a question the commands
// that can run and the newest sessions.
std::vector<PaletteItem> paletteItems(const QString& question, const std::vector<PaletteItem>& commands,
                                      const std::vector<SessionSummary>& sessions, std::size_t most = 40);

class PaletteModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { KindRole = Qt::UserRole + 1, DetailRole, KeysRole, EnabledRole };

  using QAbstractListModel::QAbstractListModel;
  void setItems(std::vector<PaletteItem> items);
  // Below the others, when they come.
  void setKernels(std::vector<PaletteItem> kernels);
  [[nodiscard]] const PaletteItem* at(int row) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  std::vector<PaletteItem> items_;
  std::size_t kernelsFrom_ = 0;
};

}  // namespace kernelcast::ui
