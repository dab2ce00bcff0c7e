#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# newer_wine.sh FOLDER gl|vulkan|dxvk PROGRAM [ARGUMENT...]: runs a program for Windows by Wine of the Debian that
# packaging/unpack_wine made in FOLDER, whose Direct3D 11 is wined3d on OpenGL or on Vulkan, or DXVK. Makes Wine's files
# once, in FOLDER/root/prefix.
set -euo pipefail

root="$(realpath "$1")/root"
if [ -z "${HALFULP_MOUNTS_ARE_ITS_OWN:-}" ]; then
  exec env HALFULP_MOUNTS_ARE_ITS_OWN=1 unshare --mount --propagation private "$0" "$@"
fi
case "$2" in
  gl | vulkan) export WINE_D3D_CONFIG="renderer=$2" library=b ;;
  dxvk) export library=n ;;
  *)
    echo "error: '$2' is none of gl, vulkan and dxvk" >&2
    exit 2
    ;;
esac
program="$(realpath "$3")"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$(dirname "$program")" "$root/mnt"
program="/mnt/$(basename "$program")"
export program
shift 3

exec chroot "$root" bash -euc '
  exec 3< <(exec Xvfb -displayfd 1 -screen 0 640x480x24 -nolisten tcp 2>/dev/null)
  xvfb=$!
  trap "wineserver -k 2>/dev/null || true; kill $xvfb" EXIT
  read -r number <&3
  export DISPLAY=":$number" HOME=/root WINEARCH=win64 WINEDEBUG=-all MESA_SHADER_CACHE_DISABLE=true
  export DXVK_LOG_LEVEL=none DXVK_STATE_CACHE=0 WINEDLLOVERRIDES="mscoree,mshtml="
  if [ ! -d /prefix ]; then
    rm -rf /new
    WINEPREFIX=/new wineboot -i >/dev/null 2>&1
    WINEPREFIX=/new dxvk-setup install -y --64 >/dev/null 2>&1
    WINEPREFIX=/new wineserver -w
    mv /new /prefix
  fi
  export WINEPREFIX=/prefix WINEDLLOVERRIDES="mscoree,mshtml=;d3d11,dxgi=$library"
  wine "$program" "$@"
' newer_wine "$@"
