#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Judges a program that reads operands and writes results, a case a line: pipe.sh HALFULP PROGRAM [OPTION...]
# As in: examples/pipe.sh build/release/halfulp ./lines --rulebook metal1
halfulp=$1
program=$2
shift 2
"$halfulp" vectors --operation add --format binary32 | "$program" |
  "$halfulp" verify --operation add --format binary32 "$@"
