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

std::string_view name(Policy policy) { return rulebook::policy_fields()[static_cast<std::size_t>(policy)].name; }

PolicySet bit(std::string_view name) {
  const auto fields = rulebook::policy_fields();
  const auto found = std::ranges::find(fields, name, &rulebook::PolicyField::name);
  return bit(static_cast<Policy>(found - fields.begin()));
}

bool agree(const Policies& a, const Policies& b, PolicySet on) {
  const auto x = std::bit_cast<Places>(a);
  const auto y = std::bit_cast<Places>(b);
  for (std::size_t i = 0; i < kPolicies; ++i) {
    if ((on >> i & 1) != 0 && x[i] != y[i]) return false;
  }
  return true;
}

}  // namespace halfulp::judge
