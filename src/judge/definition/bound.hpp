// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "exact/grid.hpp"
#include "exact/result.hpp"
#include "judge/definition/condition.hpp"
#include "judge/definition/policies.hpp"
#include "judge/definition/value_set.hpp"
#include "rulebook/model.hpp"

namespace halfulp::judge {

using exact::Grid;
using exact::Hull;
using exact::Magnitude;
using exact::Rational;
using exact::Real;

/// A bound of the rulebook, ready to be evaluated: constants are numbers.
struct Bound {
  using Kind = rulebook::Bound::Kind;
  Kind kind = Kind::exact;
  Rational amount = 0;  ///< of a constant bound
  Formula varying;      ///< the amount of any other
  std::vector<Bound> parts;
  const rulebook::Bound* source = nullptr;
  std::map<char, Bound> steps;

  [[nodiscard]] bool is_constant() const { return varying.operands() == 0; }
  /// Whether it follows an evaluation step by step.
  [[nodiscard]] bool is_by_steps() const {
    return kind == Kind::inherited || kind == Kind::composed || kind == Kind::sequence;
  }
};

/// `names`: of the operands.
[[nodiscard]] Bound compile(const rulebook::Bound& bound, std::span<const std::string_view> names);

/// Which zeros a bound holds when zero is in it and no value of the other sign is.
struct ZeroSigns {
  bool minus;
  bool plus;
};

/// What a bound is put around.
struct Target {
  const Real& x;    ///< the exact result, possibly zero
  ZeroSigns zeros;  ///< signs that an exact zero may have; of other results, the result's own
  [[nodiscard]] static Target of(const Real& x, ZeroSigns exact_zero);
};

/// ulp(x) by muller_B; by muller_A for every other definition.
[[nodiscard]] inline Rational ulp_of(const Real& x, const Grid& grid, Ulp definition) {
  return grid.ulp(x, definition == Ulp::muller_b ? exact::Muller::b : exact::Muller::a);
}

/// The values of the grid's format within `amount` of the kind (nearest, nearest_even, toward_zero, either, ulp,
/// absolute, relative) of the target, infinity and the largest finite value as the overflow policy says; before
/// flushing. A bound that holds no value of the format permits the nearest, of two the even one.
[[nodiscard]] ValueSet values_within(Bound::Kind kind, const Rational& amount, const Target& target, const Grid& grid,
                                     const AskedPolicies& policies);

/// The same whatever the policy says of an exact result that is a value of the format.
[[nodiscard]] ValueSet values_around(Bound::Kind kind, const Rational& amount, const Target& target, const Grid& grid,
                                     const AskedPolicies& policies);

/// All values within the distance of the furthest of low and high from x, decided by comparing ends: x may be
/// irrational.
[[nodiscard]] ValueSet values_as_near(const Real& x, const Rational& low, const Rational& high, ZeroSigns zeros,
                                      const Grid& grid, const AskedPolicies& policies);

/// Both ends, on the grid, of what one step of a fused operation may give for an exact x: `kind` is nearest or ulp.
[[nodiscard]] Hull step_hull(Bound::Kind kind, const Rational& amount, const Rational& x, const Grid& grid,
                             const AskedPolicies& policies);

}  // namespace halfulp::judge
