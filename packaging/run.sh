#!/usr/bin/env bash
# Sets up, builds, puts the sample into the library and opens the window; without a display it searches,
# reports and draws every page into out/.
set -euo pipefail

usage='usage: packaging/run.sh [--no-install] [--headless] [--library FILE]
  --no-install    install nothing; say what is missing and how to install it
  --headless      work without a window even where there is a display
  --library FILE  the library to open; default: your own, or out/library.kcast where there is no display'

fail() {
  printf 'kernelcast: %s\n' "$*" >&2
  exit 1
}

setup_options=()
headless=no
library=''
while (($#)); do
  case $1 in
    --no-install) setup_options+=("$1") ;;
    --headless) headless=yes ;;
    --library)
      [[ -n ${2:-} ]] || fail '--library needs a file'
      library=$(realpath -m -- "$2")
      shift
      ;;
    -h | --help) echo "$usage" && exit 0 ;;
    *) echo "$usage" >&2 && exit 2 ;;
  esac
  shift
done
[[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]] || headless=yes

cd "$(dirname "${BASH_SOURCE[0]}")/.."
packaging/setup.sh "${setup_options[@]}"

if [[ $headless == yes ]]; then
  default_library=$PWD/out/library.kcast
else
  default_library=${XDG_DATA_HOME:-$HOME/.local/share}/kernelcast/library.kcast
fi
library=${library:-$default_library}
mkdir -p "$(dirname "$library")"
cli=(build/bin/kernelcast-cli --library "$library")

"${cli[@]}" sample || fail "the sample could not be put into $library"
[[ $headless == yes ]] || exec build/bin/kernelcast --library "$library"

echo 'No display: searching the recorded sample, then drawing the report and every page into out/.' >&2
mkdir -p out
"${cli[@]}" --json search resources/examples/recorded_row_softmax.json >out/search.json || fail 'the search failed'
session=$(grep -o '"session": *"[^"]*"' out/search.json | sed -n '1s/.*"\([^"]*\)"$/\1/p') ||
  fail 'out/search.json names no session'
"${cli[@]}" report 'H200 sample' "$session" --out out/report.html || fail 'the report could not be written'
rm -rf out/shots
for theme in light dark; do
  QT_QPA_PLATFORM=offscreen build/bin/kernelcast --library "$library" --shots "out/shots/$theme" --theme "$theme" ||
    fail "the pages could not be drawn in the $theme theme"
done
echo 'Made:' >&2
realpath "$library" out/search.json out/report.html
find "$PWD/out/shots" -type f | sort
