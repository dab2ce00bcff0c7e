// SPDX-License-Identifier: Apache-2.0
#pragma once

// For which kinds of CPUs Highway compiles a file: included before hwy/foreach_target.h. Left out are SSSE3 and SSE4,
// which have neither FMA nor F16C, and AVX-512, whose CPUs run the code for AVX2. What has no AVX2 computes one value
// at a time.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
