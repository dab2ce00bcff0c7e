// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "judge/definition/ruling.hpp"
#include "lowering/truth.hpp"

namespace halfulp::lowering {

/// The least and the greatest value that a bound permits.
struct Ends {
  float low = 0;
  float high = 0;
  bool known = false;     ///< false: the definition is to be asked
  bool anything = false;  ///< every result is permitted
};

/// A bound of a kind of which the ends follow from the exact result, its amount in doubles.
struct SimpleBound {
  judge::Bound::Kind kind{};
  Enclosure amount{};                       ///< of a constant bound
  const judge::Formula* varying = nullptr;  ///< else the amount
  bool varies = false;                      ///< so does its amount, or that of a part
  std::vector<SimpleBound> parts{};

  /// Nothing for kinds that only the definition evaluates. `bound` must outlive it.
  [[nodiscard]] static std::optional<SimpleBound> of(const judge::Bound& bound);
  /// The same with the amounts that it has for operands in a box.
  [[nodiscard]] SimpleBound at(const Box& box) const;
};

/// The binary32 ends of a bound whose amount does not vary, around an exact result that is at most `slack` from
/// `exact`, and that is zero or far from overflow and from the denormals; else unknown. Ends of opposite signs enclose
/// all zeros and denormals that the policies for results leave.
[[nodiscard]] Ends ends_within(const SimpleBound& bound, const judge::Policies& policies, double exact, double slack,
                               Operation operation);

/// Whether two numbers have one sign and lie between the same two powers of two.
[[nodiscard]] bool in_one_binade(double x, double y);

}  // namespace halfulp::lowering
