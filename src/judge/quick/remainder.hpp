// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "judge/permit/ruling.hpp"

namespace halfulp::judge {

/// What a rule states that has fmod be x - y * trunc(x / y), each step within its own bound.
struct RemainderSteps {
  /// Roundings that a step may take.
  struct Roundings {
    bool to_nearest = false;
    bool toward_zero = false;
    friend bool operator==(const Roundings&, const Roundings&) = default;
  };
  double quotient_ulp = 0;  ///< how far the quotient may be; 0: no further than its roundings
  Roundings of_quotient;
  Roundings of_others;            ///< the product's, and the difference's, one at least
  bool overflow_is_open = false;  ///< anything passes where the quotient overflows
  /// Whether a zero of a sign is what a value less itself may leave: [the value's sign][the zero's].
  std::array<std::array<bool, 2>, 2> zeros{};
};

/// Of a ruling of fmod in binary32; nothing where it states something else.
[[nodiscard]] std::optional<RemainderSteps> steps_of_remainder(const Ruling& ruling);

}  // namespace halfulp::judge
