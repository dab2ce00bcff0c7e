// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "rulebook/resolve.hpp"

namespace halfulp::judge {

/// What becomes of denormals.
enum class Denormals : std::uint8_t { keep, flush, may_flush, flush_to_compare };
enum class FlushTest : std::uint8_t { both, before_round, after_round };
enum class Overflow : std::uint8_t { ulp_extended, ieee, interval_inf_or_max };
/// The definition of ULP; `any`, which no rulebook names, permits all that one of them does (bound.cpp,
/// within_any_ulp()).
enum class Ulp : std::uint8_t { muller_a, muller_b, goldberg_of_result, bit_steps, any };
enum class Orders : std::uint8_t { all_trees, serial_chains, left_to_right };

/// The policies in force, one byte each: fields and values are in the order of src/rulebook/policy.cpp.
struct Policies {
  Denormals operands = Denormals::keep;
  Denormals results = Denormals::keep;
  bool any_flushed_sign = false;
  FlushTest flush_test = FlushTest::both;
  bool no_flush_slack = false;
  Overflow overflow = Overflow::ulp_extended;
  Ulp ulp = Ulp::muller_a;
  bool tie_to_even = false;
  bool exact_if_representable = false;
  bool any_cancelled_zero = false;
  bool any_underflowed_zero = false;
  bool any_compared_zero = false;
  bool allow_range_edge = false;
  Orders orders = Orders::all_trees;
  bool reachable_set = false;
  bool fused_nan_is_anything = false;
  bool any_rounded_zero = false;
  bool special_advisory = false;
  bool nan_undefined = false;
  bool infinity_undefined = false;
  bool clamp_below_zero = false;
  bool any_zero_sign = false;

  friend bool operator==(const Policies&, const Policies&) = default;
};
inline constexpr std::size_t kPolicies = 22;
static_assert(sizeof(Policies) == kPolicies);

/// Of each policy the value that permits all that its others do, whatever the other policies are; but for `overflow`
/// and `clamp_below_zero`, of which none does.
inline constexpr Policies kWidest{
    .operands = Denormals::may_flush,
    .results = Denormals::may_flush,
    .any_flushed_sign = true,
    .overflow = Overflow::interval_inf_or_max,
    .ulp = Ulp::any,
    .any_cancelled_zero = true,
    .any_underflowed_zero = true,
    .any_compared_zero = true,
    .allow_range_edge = true,
    .fused_nan_is_anything = true,
    .any_rounded_zero = true,
    .special_advisory = true,
    .nan_undefined = true,
    .infinity_undefined = true,
    .any_zero_sign = true,
};

[[nodiscard]] Policies policies_of(const rulebook::Resolved& resolved);

/// A set of policies, one bit each.
using PolicySet = std::uint32_t;
/// The set of one policy: `bit(&Policies::ulp)`.
template <class Value>
[[nodiscard]] PolicySet bit(Value Policies::*policy) {
  const auto* const first = reinterpret_cast<const std::byte*>(&kWidest);
  return PolicySet{1} << (reinterpret_cast<const std::byte*>(&(kWidest.*policy)) - first);
}
/// The same of its name in a rulebook.
[[nodiscard]] PolicySet bit(std::string_view name);
/// The name of the first policy of a set.
[[nodiscard]] std::string_view name(PolicySet policies);

/// `policies` with the values that `values` have of a set.
[[nodiscard]] Policies with(const Policies& policies, PolicySet set, const Policies& values = kWidest);

/// Whether `a` have of each policy of a set the value of `b` or the widest: the same rules permit under `a` all that
/// they permit under `b` if `b` differ from `a` only there.
[[nodiscard]] bool is_as_wide(const Policies& a, const Policies& b, PolicySet on);

/// Policies that note which of them an evaluation asks: it would have gone the same way under all others that agree on
/// those.
class AskedPolicies {
 public:
  AskedPolicies(const Policies& policies)  // NOLINT(google-explicit-constructor): policies whose askers do not matter
      : policies_(policies) {}

  /// The value of a policy: `policies(&Policies::ulp)`.
  template <class Value>
  [[nodiscard]] Value operator()(Value Policies::*policy) const {
    asked_ |= bit(policy);
    return policies_.*policy;
  }

  [[nodiscard]] PolicySet asked() const { return asked_; }

 private:
  const Policies& policies_;
  mutable PolicySet asked_ = 0;
};

}  // namespace halfulp::judge
