// SPDX-License-Identifier: Apache-2.0
#include "range/steps/comparison.hpp"

#include <algorithm>
#include <array>

#include "judge/definition/permitted.hpp"
#include "range/steps/parts.hpp"

namespace halfulp::range {
namespace {

constexpr Bits kTrue = 0xffffffff;

/// Whether the rule says of all numbers what its comparison does: users may write conditions.
bool is_unconditional(const judge::Ruling& rule) {
  const auto has_condition = [](const auto& one) { return one.condition.has_value(); };
  const auto is_given = [](const auto& condition) { return condition.has_value(); };
  return !rule.table && std::ranges::none_of(rule.accuracy, has_condition) &&
         std::ranges::none_of(rule.identities, has_condition) && std::ranges::none_of(rule.allowed_where, is_given) &&
         std::ranges::none_of(rule.required, is_given);
}

/// Of two intervals: where the comparison is likeliest and unlikeliest to hold both give the same answer, so do all
/// pairs between.
Truths truths_of_parts(const judge::Ruling& rule, const Part& x, const Part& y) {
  const FormatInfo& row = *rule.format;
  const auto of = [&](Bits left, Bits right) { return truths_of(rule, std::array{left, right}); };
  if (x.nan != 0 || y.nan != 0 || (x.is_point() && y.is_point())) return of(x.first_bits(row), y.first_bits(row));
  if (!is_unconditional(rule)) return {true, true};
  Truths truths = of(x.first_bits(row), y.last_bits(row));
  truths.unite(of(x.last_bits(row), y.first_bits(row)));
  const bool is_equality = rule.operation == Operation::eq || rule.operation == Operation::ne;
  // Equal values are in both.
  if (is_equality && x.first <= y.last && y.first <= x.last) return {true, true};
  return truths;
}

}  // namespace

Truths truths_of(const judge::Ruling& rule, std::span<const Bits> operands) {
  const judge::ValueSet set = judge::permitted(rule, operands, rule.policies).set;
  return {set.contains(kTrue) || set.anything(), set.contains(0) || set.anything()};
}

Truths truths_over(const judge::Ruling& rule, std::span<const judge::ValueSet> sets) {
  Truths truths;
  if (sets.size() == 1) {
    // isnan and the like say the same of all values of a class.
    for (const Part& x : parts_of(sets[0], rule.policies, false)) {
      if (x.nan == 0 && !x.is_point() && !is_unconditional(rule)) return {true, true};
      for_each_vertex(rule, std::span(&x, 1),
                      [&](std::span<const Bits> operand) { truths.unite(truths_of(rule, operand)); });
    }
    return truths;
  }
  for (const Part& x : parts_of(sets[0], rule.policies, true)) {
    for (const Part& y : parts_of(sets[1], rule.policies, true)) truths.unite(truths_of_parts(rule, x, y));
  }
  return truths;
}

}  // namespace halfulp::range
