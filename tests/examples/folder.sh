#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Judges what the examples compute in folders: folder.sh HALFULP PROGRAM_IN_C PYTHON PROGRAM_IN_PYTHON FOLDER
set -eu
halfulp=$1
folder=$5
rm -rf "$folder"

"$halfulp" vectors --operation add -o "$folder/raw"
"$2" "$folder/raw"
"$halfulp" verify "$folder/raw" --rulebook metal1 | grep "^conforms"

operations=add,mul,sqrt,lt
"$halfulp" vectors --operation $operations --format binary16,binary32 --files npy -o "$folder/vectors"
"$3" "$4" "$folder/vectors" "$folder/results"
"$halfulp" verify "$folder/vectors" "$folder/results" --rulebook metal2.1 | grep "^conforms"
