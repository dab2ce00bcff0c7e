// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "judge/judged.hpp"
#include "number/lane.hpp"

namespace halfulp {
namespace {

using test::book;

/// A span in memory: lanes of operands, then results.
struct Span {
  Operation operation;
  Format format;
  std::vector<std::vector<std::byte>> operands;
  std::vector<std::byte> results;
  std::size_t cases = 0;

  Span(Operation of, Format in) : operation(of), format(in) {
    operands.resize(static_cast<std::size_t>(info(of).arity));
  }
  void add(const std::vector<Bits>& given, Bits observed) {
    const auto append = [&](std::vector<std::byte>& lane, Format one, Bits bits) {
      const int bytes = info(one).bytes;
      lane.resize(lane.size() + static_cast<std::size_t>(bytes));
      number::store(lane, bytes, cases, bits);
    };
    for (std::size_t k = 0; k < given.size(); ++k) {
      append(operands[k], info(operation).operand_format(static_cast<int>(k), format), given[k]);
    }
    append(results, info(operation).result(format), observed);
    ++cases;
  }
};

/// The failures of a span are exactly the cases that judge_result() fails, in their order, each under its rule.
std::size_t expect_failures_are_those_of_judge_result(const std::string& rulebook, const Span& span) {
  const SpanJudge judge(book(rulebook), span.operation, span.format);
  const std::vector<ConstLane> lanes(span.operands.begin(), span.operands.end());
  Tally tally;
  std::vector<Failure> failures;
  judge.judge(1000, lanes, span.results, tally, &failures);
  std::vector<std::pair<std::size_t, std::string>> expected;
  for (std::size_t i = 0; i < span.cases; ++i) {
    std::vector<Bits> operands;
    for (std::size_t k = 0; k < lanes.size(); ++k) {
      const Format format = info(span.operation).operand_format(static_cast<int>(k), span.format);
      operands.push_back(number::load(lanes[k], info(format).bytes, i));
    }
    const Bits observed = number::load(span.results, info(info(span.operation).result(span.format)).bytes, i);
    const Judgement one = judge_result(book(rulebook), span.operation, span.format, operands, observed);
    if (one.verdict == Verdict::fail) expected.emplace_back(i, one.rule);
  }
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const Failure& failure : failures) found.emplace_back(failure.position, failure.rule);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(failures.size(), tally.failed);
  Tally silent;
  judge.judge(1000, lanes, span.results, silent);
  EXPECT_EQ(silent.failed, tally.failed);
  return failures.size();
}

TEST(SpanJudge, TellsWhichCasesFailAndByWhichRule) {
  Span sums(Operation::add, Format::binary32);
  Span roots(Operation::rsq, Format::binary32);
  std::mt19937 random(7);
  for (int i = 0; i < 3000; ++i) {
    const auto x = static_cast<Bits>(random());
    const auto y = static_cast<Bits>(random());
    // IEEE arithmetic that keeps denormals, now and then wrong by a bit.
    const float sum = std::bit_cast<float>(static_cast<std::uint32_t>(x)) +
                      std::bit_cast<float>(static_cast<std::uint32_t>(i % 5 == 0 ? y & 0x807fffff : y));
    sums.add({x, i % 5 == 0 ? y & 0x807fffff : y}, std::bit_cast<std::uint32_t>(sum) + (i % 97 == 0 ? 1U : 0U));
    roots.add({i % 7 == 0 ? x & 0x807fffff : x}, static_cast<Bits>(random()));
  }
  EXPECT_GT(expect_failures_are_those_of_judge_result("d3d11", sums), 30U);
  EXPECT_GT(expect_failures_are_those_of_judge_result("d3d11", roots), 2000U);
}

TEST(SpanJudge, TellsFailuresOfConversionsToo) {
  Span codes(Operation::binary32_to_unorm8, Format::binary32);
  std::mt19937 random(8);
  for (int i = 0; i < 2000; ++i) {
    codes.add({0x3b000000 + random() % 0x05000000}, random() % 256);
  }
  EXPECT_GT(expect_failures_are_those_of_judge_result("d3d11", codes), 1500U);
}

// Steps of bits are twice as wide above a power of two: 4 steps above 1 are 8 ULP of an exact result just below it.
TEST(SpanJudge, KnowsThatStepsOfBitsReachFartherThanUlp) {
  Span powers(Operation::exp10, Format::binary32);
  powers.add({0xac9dd049}, 0x3f800004);
  std::vector<std::vector<std::byte>> memory;
  std::vector<ConstLane> lanes;
  for (const auto& operands : powers.operands) lanes.emplace_back(operands);
  Tally tally;
  SpanJudge(test::book("metal1"), Operation::exp10, Format::binary32).judge(0, lanes, powers.results, tally);
  EXPECT_EQ(tally.failed, 0U);
  ASSERT_EQ(tally.under.size(), 1U);
  EXPECT_EQ(tally.under.begin()->first, "ulp_def=bit_steps");
}

}  // namespace
}  // namespace halfulp
