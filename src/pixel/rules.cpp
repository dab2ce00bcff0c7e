// SPDX-License-Identifier: Apache-2.0
#include "pixel/rules.hpp"

#include "rulebook/resolve.hpp"

namespace halfulp::pixel {

Rules rules_of(const Rulebook& rulebook) {
  using Kind = rulebook::Bound::Kind;
  const auto rounding = [&](Operation operation) {
    return rulebook::rounding(rulebook.model(), operation, Format::binary32);
  };
  // A rulebook that says nothing of shared exponents has the extension's own formula, floor(x + 0.5).
  const bool has_shared = rulebook.has(Operation::binary32_to_rgb9e5, Format::binary32);
  return {.narrow_toward_zero = rounding(Operation::binary32_to_binary16) == Kind::toward_zero,
          .ties_away = rounding(Operation::binary32_to_unorm8) == Kind::nearest_away,
          .shared_exponent_ties_even = has_shared && rounding(Operation::binary32_to_rgb9e5) != Kind::nearest_away};
}

}  // namespace halfulp::pixel
