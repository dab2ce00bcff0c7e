// SPDX-License-Identifier: Apache-2.0
// Each option of each reading changes a verdict, and "pass under another reading" names the fewest changes that help.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "halfulp/error.hpp"
#include "judge/judged.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp {
namespace {

using test::book;
using test::described;
using test::permitted;
using enum Operation;

using Options = std::set<std::string>;

/// One result, and the options of one reading under which it is permitted (the other readings at their defaults).
struct Example {
  std::string reading;
  std::string rulebook;
  Operation operation;
  std::vector<Bits> operands;
  Bits result;
  Options permitting;
  std::string why;
  Format format = Format::binary32;
};

constexpr Bits kSign = 0x80000000;
constexpr Bits kOne = 0x3f800000;
constexpr Bits kTwo = 0x40000000;
constexpr Bits kInfinity = 0x7f800000;
constexpr Bits kMax = 0x7f7fffff;
constexpr Bits kTie = 0x33800000;            // 2^-24: half a ULP of 1
constexpr Bits kThreeQuarters = 0x33c00000;  // 1.5 * 2^-24: three quarters of a ULP of 1
constexpr Bits k2To26 = 0x4c800000;
constexpr Bits k3Times2To25 = 0x4cc00000;
const std::vector<Bits> kBelow2ToMinus126 = {0x20000001, 0x1ffffffe};  // (1 + 2^-23)(1 - 2^-23) 2^-126

const std::vector<Example> kExamples = {
    {"tie", "d3d11", add, {kOne, kTie}, kOne, {"both", "even"}, "1 is even"},
    {"tie", "d3d11", add, {kOne, kTie}, 0x3f800001, {"both"}, "1 + 2^-23 is odd"},

    {"ulp_def",
     "d3d10",
     add,
     {kOne, kOne},
     0x40000001,
     {"muller_B", "goldberg_of_result", "bit_steps"},
     "2 + 2^-22 is twice the gap below 2 away"},
    {"ulp_def",
     "d3d10",
     add,
     {kOne, kOne},
     0x3ffffffe,
     {"muller_B"},
     "2 - 2^-22 is within the sum of the gaps around 2"},
    {"ulp_def",
     "d3d10",
     add,
     {kOne, 0x33000000},
     0x3f7fffff,
     {"muller_A", "muller_B", "bit_steps"},
     "1 + 2^-25 is 1.5 ULP of 1 - 2^-24, and 0.75 ULP of itself"},
    {"ulp_def",
     "d3d10",
     add,
     {kOne, kThreeQuarters},
     0x3f800002,
     {"bit_steps"},
     "1.25 ULP away, one step from the nearest"},

    {"exact_if_representable", "d3d10", add, {kOne, kOne}, 0x3fffffff, {"off"}, "1 + 1 is exactly 2"},

    {"overflow",
     "d3d10",
     add,
     {kMax, kOne},
     kInfinity,
     {"ulp_extended", "interval_inf_or_max"},
     "2^128 is within 1 ULP, nearest is the largest finite value"},
    {"overflow",
     "d3d10",
     add,
     {kMax, 0x74000000},
     kMax,
     {"ulp_extended", "interval_inf_or_max"},
     "2^128 + 2^104 is 2 ULP above the largest finite value"},

    {"flush_test", "d3d11", mul, kBelow2ToMinus126, 0, {"both", "before_round"}, "below 2^-126 before rounding"},
    {"flush_test", "d3d11", mul, kBelow2ToMinus126, 0x00800000, {"both", "after_round"}, "2^-126 after rounding"},

    {"ftz.slack_ulps", "d3d10", add, {0x01000000, 0x80800000}, 0, {"bound"}, "a denormal is within 1 ULP of 2^-126"},

    {"ftz.in", "d3d11", add, {0x007fffff, 0x007fffff}, 0, {"must", "may"}, "denormals flushed"},
    {"ftz.in", "d3d11", add, {0x007fffff, 0x007fffff}, 0x00fffffe, {"may", "never"}, "denormals kept"},
    {"ftz.out", "d3d11", mul, {0x00800000, 0x3f000000}, 0, {"must", "may"}, "2^-127 flushed"},
    {"ftz.out", "d3d11", mul, {0x00800000, 0x3f000000}, 0x00400000, {"may", "never"}, "2^-127 kept"},
    {"ftz.sign", "d3d11", mul, {0x80800000, 0x3f000000}, 0, {"any"}, "-2^-127 flushed to +0"},

    {"cancel.zero_sign", "d3d11", sub, {kOne, kOne}, kSign, {"any"}, "1 - 1"},
    {"exp.zero_sign", "d3d11", Operation::exp2, {kSign | kInfinity}, kSign, {"any"}, "exp(-INF)"},
    {"exp.zero_sign", "d3d11", Operation::exp2, {0xc3480000}, kSign, {"any"}, "exp(-200) underflows"},
    {"minmax.zero_sign", "d3d11", Operation::min, {0, kSign}, 0, {"any"}, "the first operand"},
    {"minmax.zero_sign", "d3d11", Operation::max, {kSign, 0}, kSign, {"any"}, "the first operand"},
    {"round.zero_sign", "d3d11", round_z, {0xbeaaaaab}, 0, {"any"}, "-1/3 rounds to +0"},
    {"fract.max", "d3d11", frc, {0xb0000000}, kOne, {"allow_one"}, "1 - 2^-31 rounds to 1"},
    {"sincos.range", "d3d11", Operation::sin, {0x3fc90fdb}, 0x3f800008, {"ignore"}, "1 + 2^-20, within 0.0008"},
    {"sincos.range", "d3d11", Operation::cos, {0x49742400}, 0x40a00000, {"ignore"}, "5 outside the bound's domain"},
    {"itof", "d3d11", itof, {0x01000001}, 0x4b800001, {"any_neighbour"}, "2^24 + 1 to 2^24 + 2, ties to even is 2^24"},
    {"itof", "d3d11", utof, {0xffffffff}, 0x4f7fffff, {"any_neighbour"}, "2^32 - 1 truncated"},
    {"modifier.denormal", "d3d11", Operation::abs, {0x80000005}, 5, {"any", "keep"}, "kept"},
    {"modifier.denormal", "d3d11", Operation::abs, {0x80000005}, 0, {"any", "flush"}, "flushed"},

    // 2^26 - 2^26 + 1 from the right: -2^26 + 1 is -2^26 within 1 ULP, and the sum 0.
    {"fused.orders",
     "d3d11",
     dp3,
     {k2To26, kSign | k2To26, kOne, kOne, kOne, kOne},
     0,
     {"all_trees", "serial_chains"},
     "a chain, not from the left"},
    // a + a errs by up to 16, and so does -a - a; a chain adds 16 and 8 only.
    {"fused.orders",
     "d3d11",
     dp4,
     {k3Times2To25, k3Times2To25, kSign | k3Times2To25, kSign | k3Times2To25, kOne, kOne, kOne, kOne},
     0x41f00000,
     {"all_trees"},
     "30 is reached by the balanced tree only"},
    // 1 + 2^26 - 2^26: the orders give 0 to 8.
    {"fused.accept",
     "d3d11",
     dp3,
     {kOne, k2To26, kSign | k2To26, kOne, kOne, kOne},
     0xc0a00000,
     {"error_bound"},
     "-5 is no further from 1 than 8 is"},
    {"fused.nan",
     "d3d11",
     dp2,
     {kInfinity, kInfinity, kOne, 0xbf800000},
     0x42280000,
     {"vulkan_any"},
     "42 for INF - INF"},

    {"d3d11.addsubmul",
     "d3d11",
     add,
     {kOne, kTie},
     0x3f800001,
     {"nearest_any_tie", "learn_page_truncate"},
     "the odd one"},
    {"d3d11.addsubmul", "d3d11", add, {kOne, kThreeQuarters}, kOne, {"learn_page_truncate"}, "truncated"},
    // (1 + 2^-23)^2 + 1 = 2 + 2^-22 + 2^-46: half-ULP steps err by 2^-46 only.
    {"fused.step_ulp", "d3d11", mad, {0x3f800001, 0x3f800001, kOne}, 0x40000002, {"1"}, "one value up"},
    {"div.form", "d3d11", div, {0x7f400000, 0x7e800001}, 0, {"either"}, "the reciprocal is flushed"},
    {"metal.round",
     "metal1",
     add,
     {kOne, kThreeQuarters},
     0x3f800001,
     {"either", "consistent_either", "rne"},
     "the nearest"},
    {"metal.round", "metal1", add, {kOne, kThreeQuarters}, kOne, {"either", "consistent_either", "rtz"}, "toward zero"},
    {"msl.special", "metal1", Operation::sqrt, {0xbf800000}, 0, {"advisory"}, "0 for sqrt(-1)"},
    {"msl.errata",
     "metal1-fast",
     Operation::atanh,
     {0x3f000000},
     0xbe95c01a,
     {"literal"},
     "the quotient of logarithms"},
    {"msl.div_domain", "metal1-fast", div, {kOne, 0x7f000000}, 0x40a00000, {"y"}, "5 for 1 / 2^127"},
    {"inherit.mode", "metal1-fast", exp10, {0x40533333}, 0x44f9687d, {"error_bound"}, "the far end of the bound"},
    // Python's fractions: the ends of what log2(8) and log2(32) within 3 ULP, times the constant, leave.
    {"inherit.constant", "metal1-fast", Operation::log10, {0x41000000}, 0x3f6730ec, {"rounded"}, "log10(8)"},
    {"inherit.constant", "metal1-fast", Operation::log10, {0x42000000}, 0x3fc0a8bd, {"exact"}, "log10(32)"},
    {"msl.pow_negative", "metal1-fast", Operation::pow, {0xc0000000, 0x40400000}, 0x42280000, {"unconstrained"}, "42"},
    {"fmod", "metal1", Operation::fmod, {kOne, 0x3dcccccd}, 0, {"formula"}, "1 / 0.1f rounds to 10"},
    {"fmod", "metal1", Operation::fmod, {kOne, 0x3dcccccd}, 0x3dcccccb, {"exact"}, "1 - 9 * 0.1f"},
    {"half.has_inf_nan", "metal1", binary32_to_binary16, {kInfinity}, 0, {"optional", "no"}, "no infinity"},
    {"half.has_inf_nan", "metal1", binary32_to_binary16, {kInfinity}, 0x7c00, {"optional", "yes"}, "infinity"},
    {"half.has_inf_nan", "metal1.2", binary32_to_binary16, {kInfinity}, 0, {"no"}, "no infinity"},
    {"half.nan", "metal2.1", binary32_to_binary16, {0x7fc00000}, 0, {"nan_or_zero"}, "zero for NaN"},
    {"norm_encode.product", "metal4", binary32_to_unorm8, {0x3f666666}, 230, {"rounded"}, "0.9f * 255 rounds to 229.5"},
    {"norm_encode.product", "metal4", binary32_to_unorm8, {0x3f666666}, 229, {"exact", "rounded"}, "229.499994"},
    {"msl4.half_denorm", "metal4", binary32_to_binary16, {0x33800000}, 0, {"may"}, "2^-24 flushed"},
    {"div.form", "d3d11", div, {kInfinity, 0x7e800001}, 0x7fc00000, {"either"}, "INF * 0"},
    {"narrow.relaxed",
     "d3d11",
     Operation::sin,
     {0x3c00},
     0x3abc,
     {"wider"},
     "sin(1) is 1723.33 / 2048, so 1724 / 2048 errs by 0.00033: within 0.0008, not the nearest",
     Format::binary16},
    {"f16.fused",
     "d3d11",
     mad,
     {0x3c10, 0x3c20, 0xbc00},
     0x2a00,
     {"per_step"},
     "(1 + 2^-6)(1 + 2^-5) - 1: a step may lose the product's 2^-11, which is 16 ULP of the result",
     Format::binary16},
    {"narrow.round", "d3d11", binary32_to_binary16, {0x3f801800}, 0x3c01, {"rne", "either"}, "1 + 0.75 ULP up"},
    {"narrow.round", "d3d11", binary32_to_binary16, {0x3f801800}, 0x3c00, {"rtz", "either"}, "1 + 0.75 ULP down"},
    {"f11.neg_nan", "d3d11", binary32_to_ufloat11, {0xffc00000}, 0, {"zero"}, "a NaN with its sign bit set"},
    {"norm_decode",
     "d3d11",
     unorm8_to_binary32,
     {127},
     0x3efeff00,
     {"allow_reciprocal"},
     "127/255 is 0x3efeff00 less 1.004 ULP",
     Format::unorm8},
    {"norm_encode.ref", "metal1", binary32_to_unorm8, {0x3d297636}, 10, {"scaled_exact"}, "10 for 10.55"},
    {"metal1.unorm10", "metal1", binary32_to_unorm10, {kTwo}, 1022, {"low_bits"}, "2046 is 0x7fe"},
    {"metal1.unorm10", "metal1", binary32_to_unorm10, {kTwo}, 1023, {"clamp"}, "2 is clamped to 1"},
    {"metal1.norm_nan", "metal1", binary32_to_unorm8, {0x7fc00000}, 42, {"any"}, "42 for NaN"},
    {"srgb.ref", "metal1", binary32_to_srgb8, {0x3e5f19e2}, 128, {"unrounded"}, "128 for 128.55"},
    {"srgb.ref", "metal1.2", binary32_to_srgb8, {0x3e5f19e2}, 128, {"unrounded"}, "128 for 128.55"},
    {"srgb.ends_exact", "metal1", srgb8_to_binary32, {255}, 0x3f7fffff, {"off"}, "1 - 2^-24 for 255", Format::srgb8},
    {"msl.errata", "metal1", binary32_to_snorm8, {0x3e800000}, 64, {"literal"}, "64 for 0.25"},
    {"msl.errata", "metal1", binary32_to_snorm16, {0x3e800000}, 8192, {"fixed"}, "8192 for 0.25"},
    {"ulp_def",
     "metal1",
     sqrt,
     {0x407ffff7},
     kTwo,
     {"goldberg_of_result"},
     "2.25 ULP of 2, beyond values that are not"},
    {"ulp_def", "metal1", reciprocal, {0x3e800002}, 0x40800000, {"goldberg_of_result"}, "2 ULP of 4"},
    {"ulp_def", "metal1", div, {kMax, kOne}, 0x7f7ffffc, {"muller_B"}, "3 below the largest value, whose gaps are two"},
    {"overflow", "metal1", div, {0x7f377b98, 0x3f377b9a}, kInfinity, {"interval_inf_or_max"}, "2^128 - 0.29 of a gap"},
    {"overflow",
     "d3d10",
     add,
     {0x71000000, 0x7f7ffffe},
     kInfinity,
     {"interval_inf_or_max"},
     "2^99 less than the largest"},
    {"exp.zero_sign", "d3d11", exp2, {0xcf80}, 0x8000, {"any"}, "2^-30 is 0 in binary16", Format::binary16},
    {"fmod", "metal1", fmod, {kTwo, 0x3e800001}, 0x3e7ffff0, {"formula"}, "2 - 7 * y, the product to nearest"},
    {"inherit.mode",
     "metal1-fast",
     sinh,
     {0x35800000},
     0x35800000,
     {"error_bound", "literal_sequence"},
     "half the difference of 1 + 2^-20 and 1 - 2^-20"},
    {"f64.denorm",
     "d3d11",
     div,
     {1, 0x3fe0000000000000},
     0,
     {"table_literal"},
     "2^-1074 / 0.5 as the table of ddiv has it",
     Format::binary64},
};

/// GoogleTest finds it by its name.
void PrintTo(const Example& example, std::ostream* stream) {
  *stream << example.reading << ": " << described(example.rulebook, example.operation, example.operands) << " -> "
          << bits_text(info(example.operation).result(Format::binary32), example.result) << " (" << example.why << ')';
}

const Reading& reading_of(const Rulebook& rulebook, const std::string& id) {
  const auto found = std::ranges::find(rulebook.readings(), id, &Reading::id);
  if (found == rulebook.readings().end()) throw Error(Error::Kind::kInternal, "no reading " + id);
  return *found;
}

class AReading : public testing::TestWithParam<Example> {};

TEST_P(AReading, PermitsTheResultUnderTheseOptionsOnly) {
  const Example& example = GetParam();
  for (const ReadingOption& option : reading_of(book(example.rulebook), example.reading).options) {
    const PermittedSet set = permitted(example.rulebook, example.operation, example.operands,
                                       {{example.reading, option.name}}, example.format);
    EXPECT_EQ(set.contains(example.result), example.permitting.contains(option.name))
        << option.name << " permits " << set.text();
  }
}

TEST_P(AReading, ExcusesAFailureUnlessItIsOnRequest) {
  const Example& example = GetParam();
  const Reading& reading = reading_of(book(example.rulebook), example.reading);
  for (const ReadingOption& option : reading.options) {
    const Readings chosen = {{example.reading, option.name}};
    const Judgement judgement = judge_result(book(example.rulebook), example.operation, example.format,
                                             example.operands, example.result, chosen);
    if (example.permitting.contains(option.name)) {
      EXPECT_TRUE(judgement.verdict == Verdict::pass || judgement.verdict == Verdict::unconstrained) << option.name;
      EXPECT_TRUE(judgement.under.empty()) << option.name;
      continue;
    }
    EXPECT_FALSE(judgement.rule.empty());
    if (reading.on_request) {
      EXPECT_EQ(name(judgement.verdict), name(Verdict::fail)) << option.name;
      EXPECT_TRUE(judgement.under.empty()) << option.name;
      continue;
    }
    EXPECT_EQ(name(judgement.verdict), name(Verdict::reading)) << option.name;
    ASSERT_EQ(judgement.under.size(), 1U) << option.name;
    // Another reading may help as well; whichever is named, the result passes when it alone is changed.
    Readings changed = chosen;
    for (const auto& [id, other] : judgement.under) changed[id] = other;
    EXPECT_TRUE(permitted(example.rulebook, example.operation, example.operands, changed, example.format)
                    .contains(example.result))
        << option.name << ": " << judgement.under.begin()->first;
  }
}

TEST_P(AReading, IsNamedAmongTheOthersThatWouldChangeTheSet) {
  const Example& example = GetParam();
  const std::vector<OtherReading> others =
      other_readings(book(example.rulebook), example.operation, example.format, example.operands);
  EXPECT_NE(std::ranges::find(others, example.reading, &OtherReading::reading), others.end());
  for (const OtherReading& other : others) {
    EXPECT_EQ(other.permitted, permitted(example.rulebook, example.operation, example.operands,
                                         {{other.reading, other.option}}, example.format));
  }
}

std::string test_name(const testing::TestParamInfo<Example>& example) {
  return test::word_of(std::to_string(example.index) + '_' + example.param.reading);
}

INSTANTIATE_TEST_SUITE_P(OfTheDocuments, AReading, testing::ValuesIn(kExamples), test_name);

// ---- options that only a run tells apart
// ----------------------------------------------------------------------------------------------

/// Two results of one device, and the options of one reading under which it conforms.
struct DeviceRun {
  std::string reading;
  std::string rulebook;
  Operation operation;
  std::vector<std::vector<std::uint32_t>> operands;  ///< one lane each
  std::vector<std::uint32_t> results;
  Options conforming;
  std::string why;
};

// Both sums lie three quarters of a ULP above their first operand.
const std::vector<DeviceRun> kRuns = {
    {"metal.round",
     "metal1",
     add,
     {{0x3f800000, 0x3f800001}, {0x33c00000, 0x33c00000}},
     {0x3f800001, 0x3f800002},
     {"either", "consistent_either", "rne"},
     "both to nearest"},
    {"metal.round",
     "metal1",
     add,
     {{0x3f800000, 0x3f800001}, {0x33c00000, 0x33c00000}},
     {0x3f800000, 0x3f800001},
     {"either", "consistent_either", "rtz"},
     "both toward zero"},
    {"metal.round",
     "metal1",
     add,
     {{0x3f800000, 0x3f800001}, {0x33c00000, 0x33c00000}},
     {0x3f800001, 0x3f800001},
     {"either"},
     "one to nearest, one toward zero"},
};

/// Whether the device that gave the results conforms: no result fails, nor do they together.
bool conforms(const DeviceRun& run, const halfulp::Readings& readings) {
  std::vector<ConstLane> lanes;
  for (const auto& lane : run.operands) lanes.push_back(std::as_bytes(std::span(lane)));
  Tally tally;
  SpanJudge(book(run.rulebook), run.operation, Format::binary32, readings)
      .judge(0, lanes, std::as_bytes(std::span(run.results)), tally);
  const auto one = rulebook::one_rounding(book(run.rulebook).model(), run.operation, Format::binary32, readings);
  const bool mixed = tally.to_nearest.count > 0 && tally.toward_zero.count > 0;
  return tally.passed == tally.cases && !(one && one->demanded && mixed);
}

TEST(Runs, ConformUnderTheseOptionsOnly) {
  for (const DeviceRun& run : kRuns) {
    for (const ReadingOption& option : reading_of(book(run.rulebook), run.reading).options) {
      EXPECT_EQ(conforms(run, {{run.reading, option.name}}), run.conforming.contains(option.name))
          << run.why << ", " << option.name;
    }
  }
}

/// Whether an example or a run passes under the one option and not under the other.
bool told_apart(const std::string& reading, const std::string& one, const std::string& other) {
  const auto tells = [&](const std::string& of, const Options& passing) {
    return of == reading && passing.contains(one) != passing.contains(other);
  };
  return std::ranges::any_of(kExamples, [&](const Example& e) { return tells(e.reading, e.permitting); }) ||
         std::ranges::any_of(kRuns, [&](const DeviceRun& run) { return tells(run.reading, run.conforming); });
}

TEST(Readings, EveryTwoOptionsAreToldApartByAnExampleOrARun) {
  for (const std::string& name : Rulebook::embedded()) {
    for (const Reading& reading : book(name).readings()) {
      for (const ReadingOption& one : reading.options) {
        for (const ReadingOption& other : reading.options) {
          if (one.name == other.name) continue;
          EXPECT_TRUE(told_apart(reading.id, one.name, other.name))
              << reading.id << ": " << one.name << " and " << other.name;
        }
      }
    }
  }
}

// The product is flushed, so that the last step ends at a normal value, though the exact result is a denormal.
TEST(Readings, OfTheFlushTestLeaveWhatStepsEndAt) {
  constexpr Bits kMinNormal = 0x00800000 | kSign;
  const Readings before = {{"flush_test", "before_round"}};
  EXPECT_EQ(permitted("d3d10", mad, {kMinNormal, 0xa9073e46, kMinNormal}, before).text(), "{-0x1p-126, -0}");
  EXPECT_EQ(permitted("d3d11", mul, kBelow2ToMinus126, before).text(), "{0}");
}

// All of them are, where a bound has an infinity or a NaN to depend on.
TEST(Readings, AreComparedForEveryKindOfOperand) {
  for (const std::string& id : Rulebook::embedded()) {
    for (const OperationInfo& row : operations()) {
      if (row.arity != 1 || !book(id).has(row.operation, Format::binary32)) continue;
      for (const Bits operand : {Bits{0}, Bits{1}, kOne, kMax, kInfinity, kInfinity | kSign, kInfinity + 1}) {
        EXPECT_NO_THROW(static_cast<void>(explain(book(id), row.operation, Format::binary32, {&operand, 1})))
            << described(id, row.operation, {operand});
      }
    }
  }
}

TEST(Readings, HaveTheSwitchesOfTheirDocuments) {
  const std::map<std::string, Options> switches = {
      {"tie", {"both", "even"}},
      {"ulp_def", {"muller_A", "muller_B", "goldberg_of_result", "bit_steps"}},
      {"exact_if_representable", {"off", "on"}},
      {"overflow", {"ieee", "ulp_extended", "interval_inf_or_max"}},
      {"flush_test", {"before_round", "after_round", "both"}},
      {"ftz.slack_ulps", {"bound", "0"}},
      {"ftz.in", {"must", "may", "never"}},
      {"ftz.out", {"must", "may", "never"}},
      {"ftz.sign", {"preserve", "any"}},
      {"cancel.zero_sign", {"any", "plus"}},
      {"exp.zero_sign", {"plus", "any"}},
      {"minmax.zero_sign", {"any", "ieee754r"}},
      {"fract.max", {"clamp", "allow_one"}},
      {"sincos.range", {"enforce", "ignore"}},
      {"itof", {"nearest", "any_neighbour"}},
      {"modifier.denormal", {"any", "keep", "flush"}},
      {"fused.orders", {"left_to_right", "serial_chains", "all_trees"}},
      {"fused.accept", {"error_bound", "reachable_set"}},
      {"fused.nan", {"some_order", "vulkan_any"}},
      {"d3d11.addsubmul", {"nearest_any_tie", "nearest_even", "learn_page_truncate"}},
      {"fused.step_ulp", {"0.5", "1"}},
      {"div.form", {"either", "direct"}},
      {"narrow.relaxed", {"wider", "nearest"}},
      {"f16.fused", {"per_step", "total"}},
      {"narrow.round", {"rtz", "rne", "either"}},
      {"f11.neg_nan", {"nan", "zero"}},
      {"f64.denorm", {"honour", "table_literal"}},
      {"norm_decode", {"exact", "allow_reciprocal"}}};
  const std::map<std::string, Options> of_metals_pixels = {{"norm_encode.ref", {"scaled_exact", "rne_integer"}},
                                                           {"metal1.unorm10", {"clamp", "low_bits"}},
                                                           {"metal1.norm_nan", {"any", "zero"}},
                                                           {"srgb.ref", {"unrounded", "rounded"}},
                                                           {"srgb.ends_exact", {"off", "on"}},
                                                           {"msl.errata", {"fixed", "literal"}}};
  for (const auto& [rulebook, of_documents] : {std::pair{"d3d11", switches}, std::pair{"metal1", of_metals_pixels}}) {
    for (const auto& [id, options] : of_documents) {
      Options found;
      for (const ReadingOption& option : reading_of(book(rulebook), id).options) found.insert(option.name);
      EXPECT_EQ(found, options) << id;
    }
  }
}

// ---- what no reading permits
// ----------------------------------------------------------------------------------------------

struct Refused {
  std::string rulebook;
  Operation operation;
  Format format;
  std::vector<Bits> operands;
  Bits result;
  std::string why;
};

// Rounding to nearest even decides where infinity begins: `overflow` speaks of bounds that state a distance.
TEST(Overflow, IsNoQuestionWhereTheRoundingIsStated) {
  constexpr Bits kMaxDouble = 0x7fefffffffffffff;
  constexpr Bits kInfiniteDouble = 0x7ff0000000000000;
  const std::vector<Refused> rows = {
      {"d3d11", add, Format::binary64, {kMaxDouble, 1}, kInfiniteDouble, "the largest double and the least denormal"},
      {"d3d11", add, Format::binary64, {kMaxDouble, 0x7ca0000000000000}, kMaxDouble, "2^1024 - 2^970 + 2^970"},
      {"d3d11", div, Format::binary64, {kMaxDouble, 0x3ff0000000000001}, kInfiniteDouble, "less than the largest"},
      {"d3d11", Operation::fma, Format::binary64, {kMaxDouble, 0x3ff0000000000000, 1}, kInfiniteDouble, "rounds once"},
      {"d3d11", binary32_to_binary16, Format::binary32, {0x477fe100}, 0x7c00, "65505: 65504 by either rounding"},
      {"d3d11", binary64_to_binary32, Format::binary64, {0x47efffffefffffff}, kInfinity, "below the midpoint"},
      {"d3d11", add, Format::binary16, {0x7bff, 0x0001}, 0x7c00, "65504 + 2^-24"},
      {"d3d11", mul, Format::ufloat11, {0x7bf, 0x7bf}, 0x7bf, "65024^2"},
      {"d3d11", add, Format::binary32, {kMax, 0x00800000}, kInfinity, "nearest is within 0.5 ULP"},
      {"metal4", add, Format::binary32, {kMax, 0x00800000}, kInfinity, "correctly rounded either way"},
      {"metal4", Operation::fma, Format::binary32, {kMax, kOne, 0x00800000}, kInfinity, "correctly rounded"},
      {"metal4", add, Format::binary16, {0x7bff, 0x0001}, 0x7c00, "correctly rounded"},
      {"metal4", binary32_to_binary16, Format::binary32, {0x477fe100}, 0x7c00, "to nearest even"}};
  for (const Refused& row : rows) {
    const Judgement judgement =
        judge_result(book(row.rulebook), row.operation, row.format, row.operands, row.result, {});
    EXPECT_EQ(name(judgement.verdict), name(Verdict::fail))
        << described(row.rulebook, row.operation, row.operands, row.format) << ": " << row.why;
    EXPECT_FALSE(judgement.rule.ends_with("OVERFLOW")) << judgement.rule;
  }
}

// ---- the fewest changes
// ----------------------------------------------------------------------------------------------

TEST(PassUnderAReading, NamesTwoChangesWhereNeitherSufficesAlone) {
  const Readings chosen = {{"tie", "even"}, {"d3d11.addsubmul", "nearest_even"}};
  const Judgement judgement =
      judge_result(book("d3d11"), add, Format::binary32, std::vector<Bits>{kOne, kTie}, 0x3f800001, chosen);
  EXPECT_EQ(name(judgement.verdict), name(Verdict::reading));
  EXPECT_EQ(judgement.under, (halfulp::Readings{{"d3d11.addsubmul", "nearest_any_tie"}, {"tie", "both"}}));
}

// The formula's quotient, within 2.5 ULP, reaches above the largest value and not to 2^128.
TEST(PassUnderAReading, NamesTwoChangesOfStepsToo) {
  const Judgement judgement = judge_result(book("metal1"), fmod, Format::binary32,
                                           std::vector<Bits>{kMax - 3, 0x3f7fffff}, kSign | kInfinity, {});
  EXPECT_EQ(name(judgement.verdict), name(Verdict::reading));
  EXPECT_EQ(judgement.under, (halfulp::Readings{{"fmod", "formula"}, {"overflow", "interval_inf_or_max"}}));
}

TEST(PassUnderAReading, NamesOneChangeWhereOneSuffices) {
  // Truncation at a tie needs no other reading of ties.
  const Readings chosen = {{"tie", "even"}};
  const Judgement judgement =
      judge_result(book("d3d11"), add, Format::binary32, std::vector<Bits>{kOne, kThreeQuarters}, kOne, chosen);
  EXPECT_EQ(name(judgement.verdict), name(Verdict::reading));
  EXPECT_EQ(judgement.under, (halfulp::Readings{{"d3d11.addsubmul", "learn_page_truncate"}}));
}

TEST(PassUnderAReading, IsAFailureWhereNoReadingHelps) {
  const Judgement judgement =
      judge_result(book("d3d11"), add, Format::binary32, std::vector<Bits>{kOne, kOne}, 0x40400000);
  EXPECT_EQ(name(judgement.verdict), name(Verdict::fail));
  EXPECT_TRUE(judgement.under.empty());
}

TEST(PassUnderAReading, DoesNotTurnASwitchThatIsOnRequest) {
  // A denormal kept needs ftz.in or ftz.out, which Direct3D decides itself.
  const Judgement operands =
      judge_result(book("d3d11"), add, Format::binary32, std::vector<Bits>{0x007fffff, 0x007fffff}, 0x00fffffe);
  EXPECT_EQ(name(operands.verdict), name(Verdict::fail));
  EXPECT_EQ(operands.rule, "D3D-FLUSH-OPERANDS");
  const Judgement results =
      judge_result(book("d3d11"), mul, Format::binary32, std::vector<Bits>{0x00800000, 0x3f000000}, 0x00400000);
  EXPECT_EQ(name(results.verdict), name(Verdict::fail));
  EXPECT_EQ(results.rule, "D3D-FLUSH-RESULTS");
}

TEST(ChosenReadings, OfStepsPermitWhatStepsGiveAndNoMore) {
  // No quotient within 2.5 ULP has an integer below it by which 0 is left.
  EXPECT_FALSE(permitted("metal1", fmod, {0x42000000, 0x377ffffd}, {{"fmod", "formula"}}).contains(0));
  // sqrt(2) is no value of the format.
  const Readings on = {{"exact_if_representable", "on"}};
  EXPECT_EQ(permitted("metal1-fast", sqrt, {kTwo}, on), permitted("metal1-fast", sqrt, {kTwo}));
}

TEST(ChosenReadings, MustExistInTheRulebook) {
  const auto message = [](const std::string& rulebook, const halfulp::Readings& readings) {
    try {
      (void)judge_result(book(rulebook), add, Format::binary32, std::vector<Bits>{kOne, kTwo}, 0x40400000, readings);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Error::Kind::kUsage);
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_NE(message("d3d11", {{"tei", "even"}}).find("no reading 'tei' (did you mean 'tie'?)"), std::string::npos);
  EXPECT_NE(message("d3d11", {{"tie", "evn"}}).find("no option 'evn' (did you mean 'even'?)"), std::string::npos);
  EXPECT_NE(message("d3d10", {{"div.form", "direct"}}).find("d3d10 has no reading 'div.form'"), std::string::npos);
}

TEST(OtherReadings, AreFoundWhereOnlyAnOptionSetsAPolicy) {
  const Rulebook mine = Rulebook::parse(
      "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nextends = \"d3d11\"\n"
      "[[reading]]\nid = \"my.nan\"\nquestion = \"Is NaN handled?\"\ndefault = \"required\"\n"
      "options = { required = \"yes\", undefined = \"no\" }\n"
      "[[rule]]\nid = \"MY-NAN\"\noperations = [\"mul\"]\npolicy = { tie = \"both\" }\n"
      "under.\"my.nan\" = { undefined = { policy = { nan = \"undefined\" } } }\n"
      "source = { document = \"MY\", clause = \"1\", says = \"NaN is handled, or not\" }\nstatus = \"stated\"\n",
      "mine.toml");
  const Judgement judgement = judge_result(mine, mul, Format::binary32, std::vector<Bits>{0x7fc00000, kOne}, kTwo);
  EXPECT_EQ(judgement.verdict, Verdict::reading);
  EXPECT_EQ(judgement.under, (Readings{{"my.nan", "undefined"}}));
}

}  // namespace
}  // namespace halfulp
