// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// A bound as distances from the exact result x, or as roundings of x (docs/numerics.md, lemma 2).
struct Band {
  const Bound* bound = nullptr;  ///< nullptr: only the next two are known
  bool holds_nearest = false;    ///< the correctly rounded result is permitted, of a finite x that is not zero
  bool holds_truncated = false;  ///< so is the result rounded toward zero
  Enclosure amount{};            ///< of a constant bound
  std::vector<Band> parts{};

  [[nodiscard]] bool is_unconstrained() const { return bound != nullptr && bound->kind == Bound::Kind::unconstrained; }
};

/// `bound`: the ruling's, which must outlive the band.
[[nodiscard]] Band band_of(const Bound& bound, const Ruling& ruling);

}  // namespace halfulp::judge
