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
  std::fenv_t outer_;  ///< where x87 is not plain
};

/// While it lives, in a default environment, the machine treats denormal operands as zeros of their sign and gives such
/// for results that are below 2^-126 when they are rounded to 24 bits.
class MachineFlush {
 public:
  MachineFlush() noexcept { _mm_setcsr(kSseDefault | kFlush); }
  MachineFlush(const MachineFlush&) = delete;
  MachineFlush& operator=(const MachineFlush&) = delete;
  ~MachineFlush() { _mm_setcsr(kSseDefault); }

 private:
  static constexpr unsigned kFlush = 0x8040;
};
inline constexpr bool kMachineFlushes = true;

/// The same of results alone: where it does not matter, as many a CPU takes a hundred times as long for a product or a
/// fused operation that is denormal.
class MachineFlushOfResults {
 public:
  MachineFlushOfResults() noexcept { _mm_setcsr(kSseDefault | kFlush); }
  MachineFlushOfResults(const MachineFlushOfResults&) = delete;
  MachineFlushOfResults& operator=(const MachineFlushOfResults&) = delete;
  ~MachineFlushOfResults() { _mm_setcsr(kSseDefault); }

 private:
  static constexpr unsigned kFlush = 0x8000;
};

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
