#!/usr/bin/env bash
# Fails when a file includes what its folder may not, or when the top level holds a name it should not.
# usage: packaging/check-layout.sh [ROOT]
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"

# Who may include whom: a folder, then what it may include beside itself. Tests may include everything.
allowed='
core/domain
core/stats     core/domain
core/search    core/domain core/stats
core/llm       core/domain core/search
core/bench     core/domain core/search
core/analysis  core/domain core/stats core/search
core/exchange  core/domain core/stats
core/report    core/domain core/stats core/analysis
db             core/domain core/search core/exchange
ui             core db
app            core db ui
'
# Whose headers stay out of a folder: the folder, the library, how an include of it starts.
banned='
core  Qt      (["<]Q|<q[a-z0-9]*(\.h|/))
core  sqlite  ["<](sqlite3|SQLiteCpp)
ui    sqlite  ["<](sqlite3|SQLiteCpp)
ui    curl    ["<]curl/
'
top_level='app core db ui resources tests packaging CMakeLists.txt CMakePresets.json README.md CHANGELOG.md LICENSE'
ignored='build build-* out compile_commands.json CMakeUserPresets.json *.swp'

failed=0

for name in *; do
  for known in $top_level $ignored; do
    # shellcheck disable=SC2254  # the ignored names are patterns
    case $name in $known) continue 2 ;; esac
  done
  echo "$name: the top level holds nothing but $top_level and dot-files"
  failed=1
done

includes() {
  find app core db ui -type f \( -name '*.[ch]' -o -name '*.[ch]pp' -o -name '*.cc' -o -name '*.inl' \) \
    -exec grep -nHE '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]' {} + || true # a folder may not exist yet
}

# Reads file:line:#include "target" and prints each one that breaks a rule.
includes 2>/dev/null | ALLOWED=$allowed BANNED=$banned awk -F: '
  function folder_of(path, part) { # core/stats/x.h -> core/stats, ui/charts/x.h -> ui
    split(path, part, "/")
    return part[1] == "core" ? part[1] "/" part[2] : part[1]
  }
  function broken(rule) { print $1 ":" $2 ": " rule; failures++ }
  BEGIN {
    rows = split(ENVIRON["ALLOWED"], row, "\n")
    for (r = 1; r <= rows; r++) {
      words = split(row[r], word, " ")
      if (words) known[word[1]] = 1
      for (w = 2; w <= words; w++) may[word[1], word[w]] = 1
    }
    rows = split(ENVIRON["BANNED"], row, "\n")
    for (r = 1; r <= rows; r++)
      if (split(row[r], word, " ")) { bans++; where[bans] = word[1]; library[bans] = word[2]; starts[bans] = "^" word[3] }
  }
  {
    from = folder_of($1)
    top = from; sub("/.*", "", top)
    include = $0; sub(/^[^:]*:[^:]*:[^"<]*/, "", include)
    target = substr(include, 2); sub(/[">].*/, "", target)

    if (!(from in known)) broken(from " is not in the table of who may include whom")
    if (target ~ /(^|\/)\.\.?\//) broken("an include is written from the root, not as " target)
    for (b = 1; b <= bans; b++)
      if (top == where[b] && include ~ starts[b]) broken("no " library[b] " header in " top " (" target ")")
    if (target ~ /^(app|core|db|ui)\//) {
      to = folder_of(target)
      to_top = to; sub("/.*", "", to_top)
      if (to != from && !((from, to) in may) && !((from, to_top) in may)) broken(from " may not include " to " (" target ")")
    }
  }
  END { exit failures > 0 }' || failed=1

exit $failed
