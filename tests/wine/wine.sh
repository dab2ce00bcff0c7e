#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# wine.sh FOLDER PROGRAM [ARGUMENT...]: runs a program with what Wine needs: an X display of its own, and FOLDER/prefix,
# Wine's files, which are made once (690 MB). Exits 77 where Wine or Xvfb is not installed.
set -euo pipefail

folder=$(realpath -m "$1")
shift
for command in wine wineserver Xvfb; do
  if ! command -v "$command" >/dev/null; then
    echo "skipped: there is no $command; packaging/install_packages test installs it"
    exit 77
  fi
done

# Xvfb takes a display that is free and writes its number.
exec 3< <(exec Xvfb -displayfd 1 -screen 0 640x480x24 -nolisten tcp 2>/dev/null)
xvfb=$!
trap 'wineserver -k 2>/dev/null || true; kill "$xvfb"' EXIT
read -r number <&3
export DISPLAY=":$number"

export WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=' MESA_SHADER_CACHE_DISABLE=true
unset WINE_D3D_CONFIG
if [ ! -d "$folder/prefix" ]; then
  rm -rf "$folder/new"
  mkdir -p "$folder"
  WINEPREFIX="$folder/new" wineboot -i >/dev/null 2>&1
  WINEPREFIX="$folder/new" wineserver -w
  mv "$folder/new" "$folder/prefix"
fi
export WINEPREFIX="$folder/prefix"

"$@"
