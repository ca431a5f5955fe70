#!/usr/bin/env bash
# clang-format and clang-tidy over the sources, or over those named. Fails on a finding.
# Needs, beside debian-packages.txt: clang-format clang-tidy-16 git
set -euo pipefail

usage='usage: packaging/lint.sh [--fix] [FILE...]
  --fix  rewrite the files as clang-format wants them before checking'

fail() {
  printf 'kernelcast: %s\n' "$*" >&2
  exit 1
}
first_of() { # the first of these commands that exists
  local command
  for command in "$@"; do
    command -v "$command" && return
  done
  fail "none of $* was found; as root: apt-get install --no-install-recommends clang-format clang-tidy-16"
}

fix=no
sources=()
for argument in "$@"; do
  case $argument in
    --fix) fix=yes ;;
    -h | --help) echo "$usage" && exit 0 ;;
    -*) echo "$usage" >&2 && exit 2 ;;
    *) sources+=("$(realpath -e -- "$argument")") ;;
  esac
done

root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
cd "$root"
if ((${#sources[@]} == 0)); then # tracked ones and new ones
  mapfile -t sources < <(git ls-files --cached --others --exclude-standard -- '*.h' '*.cpp' | sed "s|^|$root/|")
fi
((${#sources[@]})) || fail 'git knows of no source to check'
format=$(first_of clang-format-16 clang-format clang-format-14)
tidy=$(first_of clang-tidy-16 clang-tidy)

[[ $fix == no ]] || "$format" -i "${sources[@]}"
failed=no
for source in "${sources[@]}"; do
  "$format" --dry-run --Werror "$source" 2>/dev/null && continue
  echo "${source#"$root"/}: not formatted; packaging/lint.sh --fix does it"
  failed=yes
done

# A build folder of its own: clang cannot read GCC's precompiled headers. Nothing is built there but what moc
# writes, by the command that the build itself would run.
mkdir -p build
cmake -S . -B build/lint -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >build/lint.log ||
  fail 'configuring failed, see build/lint.log'
find build/lint -name AutogenInfo.json -print0 |
  xargs -0 -r -P 2 -I{} cmake -E cmake_autogen {} Debug >>build/lint.log || fail 'moc failed, see build/lint.log'

for source in "${sources[@]}"; do
  [[ $source != *.cpp ]] || printf '%s\0' "$source"
done | xargs -0 -r -n 1 -P 2 "$tidy" --quiet -p build/lint --extra-arg=-Wno-unknown-warning-option \
  2> >(grep -v ' generated\.$' >&2) || failed=yes
[[ $failed == no ]] || fail 'clang-format or clang-tidy found what is above'
