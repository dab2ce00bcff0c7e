// SPDX-License-Identifier: Apache-2.0
#include "pixel/rules.hpp"

#include "rulebook/resolve.hpp"

namespace halfulp::pixel {

Rules rules_of(const Rulebook& rulebook) {
  const bool direct3d = rulebook.naming() == Naming::direct3d;
  return {
      .narrow_toward_zero = rulebook::truncates(rulebook.model(), Operation::binary32_to_binary16, Format::binary32),
      .ties_away = direct3d,
      .shared_exponent_ties_even = direct3d};
}

}  // namespace halfulp::pixel
