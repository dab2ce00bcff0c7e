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

std::string_view name(Policy policy) { return rulebook::policy_fields()[static_cast<std::size_t>(policy)].name; }

PolicySet bit(std::string_view name) {
  const auto fields = rulebook::policy_fields();
  const auto found = std::ranges::find(fields, name, &rulebook::PolicyField::name);
  return bit(static_cast<Policy>(found - fields.begin()));
}

bool agree(const Policies& a, const Policies& b, PolicySet on) {
  const auto same = [&](Policy policy, auto Policies::*field) {
    return (on & bit(policy)) == 0 || a.*field == b.*field;
  };
  return same(Policy::denormal_operands, &Policies::operands) && same(Policy::denormal_results, &Policies::results) &&
         same(Policy::flushed_zero_sign, &Policies::any_flushed_sign) &&
         same(Policy::flush_test, &Policies::flush_test) && same(Policy::flush_slack, &Policies::flush_slack) &&
         same(Policy::overflow, &Policies::overflow) && same(Policy::ulp, &Policies::ulp) &&
         same(Policy::tie, &Policies::tie_to_even) &&
         same(Policy::exact_if_representable, &Policies::exact_if_representable) &&
         same(Policy::cancelled_zero, &Policies::any_cancelled_zero) &&
         same(Policy::underflowed_zero, &Policies::any_underflowed_zero) &&
         same(Policy::compared_zeros, &Policies::any_compared_zero) &&
         same(Policy::range_edge, &Policies::allow_range_edge) && same(Policy::fused_orders, &Policies::orders) &&
         same(Policy::fused_accept, &Policies::reachable_set) &&
         same(Policy::fused_nan, &Policies::fused_nan_is_anything) &&
         same(Policy::rounded_zero, &Policies::any_rounded_zero) &&
         same(Policy::special_results, &Policies::special_advisory) && same(Policy::nan, &Policies::nan_undefined) &&
         same(Policy::infinity, &Policies::infinity_undefined) && same(Policy::below_zero, &Policies::clamp_below_zero);
}

}  // namespace halfulp::judge
