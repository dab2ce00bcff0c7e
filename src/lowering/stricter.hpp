// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "judge/definition/ruling.hpp"

namespace halfulp::lowering {

/// Whether one bound permits no value that another does not, of every exact result around which both permit no values
/// but normal numbers, or codes. False where that does not follow from the two bounds as written.
[[nodiscard]] bool is_no_wider(const judge::Bound& a, const judge::Policies& a_policies, const judge::Bound& b,
                               const judge::Policies& b_policies);

/// The sizes of some exact results of one binade.
struct Sizes {
  judge::Rational least;
  judge::Rational most;
  judge::Rational gap;  ///< between the values of the binade
};

/// How far from an exact result a bound permits values, by the first of Muller's ULPs.
struct Distances {
  judge::Rational all_within;  ///< all values no farther are permitted, of every exact result
  judge::Rational farthest;    ///< none that is farther
};
/// Nothing for bounds of which that is not known.
[[nodiscard]] std::optional<Distances> distances_of(const judge::Bound& bound, const Sizes& sizes);

/// Whether a ruling permits no result that another does not, for any operands, because its rules are the same or
/// stricter in every part. False where that does not follow from the rules as written. Both rulings are of operations
/// with the same exact results, in one format.
[[nodiscard]] bool is_no_wider(const judge::Ruling& a, const judge::Ruling& b);

}  // namespace halfulp::lowering
