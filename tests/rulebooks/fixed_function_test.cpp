// SPDX-License-Identifier: Apache-2.0
// Blends, linear filters and texel addresses of Direct3D, judged a second time: fixed point in integers; floats by
// random executions that the documents admit, of which none may be forbidden.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "halfulp/evaluate.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp {
namespace {

using enum Operation;
using Operands = std::vector<Bits>;

const Rulebook& d3d(const std::string& name = "d3d11") {
  static const Rulebook k10 = Rulebook::open("d3d10");
  static const Rulebook k11 = Rulebook::open("d3d11");
  static const Rulebook k12 = Rulebook::open("d3d12");
  return name == "d3d10" ? k10 : name == "d3d12" ? k12 : k11;
}

Bits float_bits(double x) { return std::bit_cast<std::uint32_t>(static_cast<float>(x)); }

Format asked(Operation operation) { return *info(operation).only_format(); }

PermittedSet permitted(Operation operation, const Operands& operands, const Readings& readings = {},
                       const std::string& book = "d3d11") {
  return explain(d3d(book), operation, asked(operation), operands, readings).permitted;
}

Verdict verdict(Operation operation, const Operands& operands, Bits result, const Readings& readings = {},
                const std::string& book = "d3d11") {
  return judge_result(d3d(book), operation, asked(operation), operands, result, readings).verdict;
}

// ---- Fixed point, in integers

constexpr std::int64_t kUnit = 1024;  ///< sources and factors are multiples of 1 / kUnit

struct CodeTarget {
  Operation operation;
  std::int64_t most;  ///< the code of 1
  bool has_sign;
};
constexpr CodeTarget kCodeTargets[] = {{blend_unorm8, 255, false},
                                       {blend_unorm10, 1023, false},
                                       {blend_unorm16, 65535, false},
                                       {blend_snorm8, 127, true},
                                       {blend_snorm16, 32767, true}};

/// Ten times kUnit^2 times the exact code of a blend.
std::int64_t scaled_code(const CodeTarget& target, std::int64_t source, std::int64_t code, std::int64_t factor,
                         std::int64_t code_factor) {
  const std::int64_t least = target.has_sign ? -kUnit : 0;
  const auto clamped = [&](std::int64_t x) { return std::clamp(x, least, kUnit); };
  const std::int64_t destination = std::max(code, -target.most);
  const std::int64_t sum = target.most * clamped(source) * clamped(factor) + destination * clamped(code_factor) * kUnit;
  const std::int64_t one = target.most * kUnit * kUnit;
  return 10 * std::clamp(sum, target.has_sign ? -one : 0, one);
}

std::int64_t ceiling(std::int64_t x, std::int64_t y) { return x >= 0 ? (x + y - 1) / y : -(-x / y); }
std::int64_t floored(std::int64_t x, std::int64_t y) { return -ceiling(-x, y); }

Bits code_bits(const CodeTarget& target, std::int64_t code) {
  const int width = info(*info(target.operation).result_format).bits;
  return static_cast<Bits>(code) & ((Bits{1} << width) - 1);
}

TEST(FixedFunction, BlendsIntoCodesAreWithinTheirSteps) {
  std::mt19937_64 random(1);
  const auto draw = [&](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
  };
  for (const CodeTarget& target : kCodeTargets) {
    for (int i = 0; i < 400; ++i) {
      const std::int64_t source = draw(-kUnit / 4, kUnit * 5 / 4);
      const std::int64_t factor = i % 8 == 0 ? kUnit : draw(-kUnit / 4, kUnit * 5 / 4);
      const std::int64_t code_factor = i % 8 == 0 ? 0 : i % 2 == 0 ? kUnit - factor : draw(-kUnit / 4, kUnit * 5 / 4);
      const bool is_alone = factor == kUnit && code_factor == 0;
      const std::int64_t code = draw(target.has_sign ? -target.most - 1 : 0, target.most);
      const auto of = [](std::int64_t x) { return float_bits(static_cast<double>(x) / kUnit); };
      const Operands operands = {of(source), code_bits(target, code), of(factor), of(code_factor)};
      const std::int64_t exact = scaled_code(target, source, code, factor, code_factor);
      const std::int64_t unit = 10 * kUnit * kUnit;
      for (const bool is_strict : {false, true}) {
        const std::int64_t reach = (is_strict || is_alone ? 6 : 30) * kUnit * kUnit;
        const Readings readings = is_strict ? Readings{{"blend.precision", "conversion"}} : Readings{};
        const PermittedSet set = permitted(target.operation, operands, readings);
        const std::int64_t least = ceiling(exact - reach, unit);
        const std::int64_t most = floored(exact + reach, unit);
        for (std::int64_t at = least - 2; at <= most + 2; ++at) {
          if (std::abs(at) > target.most || (at < 0 && !target.has_sign)) continue;
          EXPECT_EQ(set.contains(code_bits(target, at)), at >= least && at <= most)
              << info(target.operation).name << ' ' << source << ' ' << code << ' ' << factor << ' ' << code_factor
              << " -> " << at << (is_strict ? " strict" : "");
        }
      }
    }
  }
}

TEST(FixedFunction, NoDocumentSettlesWhatNanBecomesInFixedPoint) {
  const Bits nan = 0x7fc00000;
  EXPECT_EQ(verdict(blend_unorm8, {nan, 128, float_bits(1), float_bits(1)}, 7), Verdict::unconstrained);
  EXPECT_EQ(verdict(blend_unorm8, {0x7f800000, 128, float_bits(1), float_bits(0)}, 255), Verdict::pass)
      << "INF is clamped";
  EXPECT_EQ(verdict(blend_unorm8, {0x7f800000, 128, float_bits(1), float_bits(0)}, 254), Verdict::fail);
}

TEST(FixedFunction, AnSrgbTargetBlendsLinearValues) {
  // White at half over 0x80: 0.5 + 0.5 * 0.21586 = 0.60793 is the code 204.62; blended as codes it would be 192.
  const Operands operands = {float_bits(1), 0x80, float_bits(0.5), float_bits(0.5)};
  EXPECT_EQ(Evaluator(d3d(), blend_srgb8, Format::binary32).evaluate(operands), 205U);
  EXPECT_EQ(verdict(blend_srgb8, operands, 205), Verdict::pass);
  EXPECT_EQ(verdict(blend_srgb8, operands, 192), Verdict::fail);
  const Readings strict{{"blend.precision", "conversion"}};
  for (Bits code = 0; code < 256; ++code) {
    EXPECT_EQ(verdict(blend_srgb8, operands, code, strict) == Verdict::pass, code >= 204 && code <= 205) << code;
  }
  // A source alone is written as without blending: 0x3b7e7dbd is the code 12.600001.
  const Operands source = {0x3b7e7dbd, 79, float_bits(1), float_bits(0)};
  EXPECT_EQ(verdict(blend_srgb8, source, 13), Verdict::pass);
  EXPECT_EQ(verdict(blend_srgb8, source, 12), Verdict::fail);
  EXPECT_EQ(verdict(blend_srgb8, source, 12, strict), Verdict::fail);
  // Each code alone comes back.
  for (Bits code = 0; code < 256; ++code) {
    const Operands alone = {float_bits(0.25), code, float_bits(0), float_bits(1)};
    EXPECT_EQ(Evaluator(d3d(), blend_srgb8, Format::binary32).evaluate(alone), code);
  }
}

// ---- Floats

/// A float with few bits: its value, or its neighbours'.
struct Narrow {
  Format format;
  int digits;  ///< of the significand
  int least_exponent = -14;

  [[nodiscard]] double unit(double x) const {
    int exponent = 0;
    std::frexp(x, &exponent);
    return std::ldexp(1, std::max(exponent - 1, least_exponent) - (digits - 1));
  }
  [[nodiscard]] double toward_zero(double x) const { return std::trunc(x / unit(x)) * unit(x); }
  /// The nearest value, or with `other` the next one if it is within 0.6 ULP.
  [[nodiscard]] double within_step(double x, bool other) const {
    const double scaled = x / unit(x);
    const double nearest = std::nearbyint(scaled);
    const double next = nearest + (scaled >= nearest ? 1 : -1);
    return (other && std::fabs(next - scaled) <= 0.6 ? next : nearest) * unit(x);
  }
  [[nodiscard]] Bits bits_of(double x) const {
    const Bits sign = std::signbit(x) && format == Format::binary16 ? 0x8000 : 0;
    const double size = std::fabs(x);
    const auto steps = static_cast<Bits>(size / unit(size));
    if (size < std::ldexp(1, least_exponent)) return sign | steps;
    int exponent = 0;
    std::frexp(size, &exponent);
    const Bits biased = static_cast<Bits>(exponent - 1 - least_exponent + 1);
    return sign | (((biased - 1) << (digits - 1)) + steps);
  }
  [[nodiscard]] double value_of(Bits code) const {
    const Bits fraction = code & ((Bits{1} << (digits - 1)) - 1);
    const auto exponent = static_cast<int>(code >> (digits - 1) & 31);
    const double significand = static_cast<double>(exponent == 0 ? fraction : fraction + (Bits{1} << (digits - 1)));
    const double size = std::ldexp(significand, std::max(exponent, 1) - 15 - (digits - 1));
    return format == Format::binary16 && (code & 0x8000) != 0 ? -size : size;
  }
};
constexpr Narrow kHalf{Format::binary16, 11};
constexpr Narrow kEleven{Format::ufloat11, 7};
constexpr Narrow kTen{Format::ufloat10, 6};

struct FloatTarget {
  Operation operation;
  Narrow format;
};
constexpr FloatTarget kFloatTargets[] = {{blend_binary16, kHalf}, {blend_ufloat11, kEleven}, {blend_ufloat10, kTen}};

/// An execution that the documents admit: with the precision of half or of binary32, each step near or a little off.
double blended(const std::array<double, 4>& x, bool by_half, bool enters_half, std::mt19937_64& random) {
  const auto flips = [&] { return (random() & 1) != 0; };
  if (!by_half) {
    const auto rounded = [](double y) { return static_cast<double>(static_cast<float>(y)); };
    return rounded(rounded(x[0] * x[2]) + rounded(x[1] * x[3]));
  }
  const auto in = [&](double y) { return enters_half ? kHalf.toward_zero(y) : y; };
  const double first = kHalf.within_step(in(x[0]) * in(x[2]), flips());
  const double second = kHalf.within_step(x[1] * in(x[3]), flips());
  return kHalf.within_step(first + second, flips());
}

TEST(FixedFunction, BlendsIntoFloatsPermitWhatIsAdmitted) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> unit(0, 1);
  for (const FloatTarget& target : kFloatTargets) {
    const bool has_sign = target.format.format == Format::binary16;
    int denied = 0;
    for (int i = 0; i < 300; ++i) {
      const auto drawn = [&](double scale) {
        const double x = static_cast<float>(std::ldexp(unit(random), static_cast<int>(random() % 8) - 4) * scale);
        return has_sign && random() % 4 == 0 ? -x : x;
      };
      const Bits code = target.format.bits_of(target.format.toward_zero(std::fabs(drawn(1))));
      const double factor = i % 6 == 0 ? 1 : drawn(1);
      const double other = i % 12 == 0 ? 0 : i % 3 == 0 ? static_cast<float>(1 - factor) : drawn(1);
      if (!has_sign && other < 0) continue;
      const std::array<double, 4> x = {drawn(4), target.format.value_of(code), factor, other};
      const Operands operands = {float_bits(x[0]), code, float_bits(x[2]), float_bits(x[3])};
      const PermittedSet set = permitted(target.operation, operands);
      Bits last = 0;
      for (int way = 0; way < 12; ++way) {
        const double sum = blended(x, way % 3 != 0, way % 3 == 1, random);
        last = target.format.bits_of(target.format.toward_zero(sum));
        EXPECT_TRUE(set.contains(last)) << info(target.operation).name << ' ' << x[0] << ' ' << x[1] << ' ' << x[2]
                                        << ' ' << x[3] << " -> " << sum << " way " << way << ' ' << set.text();
      }
      // Without cancellation a sixteenth off is denied.
      const double size = std::fabs(x[0] * x[2]) + std::fabs(x[1] * x[3]);
      const double exact = x[0] * x[2] + x[1] * x[3];
      if (std::fabs(exact) < 0.75 * size || std::fabs(exact) < 0.01) continue;
      ++denied;
      for (const double wrong : {exact * (1 + 1.0 / 12), exact * (1 - 1.0 / 12)}) {
        if (target.format.digits < 8) continue;
        EXPECT_FALSE(set.contains(target.format.bits_of(target.format.toward_zero(wrong)))) << set.text();
      }
    }
    EXPECT_GT(denied, 50);
  }
}

TEST(FixedFunction, HalfBlendsWereHeldToLessBeforeDirect3D101) {
  // 1 * (1 + 2^-10) + 1 * 2^-11 is half-way between two values; a step of 1 ULP reaches the next one.
  const Operands operands = {0x3c01, 0x1000, 0x3c00, 0x3c00};
  const auto in = [&](const std::string& book) { return explain(d3d(book), blend, Format::binary16, operands); };
  EXPECT_TRUE(in("d3d11").permitted.contains(0x3c01));
  EXPECT_TRUE(in("d3d10").permitted.contains(0x3c01));
  const Operands more = {0x3c01, 0x1200, 0x3c00, 0x3c00};  // 0.75 of the step
  EXPECT_FALSE(explain(d3d(), blend, Format::binary16, more).permitted.contains(0x3c01));
  EXPECT_TRUE(explain(d3d("d3d10"), blend, Format::binary16, more).permitted.contains(0x3c01));
}

TEST(FixedFunction, AFloatTargetPropagatesNanAndSignedZero) {
  const Bits nan = 0x7fc00000;
  const PermittedSet set = permitted(blend_binary16, {nan, 0x3c00, float_bits(0), float_bits(1)});
  EXPECT_TRUE(set.contains(0x7e00));
  EXPECT_FALSE(set.contains(0x3c00)) << "a factor of 0 hides no NaN";
  const PermittedSet zero = permitted(blend_binary16, {float_bits(-0.0), 0x8000, float_bits(1), float_bits(1)});
  EXPECT_TRUE(zero.contains(0x8000));
  EXPECT_FALSE(zero.contains(0));
  // An unsigned target may clamp what is below zero before it blends, or after.
  const PermittedSet below = permitted(blend_ufloat11, {float_bits(-1), 0x3c0, float_bits(1), float_bits(1)});
  EXPECT_TRUE(below.contains(0));
  EXPECT_TRUE(below.contains(0x3c0));
  EXPECT_FALSE(below.contains(0x3e0));
}

// -15719.08, a blend in binary32 whose second factor half lacks, lies between -15712 and -15720.
TEST(FixedFunction, AHalfThatIsRoundedToNearestPassesUnderThatReadingOfConversions) {
  const Operands operands = {0x3e9da602, 0x93ad, 0x40400001, 0x4b800001};
  EXPECT_EQ(verdict(blend_binary16, operands, 0xf3ac), Verdict::pass);
  const Judgement nearest = judge_result(d3d(), blend_binary16, Format::binary32, operands, 0xf3ad);
  EXPECT_EQ(nearest.verdict, Verdict::reading);
  EXPECT_EQ(nearest.under, (Readings{{"narrow.round", "rne"}}));
}

TEST(FixedFunction, SmallSourcesMayBecomeZeroInHalf) {
  // 2^-25 is no value of half, and 1024 times it is 2^-15.
  const PermittedSet set = permitted(blend_binary16, {float_bits(0x1p-25), 0, float_bits(1024), float_bits(1)});
  EXPECT_TRUE(set.contains(0));
  EXPECT_TRUE(set.contains(kHalf.bits_of(0x1p-15)));
}

// ---- Linear filters

struct Filtered {
  Operation operation;
  double most;
  bool has_sign;
};
constexpr Filtered kFiltered[] = {{linear_unorm8, 255, false},
                                  {linear_unorm16, 65535, false},
                                  {linear_snorm8, 127, true},
                                  {linear_snorm16, 32767, true}};

TEST(FixedFunction, LinearFiltersHaveWeightsOfEightBits) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> unit(0, 1);
  for (const Filtered& of : kFiltered) {
    for (int i = 0; i < 300; ++i) {
      const auto code = [&] {
        const auto size = static_cast<std::int64_t>(unit(random) * (of.most + 1));
        return of.has_sign && random() % 2 == 0 ? -size : size;
      };
      const std::int64_t x = code();
      const std::int64_t y = code();
      const double weight = static_cast<float>(unit(random));
      const int width = info(*info(of.operation).only_format()).bits;
      const auto as_code = [&](std::int64_t c) { return static_cast<Bits>(c) & ((Bits{1} << width) - 1); };
      const PermittedSet set = permitted(of.operation, {as_code(x), as_code(y), float_bits(weight)});
      const auto at = [&](double w) {
        return (static_cast<double>(x) * (1 - w) + static_cast<double>(y) * w) / of.most;
      };
      for (const double bits_kept : {8.0, 9.0, 12.0}) {
        const double steps = std::exp2(bits_kept);
        EXPECT_TRUE(set.contains(float_bits(at(std::nearbyint(weight * steps) / steps)))) << set.text();
      }
      // The nearest code of the texels' format is precise enough.
      EXPECT_TRUE(set.contains(float_bits(std::nearbyint(at(weight) * of.most) / of.most)));
      const double reach = std::fabs(static_cast<double>(y - x)) / of.most * 0.6 / 256 + 1 / of.most;
      for (const double side : {-1.0, 1.0}) {
        EXPECT_TRUE(set.contains(float_bits(at(weight) + side * reach * 0.999)));
        EXPECT_FALSE(set.contains(float_bits(at(weight) + side * (reach * 1.001 + 1e-7))));
      }
    }
  }
}

TEST(FixedFunction, LinearFiltersOfFloatsFollowTheirRules) {
  const auto half = [](double x) { return kHalf.bits_of(x); };
  // A quarter of the way from 1 to 2, and from 1 to 1.
  EXPECT_EQ(verdict(linear_binary16, {half(1), half(2), float_bits(0.25)}, float_bits(1.25)), Verdict::pass);
  EXPECT_EQ(verdict(linear_binary16, {half(1), half(2), float_bits(0.25)}, float_bits(1.2656)), Verdict::fail);
  EXPECT_EQ(verdict(linear_binary32, {float_bits(1), float_bits(1), float_bits(0.25)}, float_bits(1)), Verdict::pass);
  EXPECT_EQ(verdict(linear_binary32, {float_bits(1), float_bits(1), float_bits(0.25)}, float_bits(1.00001)),
            Verdict::fail);
  EXPECT_EQ(verdict(linear_binary16, {half(1), half(1), float_bits(0.25)}, float_bits(1.00001)), Verdict::pass);
  EXPECT_EQ(verdict(linear_binary32, {float_bits(1), 0x7fc00000, float_bits(0)}, float_bits(1)),
            Verdict::unconstrained);
  EXPECT_EQ(verdict(linear_unorm8, {0, 255, float_bits(1.5)}, float_bits(1)), Verdict::invalid_operand);
}

// ---- Texels

TEST(FixedFunction, ATexelIsThatOfEightFractionBits) {
  constexpr std::int64_t kParts = 4096;  // of a texel
  const Readings never{{"d3d12.never_round_up", "yes"}};
  for (const std::int64_t texel : {-513, -1, 0, 1, 7, 1023}) {
    for (std::int64_t part = 0; part < kParts; ++part) {
      const std::int64_t place = texel * kParts + part;
      const Operands operands = {float_bits(static_cast<double>(place) / kParts)};
      // Within 0.6 of a 256th part of the next texel: 10 * 4096 * 0.6 / 256 = 96.
      const bool may_be_next = 10 * (kParts - part) <= 96;
      const PermittedSet set = permitted(texel_at, operands);
      const auto holds = [](const PermittedSet& of, std::int64_t t) {
        return of.contains(static_cast<std::uint32_t>(t));
      };
      EXPECT_TRUE(holds(set, texel));
      EXPECT_EQ(holds(set, texel + 1), may_be_next) << texel << ' ' << part;
      EXPECT_FALSE(holds(set, texel - 1));
      EXPECT_FALSE(holds(set, texel + 2));
      const PermittedSet floored_only = permitted(texel_at, operands, never, "d3d12");
      EXPECT_TRUE(holds(floored_only, texel));
      EXPECT_EQ(holds(floored_only, texel + 1), texel < 0 && 256 * (kParts - part) < kParts) << texel << ' ' << part;
    }
  }
}

TEST(FixedFunction, ATexelBeyondTheRangeIsFree) {
  EXPECT_EQ(verdict(texel_at, {float_bits(40000)}, 7), Verdict::unconstrained);
  EXPECT_EQ(verdict(texel_at, {float_bits(32000.5)}, 32000), Verdict::pass);
  EXPECT_EQ(verdict(texel_at, {float_bits(32000.5)}, 32001), Verdict::fail);
  EXPECT_EQ(verdict(texel_at, {0x7fc00000}, 0), Verdict::pass);
  EXPECT_EQ(verdict(texel_at, {0x7fc00000}, 1), Verdict::fail);
  // Half a 512th below a border rounds to it, to even: n - 2^-9.
  EXPECT_EQ(verdict(texel_at, {float_bits(3 - 0x1p-9)}, 3), Verdict::pass);
  EXPECT_EQ(verdict(texel_at, {float_bits(3 - 0x1p-8)}, 3), Verdict::fail);
  EXPECT_EQ(Evaluator(d3d(), texel_at, Format::binary32).evaluate(Operands{float_bits(3 - 0x1p-9)}), 2U);
}

}  // namespace
}  // namespace halfulp
