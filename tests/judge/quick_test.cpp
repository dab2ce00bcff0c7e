// SPDX-License-Identifier: Apache-2.0
// What is decided quickly, case by case, is what the explain path says.
#include "judge/quick/quick.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"
#include "judge/disturbed_cases.hpp"
#include "judge/judged.hpp"
#include "judge/permit/ruling.hpp"
#include "judge/quick/operand_classes.hpp"

namespace halfulp {
namespace {

using Answer = judge::Quick::Answer;

/// What an answer says that the verdict does not, or nothing.
std::string contradiction(Answer answer, double error, const Judgement& judgement, const judge::Ruling& ruling) {
  switch (answer) {
    case Answer::breaks_identity:
      if (judgement.verdict == Verdict::fail && judgement.rule != judge::Quick(ruling).identity_rule())
        return "identity";
      return judgement.verdict == Verdict::fail || judgement.verdict == Verdict::reading ? "" : "breaks an identity";
    case Answer::breaks_below_zero:
      return judgement.verdict == Verdict::fail && judgement.rule == ruling.rules.rule("below_zero") ? ""
                                                                                                     : "below zero";
    case Answer::undecided:
      return {};
    case Answer::unconstrained:
      return judgement.verdict == Verdict::unconstrained ? "" : "unconstrained";
    case Answer::kept_denormal_operand:
    case Answer::kept_denormal_result: {
      const bool operand = answer == Answer::kept_denormal_operand;
      const std::string& rule = ruling.rules.rule(operand ? "denormal_operands" : "denormal_results");
      return judgement.verdict == Verdict::fail && judgement.rule == rule ? "" : "a kept denormal";
    }
    case Answer::fails:
    case Answer::forbidden_by_ulp:
      if (judgement.verdict != Verdict::fail && judgement.verdict != Verdict::reading) return "fails";
      if (judgement.verdict == Verdict::fail && judgement.rule != ruling.rules.accuracy_rule) return "another rule";
      if (judgement.verdict == Verdict::reading) {
        const bool is_saved_by_ulp = judgement.under.size() == 1 && judgement.under.contains("ulp_def");
        return is_saved_by_ulp && answer == Answer::fails ? "fails whatever an ULP is" : "";
      }
      if ((error < 0) != !judgement.error_ulp) return "an error";
      if (error < 0) return {};
      return std::fabs(error - *judgement.error_ulp) <= test::kMeasured * std::max(1.0, error) ? "" : "another error";
    case Answer::breaks_special:
      if (judgement.verdict == Verdict::fail && judgement.rule != ruling.rules.special_rule) return "the table";
      [[fallthrough]];
    case Answer::breaks_nan:
      if (answer == Answer::breaks_nan && judgement.verdict == Verdict::fail) {
        if (judgement.rule != ruling.rules.rule("nan")) return "a NaN";
      }
      [[fallthrough]];
    case Answer::breaks_fused_nan:
      if (answer == Answer::breaks_fused_nan && judgement.verdict == Verdict::fail) {
        const std::string& rule = ruling.rules.rule("fused_nan");
        if (judgement.rule != (rule.empty() ? ruling.rules.accuracy_rule : rule)) return "an infinity or NaN";
      }
      [[fallthrough]];
    case Answer::forbidden:
    case Answer::forbidden_flushed:
    case Answer::forbidden_unless_kept:
      return judgement.verdict == Verdict::fail || judgement.verdict == Verdict::reading ? "" : "is forbidden";
    case Answer::pass:
    case Answer::pass_to_nearest:
    case Answer::pass_toward_zero:
    case Answer::pass_unmeasured:
      if (judgement.verdict != Verdict::pass) return "passes";
      if ((judgement.rounding == Rounding::toward_zero) != (answer == Answer::pass_toward_zero)) return "a truncation";
      if ((judgement.rounding == Rounding::nearest) != (answer == Answer::pass_to_nearest)) return "the rounding";
      if (error < 0 || !judgement.error_ulp) return {};
      if (std::fabs(error - *judgement.error_ulp) > test::kMeasured * std::max(1.0, error)) return "another error";
      return {};
  }
  return {};
}

/// How many of the cases that `cases_of` makes are decided; a contradiction fails the test.
template <class CasesOf>
std::size_t decided(const Rulebook& rulebook, const Readings& readings, Operation operation, CasesOf cases_of) {
  const auto ruling = judge::Ruling::of(rulebook, operation, Format::binary32, readings);
  const judge::Quick quick(ruling);
  if (quick.function() == nullptr) return 0;
  const judge::OperandClasses classes(ruling);
  const test::Cases cases = cases_of(rulebook, readings, operation);
  test::Verdicts verdicts(rulebook, operation, readings, cases);
  std::size_t sum = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    std::array<std::uint32_t, kMaxArity> operands{};
    for (std::size_t k = 0; k < cases.operands.size(); ++k) operands[k] = cases.operands[k][i];
    judge::Distance distance;
    Answer answer = quick.function()(quick, operands.data(), cases.observed[i], distance);
    if (answer == Answer::undecided) answer = classes.answer(operands.data(), cases.observed[i], distance);
    if (answer == Answer::undecided) continue;
    ++sum;
    EXPECT_EQ(contradiction(answer, distance.ulp, verdicts.of(i), ruling), "") << verdicts.text(i);
  }
  return sum;
}

struct Asked {
  const char* rulebook;
  Readings readings;
};
const std::vector<Asked> kAsked = {{"d3d10", {}},
                                   {"d3d10.1", {}},
                                   {"d3d11", {}},
                                   {"d3d11", {{"ftz.in", "may"}, {"ftz.out", "may"}, {"ftz.sign", "any"}}},
                                   {"d3d11", {{"d3d11.addsubmul", "nearest_even"}, {"overflow", "ieee"}}},
                                   {"metal1", {}},
                                   {"metal1", {{"metal.round", "rne"}}},
                                   {"metal1", {{"flush_test", "after_round"}}},
                                   {"metal1", {{"round.zero_sign", "minus"}}},
                                   {"metal1", {{"ftz.in", "never"}, {"ftz.out", "never"}}},
                                   {"metal1", {{"fmod", "formula"}}},
                                   {"metal2.1", {{"fmod", "formula"}}},
                                   {"metal1-fast", {}},
                                   {"metal1-fast", {{"msl.errata", "literal"}}},
                                   {"metal1-fast", {{"inherit.mode", "literal_sequence"}}},
                                   {"metal1.2", {}},
                                   {"metal1.2-fast", {}},
                                   {"metal2.1", {}},
                                   {"metal2.1-fast", {}},
                                   {"metal4", {}},
                                   {"metal4-fast", {}}};

/// Of all of them and every operation of binary32; `cases_of` makes cases.
template <class CasesOf>
std::size_t decided_of_all(CasesOf cases_of) {
  std::size_t sum = 0;
  for (const auto& [book, readings] : kAsked) {
    const Rulebook& rulebook = test::book(book);
    for (const OperationInfo& row : operations()) {
      if (row.family == OperationFamily::pixel || !rulebook.has(row.operation, Format::binary32)) continue;
      sum += decided(rulebook, readings, row.operation, cases_of);
    }
  }
  return sum;
}

TEST(Quick, SaysNothingThatTheExplainPathDoesNot) {
  const auto disturbed = [](const Rulebook& rulebook, const Readings& /*readings*/, Operation operation) {
    test::Cases cases = test::right_cases(rulebook, operation, 300, true);
    test::disturb(cases);
    return cases;
  };
  EXPECT_GT(decided_of_all(disturbed), 50000U);
}

TEST(Quick, SaysNothingElseAtTheEndsOfWhatIsPermitted) {
  const auto ends = [](const Rulebook& rulebook, const Readings& readings, Operation operation) {
    return test::at_the_ends(rulebook, readings, operation, 60);
  };
  EXPECT_GT(decided_of_all(ends), 30000U);
}

/// Where formats, flushes, domains and tables have their ends.
TEST(Quick, SaysNothingElseOfValuesAtEdges) {
  constexpr std::array kEdges = {0x00000000U, 0x00000001U, 0x007fffffU, 0x00800000U, 0x00c00000U, 0x01000000U,
                                 0x3f000000U, 0x3f800000U, 0x3fc00000U, 0x40000000U, 0x7effffffU, 0x7f7fffffU};
  constexpr std::array kOthers = {0x7f800000U, 0x7fc00000U};  // seldom of operands, for which tables speak
  const auto edges = [&](const Rulebook& /*rulebook*/, const Readings& /*readings*/, Operation operation) {
    constexpr std::size_t kCases = 400;
    test::Cases cases{std::vector<std::vector<std::uint32_t>>(static_cast<std::size_t>(info(operation).arity)), {}};
    std::mt19937 random(5);
    const auto edge = [&](unsigned others) {
      const std::uint32_t sign = random() & 0x80000000;
      return (random() % others == 0 ? kOthers[random() % kOthers.size()] : kEdges[random() % kEdges.size()]) | sign;
    };
    for (std::size_t i = 0; i < kCases; ++i) {
      for (auto& lane : cases.operands) lane.push_back(edge(50));
      cases.observed.push_back(random() % 8 == 0 ? cases.operands[0].back() : edge(6));
    }
    return cases;
  };
  EXPECT_GT(decided_of_all(edges), 50000U);
}

// Of divisors with and without a normal reciprocal, of quotients next to both ends of the range, and of short operands,
// whose products and quotients may be ties.
TEST(Quick, SaysNothingElseOfQuotientsSomeStepsOff) {
  const auto quotients = [](const Rulebook& rulebook, const Readings& /*readings*/, Operation operation) {
    test::Cases cases{{{}, {}}, {}};
    std::mt19937 random(8);
    const auto value = [&](int least_exponent, int exponents) {
      const int exponent = least_exponent + static_cast<int>(random() % static_cast<unsigned>(exponents));
      const double bits = random() % 3 == 0 ? 8 : 0x1p23;
      const double significand = 1 + std::floor(static_cast<double>(random() % 0x800000) * bits * 0x1p-23) / bits;
      const auto size = static_cast<float>(std::ldexp(significand, exponent));
      return std::bit_cast<std::uint32_t>(random() % 2 == 0 ? size : -size);
    };
    struct Exponents {
      int least;
      int count;
    };
    constexpr std::pair<Exponents, Exponents> kKinds[] = {
        {{-20, 25}, {-40, 80}}, {{100, 25}, {123, 5}}, {{-20, 4}, {103, 3}}, {{20, 4}, {-105, 3}}};
    for (std::size_t i = 0; i < 3000; ++i) {
      const auto& [dividend, divisor] = kKinds[i % std::size(kKinds)];
      cases.operands[0].push_back(value(dividend.least, dividend.count));
      cases.operands[1].push_back(value(divisor.least, divisor.count));
    }
    cases.observed.resize(cases.operands[0].size());
    test::give_right_results(rulebook, operation, cases);
    for (std::uint32_t& result : cases.observed) result += static_cast<std::uint32_t>(random()) % 17 - 8;
    return cases;
  };
  std::size_t sum = 0;
  for (const Readings& readings : {Readings{},
                                   {{"ulp_def", "bit_steps"}},
                                   {{"exact_if_representable", "on"}},
                                   {{"tie", "even"}},
                                   {{"div.form", "direct"}}}) {
    sum += decided(test::book("d3d11"), readings, Operation::div, quotients);
  }
  EXPECT_GT(sum, 8000U);
}

/// Results that no document permits in any reading, of every operation that is judged by a distance: a device may give
/// millions of them.
TEST(Quick, DecidesWhatIsFarFromEverythingPermitted) {
  struct Failed {
    Operation operation;
    std::vector<float> operands;
    float observed;
  };
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::vector<Failed> all = {{Operation::add, {1.25F, 2.5F}, 0},
                                   {Operation::add, {1.25F, 2.5F}, kNan},
                                   {Operation::mul, {0x1.8p120F, 0x1.8p120F}, -kInfinity},
                                   {Operation::mul, {0x1.8p-120F, 0x1.8p-120F}, 0x1p-140F},
                                   {Operation::div, {0x1.8p-120F, 0x1.4p120F}, 0x1p-140F},
                                   {Operation::exp2, {1000}, kNan},
                                   {Operation::exp2, {-1000}, kInfinity},
                                   {Operation::mul, {1.25F, 2.5F}, -kInfinity},
                                   {Operation::mul, {0x1.8p120F, 0x1.8p120F}, 1.5F},
                                   {Operation::mul, {0x1.8p-120F, 0x1.8p-120F}, kInfinity},
                                   {Operation::div, {1.25F, 3.5F}, 0x1p-149F},
                                   {Operation::div, {1.25F, 3.5F}, 0.375F},
                                   {Operation::div, {0x1.8p120F, 0x1.5p-120F}, -0.0F},
                                   {Operation::sqrt, {1.25F}, 0},
                                   {Operation::sin, {1.25F}, kNan},
                                   {Operation::sin, {1.25F}, 0},
                                   {Operation::exp2, {1.25F}, 0},
                                   {Operation::log2, {1.25F}, kInfinity},
                                   {Operation::mad, {1.25F, 3.5F, 2.5F}, 0},
                                   {Operation::mad, {1.25F, 3.5F, 2.5F}, 6.75F},
                                   {Operation::dp4, {1.25F, 3.5F, 2.5F, 5, -3, 7, 1.5F, 2.5F}, 0}};
  for (const char* book : {"d3d10.1", "d3d11"}) {
    for (const auto& [operation, values, observed] : all) {
      std::vector<Bits> operands;
      for (const float value : values) operands.push_back(std::bit_cast<std::uint32_t>(value));
      const auto ruling = judge::Ruling::of(test::book(book), operation, Format::binary32, {});
      const Bits result = std::bit_cast<std::uint32_t>(observed);
      const std::string what = test::described(book, operation, operands);
      EXPECT_EQ(judge::Quick(ruling).answer(operands, result), Answer::fails) << what;
      const Judgement judgement = judge_result(test::book(book), operation, Format::binary32, operands, result);
      EXPECT_EQ(judgement.verdict, Verdict::fail) << what;
      EXPECT_EQ(judgement.rule, ruling.rules.accuracy_rule) << what;
    }
  }
}

/// Integers that are no values of the format have two neighbours; others are exact.
TEST(Quick, DecidesWhatNoRoundingOfAnIntegerGives) {
  const auto answer = [](Bits operand, float observed) {
    const auto ruling = judge::Ruling::of(test::book("d3d11"), Operation::itof, Format::binary32, {});
    return judge::Quick(ruling).answer(std::array{operand}, std::bit_cast<std::uint32_t>(observed));
  };
  EXPECT_EQ(answer(0x01000001, 0x1p24F), Answer::undecided);  // a power of two
  EXPECT_EQ(answer(0x01000001, 0x1p24F + 2), Answer::undecided);
  EXPECT_EQ(answer(0x01000001, 0x1p24F + 4), Answer::fails);
  EXPECT_EQ(answer(0x01000001, 0x1p24F - 1), Answer::fails);
  EXPECT_EQ(answer(0x01000006, 0x1p24F + 6), Answer::pass);
  EXPECT_EQ(answer(0x01000006, 0x1p24F + 8), Answer::fails);
  EXPECT_EQ(answer(0xffffffff, 1), Answer::fails);
  EXPECT_EQ(answer(0xffffffff, 0), Answer::fails);
  EXPECT_EQ(answer(1, std::numeric_limits<float>::quiet_NaN()), Answer::fails);
}

/// Of e^x and the like far below the least denormal, whose error counts beside results that are none.
TEST(Quick, MeasuresWhatIsObservedWhereResultsUnderflow) {
  std::mt19937 random(6);
  std::size_t decided = 0;
  for (const char* book : {"d3d11", "metal1", "metal4-fast"}) {
    for (const Operation operation : {Operation::exp, Operation::exp2, Operation::exp10}) {
      const Rulebook& rulebook = test::book(book);
      if (!rulebook.has(operation, Format::binary32)) continue;
      const auto ruling = judge::Ruling::of(rulebook, operation, Format::binary32, {});
      const judge::Quick quick(ruling);
      if (quick.function() == nullptr) continue;  // other bounds than plain ones
      const float most = operation == Operation::exp10 ? 44.8F : operation == Operation::exp2 ? 149 : 103;
      for (int i = 0; i < 300; ++i) {
        const float operand = -most * std::exp2(static_cast<float>(random() % 4096) / 512);
        const auto bits = std::bit_cast<std::uint32_t>(operand);
        std::uint32_t observed = static_cast<std::uint32_t>(random());
        if (i % 3 == 0) observed = (observed & 0x80000000U) | (0x007ffffeU + observed % 6);
        judge::Distance distance;
        const Answer answer = quick.function()(quick, &bits, observed, distance);
        if (answer == Answer::undecided) continue;
        if (answer == Answer::fails) ++decided;
        const std::vector<Bits> operands = {bits};
        const Judgement judgement = judge_result(rulebook, operation, Format::binary32, operands, observed);
        EXPECT_EQ(contradiction(answer, distance.ulp, judgement, ruling), "")
            << test::described(book, operation, operands) << " -> " << bits_text(Format::binary32, observed);
      }
    }
  }
  EXPECT_GT(decided, 800U);
}

/// What has no error: NaN or nothing beyond a domain, no infinity or NaN of finite sums, and what only a reading saves.
TEST(Quick, DecidesWhatTablesAndSumsForbid) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const auto answer = [](Operation operation, const std::vector<float>& values, float observed) {
    std::vector<Bits> operands;
    for (const float value : values) operands.push_back(std::bit_cast<std::uint32_t>(value));
    const auto ruling = judge::Ruling::of(test::book("d3d11"), operation, Format::binary32, {});
    return judge::Quick(ruling).answer(operands, std::bit_cast<std::uint32_t>(observed));
  };
  EXPECT_EQ(answer(Operation::sqrt, {-1.5F}, 0), Answer::breaks_special);
  EXPECT_EQ(answer(Operation::log2, {-1.5F}, -kInfinity), Answer::breaks_special);
  EXPECT_EQ(answer(Operation::mul, {0x1p-140F, 2.5F}, 3), Answer::breaks_special);
  EXPECT_EQ(answer(Operation::div, {2.5F, -0x1p-140F}, 3), Answer::breaks_special);
  EXPECT_EQ(answer(Operation::mul, {0x1.9p-130F, 0x1.8p10F}, 0x1.2cp-119F), Answer::undecided);  // it is kept
  EXPECT_EQ(answer(Operation::add, {0x1p-140F, 2.5F}, 3), Answer::breaks_identity);
  EXPECT_EQ(answer(Operation::add, {0x1p-140F, 0x1.8p-126F}, 0x1.8004p-126F), Answer::undecided);  // it is kept
  EXPECT_EQ(answer(Operation::mad, {1.25F, 3.5F, 2.5F}, kInfinity), Answer::breaks_fused_nan);
  EXPECT_EQ(answer(Operation::mad, {0x1.8p100F, 0x1.8p100F, 1.5F}, -kInfinity), Answer::breaks_fused_nan);
  EXPECT_EQ(answer(Operation::mad, {0x1.8p100F, 0x1.8p100F, 1.5F}, 2), Answer::fails);
  EXPECT_EQ(answer(Operation::dp2, {0x1.8p100F, 0x1.8p90F, 0x1.8p100F, -0x1.8p90F}, 2), Answer::pass);
  EXPECT_EQ(answer(Operation::cos, {0x1p-20F}, 1.0001F), Answer::forbidden);
  EXPECT_EQ(answer(Operation::sin, {1e9F}, kInfinity), Answer::forbidden);
  EXPECT_EQ(answer(Operation::frc, {-0x1p-60F}, 0), Answer::fails);
  EXPECT_EQ(answer(Operation::div, {0x1.8p100F, 0x1.5p127F}, 0x1.24927p-27F), Answer::fails);
  EXPECT_EQ(answer(Operation::max, {std::numeric_limits<float>::quiet_NaN(), 1.5F}, 2.5F), Answer::breaks_special);
  const auto metal = judge::Ruling::of(test::book("metal4"), Operation::max, Format::binary32, {});
  EXPECT_EQ(judge::Quick(metal).answer(std::array<Bits, 2>{0x7fc00000, 0x3fc00000}, 0x40200000), Answer::breaks_nan);
}

/// Where it is not far: near it the bounds decide, and at the ends of the range other rules.
TEST(Quick, LeavesOpenWhatMayBePermitted) {
  struct Open {
    Operation operation;
    std::vector<float> operands;
    float observed;
  };
  const std::vector<Open> all = {
      {Operation::add, {0x1p-125F, 0x1.8p-126F}, 0},                       // near a flush
      {Operation::mul, {0x1.8p100F, 0x1.8p100F}, 0x1.fffffep127F},         // overflow
      {Operation::mul, {0x1p-149F, 0x1.8p100F}, 0},                        // a denormal operand
      {Operation::div, {0x1.8p126F, 0x1.8p126F}, 0},                       // 1 / y may flush
      {Operation::div, {0x1.8p-120F, 0x1.4p22F}, 156 * 0x1p-149F},         // two steps of denormals
      {Operation::mad, {0x1.8p100F, 0x1.8p100F, -1.5F}, 0x1.fffffcp127F},  // a step overflows
      {Operation::mad, {0x1.8p-70F, 0x1.8p-70F, 1.5F}, 0x1.800002p+0F},    // a product of denormals
      {Operation::sin, {1.25F}, 0.9486F}};                                 // within 0.0008
  const auto expect_open = [](const char* book, const Open& open) {
    std::vector<Bits> operands;
    for (const float value : open.operands) operands.push_back(std::bit_cast<std::uint32_t>(value));
    const auto ruling = judge::Ruling::of(test::book(book), open.operation, Format::binary32, {});
    EXPECT_NE(judge::Quick(ruling).answer(operands, std::bit_cast<std::uint32_t>(open.observed)), Answer::fails)
        << test::described(book, open.operation, operands);
  };
  for (const Open& open : all) expect_open("d3d11", open);
  // The second operand may be flushed: then the angle is pi/2. And muller_B has two ULP to a gap at a value.
  expect_open("metal1", {Operation::atan2, {0x1p-126F, 0x1p-127F}, 0x1.921fb6p+0F});
  // So may the second one of fmod, which leaves NaN.
  expect_open("metal1", {Operation::fmod, {1.5F, 0x1p-149F}, std::numeric_limits<float>::quiet_NaN()});
  expect_open("metal1", {Operation::div, {-0x1.921fb8p+1F, 0.5F}, -0x1.921faep+2F});
  // Which zero a negative value is rounded to is a matter of policy, even where one is asked for.
  const auto minus =
      judge::Ruling::of(test::book("metal1"), Operation::round_ne, Format::binary32, {{"round.zero_sign", "minus"}});
  EXPECT_EQ(judge::Quick(minus).answer(std::array<Bits, 1>{0xbe800000}, 0), Answer::forbidden);
  EXPECT_EQ(judge::Quick(minus).answer(std::array<Bits, 1>{0x3e800000}, 0x80000000), Answer::fails);
  // A quotient by more than 2^126 may be anything, as a small one may not.
  const auto literal =
      judge::Ruling::of(test::book("metal1-fast"), Operation::atan2, Format::binary32, {{"msl.errata", "literal"}});
  judge::Distance distance;
  constexpr std::array<std::uint32_t, 2> kOfLarge = {0, 0x7f7ffffe};
  EXPECT_EQ(judge::OperandClasses(literal).answer(kOfLarge.data(), 2U, distance), Answer::undecided);
}

/// In bulk, too, where a rulebook asks nothing: of infinities, of the pole that a flushed operand leaves, beyond a
/// bound's domain.
TEST(Quick, LeavesOpenWhatIsUnconstrained) {
  struct Case {
    Operation operation;
    Format format;
    Readings readings;
    std::vector<Bits> operands;
    Bits observed;
  };
  const Readings exact{{"exact_if_representable", "on"}};
  const std::vector<Case> all = {
      {Operation::abs, Format::binary16, {}, {0xfc00}, 0x7c00},
      {Operation::log2, Format::binary16, {}, {0x03fe}, 0xcb00},
      {Operation::fmod, Format::binary16, {}, {0x3415, 0x03ff}, 0x0058},
      {Operation::reciprocal, Format::binary32, exact, {0xff7ffffe}, 0x80200000},
      {Operation::reciprocal, Format::binary32, exact, {0x7f7ffffd}, 0},
      {Operation::pow, Format::binary32, exact, {0xff7ffffd, 0xf7dc7d61}, 0},
  };
  for (const auto& [operation, format, readings, operands, observed] : all) {
    const auto ruling = judge::Ruling::of(test::book("metal2.1-fast"), operation, format, readings);
    EXPECT_FALSE(judge::Quick(ruling).passes(operands, observed)) << info(operation).name;
    const Judgement judgement =
        judge_result(test::book("metal2.1-fast"), operation, format, operands, observed, readings);
    EXPECT_EQ(judgement.verdict, Verdict::unconstrained) << info(operation).name;
    const std::size_t bytes = format == Format::binary16 ? 2 : 4;
    std::vector<ConstLane> lanes;
    for (const Bits& operand : operands) lanes.push_back(std::as_bytes(std::span(&operand, 1)).first(bytes));
    Tally tally;
    const SpanJudge bulk(test::book("metal2.1-fast"), operation, format, readings);
    bulk.judge(0, lanes, std::as_bytes(std::span(&observed, 1)).first(bytes), tally);
    EXPECT_EQ(tally.unconstrained, 1U) << info(operation).name;
  }
}

}  // namespace
}  // namespace halfulp
