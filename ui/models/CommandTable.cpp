#include "ui/models/CommandTable.h"

#include <QStringList>
#include <array>

#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

constexpr std::array kEntries{
    CommandEntry{Command::OpenSample, "Open the sample", "",
                 "Puts the bundled sample, measured on an H200, into this library and opens it."},
    CommandEntry{
        Command::Replay, "Replay", "Ctrl+R",
        "Replays the sample's row_softmax as a search: shows how the program works, measures nothing."},
    CommandEntry{Command::Reload, "Reload", "F5", "Reads the session list and the open session again."},
    CommandEntry{Command::ShowForecasts, "Forecasts", "Ctrl+1",
                 "Forecast against measurement, with the table below."},
    CommandEntry{Command::ShowCandidates, "Candidates", "Ctrl+2", "Every column of every candidate."},
    CommandEntry{Command::NextRow, "Next row", "J", "Selects the next row of the table."},
    CommandEntry{Command::PreviousRow, "Previous row", "K", "Selects the previous row of the table."},
    CommandEntry{Command::Inspect, "Inspect", "I",
                 "Moves the keyboard to the inspector; Enter in a table or chart does the same."},
    CommandEntry{Command::FocusFilter, "Filter by name", "/", "Moves the keyboard to the filter."},
    CommandEntry{Command::ClearFilters, "Show all rows", "Ctrl+0", "Takes every filter away."},
    CommandEntry{Command::CopyRows, "Copy rows", "Ctrl+C",
                 "Copies the selected rows of the table, tab-separated."},
    CommandEntry{Command::CopySource, "Copy source", "Y", "Copies the whole source of the selected kernel."},
    CommandEntry{Command::SwitchTheme, "Light or dark", "Ctrl+T",
                 "Switches between the light and the dark theme."},
    CommandEntry{Command::ShowKeys, "Keys", "?", "Shows this list."},
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
