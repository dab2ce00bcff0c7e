#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# For `git bisect run`, in a driver's source: bisect.sh BUILD_COMMAND DEVICE RULEBOOK OPERATION OPERAND...
# Builds the commit, then asks the device for one case: 0 the result is permitted, 1 it is not, 125 there is no driver.
build=$1
shift
sh -c "$build" || exit 125
XDG_CACHE_HOME=$(mktemp -d) # no pipelines of an earlier build
export XDG_CACHE_HOME
"${HALFULP:-halfulp}" try "$@"
status=$?
rm -rf "$XDG_CACHE_HOME"
[ "$status" -gt 1 ] && exit 125
exit "$status"
