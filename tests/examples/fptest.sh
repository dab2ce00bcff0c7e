#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Judges expectations of an FPGen suite, of which the last two are wrong: fptest.sh HALFULP PYTHON CONVERTER FOLDER
set -eu
rm -rf "$4"
mkdir -p "$4"
cat >"$4/tests.fptest" <<'TESTS'
Floating point tests: a heading
b32+ =0 i +0.000001P-126 +1.000000P-126 -> +1.000001P-126
b32+ =0 +1.7FFFFFP127 -Inf -> -Inf
b32* =0 -1.000000P-126 +1.000000P1 -> -1.000000P-125
b32*+ =0 i +1.000000P0 +1.400000P1 -Zero -> +1.400000P1
b32V =0 +1.7FFFFFP127 -> +1.7FFFFFP63 x
b32/ =0 i +Zero -Zero -> Q i
b32/ =0 +Zero -Zero -> Q i
b32+ > +1.000000P0 +0.000001P-126 -> +1.000001P0 x
b64+ =0 +1.0000000000000P0 +Zero -> +1.0000000000000P0
b32+ =0 +1.000000P0 +1.000000P0 -> +1.000001P1
b32* =0 +Inf +Zero -> +Inf
TESTS
"$2" "$3" "$4/tests.fptest" >"$4/tests.csv" 2>"$4/left_out.txt"
[ "$(wc -l <"$4/left_out.txt")" -eq 3 ]
status=0
"$1" judge metal4 --reading ftz.in=never --file "$4/tests.csv" || status=$?
[ "$status" -eq 1 ]
