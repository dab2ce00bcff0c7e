// SPDX-License-Identifier: Apache-2.0
// Each hypothesis explains all failures of a device that behaves as it says, and not the same failures with other bits.
#include "diagnosis/hypotheses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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

/// Special values, values near to each other, and any.
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
  // Sums in which a product's low bits decide: z near half a ULP of x * y.
  if (operation == Operation::fma && format == Format::binary32) {
    for (int i = 0; i < 4000; ++i) {
      const float x = 1 + 0x1p-12F * static_cast<float>(random() % 2048);
      const float y = 1 + 0x1p-12F * static_cast<float>(random() % 2048);
      cases.push_back({b(x), b(y), b(std::ldexp(1.0F, -24 - static_cast<int>(random() % 40)))});
      cases.push_back({b(std::ldexp(1.0F, -60)), b(y), b(1 + 0x1p-23F * static_cast<float>(random() % 64))});
      cases.push_back({b(x), b(0x1p-30F), b(1 + 0x1p-23F * static_cast<float>(random() % 64))});
      // A product halfway between two values, and a little more: lost in binary64, where the sum looks like a tie.
      const Bits odd = 0x3f800001 + 2 * (random() % 1000);
      cases.push_back({odd, b(1 + 0x1p-1F), b(0x1p-80F)});
    }
  }
  if (operation == Operation::fma && format == Format::binary16) {
    // 32 (1 + a / 1024) * 48 is halfway between two values where a is odd; what is taken away is lost in binary32.
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
    const Bits other = observed ^ device.disturb;
    const auto is_nan = [&](Bits bits) {
      const FormatInfo& of = info(info(device.operation).result(format));
      return of.kind == FormatKind::floating && number::Layout(of).is_nan(bits);
    };
    // Which NaN it is counts only where bits are moved; elsewhere one may be predicted too.
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
  EXPECT_GE(unlike, std::min<std::size_t>(device.least, 1));
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

TEST(Hypotheses, EachHasADeviceThatShowsIt) {
  std::set<std::string> shown;
  for (const MisbehavingDevice& device : misbehaving_devices()) shown.insert(device.id);
  std::set<std::string> all;
  for (const Hypothesis& hypothesis : hypotheses()) all.emplace(hypothesis.id);
  EXPECT_EQ(shown, all);
}

TEST(Hypotheses, FewestThatExplainMostAreChosen) {
  const auto set = [](const std::vector<std::string>& ids) {
    HypothesisSet result = 0;
    for (const std::string& id : ids) result |= HypothesisSet{1} << place_of(id);
    return result;
  };
  const auto witness = [](std::uint64_t index) {
    Witness one;
    one.index = index;
    return one;
  };
  HypothesisCounts counts;
  // Toward zero explains all but one; down some of them; one step off what is left, and some.
  for (std::uint64_t i = 0; i < 60; ++i) counts.note("R", set({"toward_zero"}), witness(i));
  for (std::uint64_t i = 60; i < 100; ++i) counts.note("R", set({"toward_zero", "down", "one_step_off"}), witness(i));
  counts.note("R", set({"one_step_off"}), witness(200));
  counts.note("R", 0, witness(301));
  counts.note("R", 0, witness(300));
  const ExplainedFailures found = explained(counts.broken["R"]);
  EXPECT_EQ(found.failures, 103U);
  ASSERT_EQ(found.parts.size(), 2U);
  EXPECT_EQ(found.parts[0].hypothesis.id, "toward_zero");
  EXPECT_EQ(found.parts[0].explains, 100U);
  EXPECT_EQ(found.parts[1].hypothesis.id, "one_step_off");
  EXPECT_EQ(found.parts[1].explains, 41U);
  EXPECT_EQ(found.unexplained.count, 2U);
  EXPECT_EQ(found.unexplained.example.index, 300U);
}

}  // namespace
}  // namespace halfulp::diagnosis
