// SPDX-License-Identifier: Apache-2.0
// A device for `halfulp check --device exec:./device`: says what it offers, then computes block after block.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float* read_lane(size_t cases) {
  float* lane = malloc(cases * sizeof(float));
  if (fread(lane, sizeof(float), cases, stdin) != cases) exit(1);
  return lane;
}

int main(void) {
  char operation[32], format[32];
  size_t cases;
  printf("halfulp-device 2\nconcurrent 4\ntitle this CPU, by a C compiler\nfact compiler: %s\n", __VERSION__);
  printf("offer add binary32 x + y\noffer mul binary32 x * y\noffer sqrt binary32 sqrtf(x)\nready\n");
  fflush(stdout);
  while (scanf("%31s %31s %zu", operation, format, &cases) == 3) {
    getchar();  // the line feed: the operands begin behind it
    float* x = read_lane(cases);
    float* y = strcmp(operation, "sqrt") == 0 ? NULL : read_lane(cases);
    for (size_t i = 0; i < cases; ++i) {
      x[i] = y == NULL ? sqrtf(x[i]) : operation[0] == 'a' ? x[i] + y[i] : x[i] * y[i];
    }
    printf("results %zu\n", cases);
    fwrite(x, sizeof(float), cases, stdout);
    printf("end\n");
    fflush(stdout);
    free(x);
    free(y);
  }
}
