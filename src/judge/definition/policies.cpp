// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/policies.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "rulebook/policy.hpp"

namespace halfulp::judge {
namespace {

using Places = std::array<std::uint8_t, kPolicies>;

}  // namespace

Policies policies_of(const rulebook::Resolved& resolved) {
  Places places{};
  for (std::size_t i = 0; i < kPolicies; ++i) {
    const auto& field = rulebook::policy_fields()[i];
    const auto found = std::ranges::find(field.values, resolved.value(field.name));
    places[i] = static_cast<std::uint8_t>(found - field.values.begin());
  }
  return std::bit_cast<Policies>(places);
}

PolicySet bit(std::string_view name) {
  return PolicySet{1} << (rulebook::find_policy_field(name) - rulebook::policy_fields().data());
}

std::string_view name(PolicySet policies) {
  return rulebook::policy_fields()[static_cast<std::size_t>(std::countr_zero(policies))].name;
}

Policies with(const Policies& policies, PolicySet set, const Policies& values) {
  auto places = std::bit_cast<Places>(policies);
  for (std::size_t i = 0; i < kPolicies; ++i) {
    if ((set >> i & 1) != 0) places[i] = std::bit_cast<Places>(values)[i];
  }
  return std::bit_cast<Policies>(places);
}

bool is_as_wide(const Policies& a, const Policies& b, PolicySet on) {
  const Policies widest = with(kWidest, bit(&Policies::overflow) | bit(&Policies::clamp_below_zero), b);
  const auto of_a = std::bit_cast<Places>(a);
  const auto of_b = std::bit_cast<Places>(b);
  const auto of_widest = std::bit_cast<Places>(widest);
  for (std::size_t i = 0; i < kPolicies; ++i) {
    if ((on >> i & 1) != 0 && of_a[i] != of_b[i] && of_a[i] != of_widest[i]) return false;
  }
  return true;
}

}  // namespace halfulp::judge
