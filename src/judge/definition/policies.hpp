// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "rulebook/resolve.hpp"

namespace halfulp::judge {

/// The fields that a rulebook may set, in the order of src/rulebook/policy.cpp.
enum class Policy : std::uint8_t {
  denormal_operands,
  denormal_results,
  flushed_zero_sign,
  flush_test,
  flush_slack,
  overflow,
  ulp,
  tie,
  exact_if_representable,
  cancelled_zero,
  underflowed_zero,
  compared_zeros,
  range_edge,
  fused_orders,
  fused_accept,
  fused_nan,
  rounded_zero,
  special_results,
  nan,
  infinity,
  below_zero,
};
inline constexpr std::size_t kPolicies = 21;

/// Its name in a rulebook.
[[nodiscard]] std::string_view name(Policy policy);

/// A set of policies, one bit each.
using PolicySet = std::uint32_t;
[[nodiscard]] constexpr PolicySet bit(Policy policy) { return PolicySet{1} << static_cast<unsigned>(policy); }
/// The policy of that name.
[[nodiscard]] PolicySet bit(std::string_view name);

/// What becomes of denormals.
enum class Denormals : std::uint8_t { keep, flush, may_flush, flush_to_compare };
enum class FlushTest : std::uint8_t { both, before_round, after_round };
enum class Overflow : std::uint8_t { ulp_extended, ieee, interval_inf_or_max };
/// The definition of ULP; `any`, which no rulebook names, is wider than each of them (bound.cpp, within_any_ulp()).
enum class Ulp : std::uint8_t { muller_a, muller_b, goldberg_of_result, bit_steps, any };
enum class Orders : std::uint8_t { all_trees, serial_chains, left_to_right };

/// The policies in force, one byte each in the order of Policy: the place of its value in src/rulebook/policy.cpp. A
/// plain value: relaxing one is a copy and an assignment.
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

  friend bool operator==(const Policies&, const Policies&) = default;
};
static_assert(sizeof(Policies) == kPolicies);

[[nodiscard]] Policies policies_of(const rulebook::Resolved& resolved);

/// Whether both have the same values of all policies of a set.
[[nodiscard]] bool agree(const Policies& a, const Policies& b, PolicySet on);

/// Policies that note which of them an evaluation asks: it would have gone the same way under all others that agree on
/// those.
class AskedPolicies {
 public:
  AskedPolicies(const Policies& policies)  // NOLINT(google-explicit-constructor): policies whose askers do not matter
      : policies_(policies) {}

  /// The value of a policy: `policies(&Policies::ulp)`.
  template <class Value>
  [[nodiscard]] Value operator()(Value Policies::*policy) const {
    const Value& value = policies_.*policy;
    const auto* const first = reinterpret_cast<const std::byte*>(&policies_);
    asked_ |= PolicySet{1} << (reinterpret_cast<const std::byte*>(&value) - first);
    return value;
  }

  [[nodiscard]] PolicySet asked() const { return asked_; }

 private:
  const Policies& policies_;
  mutable PolicySet asked_ = 0;
};

}  // namespace halfulp::judge
