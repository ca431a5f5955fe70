#include "ui/models/CommandTable.h"

#include <QStringList>
#include <array>

#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

constexpr std::array kEntries{
    CommandEntry{Command::OpenSample, "Open the sample", "",
                 "Puts the bundled sample, measured on an H200, into this library and opens it."},
    CommandEntry{Command::OpenLibrary, "Open library...", "Ctrl+O",
                 "Opens another library, or makes a new one."},
    CommandEntry{Command::Import, "Import...", "Ctrl+I",
                 "Reads sessions from a file in the native form into this library."},
    CommandEntry{Command::NewSearch, "New search...", "Ctrl+N",
                 "Sets up a search: task, what to trust, budgets, and what it is expected to cost."},
    CommandEntry{
        Command::Replay, "Replay", "Ctrl+R",
        "Replays the sample's row_softmax as a search: shows how the program works, measures nothing."},
    CommandEntry{Command::Report, "Report...", "Ctrl+Shift+R",
                 "Writes the open session as a report to hand on; asks which sections and how much."},
    CommandEntry{Command::ExportCsv, "Export as CSV...", "Ctrl+E",
                 "Writes the rows that are shown, every column, as comma-separated values."},
    CommandEntry{Command::DeleteSession, "Delete session...", "",
                 "Takes the open session out of this library, after a question; undo brings it back."},
    CommandEntry{Command::Undo, "Undo", "Ctrl+Z",
                 "Takes back the last note, tags, cause or deletion, until the program ends."},
    CommandEntry{Command::Reload, "Reload", "F5", "Reads the session list and the open session again."},
    CommandEntry{Command::Palette, "Find anything", "Ctrl+K",
                 "Finds sessions, kernels by name, source and rationale, and commands."},
    CommandEntry{Command::ShowOverview, "Overview", "Ctrl+1",
                 "Best so far, what became of the candidates, what was saved and spent."},
    CommandEntry{Command::ShowForecasts, "Forecasts", "Ctrl+2",
                 "Forecast against measurement, with the table below."},
    CommandEntry{Command::ShowCalibration, "Calibration", "Ctrl+3",
                 "How often forecasts are right when they say they are sure, and their scores."},
    CommandEntry{Command::ShowMisranks, "Misranks", "Ctrl+4",
                 "Pairs in the wrong order, by how sure the forecast was and what it costs."},
    CommandEntry{Command::ShowCandidates, "Candidates", "Ctrl+5", "Every column of every candidate."},
    CommandEntry{Command::ShowLineage, "Lineage", "Ctrl+6", "Which kernel was written from which."},
    CommandEntry{Command::ShowLog, "Log", "Ctrl+7", "Every event of the session, in order."},
    CommandEntry{Command::NextRow, "Next row", "J", "Selects the next row of the table."},
    CommandEntry{Command::PreviousRow, "Previous row", "K", "Selects the previous row of the table."},
    CommandEntry{Command::Inspect, "Inspect", "I",
                 "Moves the keyboard to the inspector; Enter in a table or chart does the same."},
    CommandEntry{Command::Mark, "Mark for A|B", "X",
                 "Marks the selected kernel; two marked ones make a pair."},
    CommandEntry{
        Command::Difference, "Difference", "D",
        "The two marked kernels, the two selected rows, or the selected one and its parent, side by side."},
    CommandEntry{Command::Measure, "Measure now", "M",
                 "Measures the selected kernel on a GPU of this machine."},
    CommandEntry{Command::Tag, "Tag", "T", "Tags the selected kernel, in every session that has it."},
    CommandEntry{Command::Note, "Note", "N",
                 "Writes a note on the selected kernel, in every session that has it."},
    CommandEntry{Command::ChooseColumns, "Columns...", "C",
                 "Chooses which columns the tables of candidates show."},
    CommandEntry{Command::CopyRows, "Copy rows", "Ctrl+C",
                 "Copies the selected rows of the table, tab-separated."},
    CommandEntry{Command::CopySource, "Copy source", "Y", "Copies the whole source of the selected kernel."},
    CommandEntry{Command::OpenInEditor, "Open in editor", "E",
                 "Writes the source of the selected kernel to a file of its own and opens it in the editor."},
    CommandEntry{Command::FocusFilter, "Filter", "/",
                 "Filters every view of the session, as in task:transpose bin:7 error>=2 failed."},
    CommandEntry{Command::Back, "Filter before", "Alt+Left", "Back to the filter before this one."},
    CommandEntry{Command::Forward, "Filter after", "Alt+Right", "Forward to the filter after this one."},
    CommandEntry{Command::ClearFilters, "Show all rows", "Ctrl+0", "Takes every filter away."},
    CommandEntry{Command::FilterColumn, "Filter a column...", "F",
                 "Filters by one column of the table: a range, words, only some values."},
    CommandEntry{Command::FilterHelp, "How filters are typed", "F1",
                 "What can be asked of a row, with examples."},
    CommandEntry{Command::SwitchTheme, "Light or dark", "Ctrl+T",
                 "Switches between the light and the dark theme."},
    CommandEntry{Command::Preferences, "Preferences...", "Ctrl+,",
                 "Theme, speed classes, which library opens at start; or the layout as at first."},
    CommandEntry{Command::ShowKeys, "Keys", "?", "Shows this list."},
    CommandEntry{Command::Quit, "Quit", "Ctrl+Q", "Closes the window; asks first where a search runs."},
};

}  // namespace

std::span<const CommandEntry> commandEntries() { return kEntries; }

const CommandEntry& entryOf(Command command) { return kEntries.at(static_cast<std::size_t>(command)); }

QList<QKeySequence> shortcutsOf(Command command) {
  QList<QKeySequence> sequences;
  for (const QString& keys :
       QString::fromLatin1(entryOf(command).keys).split(QStringLiteral("; "), Qt::SkipEmptyParts)) {
    sequences << QKeySequence(keys, QKeySequence::PortableText);
  }
  return sequences;
}

QString toolTipOf(Command command) {
  const CommandEntry& entry = entryOf(command);
  QString title = QString::fromLatin1(entry.name);
  const QList<QKeySequence> keys = shortcutsOf(command);
  if (!keys.isEmpty()) title += QStringLiteral(" (%1)").arg(keys.front().toString(QKeySequence::NativeText));
  return toolTipText(title + u'\n' + QString::fromLatin1(entry.sentence));
}

}  // namespace kernelcast::ui
