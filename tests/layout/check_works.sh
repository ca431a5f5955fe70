#!/usr/bin/env bash
# Plants one violation of each rule in a clean tree; the check has to fail on it and say which rule, where.
set -euo pipefail

check=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../packaging/check-layout.sh")
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

complain() {
  printf '%s\n' "$*"
  failures=$((failures + 1))
}

include() { # FILE TARGET: appends `#include TARGET`
  mkdir -p "$tree/$(dirname "$1")"
  echo "#include $2" >>"$tree/$1"
}

clean_tree() { # every include that the layout allows, and some that are nobody's business
  rm -rf "${tree:?}"/*
  mkdir -p "$tree"/{app,core,db,ui,resources,tests/ui,packaging,build/bin,build-other,out,.ci}
  touch "$tree"/{CMakeLists.txt,CMakePresets.json,README.md,CHANGELOG.md,LICENSE,.gitignore,compile_commands.json}
  local file targets target
  while read -r file targets; do
    for target in $targets; do include "$file" "$target"; done
  done <<'ALLOWED'
core/domain/a.h     "core/domain/b.h" <string> <queue> <nlohmann/json.hpp>
core/stats/a.h      "core/domain/b.h" "core/stats/b.h"
core/search/a.h     "core/domain/b.h" "core/stats/b.h" "core/search/b.h"
core/llm/a.cpp      "core/domain/b.h" "core/search/b.h" <curl/curl.h>
core/bench/a.cpp    "core/domain/b.h" "core/search/b.h"
core/analysis/a.cpp "core/domain/b.h" "core/stats/b.h" "core/search/b.h"
core/exchange/a.cpp "core/domain/b.h" "core/stats/b.h" "queue.h"
core/report/a.cpp   "core/domain/b.h" "core/stats/b.h" "core/analysis/b.h"
db/a.cpp            "core/domain/b.h" "core/search/b.h" "core/exchange/b.h" "db/b.h" <sqlite3.h> <SQLiteCpp/Database.h>
ui/pages/a.cpp      "core/report/b.h" "core/llm/b.h" "db/b.h" "ui/charts/b.h" <QWidget> "a.moc"
app/a.cpp           "core/bench/b.h" "db/b.h" "ui/b.h" <QApplication> <CLI/CLI.hpp>
tests/ui/a.cpp      "ui/b.h" "app/b.h" <sqlite3.h> <QTest> <curl/curl.h>
ALLOWED
}

planted() { # FILE:LINE MESSAGE: the planted violation has to be named so, and be the only one
  local output
  if output=$("$check" "$tree"); then
    complain "not noticed: $1: $2"
  elif [[ $output != "$1: $2"* || $output == *$'\n'* ]]; then
    complain "expected $1: $2" "got $output"
  fi
}

clean_tree
output=$("$check" "$tree") || complain "a clean tree fails: $output"

while read -r file target message; do
  clean_tree
  include "$file" "$target"
  planted "$file:1" "$message"
done <<'PLANTED'
core/domain/planted.h      "core/stats/b.h"       core/domain may not include core/stats
core/stats/planted.h       "core/search/b.h"      core/stats may not include core/search
core/stats/planted.h       "core/report/b.h"      core/stats may not include core/report
core/search/planted.h      "core/llm/b.h"         core/search may not include core/llm
core/search/planted.cpp    "db/b.h"               core/search may not include db
core/llm/planted.cpp       "core/stats/b.h"       core/llm may not include core/stats
core/llm/planted.cpp       "core/bench/b.h"       core/llm may not include core/bench
core/bench/planted.cpp     "core/stats/b.h"       core/bench may not include core/stats
core/bench/planted.cpp     "core/llm/b.h"         core/bench may not include core/llm
core/analysis/planted.cpp  "core/exchange/b.h"    core/analysis may not include core/exchange
core/exchange/planted.cpp  "core/search/b.h"      core/exchange may not include core/search
core/report/planted.cpp    "core/search/b.h"      core/report may not include core/search
core/report/planted.cpp    "ui/b.h"               core/report may not include ui
core/report/planted.cpp    <core/search/b.h>      core/report may not include core/search
db/planted.cpp             "core/stats/b.h"       db may not include core/stats
db/planted.cpp             "ui/b.h"               db may not include ui
ui/planted.cpp             "app/b.h"              ui may not include app
core/domain/planted.h      <QString>              no Qt header in core
core/domain/planted.h      <QtCore/qglobal.h>     no Qt header in core
core/domain/planted.h      <qstring.h>            no Qt header in core
core/domain/planted.h      <qt6keychain/keychain.h> no Qt header in core
core/search/planted.cpp    <sqlite3.h>            no sqlite header in core
core/search/planted.cpp    <SQLiteCpp/Database.h> no sqlite header in core
ui/models/planted.h        <sqlite3.h>            no sqlite header in ui
ui/models/planted.h        "SQLiteCpp/Column.h"   no sqlite header in ui
ui/models/planted.cpp      <curl/curl.h>          no curl header in ui
core/stats/planted.cpp     "../domain/b.h"        an include is written from the root, not as ../domain/b.h
core/other/planted.cpp     <vector>               core/other is not in the table of who may include whom
PLANTED

clean_tree
printf '\n  #  include   "core/stats/b.h"  // indented\n' >"$tree/core/domain/planted.h"
planted core/domain/planted.h:2 'core/domain may not include core/stats (core/stats/b.h)'

clean_tree
touch "$tree/notes.txt"
planted notes.txt 'the top level holds nothing but'

clean_tree
rm -r "$tree/app" "$tree/db"
include ui/planted.cpp '"app/b.h"'
planted ui/planted.cpp:1 'ui may not include app'

exit $((failures > 0))
