// SPDX-License-Identifier: Apache-2.0
#pragma once

// The build includes this file first in every source file of ours: what the code computes is defined only under strict
// IEEE 754 arithmetic, so a build that asks for anything else must not compile.
#if defined(__FAST_MATH__)
#error "halfulp needs strict floating point: remove -ffast-math (and -Ofast, which implies it) from the compiler flags"
#endif
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "halfulp needs NaN and infinity: remove -ffinite-math-only from the compiler flags"
#endif
