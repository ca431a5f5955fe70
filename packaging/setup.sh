#!/usr/bin/env bash
# Installs what Debian misses of debian-packages.txt, then configures and builds preset `release` into build/.
# With nothing to do it ends within a second or two.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage='usage: packaging/setup.sh [--no-install]
  --no-install  install nothing; say what is missing and how to install it'

say() { printf 'kernelcast: %s\n' "$*" >&2; }
fail() {
  say "$*"
  exit 1
}

install=yes
for argument in "$@"; do
  case $argument in
    --no-install) install=no ;;
    -h | --help) echo "$usage" && exit 0 ;;
    *) echo "$usage" >&2 && exit 2 ;;
  esac
done

mapfile -t wanted <<<"$(grep -Ev '^(#|$)' packaging/debian-packages.txt)"
hint='' # ends the message when configuring fails
installed_now=no

find_missing() { # fills `missing`
  local installed package
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null | sed -n 's/ installed$//p' || true)
  missing=()
  for package in "${wanted[@]}"; do
    grep -qxF -- "$package" <<<"$installed" || missing+=("$package")
  done
}

install_packages() {
  local as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || fail "packages are missing, and without sudo only root can install them; as root: $command_line"
    as_root=(sudo)
  fi
  say "installing $*"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
  "${apt[@]}" update || say 'the package lists could not be refreshed; trying with those at hand'
  "${apt[@]}" install -y --no-install-recommends "$@" || fail "the packages could not be installed; by hand, as root: $command_line"
  installed_now=yes
}

if ! command -v dpkg-query >/dev/null; then
  [[ -f build/build.ninja ]] ||
    say "this is not Debian, so nothing is installed; needed are the equivalents of ${wanted[*]}"
  hint='; install what is missing of the packages in packaging/debian-packages.txt'
else
  find_missing
  if ((${#missing[@]})); then
    command_line="apt-get install --no-install-recommends ${missing[*]}"
    if [[ $install == yes ]]; then
      install_packages "${missing[@]}"
    else
      say "not installed: ${missing[*]}; to install them, as root: $command_line"
      hint='; the packages named above are missing'
    fi
  fi
fi

for tool in cmake ninja; do
  command -v "$tool" >/dev/null || fail "$tool was not found$hint"
done

# What the cache says of another place (a copied or moved tree) or of a configuration that failed is not kept.
configure=()
if [[ ! -f build/build.ninja ]] || ! grep -sqxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" build/CMakeCache.txt; then
  configure=(cmake --fresh --preset release)
elif [[ $installed_now == yes || CMakePresets.json -nt build/build.ninja ]]; then
  configure=(cmake --preset release)
fi

ccache_works() {
  local folder
  command -v ccache >/dev/null && folder=$(ccache --get-config cache_dir) &&
    mkdir -p "$folder" 2>/dev/null && [[ -w $folder ]]
}
export CCACHE_SLOPPINESS=pch_defines,time_macros # without these nothing that uses a precompiled header is cached
if ((${#configure[@]})) && ccache_works; then
  configure+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
if ((${#configure[@]})); then
  "${configure[@]}" || fail "configuring failed, CMake says why above$hint"
fi

# A compiler takes up to 1.5 GB; a container may have less than the machine.
jobs=$({
  nproc
  awk '/^MemAvailable:/ { print int($2 / 1.5e6) }' /proc/meminfo
  awk '/^[0-9]/ { print int($1 / 1.5e9) }' /sys/fs/cgroup/memory.max
} 2>/dev/null | awk 'NR == 1 || $1 < least { least = $1 } END { print (least > 1 ? least : 1) }') || true
cmake --build --preset release -j "${jobs:-1}" || fail 'the build failed, for the reason above'
