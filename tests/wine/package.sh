#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# package.sh PACKAGE FOLDER: the package for Windows that the script PACKAGE writes into FOLDER has a program that Wine
# runs, the options that its text names, and the licences. wine.sh runs it.
set -euo pipefail

zip="$("$1" "$2" 2>"$2.log")" || { cat "$2.log"; exit 1; }
name="$(basename "$zip" .zip)"
cd "$2"
rm -rf "$name"
cmake -E tar xf "$zip"
cd "$name"

fail() {
  echo "$zip: $1"
  exit 1
}
version="$(wine halfulp-d3d11.exe --version | tr -d '\r')"
[ "$name" = "${version// /-}-windows" ] || fail "the program is '$version'"
usage="$(wine halfulp-d3d11.exe --help)"
for option in $(grep -o -e '--[a-z]*' <(grep '^  halfulp-d3d11' README.txt)); do
  grep -q -e "$option" <<<"$usage" || fail "README.txt has $option, which the program has not"
done
grep -q "$(printf 'halfulp-d3d11 %s: .*\r$' "${version#* }")" README.txt || fail "README.txt names another version"
grep -q 'Apache License' LICENSE || fail "LICENSE is another"
for library in libfmt-dev nlohmann-json3-dev mingw-w64-x86-64-dev gcc-mingw-w64-x86-64-posix-runtime; do
  grep -q "^==== $library" NOTICES.txt || fail "NOTICES.txt has no $library"
done
[ "$(ls | wc -l)" = 4 ] || fail "it has other files: $(ls)"
