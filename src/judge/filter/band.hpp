// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "judge/definition/ruling.hpp"

namespace halfulp::judge {

/// Limits of a floating format, as doubles.
struct FormatLimits {
  FormatLimits() = default;
  explicit FormatLimits(const FormatInfo& row);
  double first = 0;         ///< 2^fraction_bits: in ULP the least value of a binade
  double least_normal = 0;  ///< 2^min_exponent
  double largest = 0;
  double overflow = 0;   ///< 2^(max_exponent + 1)
  double most_ulp = 0;   ///< wider bounds are left to the definition
  double below_one = 0;  ///< the value below 1
};

/// A bound of a rulebook as distances from the exact result x, or as roundings of x (docs/numerics.md, lemma 2).
struct Band {
  enum class Kind : std::uint8_t {
    unknown,  ///< only holds_nearest and holds_truncated are known
    unconstrained,
    nearest,
    nearest_away,
    toward_zero,
    either,
    ulp,        ///< |r - x| <= amount ULP, by muller_a, muller_b or goldberg_of_result
    bit_steps,  ///< at most floor(amount) values from the nearest
    absolute,
    relative,
    below,  ///< |r - x| < amount
    any_of,
    all_of,
  };
  Kind kind = Kind::unknown;
  bool holds_nearest = false;    ///< the correctly rounded result is permitted, of a finite x that is not zero
  bool holds_truncated = false;  ///< so is the result rounded toward zero
  bool ties_to_even = false;     ///< nearest: only the even neighbour
  Enclosure amount{};
  const Formula* formula = nullptr;  ///< the amount where it depends on operands
  std::vector<Band> parts{};
};

[[nodiscard]] Band band_of(const Bound& bound, const Ruling& ruling);

}  // namespace halfulp::judge
