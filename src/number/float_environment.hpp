// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cfenv>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace halfulp::number {

/// While it lives, the thread rounds to nearest-even and neither flushes denormals nor traps, whatever its owner set;
/// then the owner's settings and flags are back.
class DefaultFloatEnvironment {
 public:
  DefaultFloatEnvironment() noexcept {
    std::fegetenv(&outer_);
    std::fesetenv(FE_DFL_ENV);
  }
  DefaultFloatEnvironment(const DefaultFloatEnvironment&) = delete;
  DefaultFloatEnvironment& operator=(const DefaultFloatEnvironment&) = delete;
  ~DefaultFloatEnvironment() { std::fesetenv(&outer_); }

 private:
  std::fenv_t outer_{};
};

#if defined(__x86_64__)
/// What MXCSR holds while an object lives; then the thread's own settings and flags are back.
template <unsigned kSettings>
class SseEnvironment {
 public:
  SseEnvironment() noexcept : outer_(_mm_getcsr()) { _mm_setcsr(kSettings); }
  SseEnvironment(const SseEnvironment&) = delete;
  SseEnvironment& operator=(const SseEnvironment&) = delete;
  ~SseEnvironment() { _mm_setcsr(outer_); }

 private:
  unsigned outer_;
};

/// The same for code without x87 instructions, which libm has: MXCSR alone. The x87 unit's environment takes a hundred
/// times as long to save.
using DefaultSseEnvironment = SseEnvironment<0x1f80>;  // to nearest, every exception masked, no flag

inline constexpr bool kMachineFlushes = true;
/// The same where the machine treats denormal operands as zeros of their sign and gives such for results that are below
/// 2^-126 when they are rounded to 24 bits.
using FlushingEnvironment = SseEnvironment<0x1f80 | 0x8000 | 0x0040>;
#else
using DefaultSseEnvironment = DefaultFloatEnvironment;

inline constexpr bool kMachineFlushes = false;
using FlushingEnvironment = DefaultFloatEnvironment;  // which flushes nothing
#endif

}  // namespace halfulp::number
