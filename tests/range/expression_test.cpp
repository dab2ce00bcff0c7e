// SPDX-License-Identifier: Apache-2.0
#include "halfulp/expression.hpp"

#include <gtest/gtest.h>

#include "halfulp/error.hpp"

namespace halfulp {
namespace {

using Verdict = ExpressionVerdict;

constexpr Bits kOne = 0x3f800000;
constexpr Bits kThree = 0x40400000;
constexpr Bits kFour = 0x40800000;
constexpr Bits kFive = 0x40a00000;

Error::Kind kind_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.kind();
  }
  return Error::Kind::kInternal;
}

TEST(Expression, IsParsedOnceAndJudgesManyOperands) {
  Expression length(Rulebook::open("d3d11"), "sqrt(x * x + y * y)");
  EXPECT_EQ(length.operands(), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(length.components(), 1U);
  for (const Bits sign : {0U, 0x80000000U}) {
    const std::array operands = {kThree | sign, kFour};
    EXPECT_EQ(length.permitted(operands).permitted[0].text(), "{[0x1.3ffffep+2, 0x1.400002p+2]}");
    EXPECT_TRUE(length.permitted(operands).exact);
    for (const Bits passes : {kFive - 1, kFive, kFive + 1}) {
      EXPECT_EQ(length.judge(operands, std::array{passes}).verdict, Verdict::permitted);
    }
    for (const Bits fails : {kFive - 100, kFive + 100, Bits{0x7fc00000}}) {
      EXPECT_EQ(length.judge(operands, std::array{fails}).verdict, Verdict::forbidden);
    }
  }
}

TEST(Expression, NamesTheReadingThatPermits) {
  Expression inverse(Rulebook::open("d3d10"), "1 / x * 1");
  const ExpressionJudgement judged = inverse.judge(std::array{kThree}, std::array{Bits{0x3eaaaaac}});
  EXPECT_EQ(judged.verdict, Verdict::reading);
  EXPECT_EQ(judged.under, std::pair(std::string("ulp_def"), std::string("bit_steps")));
  Expression chosen(Rulebook::open("d3d10"), "1 / x * 1", {}, Format::binary32, {{"ulp_def", "bit_steps"}});
  EXPECT_EQ(chosen.judge(std::array{kThree}, std::array{Bits{0x3eaaaaac}}).verdict, Verdict::permitted);
}

TEST(Expression, TakesVectorsByTheNamesOfTheirComponents) {
  Expression scaled(Rulebook::open("d3d11"), "n * dot(n, l)", {"l.x", "l.y", "n.x", "n.y"});
  EXPECT_EQ(scaled.components(), 2U);
  const std::array operands = {kOne, Bits{0}, kThree, kFour};
  const Bits nine = 0x41100000;
  const Bits twelve = 0x41400000;
  EXPECT_EQ(scaled.judge(operands, std::array{nine, twelve}).verdict, Verdict::permitted);
  EXPECT_EQ(scaled.judge(operands, std::array{nine, nine}).verdict, Verdict::forbidden);
}

TEST(Expression, LeavesOpenWhatItsCasesDoNotDecide) {
  const Rulebook book = Rulebook::open("d3d11");
  const std::string text = "rsqrt(x) * rsqrt(x + 1) * rsqrt(x + 2)";
  Expression few(book, text, {}, Format::binary32, {}, {.cases = 3});
  Expression many(book, text);
  const std::array operands = {kThree};
  const ExpressionRange bounds = few.permitted(operands);
  EXPECT_FALSE(bounds.exact);
  EXPECT_TRUE(many.permitted(operands).exact);
  std::size_t undecided = 0;
  for (Bits result = bounds.permitted[0].ranges[0].first; result <= bounds.permitted[0].ranges[0].last; ++result) {
    const Verdict decided = many.judge(operands, std::array{result}).verdict;
    EXPECT_EQ(decided,
              many.permitted(operands).permitted[0].contains(result) ? Verdict::permitted : Verdict::forbidden);
    const Verdict verdict = few.judge(operands, std::array{result}).verdict;
    if (verdict == Verdict::undecided) ++undecided;
    EXPECT_TRUE(verdict == Verdict::undecided || verdict == decided);
  }
  EXPECT_GT(undecided, 0U);
}

TEST(Expression, RefusesWhatItCannotTake) {
  const Rulebook book = Rulebook::open("d3d11");
  const auto make = [&](const std::string& text, std::vector<std::string> operands = {},
                        Format format = Format::binary32) {
    return kind_of([&] { Expression(book, text, std::move(operands), format); });
  };
  EXPECT_EQ(make("x +"), Error::Kind::kUsage);
  EXPECT_EQ(make("x + y", {"x"}), Error::Kind::kUsage);
  EXPECT_EQ(make("x + y", {"x", "y", "x"}), Error::Kind::kUsage);
  for (const char* const name : {"", ".x", "1x", "n.q", "n.xy", "n.", "a b"}) {
    EXPECT_EQ(make("1 + 1", {name}), Error::Kind::kUsage) << name;
  }
  EXPECT_EQ(make("dot(n, l)"), Error::Kind::kInternal) << "one component each";
  EXPECT_EQ(make("x", {}, Format::unorm8), Error::Kind::kUsage);
  Expression sum(book, "x + y", {}, Format::binary16);
  const auto judge = [&](std::vector<Bits> operands, std::vector<Bits> result) {
    return kind_of([&] { static_cast<void>(sum.judge(operands, result)); });
  };
  EXPECT_EQ(judge({1}, {2}), Error::Kind::kUsage);
  EXPECT_EQ(judge({1, 2}, {2, 3}), Error::Kind::kUsage);
  EXPECT_EQ(judge({1, 0x10000}, {2}), Error::Kind::kInput);
  EXPECT_EQ(judge({1, 2}, {0x10000}), Error::Kind::kInput);
}

}  // namespace
}  // namespace halfulp
