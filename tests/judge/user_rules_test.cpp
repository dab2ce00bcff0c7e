// SPDX-License-Identifier: Apache-2.0
// Rules of a user's own that hold for few operands, and cases that spans once judged otherwise than the definition:
// commit 29e19ab learnt from sample operands what a rule permits.
#include <gtest/gtest.h>

#include <deque>
#include <span>
#include <string>
#include <vector>

#include "attack/span_outcome.hpp"
#include "judge/judged.hpp"
#include "number/targets.hpp"

namespace halfulp {
namespace {

/// A rulebook that adds one rule, and perhaps a reading, to an embedded one.
Rulebook extended(const std::string& parent, const std::string& rule, const std::string& reading = "") {
  return Rulebook::parse("[rulebook]\nid = \"user\"\ntitle = \"User\"\nextends = \"" + parent + "\"\n" + reading +
                             "[[rule]]\nid = \"USER\"\n" + rule +
                             "source = { document = \"USER\", clause = \"1\", says = \"-\" }\nstatus = \"stated\"\n",
                         "user.toml");
}

struct Expected {
  std::vector<Bits> operands;
  Bits result;
  Verdict verdict;
};

/// Expects the verdicts of judge_result(), and the same of spans: of each case, of all, and of all 40 times over, on
/// every SIMD target.
void expect_verdicts(const Rulebook& book, Operation operation, const std::vector<Expected>& expected,
                     const Readings& readings = {}) {
  std::deque<Judgement> judgements;
  std::vector<attack::JudgedCase> cases;
  for (std::size_t i = 0; i < 40 * expected.size(); ++i) {
    const auto& [operands, result, verdict] = expected[i % expected.size()];
    judgements.push_back(judge_result(book, operation, Format::binary32, operands, result, readings));
    EXPECT_EQ(name(judgements.back().verdict), name(verdict)) << judgements.back().rule;
    cases.push_back({operands, result, &judgements.back()});
  }
  const auto ruling = judge::Ruling::of(book, operation, Format::binary32, readings);
  for (const std::int64_t target : test::targets()) {
    const test::Target chosen(target);
    const SpanJudge judge(book, operation, Format::binary32, readings);
    for (const std::size_t length : {std::size_t{1}, expected.size(), cases.size()}) {
      for (std::size_t first = 0; first < expected.size(); first += length) {
        const auto span = std::span(cases).subspan(first, length);
        EXPECT_EQ(attack::difference("user.toml", judge, ruling, readings, span), "") << test::target_name(target);
      }
    }
  }
}

constexpr Bits kMinusZero = 0x80000000;
constexpr Bits kInfinity = 0x7f800000;
constexpr Bits kNan = 0x7fc00000;
constexpr Bits kThree = 0x40400000;
constexpr Bits kFive = 0x40a00000;
constexpr Bits kEight = 0x41000000;

TEST(UserRules, AllowAZeroOutsideTheDomainOfSqrt) {
  const Rulebook book =
      extended("d3d11", "operations = [\"sqrt\"]\nallows = \"0 * x\"\nwhere = \"-1.3 <= x <= -1.2\"\n");
  constexpr Bits kMinusOneAndAQuarter = 0xbfa00000;
  constexpr Bits kMinusTwo = 0xc0000000;
  expect_verdicts(book, Operation::sqrt,
                  {{{kMinusOneAndAQuarter}, kMinusZero, Verdict::pass},
                   {{kMinusOneAndAQuarter}, kNan, Verdict::pass},
                   {{kMinusOneAndAQuarter}, 0, Verdict::fail},
                   {{kMinusTwo}, kMinusZero, Verdict::fail}});
}

TEST(UserRules, AllowNanForSomeDivisorsOfInfinity) {
  const Rulebook book =
      extended("d3d10", "operations = [\"div\"]\nallows = \"x * (0 * y)\"\nwhere = \"4 < abs(y) < 1024\"\n");
  // The divisors alone decide: infinity has no value to compare.
  expect_verdicts(book, Operation::div,
                  {{{kInfinity, kThree}, kNan, Verdict::fail},
                   {{kInfinity, kEight}, kNan, Verdict::pass},
                   {{kInfinity, kEight}, kInfinity, Verdict::pass}});
}

TEST(UserRules, AllowAZeroNearZeroAlone) {
  const Rulebook book =
      extended("metal1", "operations = [\"trunc\"]\nallows = \"x * (0 * x)\"\nwhere = \"-0.25 <= x < 0\"\n");
  constexpr Bits kMinusTwoFifths = 0xbecccccd;
  constexpr Bits kMinusAQuarter = 0xbe800000;
  expect_verdicts(book, Operation::round_z,
                  {{{kMinusTwoFifths}, 0, Verdict::reading},
                   {{kMinusTwoFifths}, kMinusZero, Verdict::pass},
                   {{kMinusAQuarter}, 0, Verdict::pass}},
                  {{"round.zero_sign", "minus"}});
}

TEST(UserRules, BoundResultsBelowTheDenormalsByDomain) {
  const Rulebook book = extended("d3d11",
                                 "operations = [\"exp2\"]\naccuracy = [{ where = \"-160 < x < -155\", ulp = 0.5 }, "
                                 "{ otherwise = true, ulp = 4 }]\n");
  constexpr Bits kMinus157 = 0xc31d0000;
  constexpr Bits kMinus161 = 0xc3210000;
  expect_verdicts(book, Operation::exp2,
                  {{{kMinus157}, kMinusZero, Verdict::reading},
                   {{kMinus157}, 0, Verdict::pass},
                   {{kMinus161}, kMinusZero, Verdict::pass}});
}

TEST(UserRules, MayBeAnIdentityUnderAReadingAlone) {
  const Rulebook book = extended("d3d10",
                                 "operations = [\"mul\"]\nidentity = { where = \"x == 3\", result = \"y\" }\n"
                                 "under.\"user.identity\" = { off = \"omit\" }\n",
                                 "[[reading]]\nid = \"user.identity\"\nquestion = \"?\"\ndefault = \"off\"\n"
                                 "options = { off = \"-\", on = \"-\" }\n");
  constexpr Bits kFifteen = 0x41700000;
  expect_verdicts(book, Operation::mul,
                  {{{kThree, kFive}, kFive, Verdict::reading},
                   {{kThree, kFive}, kFifteen, Verdict::pass},
                   {{kFive, kThree}, kThree, Verdict::fail}});
  const Judgement judged = judge_result(book, Operation::mul, Format::binary32, std::vector{kThree, kFive}, kFive);
  EXPECT_EQ(judged.under, (Readings{{"user.identity", "on"}}));
}

// Not a rule of a user: an absolute bound's largest error is in its own unit, however many cases have it.
TEST(UserRules, MeasureAbsoluteBoundsAsDistances) {
  const std::vector<std::uint32_t> zeros = {0, 0};
  const std::vector<std::uint32_t> ones = {0x3f800000, 0x3f800000};
  for (const std::int64_t target : test::targets()) {
    const test::Target chosen(target);
    Tally tally;
    const std::vector<ConstLane> operands = {std::as_bytes(std::span(zeros))};
    SpanJudge(test::book("metal1-fast"), Operation::sin, Format::binary32)
        .judge(0, operands, std::as_bytes(std::span(ones)), tally);
    ASSERT_FALSE(tally.errors.by_piece.empty());
    EXPECT_EQ(tally.errors.by_piece[0].amount, 1.0) << test::target_name(target);
  }
}

}  // namespace
}  // namespace halfulp
