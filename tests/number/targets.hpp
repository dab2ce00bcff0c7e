// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "number/vector_targets.hpp"
// What the one before says is for this.
#include <hwy/targets.h>

namespace halfulp::test {

/// Makes everything that is vectorised use one of the CPU's targets, or, by 0, none of them; the best again when it
/// ends.
class Target {
 public:
  explicit Target(std::int64_t target) { hwy::GetChosenTarget().Update(target); }
  ~Target() { hwy::GetChosenTarget().Update(hwy::SupportedTargets()); }
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
};

/// The CPU's targets for which the library is compiled, and 0.
[[nodiscard]] inline std::vector<std::int64_t> targets() {
  constexpr std::int64_t kWithoutVectors = HWY_EMU128 | HWY_SCALAR;
  const std::int64_t supported = hwy::SupportedTargets() & HWY_TARGETS & ~kWithoutVectors;
  std::vector<std::int64_t> list = {0};
  for (int bit = 0; bit < 63; ++bit) {
    if (const std::int64_t target = supported & std::int64_t{1} << bit; target != 0) list.push_back(target);
  }
  return list;
}

/// No target and the best: for what goes to the definition on each.
[[nodiscard]] inline std::vector<std::int64_t> first_targets() {
  std::vector<std::int64_t> list = targets();
  if (list.size() > 2) list.resize(2);
  return list;
}

[[nodiscard]] inline std::string target_name(std::int64_t target) {
  return target == 0 ? "no target" : hwy::TargetName(target);
}

}  // namespace halfulp::test
