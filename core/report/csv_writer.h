// The candidates of a session as CSV (RFC 4180): for spreadsheets and for programs.
#pragma once

#include <string>
#include <string_view>

#include "core/domain/candidate_columns.h"
#include "core/domain/session.h"

namespace kernelcast::report {

// Every column of candidateColumns(), keys as header, one line a row of the table, lines end with CR LF.
// Numbers are raw, in the C locale, in the fewest digits that read back as the same double; an empty cell is
// an empty field.
std::string candidatesCsv(const SessionTable& table);

// One field. Text that a spreadsheet would run as a formula (it starts with = + - @, tab or CR) gets an
// apostrophe in front, as OWASP advises; text that starts with an apostrophe gets one too, so that who reads
// the file back takes one leading apostrophe off and has the text again. Numbers are never touched. Bytes
// that are not UTF-8 become U+FFFD.
std::string csvField(const CellValue& value);
// The text behind a field that csvField wrote, quotes already resolved.
std::string_view csvText(std::string_view field);

}  // namespace kernelcast::report
