// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "judge/definition/ruling.hpp"

namespace halfulp::judge {

/// How far from the exact result a rulebook lets results be.
class Reach {
 public:
  /// Throws Error(kUsage) as Ruling::of().
  Reach(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings)
      : ruling_(Ruling::of(rulebook, operation, format, readings)) {}

  /// In ULP of the exact result: the largest error among the permitted results. Nothing where none is measured or
  /// anything is permitted.
  [[nodiscard]] std::optional<double> in_ulp(std::span<const Bits> operands) const;

 private:
  Ruling ruling_;
};

}  // namespace halfulp::judge
