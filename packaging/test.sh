#!/usr/bin/env bash
# Sets up, builds and runs every test, without a display and away from the user's own library and settings.
set -euo pipefail

case "$#${1:-}" in
  0 | 1--no-install) ;;
  *)
    echo 'usage: packaging/test.sh [--no-install]' >&2
    [[ ${1:-} == -h || ${1:-} == --help ]] && exit 0 || exit 2
    ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/.."
packaging/setup.sh "$@"

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export HOME=$home QT_QPA_PLATFORM=offscreen
export XDG_DATA_HOME=$home/data XDG_CONFIG_HOME=$home/config XDG_CACHE_HOME=$home/cache XDG_RUNTIME_DIR=$home
ctest --test-dir build --output-on-failure --no-tests=error -j2
