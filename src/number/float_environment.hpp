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
/// The same for code without x87 instructions, which libm has: MXCSR alone. The x87 unit's environment takes a hundred
/// times as long to save.
class DefaultSseEnvironment {
 public:
  DefaultSseEnvironment() noexcept : outer_(_mm_getcsr()) { _mm_setcsr(kDefault); }
  DefaultSseEnvironment(const DefaultSseEnvironment&) = delete;
  DefaultSseEnvironment& operator=(const DefaultSseEnvironment&) = delete;
  ~DefaultSseEnvironment() { _mm_setcsr(outer_); }

 private:
  static constexpr unsigned kDefault = 0x1f80;  // to nearest, every exception masked, no flag
  unsigned outer_;
};
#else
using DefaultSseEnvironment = DefaultFloatEnvironment;
#endif

}  // namespace halfulp::number
