// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/policies.hpp"

#include <algorithm>
#include <iterator>

#include "rulebook/policy.hpp"

namespace halfulp::judge {
namespace {

/// The policy's value as its place in the table of src/rulebook/policy.cpp, whose order the enumerations share.
template <class Enumeration>
Enumeration place(const rulebook::Resolved& resolved, std::string_view field) {
  const auto values = rulebook::find_policy_field(field)->values;
  const auto found = std::ranges::find(values, resolved.value(field));
  return static_cast<Enumeration>(std::distance(values.begin(), found));
}

}  // namespace

Policies policies_of(const rulebook::Resolved& resolved) {
  Policies policies;
  policies.operands = place<Denormals>(resolved, "denormal_operands");
  policies.results = place<Denormals>(resolved, "denormal_results");
  policies.any_flushed_sign = resolved.value("flushed_zero_sign") == "any";
  policies.flush_test = place<FlushTest>(resolved, "flush_test");
  policies.flush_slack = resolved.value("flush_slack") == "bound";
  policies.overflow = place<Overflow>(resolved, "overflow");
  policies.ulp = place<Ulp>(resolved, "ulp");
  policies.tie_to_even = resolved.value("tie") == "even";
  policies.exact_if_representable = resolved.value("exact_if_representable") == "on";
  policies.any_cancelled_zero = resolved.value("cancelled_zero") == "any";
  policies.any_underflowed_zero = resolved.value("underflowed_zero") == "any";
  policies.any_compared_zero = resolved.value("compared_zeros") == "any";
  policies.any_rounded_zero = resolved.value("rounded_zero") == "any";
  policies.allow_range_edge = resolved.value("range_edge") == "allow_one";
  policies.orders = place<Orders>(resolved, "fused_orders");
  policies.reachable_set = resolved.value("fused_accept") == "reachable_set";
  policies.fused_nan_is_anything = resolved.value("fused_nan") == "vulkan_any";
  policies.special_advisory = resolved.value("special_results") == "advisory";
  policies.nan_undefined = resolved.value("nan") == "undefined";
  policies.infinity_undefined = resolved.value("infinity") == "undefined";
  policies.clamp_below_zero = resolved.value("below_zero") == "clamp";
  return policies;
}

}  // namespace halfulp::judge
