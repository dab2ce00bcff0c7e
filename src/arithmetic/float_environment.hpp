// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace halfulp::arithmetic {

/// While it lives, the thread rounds to nearest-even and neither flushes denormals nor traps, whatever its owner set;
/// then the owner's settings and flags are back. On x86-64 this is MXCSR: float and double have nothing to do with the
/// x87 unit, whose environment takes a hundred times as long to save.
class DefaultFloatEnvironment {
 public:
  DefaultFloatEnvironment(const DefaultFloatEnvironment&) = delete;
  DefaultFloatEnvironment& operator=(const DefaultFloatEnvironment&) = delete;
#if defined(__x86_64__)
  DefaultFloatEnvironment() noexcept : outer_(_mm_getcsr()) { _mm_setcsr(kDefault); }
  ~DefaultFloatEnvironment() { _mm_setcsr(outer_); }

 private:
  static constexpr unsigned kDefault = 0x1f80;  // to nearest, every exception masked, no flag
  unsigned outer_;
#else
  DefaultFloatEnvironment() noexcept {
    std::fegetenv(&outer_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultFloatEnvironment() { std::fesetenv(&outer_); }

 private:
  std::fenv_t outer_{};
#endif
};

}  // namespace halfulp::arithmetic
