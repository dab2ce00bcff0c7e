// SPDX-License-Identifier: Apache-2.0
// Computes add in binary32 in a folder of vectors, on any system with a C compiler:
//   halfulp vectors --operation add -o vectors;  ./folder vectors;  halfulp verify vectors --rulebook metal1
#include <stdio.h>
#include <stdlib.h>

static FILE* open_in(const char* folder, const char* name, const char* mode) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE* file = fopen(path, mode);
  if (file == NULL) {
    perror(path);
    exit(1);
  }
  return file;
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  enum { BLOCK = 65536 };
  static float x[BLOCK], y[BLOCK], result[BLOCK];
  // "rb" and "wb": no system may change bytes on the way.
  FILE* xs = open_in(argv[1], "add.binary32.x.bin", "rb");
  FILE* ys = open_in(argv[1], "add.binary32.y.bin", "rb");
  FILE* results = open_in(argv[1], "add.binary32.result.bin", "wb");
  for (size_t n; (n = fread(x, sizeof *x, BLOCK, xs)) > 0;) {
    if (fread(y, sizeof *y, n, ys) != n) return 1;
    for (size_t i = 0; i < n; ++i) result[i] = x[i] + y[i];  // here goes the GPU
    if (fwrite(result, sizeof *result, n, results) != n) return 1;
  }
  return fclose(results) == 0 ? 0 : 1;
}
