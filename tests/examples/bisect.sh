#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Bisects a "driver" that keeps denormals from its sixth commit on, and does not load in its fourth:
# bisect.sh HALFULP BISECT_SCRIPT FOLDER
set -eu
HALFULP=$1
export HALFULP
rm -rf "$3"
mkdir -p "$3"
cd "$3"
git init -q .
number=0
for device in host:flush host:flush host:flush exec:false host:flush host host host; do
  number=$((number + 1))
  printf '%s\n' "$device" >device
  printf '%s\n' "$number" >number
  git add device number
  git -c user.name=test -c user.email=test@localhost commit -qm "commit $number"
  [ "$number" -eq 1 ] && git tag good
done
git bisect start HEAD good >/dev/null
# The device of each commit stands in the place of a build.
git bisect run sh -c '"$0" true "$(cat device)" d3d11 mul 0x00800000 0.5' "$2" 2>&1
git log -1 --format='first bad: %s' refs/bisect/bad
