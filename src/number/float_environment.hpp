// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__x86_64__) && __has_include(<fpu_control.h>)
#include <fpu_control.h>
#include <xmmintrin.h>
#endif

#include <cfenv>
#include <cstdint>

namespace halfulp::number {

#if defined(__x86_64__) && __has_include(<fpu_control.h>)

/// What a thread computes in while an object lives; then the thread's own settings and flags are back. fegetenv() and
/// fesetenv() save and load the x87 unit, which takes longer than many a span: it is looked at first, and left alone
/// where its settings are the default ones and no flag is raised.
template <unsigned kFlush>
class FloatEnvironment {
 public:
  FloatEnvironment() noexcept : outer_sse_(_mm_getcsr()) {
    fpu_control_t control = 0;
    _FPU_GETCW(control);
    is_x87_plain_ = control == _FPU_DEFAULT && x87_flags() == 0;
    if (!is_x87_plain_) {
      std::fegetenv(&outer_);
      std::fesetenv(FE_DFL_ENV);
    }
    constexpr unsigned kDefault = 0x1f80;  // to nearest, every exception masked, no flag
    _mm_setcsr(kDefault | kFlush);
  }
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;
  ~FloatEnvironment() {
    if (!is_x87_plain_) {
      std::fesetenv(&outer_);
    } else if (x87_flags() != 0) {
      __asm__ __volatile__("fnclex");
    }
    _mm_setcsr(outer_sse_);
  }

 private:
  static unsigned x87_flags() noexcept {
    std::uint16_t status = 0;
    __asm__ __volatile__("fnstsw %0" : "=a"(status));
    return status & 0x3fU;
  }

  unsigned outer_sse_;
  bool is_x87_plain_ = false;
  std::fenv_t outer_;  ///< where x87 is not plain
};

/// To nearest-even, neither flushing denormals nor trapping.
using DefaultFloatEnvironment = FloatEnvironment<0>;

/// The same, but the machine treats denormal operands as zeros of their sign and gives such for results that are below
/// 2^-126 when they are rounded to 24 bits.
using FlushingEnvironment = FloatEnvironment<0x8040>;
inline constexpr bool kMachineFlushes = true;

#else

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

using FlushingEnvironment = DefaultFloatEnvironment;  // which flushes nothing
inline constexpr bool kMachineFlushes = false;

#endif

}  // namespace halfulp::number
