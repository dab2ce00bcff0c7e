// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cfenv>

namespace halfulp::arithmetic {

/// While it lives, the thread rounds to nearest-even and neither flushes denormals nor traps, whatever its owner set
/// (on x86: MXCSR); then the owner's settings and flags are back.
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

}  // namespace halfulp::arithmetic
