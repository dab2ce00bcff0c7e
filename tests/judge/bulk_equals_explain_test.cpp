// SPDX-License-Identifier: Apache-2.0
// The bulk path gives the explain path's verdicts, rules, readings, witnesses and errors on every SIMD target, and
// counts roundings.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "attack/cases.hpp"
#include "exact/nearest.hpp"
#include "halfulp/evaluate.hpp"
#include "judge/bulk_and_explain.hpp"
#include "judge/definition/permitted.hpp"
#include "judge/judged.hpp"
#include "number/layout.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp {
namespace {

using test::case_text;
using test::counts_text;
using test::expect_same_verdicts;
using test::Observations;

/// Ten results of each operand tuple, some at the ends of what the readings permit; four of a single one.
Observations observations(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings,
                          std::size_t tuples, std::uint64_t seed) {
  const judge::Ruling ruling = judge::Ruling::of(rulebook, operation, format, readings);
  suite::Random random(seed);
  attack::Cases cases(rulebook, ruling, random);
  Observations seen{
      operation, std::vector<std::vector<Bits>>(static_cast<std::size_t>(info(operation).arity)), {}, format};
  for (std::size_t i = 0; i < tuples; ++i) {
    const std::vector<Bits> operands = cases.operands();
    const judge::ValueSet set = judge::permitted(ruling, operands, ruling.policies).set;
    std::vector<std::int64_t> ends;
    for (const auto& [first, last] : set.intervals()) ends.insert(ends.end(), {first, last});
    for (const Bits result : cases.results(operands, ends, tuples == 1 ? 4 : 10)) seen.add(operands, result);
  }
  return seen;
}

class EveryRulebook : public testing::TestWithParam<std::string> {};

// Each operation in each format, under the default readings and under one option drawn for it.
TEST_P(EveryRulebook, HasTheVerdictsOfTheExplainPathInBulkUnderEachReading) {
  const Rulebook& rulebook = test::book(GetParam());
  std::mt19937_64 random(17);
  for (const OperationInfo& row : operations()) {
    for (const FormatInfo& format : formats()) {
      if (row.family == OperationFamily::texture || !rulebook.has(row.operation, format.format)) continue;
      if (row.only_format() && row.only_format() != format.format) continue;
      const std::size_t tuples = rulebook::is_composed(rulebook.model(), row.operation, format.format) ? 1 : 6;
      const auto all = rulebook::readings_for(rulebook.model(), row.operation, format.format);
      std::vector<Readings> chosen = {{}};
      if (!all.empty()) {
        const Reading& one = *all[random() % all.size()];
        chosen.push_back({{one.id, one.options[random() % one.options.size()].name}});
      }
      for (const Readings& readings : chosen) {
        expect_same_verdicts(rulebook, observations(rulebook, row.operation, format.format, readings, tuples, random()),
                             readings);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Bulk, EveryRulebook, testing::ValuesIn(Rulebook::embedded()),
                         [](const auto& tested) { return test::word_of(tested.param); });

// More cases of one conversion than a block of the filter has.
TEST(Bulk, GivesTheVerdictsOfTheExplainPathOfManyConversions) {
  std::uint64_t seed = 70;
  for (const char* name : {"d3d10", "d3d11", "metal1", "metal2.1"}) {
    const Rulebook& rulebook = test::book(name);
    for (const OperationInfo& row : operations()) {
      if (row.only_format() != Format::binary32 || row.arity != 1 || info(*row.result_format).bits > 24) continue;
      if (!rulebook.has(row.operation, Format::binary32)) continue;
      expect_same_verdicts(rulebook, observations(rulebook, row.operation, Format::binary32, {}, 110, ++seed));
    }
  }
}

/// Operands from 1 on, and results up to `steps` values from the right one.
Observations off_by(const Rulebook& rulebook, Operation operation, std::int64_t steps, std::size_t count) {
  const auto arity = static_cast<std::size_t>(info(operation).arity);
  const Evaluator evaluator(rulebook, operation, Format::binary32);
  std::mt19937_64 random(static_cast<std::uint64_t>(steps));
  Observations seen{operation, std::vector<std::vector<Bits>>(arity), {}};
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Bits> operands;
    for (std::size_t k = 0; k < arity; ++k) {
      // Every 16th factor or divisor is 1 or -1, for which identities and tables have rows.
      const bool is_one = k == 1 && random() % 16 == 0;
      operands.push_back(is_one ? 0x3f800000 | (random() & 0x80000000) : 0x3f800000 + (random() & 0xffffff));
    }
    seen.add(operands, evaluator.evaluate(operands) + random() % static_cast<std::uint64_t>(2 * steps + 1) -
                           static_cast<std::uint64_t>(steps));
  }
  return seen;
}

TEST(Bulk, GivesTheRulesAndMarginsOfTheExplainPathOfManyFailures) {
  using enum Operation;
  for (const auto& [name, operation] : {std::pair{"d3d11", mul},
                                        {"d3d11", div},
                                        {"d3d11", rsq},
                                        {"d3d11", exp2},
                                        {"d3d10", mul},
                                        {"metal1", div},
                                        {"metal4-fast", reciprocal}}) {
    for (const std::int64_t steps : {20, 400}) {
      expect_same_verdicts(test::book(name), off_by(test::book(name), operation, steps, 1500));
    }
  }
}

// A product of denormals that is flushed leaves an error of the sum.
TEST(Bulk, GivesTheVerdictsOfTheExplainPathOfSumsThatCancel) {
  const Observations mad{Operation::mad,
                         {{0x397f9d45, 0x3f800000}, {0x8680316e, 0x80ffffff}, {0x00800001, 0x00ffffff}},
                         {0x00800001, 0x00000000}};
  const Observations dp2{Operation::dp2, {{0xb0000000}, {0x3a393f23}, {0x90000000}, {0x85ab3717}}, {0x00800000}};
  for (const char* name : {"d3d10.1", "d3d11"}) {
    expect_same_verdicts(test::book(name), mad);
    expect_same_verdicts(test::book(name), dp2);
  }
}

// Where no result is flushed, zeros have the error that other values have.
TEST(Bulk, GivesTheVerdictsOfTheExplainPathOfZerosThatAreNotFlushed) {
  const Observations exp2{Operation::exp2, {{0xc3186e14, 0xc3190000}}, {0, 0}};
  const Observations div{Operation::div, {{0x3220cc73, 0xaff2e53a}, {0x7e7fe970, 0x7d166350}}, {0, 0x80000000}};
  const Readings readings = {{"ftz.out", "never"}};
  expect_same_verdicts(test::book("metal1.2"), exp2, readings);
  expect_same_verdicts(test::book("metal2.1"), div, readings);
}

/// The value toward zero of an exact result that is not a value.
Bits truncated(Operation operation, const std::vector<Bits>& operands) {
  const judge::Ruling ruling =
      judge::Ruling::of(test::book("metal1"), operation, Format::binary32, {{"metal.round", "rtz"}});
  return judge::permitted(ruling, operands, ruling.policies).set.permitted().ranges.front().first;
}

/// Results of a device that truncates one of three, and how many the two roundings differ in.
struct MixedRoundings {
  explicit MixedRoundings(Operation operation)
      : seen{operation, std::vector<std::vector<Bits>>(static_cast<std::size_t>(info(operation).arity)), {}} {
    std::mt19937_64 random(10);
    for (std::size_t i = 0; i < 400; ++i) {
      std::vector<Bits> operands;
      for (Bits k = 0; k < seen.operands.size(); ++k) {
        operands.push_back(0x3f800000 - 0x01800000 * k + random() % 0x00800000);  // from 2^-3k on
      }
      const Bits nearest = exact::nearest_even(operation, Format::binary32, operands);
      const Bits cut = nearest == 0 ? nearest : truncated(operation, operands);  // x - x is either zero
      seen.add(operands, i % 3 == 0 ? cut : nearest);
      if (cut != nearest) ++(i % 3 == 0 ? toward_zero : to_nearest);
    }
  }
  Observations seen;
  std::uint64_t to_nearest = 0;
  std::uint64_t toward_zero = 0;
};

TEST(Bulk, CountsTheRoundingsOfADeviceThatMixesThem) {
  for (const Operation operation : {Operation::add, Operation::sub, Operation::mul, Operation::fma}) {
    const MixedRoundings mixed(operation);
    const Tally tally = mixed.seen.judged_by(SpanJudge(test::book("metal1"), operation, Format::binary32));
    EXPECT_GT(mixed.to_nearest, 50U) << info(operation).name;
    EXPECT_GT(mixed.toward_zero, 20U) << info(operation).name;
    EXPECT_EQ(tally.to_nearest.count, mixed.to_nearest) << info(operation).name;
    EXPECT_EQ(tally.toward_zero.count, mixed.toward_zero) << info(operation).name;
    EXPECT_EQ(tally.failed, 0U) << info(operation).name;
  }
}

TEST(Bulk, MergesRoundingsInAnyOrder) {
  const Observations seen = MixedRoundings(Operation::add).seen;
  const SpanJudge judge(test::book("metal1"), Operation::add, Format::binary32);
  const Tally whole = seen.judged_by(judge);
  const std::size_t third = seen.size() / 3;
  std::array<Tally, 3> parts;
  for (std::size_t i = 0; i < 3; ++i) seen.judge(judge, i * third, i < 2 ? third : seen.size() - 2 * third, parts[i]);
  Tally backward;
  for (const std::size_t i : {2U, 1U, 0U}) backward.merge(parts[i]);
  parts[0].merge(parts[1]);
  parts[0].merge(parts[2]);
  EXPECT_EQ(counts_text(parts[0]), counts_text(whole));
  EXPECT_EQ(counts_text(backward), counts_text(whole));
}

TEST(Bulk, FindsTheRoundingOfSumsThatDoubleDoesNotHoldAndOfDenormals) {
  // 1 - 2^-100 and 1 + 2^-100 round to 1: away from zero and toward it. In last places of m = 9000002 * 2^-143, kHalf
  // is half of one, kLarge * kThree = m + 1/4 and (kLarge - 2) * kThree = m - 5/4.
  constexpr Bits kOne = 0x3f800000, kSmall = 0x0d800000, kSign = 0x80000000;
  constexpr Bits kM = 0x03895442, kLarge = 0x4d371b03, kThree = 3, kHalf = 0x20, kQuarter = 0x10;
  using enum Operation;
  struct Case {
    Operation operation;
    std::vector<Bits> operands;
    Bits result;
    std::uint64_t to_nearest, toward_zero;
  };
  for (const Case& one :
       {Case{add, {kOne, kSign | kSmall}, kOne, 1, 0}, Case{add, {kOne, kSmall}, kOne, 0, 0},
        Case{sub, {kOne, kSmall}, kOne, 1, 0}, Case{sub, {kOne, kSign | kSmall}, kOne, 0, 0},
        Case{add, {kSign | kOne, kSmall}, kSign | kOne, 1, 0}, Case{sub, {kSmall, kOne}, kSign | kOne, 1, 0},
        Case{add, {kOne, kSign | kSmall}, kOne - 1, 0, 1}, Case{add, {kOne, kSmall}, kOne + 1, 0, 0},
        // Flushed, the denormal leaves m, which both roundings give.
        Case{add, {kM, kSign | kQuarter}, kM, 0, 0}, Case{add, {kM, kSign | kQuarter}, kM - 1, 0, 1},
        Case{mul, {kLarge - 2, kThree}, kM - 1, 1, 0}, Case{mul, {kLarge - 2, kThree}, kM - 2, 0, 1},
        // m less a quarter; with one of two denormals flushed, m and a quarter, which truncation makes m.
        Case{fma, {kLarge, kThree, kSign | kHalf}, kM, 0, 0}}) {
    Observations seen{one.operation, std::vector<std::vector<Bits>>(one.operands.size()), {}};
    seen.add(one.operands, one.result);
    const Tally tally = seen.judged_by(SpanJudge(test::book("metal1"), one.operation, Format::binary32));
    EXPECT_EQ(tally.to_nearest.count, one.to_nearest) << case_text(seen, 0);
    EXPECT_EQ(tally.toward_zero.count, one.toward_zero) << case_text(seen, 0);
    const Judgement judgement =
        judge_result(test::book("metal1"), one.operation, Format::binary32, one.operands, one.result);
    EXPECT_EQ(judgement.rounding == Rounding::nearest, one.to_nearest == 1) << case_text(seen, 0);
    EXPECT_EQ(judgement.rounding == Rounding::toward_zero, one.toward_zero == 1) << case_text(seen, 0);
  }
}

}  // namespace
}  // namespace halfulp
