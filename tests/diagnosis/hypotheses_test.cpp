// SPDX-License-Identifier: Apache-2.0
// Each hypothesis explains all failures of a device that behaves as it says, and not the same failures with other bits.
#include "diagnosis/hypotheses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "diagnosis/misbehaving_devices.hpp"
#include "judge/judged.hpp"
#include "number/layout.hpp"

namespace halfulp::diagnosis {
namespace {

using test::book_of;
using test::misbehaving_devices;
using test::MisbehavingDevice;
using test::Operands;

Bits b(float x) { return std::bit_cast<std::uint32_t>(x); }

/// Zeros, infinities, NaN, denormals, values of the largest binade, values from 2^-4 to 2^5, and random bits.
std::vector<Operands> cases_of(Operation operation, Format format) {
  const OperationInfo& row = info(operation);
  std::mt19937_64 random(static_cast<std::uint64_t>(operation) + 5);
  const auto value = [&](int operand) -> Bits {
    const FormatInfo& of = info(row.operand_format(operand, format));
    const Bits all = ~Bits{0} >> (64 - of.bits);
    if (of.kind != FormatKind::floating) return random() & all >> (random() % 2 == 0 ? random() % 8 : 0);
    const Bits sign = (random() & 1) << (of.bits - 1);
    const int fraction = of.fraction_bits;
    const Bits infinity = ((Bits{1} << of.exponent_bits) - 1) << fraction;
    const Bits one = infinity >> (fraction + 1) << fraction;
    switch (random() % 13) {
      case 12:
        return sign | (random() % 2 == 0 ? one : infinity - 1);
      case 0:
        return sign;
      case 1:
        return sign | infinity;
      case 2:
        return sign | infinity | (random() & ((Bits{1} << fraction) - 1)) | 1;
      case 3:
      case 4:
        return sign | (random() & ((Bits{1} << fraction) - 1));  // denormals
      case 5:
        return sign | (infinity - (Bits{1} << fraction)) | (random() & ((Bits{1} << fraction) - 1));
      case 6:
      case 7:  // few bits, so that there are ties
        return sign |
               ((one + ((random() % 9) << fraction) - (Bits{4} << fraction)) | ((random() % 16) << (fraction - 4)));
      case 8:
      case 9:
        return sign |
               (one + ((random() % 9) << fraction) - (Bits{4} << fraction) + (random() & ((Bits{1} << fraction) - 1)));
      default:
        return random() & all;
    }
  };
  std::vector<Operands> cases;
  for (int i = 0; i < 40000; ++i) {
    Operands operands;
    for (int k = 0; k < row.arity; ++k) operands.push_back(value(k));
    cases.push_back(std::move(operands));
  }
  // Sums in which the low bits of x * y decide: one addend is at most half a ULP of the other.
  if (operation == Operation::fma && format == Format::binary32) {
    for (int i = 0; i < 4000; ++i) {
      const float x = 1 + 0x1p-12F * static_cast<float>(random() % 2048);
      const float y = 1 + 0x1p-12F * static_cast<float>(random() % 2048);
      cases.push_back({b(x), b(y), b(std::ldexp(1.0F, -24 - static_cast<int>(random() % 40)))});
      cases.push_back({b(std::ldexp(1.0F, -60)), b(y), b(1 + 0x1p-23F * static_cast<float>(random() % 64))});
      cases.push_back({b(x), b(0x1p-30F), b(1 + 0x1p-23F * static_cast<float>(random() % 64))});
      // A product halfway between two values, plus 2^-80: binary64 loses the 2^-80, and the sum looks like a tie.
      const Bits odd = 0x3f800001 + 2 * (random() % 1000);
      cases.push_back({odd, b(1 + 0x1p-1F), b(0x1p-80F)});
    }
  }
  if (operation == Operation::binary32_to_unorm8) {
    for (int code = 0; code < 255; ++code) {
      const Bits tie = b((static_cast<float>(code) + 0.5F) / 255);
      for (Bits less = 0; less < 3; ++less) cases.push_back({tie - less});
    }
  }
  if (operation == Operation::fma && format == Format::binary16) {
    // 32 (1 + a / 1024) * 48 is halfway between two values where a is odd; binary32 loses the 2^-14 taken away.
    for (Bits a = 1; a < 340; a += 2) cases.push_back({0x5000 + a, 0x5200, 0x8400});
  }
  return cases;
}

std::size_t place_of(const std::string& id) {
  const auto all = hypotheses();
  return static_cast<std::size_t>(std::ranges::find(all, id, &Hypothesis::id) - all.begin());
}

class EachHypothesis : public testing::TestWithParam<MisbehavingDevice> {};

TEST_P(EachHypothesis, ExplainsWhatADeviceThatBehavesSoBreaks) {
  const MisbehavingDevice& device = GetParam();
  const std::size_t place = place_of(device.id);
  ASSERT_LT(place, hypotheses().size()) << device.id;
  const Format format = info(device.operation).only_format().value_or(device.format);
  const HypothesisTest tests(book_of(device.rulebook), device.operation, format);
  const SpanJudge judge(book_of(device.rulebook), device.operation, format);
  const auto fails = [&](const Operands& operands, Bits observed) {
    std::vector<ConstLane> lanes;
    for (const Bits& bits : operands) {
      const Format of = info(device.operation).operand_format(static_cast<int>(lanes.size()), format);
      lanes.push_back(std::as_bytes(std::span(&bits, 1)).first(static_cast<std::size_t>(info(of).bytes)));
    }
    const auto bytes = static_cast<std::size_t>(info(info(device.operation).result(format)).bytes);
    Tally tally;
    judge.judge(0, lanes, std::as_bytes(std::span(&observed, 1)).first(bytes), tally);
    return tally.failed == 1;
  };
  std::size_t failures = 0;
  std::size_t unlike = 0;
  for (const Operands& operands : cases_of(device.operation, format)) {
    const Bits observed = device.compute(operands);
    if (!fails(operands, observed)) continue;
    ++failures;
    ASSERT_TRUE(tests.explaining(operands, observed) >> place & 1)
        << test::described(device.rulebook, device.operation, operands, format) << " gives "
        << bits_text(info(device.operation).result(format), observed);
    if (device.disturb == 0) continue;
    const Bits other = observed ^ device.disturb;
    const auto is_nan = [&](Bits bits) {
      const FormatInfo& of = info(info(device.operation).result(format));
      return of.kind == FormatKind::floating && number::Layout(of).is_nan(bits);
    };
    // Which NaN a result is counts only where bits are moved; elsewhere a hypothesis may predict the other one too.
    const bool moves = info(device.operation).family == OperationFamily::movement;
    if ((is_nan(other) && !moves) || !fails(operands, other)) continue;
    if (std::ranges::find(operands, other) != operands.end()) continue;
    ++unlike;
    EXPECT_FALSE(tests.explaining(operands, other) >> place & 1)
        << test::described(device.rulebook, device.operation, operands, format) << " gives "
        << bits_text(info(device.operation).result(format), other);
    if (failures > 200) break;
  }
  EXPECT_GE(failures, device.least);
  EXPECT_GE(unlike, device.disturb == 0 ? 0U : 1U);
}

INSTANTIATE_TEST_SUITE_P(Hypotheses, EachHypothesis, testing::ValuesIn(misbehaving_devices()),
                         [](const testing::TestParamInfo<MisbehavingDevice>& one) {
                           return one.param.id + "_" + std::string(halfulp::info(one.param.operation).name) + "_" +
                                  std::to_string(one.index);
                         });

TEST(Hypotheses, OneStepOffIsNotAZeroOfTheOtherSign) {
  const std::size_t place = place_of("one_step_off");
  const HypothesisTest tests(book_of("d3d11"), Operation::mul, Format::binary32);
  const Operands minus{b(1.0F), b(-0.0F)};
  const Operands plus{b(1.0F), b(0.0F)};
  EXPECT_FALSE(tests.explaining(minus, b(0.0F)) >> place & 1);
  EXPECT_FALSE(tests.explaining(plus, b(-0.0F)) >> place & 1);
  EXPECT_TRUE(tests.explaining(plus, 1) >> place & 1) << "the least denormal";
}

TEST(Hypotheses, ADenormalThatDecidesNothingIsNotKept) {
  const HypothesisTest exponential(book_of("d3d11"), Operation::exp2, Format::binary32);
  const Operands denormal{1};
  EXPECT_EQ(exponential.explaining(denormal, b(1.0F) + 1) >> place_of("keeps_denormal_operands") & 1, 0U);
  EXPECT_EQ(exponential.explaining(denormal, b(1.0F) + 1) >> place_of("inaccurate") & 1, 1U);
  const HypothesisTest root(book_of("d3d11"), Operation::sqrt, Format::binary32);
  EXPECT_EQ(root.explaining(denormal, b(std::sqrt(0x1p-149F))) >> place_of("keeps_denormal_operands") & 1, 1U);
}

TEST(Hypotheses, OfAProductNoOperandLosesItsSign) {
  const HypothesisTest tests(book_of("d3d11"), Operation::mul, Format::binary32);
  EXPECT_EQ(tests.explaining(Operands{b(-1.0F), 0}, 0) >> place_of("absolute_operand") & 1, 0U);
}

TEST(Hypotheses, AnIntegerThatFitsIsNotUndefined) {
  const std::size_t place = place_of("undefined_integer");
  const HypothesisTest tests(book_of("d3d11"), Operation::ftoi, Format::binary32);
  EXPECT_FALSE(tests.explaining(Operands{b(1.0F)}, 7) >> place & 1);
  EXPECT_FALSE(tests.explaining(Operands{b(-0x1p31F)}, 7) >> place & 1);
  EXPECT_TRUE(tests.explaining(Operands{b(0x1p31F)}, 7) >> place & 1);
  EXPECT_TRUE(tests.explaining(Operands{0x7fc00000}, 7) >> place & 1) << "NaN";
}

TEST(Hypotheses, ANumberForANumberIsNotForNan) {
  const std::size_t place = place_of("number_for_nan");
  const HypothesisTest tests(book_of("d3d11"), Operation::frc, Format::binary32);
  EXPECT_TRUE(tests.explaining(Operands{0x7fc00000}, b(0.5F)) >> place & 1);
  EXPECT_TRUE(tests.explaining(Operands{0x7f800000}, b(0.5F)) >> place & 1) << "frc(inf) is a NaN";
  EXPECT_FALSE(tests.explaining(Operands{b(1.25F)}, b(0.5F)) >> place & 1);
}

TEST(Hypotheses, BroadAndVagueOnesAreApart) {
  std::set<std::string> broad;
  for (std::size_t i = 0; i < hypotheses().size(); ++i) {
    if ((broad_hypotheses() >> i & 1) != 0) broad.emplace(hypotheses()[i].id);
  }
  EXPECT_EQ(broad, (std::set<std::string>{"undefined_integer", "number_for_nan", "fast_math"}));
  EXPECT_EQ(broad_hypotheses() & vague_hypotheses(), 0U);
  EXPECT_EQ(vague_hypotheses() >> place_of("gives_zero") & 1, 1U);
  EXPECT_LE(hypotheses().size(), 128U);
}

TEST(Hypotheses, EachHasADeviceThatShowsIt) {
  std::set<std::string> shown;
  for (const MisbehavingDevice& device : misbehaving_devices()) shown.insert(device.id);
  std::set<std::string> all;
  for (const Hypothesis& hypothesis : hypotheses()) all.emplace(hypothesis.id);
  EXPECT_EQ(shown, all);
}

Witness witness_of(std::uint64_t index) {
  Witness witness;
  witness.index = index;
  return witness;
}

TEST(Hypotheses, FewestThatExplainMostAreChosen) {
  HypothesisCounts counts;
  const auto note = [&](std::uint64_t index, const std::vector<std::string>& ids) {
    HypothesisSet set = 0;
    for (const std::string& id : ids) set |= HypothesisSet{1} << place_of(id);
    counts.note("R", witness_of(index), [&] { return set; });
  };
  // Of 103 toward_zero explains 100, down 40 of these, one_step_off the same 40 and one more; two have no explanation.
  for (std::uint64_t i = 0; i < 60; ++i) note(i, {"toward_zero"});
  for (std::uint64_t i = 60; i < 100; ++i) note(i, {"toward_zero", "down", "one_step_off"});
  note(200, {"one_step_off"});
  note(301, {});
  note(300, {});
  const ExplainedFailures found = explained(counts.broken["R"].all());
  EXPECT_EQ(found.failures, 103U);
  EXPECT_EQ(found.untried, 0U);
  ASSERT_EQ(found.parts.size(), 2U);
  EXPECT_EQ(found.parts[0].hypothesis.id, "toward_zero");
  EXPECT_EQ(found.parts[0].explains, 100U);
  EXPECT_EQ(found.parts[1].hypothesis.id, "one_step_off");
  EXPECT_EQ(found.parts[1].explains, 41U);
  EXPECT_EQ(found.unexplained.count, 2U);
  EXPECT_EQ(found.unexplained.example.index, 300U);
}

/// The failures of a device that gives `results` for fma in binary64 under d3d11.
HypothesisCounts failures_of_fma(const std::array<std::vector<double>, 3>& operands,
                                 const std::vector<double>& results) {
  constexpr Operation kFma = Operation::fma;
  constexpr Format kFormat = Format::binary64;
  const std::array<ConstLane, 3> lanes = {std::as_bytes(std::span(operands[0])), std::as_bytes(std::span(operands[1])),
                                          std::as_bytes(std::span(operands[2]))};
  const ConstLane observed = std::as_bytes(std::span(results));
  Tally tally;
  std::vector<Failure> failures;
  SpanJudge(book_of("d3d11"), kFma, kFormat).judge(0, lanes, observed, tally, &failures);
  FailureCounts failure_counts(kFma, kFormat);
  HypothesisCounts counts;
  note_failures(0, lanes, observed, failures, HypothesisTest(book_of("d3d11"), kFma, kFormat), failure_counts, counts);
  return counts;
}

/// The hypotheses that are reported for a rule, and how many of its failures each explains: "unfused 2".
std::vector<std::string> reported(const FailuresBySet& failures) {
  std::vector<std::string> parts;
  for (const auto& part : explained(failures).parts) {
    parts.push_back(std::string(part.hypothesis.id) + ' ' + std::to_string(part.explains));
  }
  return parts;
}

// x * x + z where x * x needs more bits than it has. Exactly the sums are 2^-29 + 2^-60, 2^-60, and 2^-1064, a
// denormal.
const std::vector<double> kFactors = {1 + 0x1p-30, 1 + 0x1p-30, 0x1.0000000000001p-480};
const std::array<std::vector<double>, 3> kProductsAndSums = {
    {kFactors, kFactors, {-1, -1 - 0x1p-29, -0x1.0000000000002p-960}}};

TEST(HypothesisCounts, WhatExplainsTheWholeOperationIsReportedForEachRuleThatItBreaks) {
  const HypothesisCounts counts = failures_of_fma(kProductsAndSums, {0x1p-29, 0, 0});
  ASSERT_EQ(counts.broken.size(), 2U);
  EXPECT_EQ(reported(counts.of_rule("D3D11-DOUBLE-FMA")), std::vector<std::string>{"unfused 2"});
  // A flush, too, explains the one failure of this rule.
  EXPECT_EQ(reported(counts.broken.at("D3D11-DOUBLE-DENORMALS").all()),
            std::vector<std::string>{"flushes_denormal_results 1"});
  EXPECT_EQ(reported(counts.of_rule("D3D11-DOUBLE-DENORMALS")), std::vector<std::string>{"unfused 1"});
  EXPECT_EQ(counts.of_rule("D3D11-DOUBLE-DENORMALS").failures, 1U);
  EXPECT_EQ(counts.of_rule("D3D11-DOUBLE-ARITHMETIC").failures, 0U) << "no failure breaks it";
}

TEST(HypothesisCounts, TwoFaultsOfADeviceAreReportedEachForItsRule) {
  // The device flushes, too: 2^-1060 * 1 + 0 becomes zero, rounded once or twice.
  auto operands = kProductsAndSums;
  operands[0].push_back(0x1p-1060);
  operands[1].push_back(1);
  operands[2].push_back(0);
  const HypothesisCounts counts = failures_of_fma(operands, {0x1p-29, 0, 0, 0});
  ASSERT_EQ(counts.broken.size(), 2U);
  EXPECT_EQ(reported(counts.of_rule("D3D11-DOUBLE-FMA")), std::vector<std::string>{"unfused 2"});
  EXPECT_EQ(reported(counts.of_rule("D3D11-DOUBLE-DENORMALS")), std::vector<std::string>{"flushes_denormal_results 2"});
}

TEST(HypothesisCounts, ThatADeviceGivesZeroDoesNotDisplaceTheCauses) {
  // A flush breaks one rule, a lost sign the other. Of both failures it is true that the device gives zero.
  HypothesisCounts counts;
  const auto note = [&](const std::string& rule, const std::string& id) {
    const HypothesisSet zero = HypothesisSet{1} << place_of("gives_zero");
    counts.note(rule, {}, [&] { return zero | HypothesisSet{1} << place_of(id); });
  };
  note("FLUSH", "flushes_denormals");
  note("ZERO", "loses_zero_sign");
  EXPECT_EQ(reported(counts.of_rule("FLUSH")), std::vector<std::string>{"flushes_denormals 1"});
  EXPECT_EQ(reported(counts.of_rule("ZERO")), std::vector<std::string>{"loses_zero_sign 1"});
}

/// The failures of cases [first, end), every fifth explained by another set, counted in parts of `part` cases and
/// merged.
HypothesisCounts counts_of(std::uint64_t first, std::uint64_t end, std::uint64_t part, std::uint64_t& asked) {
  HypothesisCounts whole;
  HypothesisCounts mine;
  for (std::uint64_t i = first; i < end; ++i) {
    mine.note("R", witness_of(i), [&] { return ++asked, HypothesisSet{i % 5 == 0 ? 1U : 2U}; });
    if ((i + 1 - first) % part != 0 && i + 1 != end) continue;
    whole.merge(mine);
    mine.hand_over();
  }
  return whole;
}

TEST(HypothesisCounts, TryASampleOfManyFailuresThatIsTheSameInAnySplit) {
  constexpr std::uint64_t kFailures = 3 * HypothesisCounts::kMostTried;
  std::uint64_t asked = 0;
  const HypothesisCounts whole = counts_of(0, kFailures, kFailures, asked);
  EXPECT_LT(asked, 5 * HypothesisCounts::kMostTried / 4) << "no more after the first ones";
  asked = 0;
  HypothesisCounts second = counts_of(kFailures / 2 + 7, kFailures, 99991, asked);
  EXPECT_LT(asked, 5 * HypothesisCounts::kMostTried / 4) << "parts that were handed over count";
  const HypothesisCounts first = counts_of(0, kFailures / 2 + 7, 1000, asked);
  second.merge(first);
  const FailuresBySet all = whole.broken.at("R").all();
  const FailuresBySet merged = second.broken.at("R").all();
  EXPECT_EQ(all.failures, kFailures);
  EXPECT_EQ(merged.failures, kFailures);
  ASSERT_EQ(all.tried.size(), 2U);
  for (const auto& [set, group] : all.tried) {
    EXPECT_EQ(merged.tried.at(set).count, group.count);
    EXPECT_EQ(merged.tried.at(set).example.index, group.example.index);
    // A sixteenth, evenly spread.
    const double expected = static_cast<double>(kFailures) / 16 * (set == 1 ? 0.2 : 0.8);
    EXPECT_NEAR(static_cast<double>(group.count) / expected, 1, 0.01);
  }
}

}  // namespace
}  // namespace halfulp::diagnosis
