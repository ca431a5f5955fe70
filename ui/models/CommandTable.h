// Everything the window can be told to do: one table for shortcuts, tooltips, menus and the list of keys.
#pragma once

#include <QKeySequence>
#include <QString>
#include <span>

namespace kernelcast::ui {

enum class Command {
  // Libraries and sessions
  OpenSample,
  OpenLibrary,
  Import,
  NewSearch,
  Replay,
  Report,
  ExportCsv,
  DeleteSession,
  Undo,
  Reload,
  // Where to look
  Palette,
  ShowOverview,
  ShowForecasts,
  ShowCalibration,
  ShowMisranks,
  ShowCandidates,
  ShowLineage,
  ShowLog,
  // Rows
  NextRow,
  PreviousRow,
  Inspect,
  Mark,
  Difference,
  Measure,
  Tag,
  Note,
  ChooseColumns,
  CopyRows,
  CopySource,
  OpenInEditor,
  // Filters
  FocusFilter,
  Back,
  Forward,
  ClearFilters,
  FilterColumn,
  FilterHelp,
  // The window
  SwitchTheme,
  Preferences,
  ShowKeys,
  Quit,
};

struct CommandEntry {
  Command command;
  const char* name;
  const char* keys;      // as QKeySequence reads them, several separated by "; "; empty: none
  const char* sentence;  // what it does
};
std::span<const CommandEntry> commandEntries();
const CommandEntry& entryOf(Command command);
QList<QKeySequence> shortcutsOf(Command command);
// "Next row (J)" and the sentence, for a tooltip.
QString toolTipOf(Command command);

}  // namespace kernelcast::ui
