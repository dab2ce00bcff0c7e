// SPDX-License-Identifier: Apache-2.0

// halfulp::explain compared with the oracle for fused operations: every order of every step.

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "judge/brute_force.hpp"

namespace halfulp::test {
namespace {

using oracle::Bound;
using oracle::Pattern;
using Width = oracle::Inherited::Width;

/// x0, y0, x1, y1, ... and perhaps an addend, that meet at about the same magnitude, so that they cancel, or at the
/// borders.
std::vector<Pattern> fused_operands(Operands& operands, int products, bool addend) {
  std::vector<Pattern> result;
  const int kind = operands.pick(10);
  const int target = kind == 0 ? -126 : kind == 1 ? -124 : kind == 2 ? 127 : kind == 3 ? 126 : kind == 4 ? -149 : 0;
  const int spread = kind == 5 ? 12 : 1;
  for (int i = 0; i < products; ++i) {
    const int exponent = operands.pick(100) - 50;
    result.push_back(operands.near(exponent, 0));
    result.push_back(operands.near(target - exponent, spread));
  }
  if (addend) result.push_back(operands.near(target, spread));
  if (kind == 6 && products > 1) {  // the first two products cancel, exactly or nearly
    result[2] = result[0] ^ oracle::kSign;
    result[3] = operands.pick(2) == 0 ? result[1] : result[1] ^ 1U;
  }
  if (kind == 7 || kind == 8) {
    const auto count = static_cast<int>(result.size());
    for (int i = 0; i <= operands.pick(3); ++i)
      result[static_cast<std::size_t>(operands.pick(count))] = operands.special();
  }
  return result;
}

/// A fused case: its operands as explain() takes them, and what the oracle makes of it.
struct FusedCase {
  FusedCase(const std::vector<Pattern>& operands, bool addend, const Bound& bound, oracle::Orders orders)
      : fused(make(operands, addend, bound, orders)) {
    // explain() takes x0 x1 ... y0 y1 ...
    const std::size_t factors = operands.size() - (addend ? 1 : 0);
    for (std::size_t i = 0; i < factors; i += 2) ordered.push_back(operands[i]);
    for (std::size_t i = 1; i < factors; i += 2) ordered.push_back(operands[i]);
    if (addend) ordered.push_back(operands.back());
  }

  std::vector<Pattern> ordered;
  oracle::Fused fused;

 private:
  static oracle::Fused make(const std::vector<Pattern>& operands, bool addend, const Bound& bound,
                            oracle::Orders orders) {
    std::vector<Pattern> flushed;
    for (const Pattern bits : operands) flushed.push_back(oracle::flushed(bits));
    const std::size_t factors = flushed.size() - (addend ? 1 : 0);
    return {std::span<const Pattern>(flushed).first(factors), addend ? &flushed.back() : nullptr, bound, orders};
  }
};

struct FusedRow {
  Operation operation;
  int products;
  bool addend;
  int cases;
};

/// What a rulebook says of fused operations under readings.
struct FusedRules {
  std::string rulebook;
  Bound bound;
  Readings readings;
  oracle::Orders orders = oracle::Orders::trees;
  int below = 1024;  ///< only exact results below this power of two are compared
};

/// Draws cases of each row and hands them to `expect`, until one fails.
void for_each_fused(std::span<const FusedRow> rows, const FusedRules& rules, std::uint64_t seed,
                    const std::function<void(const FusedRow&, const FusedCase&)>& expect) {
  Operands operands(seed);
  for (const FusedRow& row : rows) {
    for (int i = 0; i < row.cases; ++i) {
      const FusedCase one(fused_operands(operands, row.products, row.addend), row.addend, rules.bound, rules.orders);
      if (one.fused.nan_operand) {
        const auto nan = [](Pattern r) { return oracle::is_nan(r); };
        expect_same_set(rules.rulebook, row.operation, one.ordered, Candidates(), nan, nan, rules.readings);
      } else {
        expect(row, one);
      }
      if (::testing::Test::HasFailure()) return;
    }
  }
}

constexpr std::array<FusedRow, 4> kFused = {{{Operation::mad, 1, true, 4000},
                                             {Operation::dp2, 2, false, 3000},
                                             {Operation::dp3, 3, false, 1200},
                                             {Operation::dp4, 4, false, 250}}};

void expect_fused_sets(const FusedRules& rules, std::uint64_t seed, std::span<const FusedRow> rows = kFused) {
  test::settled = {};
  for_each_fused(rows, rules, seed, [&](const FusedRow& row, const FusedCase& one) {
    if (abs(one.fused.exact) >= oracle::power(rules.below)) return;
    expect_inherited(rules.rulebook, row.operation, one.ordered, one.fused.exact, one.fused.inherited(Width::narrow),
                     one.fused.inherited(Width::wide), rules.readings);
  });
  EXPECT_GT(test::settled.yes, 4 * test::settled.no);
}

TEST(BruteForce, FusedOperationsOfOneUlpStepsPermitWhatEveryOrderAllows) {
  expect_fused_sets({"d3d10", Bound::ulps(1), {}}, 65);
}

// Past a power of two an ULP doubles, so that a sum there may be rounded further down than one below it. The oracle has
// no values of 2 ULP beyond the largest finite one.
TEST(BruteForce, FusedOperationsOfTwoUlpStepsPermitWhatEveryOrderAllows) {
  expect_fused_sets({"user/steps_of_two_ulp", Bound::ulps(2), {}, oracle::Orders::trees, 120}, 77,
                    std::span(kFused).first(3));
}

TEST(BruteForce, FusedOperationsOfNearestStepsPermitWhatEveryOrderAllows) {
  expect_fused_sets({"d3d11", Bound::nearest(), {{"fused.step_ulp", "0.5"}}}, 36);
}

TEST(BruteForce, ReadingsNarrowTheOrdersOfSums) {
  constexpr std::array<FusedRow, 2> kSums = {{{Operation::dp3, 3, false, 600}, {Operation::dp4, 4, false, 250}}};
  const Bound nearest = Bound::nearest();
  expect_fused_sets(
      {"d3d11", nearest, {{"fused.step_ulp", "0.5"}, {"fused.orders", "serial_chains"}}, oracle::Orders::chains}, 71,
      kSums);
  expect_fused_sets(
      {"d3d11", nearest, {{"fused.step_ulp", "0.5"}, {"fused.orders", "left_to_right"}}, oracle::Orders::left_to_right},
      72, kSums);
}

}  // namespace
}  // namespace halfulp::test
