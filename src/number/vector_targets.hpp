// SPDX-License-Identifier: Apache-2.0
#pragma once

// For which kinds of CPUs Highway compiles a file: included before hwy/foreach_target.h. Left are AVX2 and AVX-512
// with VBMI (AVX3_DL: Ice Lake, Zen 4 and later), and what computes one value at a time: SSSE3 and SSE4 have neither
// FMA nor F16C. CPUs with less of AVX-512 use AVX2.
#define HWY_WANT_AVX3_DL
#undef HWY_DISABLED_TARGETS
#ifdef __SANITIZE_ADDRESS__
// Every target compiles the same code: what the sanitizer finds in one it finds in all.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#else
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3)
#endif

/// Of a lambda: always inlined, for the instructions of the target.
#define HALFULP_INLINE HWY_ATTR __attribute__((always_inline))
