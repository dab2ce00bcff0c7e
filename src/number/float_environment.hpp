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

inline constexpr unsigned kSseDefault = 0x1f80;  // to nearest, every exception masked, no flag

/// While it lives, the thread rounds to nearest-even and neither flushes denormals nor traps, whatever its owner set;
/// then the thread's own settings and flags are back. fegetenv() and fesetenv() save and load the x87 unit, which takes
/// longer than many a span: it is looked at first, and left alone where its settings are the default ones and no flag
/// is raised.
class DefaultFloatEnvironment {
 public:
  DefaultFloatEnvironment() noexcept : outer_sse_(_mm_getcsr()) {
    fpu_control_t control = 0;
    _FPU_GETCW(control);
    is_x87_plain_ = control == _FPU_DEFAULT && x87_flags() == 0;
    if (!is_x87_plain_) {
      std::fegetenv(&outer_);
      std::fesetenv(FE_DFL_ENV);
    }
    _mm_setcsr(kSseDefault);
  }
  DefaultFloatEnvironment(const DefaultFloatEnvironment&) = delete;
  DefaultFloatEnvironment& operator=(const DefaultFloatEnvironment&) = delete;
  ~DefaultFloatEnvironment() {
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
  std::fenv_t outer_;  ///< where x87 is not in its default state
};

/// While it lives, in a default environment, the machine flushes as the bits say.
template <unsigned kFlush>
class MachineFlushOf {
 public:
  MachineFlushOf() noexcept { _mm_setcsr(kSseDefault | kFlush); }
  MachineFlushOf(const MachineFlushOf&) = delete;
  MachineFlushOf& operator=(const MachineFlushOf&) = delete;
  ~MachineFlushOf() { _mm_setcsr(kSseDefault); }
};
/// It gives zeros of their sign for results that are below 2^-126 when they are rounded to 24 bits. Where that does not
/// matter it saves time: many a CPU takes a hundred times as long for a product that is denormal.
using MachineFlushOfResults = MachineFlushOf<0x8000>;
/// And it treats denormal operands as zeros of their sign.
using MachineFlush = MachineFlushOf<0x8040>;
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

class MachineFlush {};  // flushes nothing
class MachineFlushOfResults {};
inline constexpr bool kMachineFlushes = false;

#endif

}  // namespace halfulp::number
