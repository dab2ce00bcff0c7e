// SPDX-License-Identifier: Apache-2.0
#include "range/answer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "exact/value.hpp"
#include "number/layout.hpp"
#include "range/drawn.hpp"
#include "range/parting.hpp"
#include "range/reading/parse.hpp"
#include "range/reading/where.hpp"

namespace halfulp {
namespace {

using judge::ValueSet;
using range::Answer;
using range::Program;

struct Asked {
  Program program;
  std::vector<ValueSet> sets;
};

Asked asked(const Rulebook& book, const std::string& text, const std::string& where, Format format = Format::binary32,
            range::Freedom freedom = {}) {
  std::vector<std::string> names;
  Asked result;
  for (const range::Operand& operand : range::parse_where(where, format)) {
    names.push_back(operand.name);
    result.sets.push_back(operand.set);
  }
  result.program = range::parse_program(text, names, book, format, {}, freedom);
  return result;
}

Answer answered(const std::string& book, const std::string& text, const std::string& where,
                Format format = Format::binary32, range::Freedom freedom = {}) {
  const Asked question = asked(Rulebook::open(book), text, where, format, freedom);
  return range::answer(question.program, question.sets, {});
}

std::string exact_of(const Answer& answer) {
  const auto& exact = answer.components.front().exact;
  return exact ? exact->permitted().text() : "none";
}

/// Where the ULP is that of a narrower format, it is larger at zero than just beside it.
TEST(RangeOfBoxes, HoldWhatIsPermittedAtAZeroInside) {
  const auto set = [](const std::string& where) {
    return answered("glsl4.6", "x * x", where, Format::binary64).components.front().best();
  };
  const ValueSet at_zero = set("x = 0");
  ValueSet over_box = set("x in [-0x1p-900, 0x1p-700]");
  EXPECT_GT(at_zero.count(), 2);
  const ValueSet before = over_box;
  over_box.unite(at_zero);
  EXPECT_EQ(over_box, before);
}

// ---- steps of other formats

TEST(RangeOfFormats, HoldsWhatConversionsPermit) {
  const auto hull = [](const std::string& book, const std::string& text, const std::string& where) {
    return answered(book, text, where).components.front().best().permitted().text();
  };
  const auto between = [](double low, double high) {
    ValueSet set(Format::binary32);
    const auto at = [](double value) {
      return number::ordinal(info(Format::binary32),
                             exact::round_to_nearest_even(info(Format::binary32), exact::Rational::from_double(value)));
    };
    set.add(at(low), at(high));
    return set.permitted().text();
  };
  EXPECT_EQ(hull("d3d11", "float(int(x))", "x in [-10.5, 100.5]"), between(-10, 100));
  // 0.3 * 255 is 76.5: within 0.6 of both codes.
  EXPECT_EQ(hull("d3d11", "unorm8_to_binary32(binary32_to_unorm8(x))", "x in [0.2, 0.3]"),
            between(51.0 / 255, 77.0 / 255));
  // Toward zero in Direct3D 11, where binary16 has the even numbers alone.
  EXPECT_EQ(hull("d3d11", "half(x)", "x in [2049, 2053]"), between(2048, 2052));
  EXPECT_EQ(hull("d3d11", "half(x) + y", "x = 2049; y = 0.5"), between(2048.5, 2048.5));
  // A number takes the format of what it meets: 0.1 in binary16 is 1638 * 2^-14.
  EXPECT_EQ(hull("ieee754", "half(x) * 0.1", "x = 1"), between(1638 * std::ldexp(1, -14), 1638 * std::ldexp(1, -14)));
  EXPECT_EQ(hull("d3d11", "x > 1 && !(x > 2) ? 1 : 0", "x in [1.5, 1.75]"), between(1, 1));
  EXPECT_EQ(hull("d3d11", "x > 1 && !(x > 2) ? 1 : 0", "x in [1.5, 2.5]"), "{0, 0x1p+0}");
}

// ---- given operands

/// The two binary16 neighbours of a number that doubles hold exactly: the rounding of a rulebook that permits either.
std::set<double> neighbours(double exact) {
  if (exact == 0) return {0};
  const int exponent = std::max(std::ilogb(exact), -14);
  const double gap = std::ldexp(1, exponent - 10);
  return {std::floor(exact / gap) * gap, std::ceil(exact / gap) * gap};
}

TEST(RangeOfGivenOperands, IsTheSetThatDoublesCount) {
  const Rulebook book = Rulebook::parse(R"(
[rulebook]
id = "either"
title = "Either neighbour"
formats = ["binary16"]
[[rule]]
id = "E-1"
operations = ["add", "mul"]
accuracy = { rounded = "either" }
source = { document = "E", clause = "1", says = "either neighbour" }
status = "stated"
)",
                                        "either.toml");
  test::Random random(3);
  std::size_t widest = 0;
  for (int i = 0; i < 300; ++i) {
    std::array<double, 3> v{};
    std::string where;
    for (std::size_t k = 0; k < v.size(); ++k) {
      v[k] = (static_cast<double>(test::draw(random, 2048)) + 1) / 1024;
      where += std::string(1, "xyz"[k]) + " = " + std::to_string(v[k]) + "; ";
      v[k] = exact::value_of(info(Format::binary16), parse_value(Format::binary16, std::to_string(v[k]))).to_double();
    }
    // t stands for one value in both factors.
    std::set<double> expected;
    for (const double product : neighbours(v[0] * v[1])) {
      for (const double t : neighbours(product + v[2])) {
        for (const double square : neighbours(t * t)) {
          for (const double result : neighbours(square * v[0])) expected.insert(result);
        }
      }
    }
    const Asked question = asked(book, "let t = x * y + z; t * t * x", where, Format::binary16);
    const Answer answer = range::answer(question.program, question.sets, {});
    ASSERT_TRUE(answer.components.front().exact);
    ValueSet set(Format::binary16);
    for (const double value : expected) {
      set.add_bits(exact::round_to_nearest_even(info(Format::binary16), exact::Rational::from_double(value)));
    }
    EXPECT_EQ(exact_of(answer), set.permitted().text()) << where;
    widest = std::max(widest, expected.size());
  }
  EXPECT_GE(widest, 6U);
}

// Expressions of public reports, and what these found.
TEST(RangeOfGivenOperands, HoldsWhatReportsFound) {
  // acos(asin(sin 1)) was NaN under fast math: asin may give more than 1.
  EXPECT_TRUE(answered("metal4-fast", "acos(asin(sin(x)))", "x = 1").components[0].best().anything());
  // sqrt(x * x + y * y) of 1e20 was INF.
  EXPECT_EQ(exact_of(answered("d3d11", "sqrt(x * x + y * y)", "x = 1e20; y = 1e20")), "{inf}");
  // log of an exp that underflows was -INF. The constants that they are made of are not rounded without rounding.
  const auto real = answered("d3d11", "log(exp(x))", "x = -120").components[0].real;
  ASSERT_TRUE(real);
  EXPECT_LE(real->low, exact::Rational(-120));
  EXPECT_GE(real->high, exact::Rational(-120));
  EXPECT_LT((real->high - real->low).to_double(), 1e-20);
  EXPECT_EQ(exact_of(answered("d3d11", "log(exp(x))", "x = -120")), "{-inf}");
}

TEST(RangeOfGivenOperands, KnowsDistancesAndDirectionsWithoutRounding) {
  using exact::Rational;
  for (const auto& [text, value] : {std::pair{"distance((float2)(x, y), (float2)(4, -2))", Rational(5)},
                                    {"normalize((float3)(x, y, -2)).z", Rational(-2) / Rational(3)},
                                    {"cross((float3)(x, y, 3), (float3)(2, 5, 7)).z", Rational(1)}}) {
    const auto real = answered("opencl3", text, "x = 1; y = 2").components[0].real;
    ASSERT_TRUE(real) << text;
    EXPECT_LE(real->low, value) << text;
    EXPECT_GE(real->high, value) << text;
    EXPECT_LT((real->high - real->low).to_double(), 1e-20) << text;
  }
  EXPECT_FALSE(answered("opencl3", "normalize((float3)(x, x, x)).x", "x = 0").components[0].real);
}

TEST(RangeOfGivenOperands, NamesTheStepThatMakesItWide) {
  const Answer answer = answered("metal4-fast", "let r = rsqrt(x); r * r * x", "x = 3");
  ASSERT_EQ(answer.shares.size(), 1U);
  EXPECT_NEAR(answer.shares[0].share, 0.833, 0.001);
}

TEST(RangeOfGivenOperands, CountsANameOnce) {
  // r - r is a zero, whatever r is; two evaluations may differ.
  EXPECT_EQ(exact_of(answered("d3d11", "let r = rcp(x); r - r", "x = 3")), "{-0, 0}");
  EXPECT_NE(exact_of(answered("d3d11", "rcp(x) - rcp(x)", "x = 3")), "{-0, 0}");
}

TEST(RangeOfGivenOperands, KnowsFusedSumsAndOrders) {
  // 1.1 * 1.1 - 1.21 in two steps is 2^-23; fused it is the error of that product.
  const std::string where = "x = 1.1; y = 1.1; z = -1.21";
  EXPECT_EQ(exact_of(answered("metal4", "x * y + z", where)).find("0x1.eb852p-27"), std::string::npos);
  EXPECT_NE(
      exact_of(answered("metal4", "x * y + z", where, Format::binary32, {.contract = true})).find("0x1.eb852p-27"),
      std::string::npos);
  // (1e8 + 1) - 1e8 is 0, 1 + (1e8 - 1e8) is 1.
  const std::string of_sum = "x = 1e8; y = 1; z = -1e8";
  EXPECT_EQ(exact_of(answered("d3d11", "x + y + z", of_sum)), "{-0, 0}");
  EXPECT_EQ(exact_of(answered("d3d11", "x + y + z", of_sum, Format::binary32, {.reassociate = true})),
            "{-0, 0, 0x1p+0}");
}

TEST(RangeOfGivenOperands, TakesBothBranchesWhereAComparisonMayGoEitherWay) {
  // rsq(4) may be on either side of 0.5.
  EXPECT_EQ(exact_of(answered("d3d11", "rsqrt(x) < 0.5 ? 1 : 2", "x = 4")), "{0x1p+0, 0x1p+1}");
  EXPECT_EQ(exact_of(answered("d3d11", "x < 0.5 ? 1 : 2", "x = 4")), "{0x1p+1}");
  // A denormal is compared as a zero; NaN is less than nothing.
  EXPECT_EQ(exact_of(answered("d3d11", "x > 0 ? 1 : 2", "x = 1e-40")), "{0x1p+1}");
  EXPECT_EQ(exact_of(answered("d3d11", "x < 1 ? 1 : 2", "x = nan")), "{0x1p+1}");
  EXPECT_EQ(answered("d3d11", "x * 2 > y ? 1 : 2", "x in [3, 4]; y in [1, 5]").components[0].outer.permitted().text(),
            "{0x1p+0}");
}

TEST(RangeOfGivenOperands, SaysWhereTheBudgetEnds) {
  const Asked question = asked(Rulebook::open("d3d11"), "rsqrt(x) * rsqrt(x + 1) * rsqrt(x + 2)", "x = 3");
  const Answer answer = range::answer(question.program, question.sets, {.cases = 50, .boxes = 1});
  EXPECT_FALSE(answer.components[0].exact);
  const Answer whole = range::answer(question.program, question.sets, {});
  ASSERT_TRUE(whole.components[0].exact);
  ValueSet both = whole.components[0].outer;
  both.unite(*whole.components[0].exact);
  EXPECT_EQ(both, whole.components[0].outer);
}

// ---- ranges

/// The least and the greatest of the exact sets of binary16 operands in a range, both ends among them.
ValueSet::Interval hull_of_all(const Rulebook& book, const std::string& text, std::int64_t first, std::int64_t last) {
  Asked question = asked(book, text, "x = 1", Format::binary16);
  range::Evaluator evaluator(question.program);
  ValueSet all(Format::binary16);
  constexpr std::int64_t kStep = 29;
  for (std::int64_t at = first; at <= last; at = at == last ? last + 1 : std::min(last, at + kStep)) {
    const Bits operands[] = {number::from_ordinal(info(Format::binary16), at)};
    const auto exact = evaluator.exact(operands, 100000);
    EXPECT_TRUE(exact);
    all.unite(exact->front());
  }
  return {all.intervals().front().first, all.intervals().back().last};
}

TEST(RangeOfRanges, HoldsEveryOperandAndLittleMore) {
  const Rulebook book = Rulebook::open("d3d11");
  const std::int64_t one = number::ordinal(info(Format::binary16), parse_value(Format::binary16, "1"));
  for (const std::string text : {"x * x * (3 - 2 * x)", "sqrt(1 - x * x)", "rcp(x + 1) - 0.5", "sin(x * 3) * x"}) {
    const ValueSet::Interval all = hull_of_all(book, text, 0, one);
    const Answer answer = answered("d3d11", text, "x in [0, 1]", Format::binary16);
    const auto intervals = answer.components[0].outer.intervals();
    const std::int64_t first = intervals.front().first;
    const std::int64_t last = intervals.back().last;
    EXPECT_LE(first, all.first) << text;
    EXPECT_GE(last, all.last) << text;
    // Of 31,744 values.
    EXPECT_LE(last - all.last, 4) << text;
    ASSERT_TRUE(answer.components[0].greatest) << text;
    EXPECT_LE(number::ordinal(info(Format::binary16), answer.components[0].greatest->result), last) << text;
  }
}

TEST(RangeOfRanges, TakesInfinitiesAndNanApart) {
  // max(0, NaN) = 0.
  const ValueSet saturated = answered("d3d11", "saturate(x)", "x in all").components[0].outer;
  EXPECT_FALSE(saturated.has_nan());
  EXPECT_EQ(number::from_ordinal(info(Format::binary32), saturated.intervals().back().last), 0x3f800000U);
  EXPECT_TRUE(answered("d3d11", "x + 1", "x in all").components[0].outer.has_nan());
  EXPECT_FALSE(answered("d3d11", "x + 1", "x in finite").components[0].outer.has_nan());
}

TEST(RangeOfRanges, ShowsWhereTwoRulebooksPart) {
  const Rulebook metal = Rulebook::open("metal4-fast");
  const Rulebook d3d = Rulebook::open("d3d11");
  const Asked by_metal = asked(metal, "rsqrt(x) * x", "x in [1, 4]");
  const Asked by_d3d = asked(d3d, "rsqrt(x) * x", "x in [1, 4]");
  EXPECT_FALSE(range::find_parting(by_metal.program, by_d3d.program, by_metal.sets, 200));
  const auto parting = range::find_parting(by_d3d.program, by_metal.program, by_d3d.sets, 200);
  ASSERT_TRUE(parting);
  EXPECT_FALSE(parting->others.contains(parting->permitted.result));
}

TEST(RangeSearch, FindsWhatIsBeyondNumbers) {
  // The largest value over 1/2: 2^128 is one step above the largest value, which may be returned.
  const range::ComponentRange quotient = answered("d3d11", "x / y", "x in finite; y in [0.5, 2]").components[0];
  ASSERT_TRUE(quotient.infinity.has_value());
  EXPECT_FALSE(quotient.outer.has_nan());
  EXPECT_FALSE(quotient.outer.anything());
  // Over [0, 1] x * x - x + 0.3 is 0.05 or more, which only small boxes show.
  const Answer root = answered("d3d11", "sqrt(x * x - x + 0.3)", "x in [0, 1]");
  EXPECT_FALSE(root.components[0].outer.has_nan());
  EXPECT_FALSE(root.open.has_value());
  const Answer power = answered("vulkan1.3", "pow(x, y)", "x in [-0.5, 1]; y in [0.5, 2]");
  EXPECT_TRUE(power.components[0].outer.anything());
  ASSERT_TRUE(power.open.has_value());
  // At 0, where pow may give anything, the other branch is taken.
  const Answer curve =
      answered("vulkan1.3", "x <= 0.0031308 ? x * 12.92 : 1.055 * pow(x, 1 / 2.4) - 0.055", "x in [0, 1]");
  EXPECT_FALSE(curve.components[0].outer.anything());
  EXPECT_FALSE(curve.open.has_value());
}

TEST(RangeSearch, TriesZeroAndOne) {
  // One value of the range, neither an end nor the middle, gives an infinity.
  EXPECT_TRUE(answered("d3d11", "1 / (x - 1)", "x in [0.3, 5]").components[0].infinity.has_value());
  EXPECT_TRUE(answered("d3d11", "rcp(x)", "x in [-0.3, 5]").components[0].infinity.has_value());
}

TEST(RangeSearch, KeepsWhatLiesBelowTheEndOfATablesRange) {
  // 1.98 is in the box, where fract jumps from almost 1 to 0.
  const range::Answer answer = answered("opencl3-fast", "fract(x)", "x in [1.75, 3.8]");
  EXPECT_TRUE(answer.components[0].outer.contains(0x3f7ffffe));
}

}  // namespace
}  // namespace halfulp
