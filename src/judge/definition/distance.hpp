// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "judge/definition/permitted.hpp"

namespace halfulp::judge {

/// How far an observed result is from the exact one.
struct Distance {
  double ulp = -1;       ///< in ULP of the exact result; of codes in steps of the code; -1: it is not measured
  double absolute = -1;  ///< |observed - exact| of floating results; -1: unknown
  double exact = 0;      ///< or a double near it

  [[nodiscard]] std::optional<double> error_ulp() const { return ulp >= 0 ? std::optional(ulp) : std::nullopt; }
  /// In the unit of such a bound; -1 for a kind that states no distance.
  [[nodiscard]] double in_unit_of(Bound::Kind kind) const;
};

/// Measured are finite floating results that were not flushed to zero and for which a bound is stated, and normalised
/// and fixed-point codes.
[[nodiscard]] Distance distance_of(const Ruling& ruling, const Permitted& decision, Bits observed);

/// The same for operands whose permitted set is not known yet.
[[nodiscard]] Distance distance_of(const Ruling& ruling, std::span<const Bits> operands, Bits observed);

/// The largest error among the permitted results, in ULP of the exact result. Nothing where none is measured or
/// anything is permitted.
[[nodiscard]] std::optional<double> largest_permitted_error(const Ruling& ruling, std::span<const Bits> operands);

}  // namespace halfulp::judge
