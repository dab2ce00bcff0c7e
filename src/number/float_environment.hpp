// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__x86_64__) && __has_include(<fpu_control.h>)
#include <fpu_control.h>
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace halfulp::number {

#if defined(__x86_64__) && __has_include(<fpu_control.h>)

/// What a thread computes in while an object lives; then the thread's own settings and flags are back. The control
/// words alone are exchanged: fegetenv() and fesetenv() save and load the x87 unit whole, which takes longer than many
/// a span.
template <unsigned kFlush>
class FloatEnvironment {
 public:
  FloatEnvironment() noexcept : outer_(_mm_getcsr()) {
    _FPU_GETCW(outer_x87_);
    set_x87(_FPU_DEFAULT);
    constexpr unsigned kDefault = 0x1f80;  // to nearest, every exception masked, no flag
    _mm_setcsr(kDefault | kFlush);
  }
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;
  ~FloatEnvironment() {
    _mm_setcsr(outer_);
    set_x87(outer_x87_);
  }

 private:
  void set_x87(fpu_control_t to) noexcept {
    if (outer_x87_ != _FPU_DEFAULT) _FPU_SETCW(to);
  }

  unsigned outer_;
  fpu_control_t outer_x87_ = 0;
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
