// SPDX-License-Identifier: Apache-2.0
// Adds in lines of hexadecimal digits: `halfulp vectors --operation add | ./lines | halfulp verify --operation add`.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  uint32_t bits[2];
  while (scanf("%" SCNx32 " %" SCNx32, &bits[0], &bits[1]) == 2) {
    float x[2];
    memcpy(x, bits, sizeof x);
    float sum = x[0] + x[1];
    uint32_t result;
    memcpy(&result, &sum, sizeof result);
    printf("%08" PRIX32 " %08" PRIX32 " %08" PRIX32 "\n", bits[0], bits[1], result);
  }
}
