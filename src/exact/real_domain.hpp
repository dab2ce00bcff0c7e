// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>

#include "halfulp/operation.hpp"

namespace halfulp::exact {

/// The operands, of pow the first ones, for which a function has real values, or poles.
struct RealDomain {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();

  [[nodiscard]] constexpr bool contains(double x) const { return x >= least && x <= most; }
};

[[nodiscard]] constexpr RealDomain real_domain(Operation operation) {
  switch (operation) {
    case Operation::sqrt:
    case Operation::rsq:
    case Operation::log:
    case Operation::log2:
    case Operation::log10:
    case Operation::powr:
      return {.least = 0};
    case Operation::asin:
    case Operation::acos:
    case Operation::atanh:
      return {.least = -1, .most = 1};
    case Operation::acosh:
      return {.least = 1};
    default:
      return {};
  }
}

/// Whether a function has a real value at x, which is not zero.
[[nodiscard]] inline bool has_real_value(Operation operation, double x) {
  const bool is_pole = operation == Operation::atanh && std::fabs(x) == 1;
  return real_domain(operation).contains(x) && !is_pole;
}

}  // namespace halfulp::exact
