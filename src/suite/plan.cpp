// SPDX-License-Identifier: Apache-2.0
#include "suite/plan.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "suite/boundary_cases.hpp"
#include "suite/exponent_cases.hpp"
#include "suite/product_cases.hpp"
#include "suite/random_cases.hpp"
#include "suite/special_cases.hpp"
#include "suite/sum_cases.hpp"

namespace halfulp::suite {
namespace {

/// A set of operations.
struct Operations {
  std::array<bool, kOperationCount> holds{};

  friend constexpr Operations operator|(Operations a, const Operations& b) {
    for (std::size_t i = 0; i < a.holds.size(); ++i) a.holds[i] = a.holds[i] || b.holds[i];
    return a;
  }
};

constexpr Operations of(std::initializer_list<Operation> operations) {
  Operations set;
  for (const Operation operation : operations) set.holds[static_cast<std::size_t>(operation)] = true;
  return set;
}
constexpr bool contains(const Operations& set, Operation operation) {
  return set.holds[static_cast<std::size_t>(operation)];
}

using enum Operation;

constexpr Operations kSums = of({add, sub, mad, dp2, dp3, dp4});
constexpr Operations kReciprocals = of({reciprocal, rcp});
constexpr Operations kIntegerOperands = of({itof, utof});
constexpr Operations kPairs = of({min, max, eq, ne, lt, le, gt, ge});

/// One row per construction of hard cases.
struct Construction {
  std::string_view kind;
  Operations operations;
  Generator generator;
  std::uint64_t all = 0;  ///< how many there are, where that is fewer than a suite asks for
};

constexpr Construction kConstructions[] = {
    {"exact_ties", kSums, sum_ties},
    {"exact_ties", of({mul}), product_ties},
    {"exact_ties", of({round_ne}), half_integers},
    {"exact_ties", of({frc}), fraction_ties},
    {"exact_ties", kIntegerOperands, integer_ties},
    {"near_smallest_normal", kSums, sums_near_smallest_normal},
    {"near_smallest_normal", of({mul}), products_near_smallest_normal},
    {"near_smallest_normal", of({div}), quotients_near_smallest_normal},
    {"near_smallest_normal", kReciprocals, reciprocals_near_smallest_normal, kReciprocalsNearSmallestNormal},
    {"near_smallest_normal", of({exp2}), power_at_smallest_normal, 1},
    {"near_overflow", kSums, sums_near_overflow},
    {"near_overflow", of({mul}), products_near_overflow},
    {"near_overflow", of({div}), quotients_near_overflow},
    {"near_overflow", of({exp2}), power_at_overflow, 1},
    {"cancellation_10", kSums, sums_that_lose_10_bits},
    {"cancellation_20", kSums, sums_that_lose_20_bits},
    {"cancellation_24", kSums, sums_that_lose_24_bits},
    {"large_divisors", kReciprocals | of({div}), large_divisors},
    {"identities", of({add, sub, mul, div}), identities},
    {"near_rule_boundary", kPairs, close_pairs},
    {"near_rule_boundary", kIntegerOperands, integers_near_boundary},
    {"near_rule_boundary",
     kReciprocals | of({rsq,
                        Operation::sqrt,
                        Operation::exp2,
                        Operation::log2,
                        Operation::sin,
                        Operation::cos,
                        frc,
                        round_ne,
                        round_ni,
                        round_pi,
                        round_z,
                        ftoi,
                        ftou,
                        mov,
                        load,
                        store,
                        Operation::abs,
                        neg,
                        sat,
                        state_value}),
     near_rule_boundary},
};

/// How much of each kind a suite holds.
struct Amounts {
  int log2_cases_of_one_operand;
  int log2_cases_of_more;
  std::uint64_t exponent_rounds;
  std::uint64_t difference_repeats;
  std::uint64_t hard_cases;
};

Amounts amounts(SuiteSize size) {
  if (size == SuiteSize::quick) return {18, 18, 8, 1, 2048};
  return {22, 21, 32, 4, 16384};
}

void all_operands(const Setting&, const Place& place, Tuple& tuple) { tuple[0] = place.index; }

}  // namespace

std::vector<Section> sections(const Setting& setting, SuiteSize size) {
  if (size == SuiteSize::exhaustive) {
    return {{"all_operands", std::uint64_t{1} << info(setting.formats[0]).bits, all_operands}};
  }
  const Amounts amount = amounts(size);
  const bool arithmetic_of_more = setting.arity > 1 && setting.operation != movc;
  std::vector<Section> result{
      {"special_values", special_case_count(setting), special_cases},
      {"exponents", exponent_round(setting) * amount.exponent_rounds, exponent_cases},
  };
  if (arithmetic_of_more) {
    result.push_back({"exponent_differences", difference_round(setting) * amount.difference_repeats, difference_cases});
  }
  for (const Construction& row : kConstructions) {
    if (!contains(row.operations, setting.operation)) continue;
    result.push_back({row.kind, row.all != 0 ? row.all : amount.hard_cases, row.generator});
  }
  std::uint64_t constructed = 0;
  for (const Section& section : result) constructed += section.count;
  const std::uint64_t target = std::uint64_t{1}
                               << (setting.arity == 1 ? amount.log2_cases_of_one_operand : amount.log2_cases_of_more);
  const std::uint64_t least_random = target / 4;
  const std::uint64_t random = constructed + least_random > target ? least_random : target - constructed;
  result.push_back({"random", random, random_cases});
  return result;
}

}  // namespace halfulp::suite
