// SPDX-License-Identifier: Apache-2.0

// The bulk path gives the verdicts of the explain path: same counts, rules, readings, witnesses and errors.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "exact/nearest.hpp"
#include "exact/pixel_oracle.hpp"
#include "halfulp/evaluate.hpp"
#include "halfulp/suite.hpp"
#include "judge/bulk_and_explain.hpp"
#include "judge/definition/permitted.hpp"
#include "judge/judged.hpp"
#include "judge/verdict/judge_case.hpp"
#include "number/layout.hpp"
#include "number/targets.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp {
namespace {

using test::case_text;
using test::expect_same_verdicts;
using test::Observations;
using test::told;

float as_float(Bits bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
Bits as_bits(float value) { return std::bit_cast<std::uint32_t>(value); }

/// The host's own arithmetic, step by step; nothing for operations that it has no plain form of.
bool on_host(Operation operation, std::span<const Bits> o, Bits& result) {
  const auto f = [&](std::size_t i) { return as_float(o[i]); };
  switch (operation) {
    case Operation::add:
      result = as_bits(f(0) + f(1));
      return true;
    case Operation::sub:
      result = as_bits(f(0) - f(1));
      return true;
    case Operation::mul:
      result = as_bits(f(0) * f(1));
      return true;
    case Operation::div:
      result = as_bits(f(0) * (1.0F / f(1)));
      return true;
    case Operation::rcp:
    case Operation::reciprocal:
      result = as_bits(1.0F / f(0));
      return true;
    case Operation::rsq:
      result = as_bits(1.0F / std::sqrt(f(0)));
      return true;
    case Operation::sqrt:
      result = as_bits(std::sqrt(f(0)));
      return true;
    case Operation::exp2:
      result = as_bits(std::exp2(f(0)));
      return true;
    case Operation::log2:
      result = as_bits(std::log2(f(0)));
      return true;
    case Operation::sin:
      result = as_bits(std::sin(f(0)));
      return true;
    case Operation::cos:
      result = as_bits(std::cos(f(0)));
      return true;
    case Operation::frc:
      result = as_bits(f(0) - std::floor(f(0)));
      return true;
    case Operation::mad: {
      const volatile float product = f(0) * f(1);
      result = as_bits(product + f(2));
      return true;
    }
    case Operation::dp2:
    case Operation::dp3:
    case Operation::dp4: {
      const std::size_t n = o.size() / 2;
      volatile float sum = f(0) * f(n);
      for (std::size_t i = 1; i < n; ++i) {
        const volatile float product = f(i) * f(n + i);
        sum = sum + product;
      }
      result = as_bits(sum);
      return true;
    }
    default:
      return false;
  }
}

/// The correctly rounded result of the operands as they are: no flush anywhere.
Bits unflushed(Operation operation, Format format, std::span<const Bits> operands, Bits otherwise) {
  const OperationFamily family = info(operation).family;
  if (family != OperationFamily::arithmetic && family != OperationFamily::rounding &&
      family != OperationFamily::fused) {
    return otherwise;
  }
  return exact::nearest_even(operation, format, operands);
}

enum class Spread : std::uint8_t { near, far };

/// What devices return, honest ones and others: near what is right, or far from it too.
Bits observed(Operation operation, Format format, std::span<const Bits> operands, Bits right, Spread spread,
              std::mt19937_64& random) {
  const FormatInfo& row = info(info(operation).result(format));
  const bool floating = row.kind == FormatKind::floating;
  const number::Layout layout(floating ? row : info(Format::binary32));
  const Bits all = row.bits == 64 ? ~Bits{0} : (Bits{1} << row.bits) - 1;
  const auto step = [&](std::int64_t steps) -> Bits {
    if (!floating) return (right + static_cast<Bits>(steps)) & all;
    if (layout.is_nan(right)) return right;
    const std::int64_t edge = number::ordinal(row, layout.infinity());
    const std::int64_t lowest = row.has_sign ? number::mirrored(edge) : 0;
    return number::from_ordinal(row, std::clamp(number::ordinal(row, right) + steps, lowest, edge));
  };
  switch (random() % (spread == Spread::near ? 14 : 20)) {
    case 0:
    case 1:
    case 2:
      return right;
    case 3:
      return step(1);
    case 4:
      return step(-1);
    case 5:
      return step(2);
    case 6:
      return step(-2);
    case 7:
      return step(static_cast<std::int64_t>(random() % 21) - 10);
    case 8:
      return step(static_cast<std::int64_t>(random() % 30001) - 15000);
    case 9:
      return floating ? right ^ layout.sign_mask() : ~right & all;
    case 10:
      return unflushed(operation, format, operands, right);
    case 11:
      return floating ? layout.flushed(unflushed(operation, format, operands, right)) : right;
    case 12: {
      Bits result = right;
      if (format == Format::binary32) on_host(operation, operands, result);
      return result;
    }
    case 13: {
      Bits result = right;
      if (format == Format::binary32) on_host(operation, operands, result);
      return floating ? layout.flushed(result) : result;
    }
    case 14:
      return (layout.canonical_nan() | (random() & (layout.fraction_mask() | layout.sign_mask()))) & all;
    case 15:
      return layout.infinity((random() & 1) != 0) & all;
    case 16:
      return layout.zero((random() & 1) != 0) & all;
    case 17:
      return layout.max_finite((random() & 1) != 0) & all;
    case 18:
      return layout.min_normal((random() & 1) != 0) & all;
    default:
      return random() & all;
  }
}

/// About `count` cases of the quick suite, a stride apart from a start that the seed chooses, and some of random bits.
Observations observations(const Rulebook& rulebook, Operation operation, std::size_t count, std::uint64_t seed,
                          Spread spread, Format format = Format::binary32) {
  const Suite suite(SuiteSize::quick, seed, operation, format);
  const auto arity = static_cast<std::size_t>(info(operation).arity);
  std::mt19937_64 random(seed * 1000 + static_cast<std::uint64_t>(operation));
  Observations result{operation, std::vector<std::vector<Bits>>(arity), {}, format};
  const std::uint64_t stride = std::max<std::uint64_t>(1, suite.cases() / count);
  const auto operand_format = [&](std::size_t k) {
    return info(operation).operand_format(static_cast<int>(k), format);
  };
  const Evaluator evaluator(rulebook, operation, format);
  for (std::uint64_t i = random() % stride; i < suite.cases(); i += stride) {
    std::array<Bits, kMaxArity> values{};
    std::vector<Lane> lanes;
    for (std::size_t k = 0; k < arity; ++k) {
      const auto bytes = static_cast<std::size_t>(info(operand_format(k)).bytes);
      lanes.push_back(std::as_writable_bytes(std::span(&values[k], 1)).first(bytes));
    }
    suite.fill(i, lanes);
    if (random() % 8 == 0) {
      const std::size_t k = random() % arity;
      values[k] = random() >> (64 - info(operand_format(k)).bits);
    }
    std::vector<Bits> operands(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(arity));
    for (std::size_t k = 0; k < arity; ++k) result.operands[k].push_back(values[k]);
    const Bits right = evaluator.evaluate(operands);
    result.results.push_back(observed(operation, format, operands, right, spread, random));
  }
  return result;
}

void expect_same_verdicts(const std::string& name, const Readings& readings, std::size_t count, std::uint64_t seed,
                          Format format = Format::binary32) {
  const Rulebook& rulebook = test::book(name);
  for (const OperationInfo& row : operations()) {
    if (row.family == OperationFamily::pixel || !rulebook.has(row.operation, format)) continue;
    const Observations seen = observations(rulebook, row.operation, count, seed, Spread::far, format);
    expect_same_verdicts(rulebook, seen, readings);
  }
}

TEST(Bulk, GivesTheVerdictsOfTheExplainPathUnderDirect3D10) { expect_same_verdicts("d3d10", {}, 250, 1); }

TEST(Bulk, GivesTheVerdictsOfTheExplainPathUnderDirect3D11) { expect_same_verdicts("d3d11", {}, 300, 2); }

TEST(Bulk, GivesTheVerdictsOfTheExplainPathInOtherFormats) {
  std::uint64_t seed = 20;
  for (const Format format : {Format::binary16, Format::binary64, Format::ufloat11, Format::ufloat10}) {
    expect_same_verdicts("d3d11", {}, 60, seed++, format);
  }
  expect_same_verdicts("metal4", {}, 40, seed, Format::binary16);
}

TEST(Bulk, GivesTheVerdictsOfTheExplainPathUnderStrictReadings) {
  expect_same_verdicts("d3d11",
                       {{"d3d11.addsubmul", "nearest_even"},
                        {"fused.step_ulp", "0.5"},
                        {"fused.orders", "left_to_right"},
                        {"div.form", "direct"},
                        {"cancel.zero_sign", "plus"},
                        {"overflow", "ieee"},
                        {"flush_test", "before_round"}},
                       120, 3);
}

TEST(Bulk, GivesTheVerdictsOfTheExplainPathUnderWideReadings) {
  expect_same_verdicts("d3d11",
                       {{"d3d11.addsubmul", "learn_page_truncate"},
                        {"ulp_def", "muller_B"},
                        {"ftz.in", "may"},
                        {"ftz.out", "may"},
                        {"ftz.sign", "any"},
                        {"overflow", "interval_inf_or_max"}},
                       120, 4);
}

/// About `count` cases of every conversion of a pixel's components.
void expect_same_verdicts_of_pixels(const std::string& name, const Readings& readings, std::size_t count,
                                    std::uint64_t seed) {
  const Rulebook& rulebook = test::book(name);
  for (const OperationInfo& row : operations()) {
    if (row.family != OperationFamily::pixel || !rulebook.has(row.operation, *row.operand_formats[0])) continue;
    const Observations seen = observations(rulebook, row.operation, count, seed, Spread::far, *row.operand_formats[0]);
    expect_same_verdicts(rulebook, seen, readings);
  }
}

class EveryRulebook : public testing::TestWithParam<std::string> {};

// Of each operation in each format, under readings drawn for it.
TEST_P(EveryRulebook, HasTheVerdictsOfTheExplainPathInBulkUnderEachReading) {
  const Rulebook& rulebook = test::book(GetParam());
  std::mt19937_64 random(17);
  for (const OperationInfo& row : operations()) {
    for (const FormatInfo& format : formats()) {
      if (row.family == OperationFamily::pixel || row.family == OperationFamily::texture) continue;
      if (!rulebook.has(row.operation, format.format)) continue;
      const auto readings = rulebook::readings_for(rulebook.model(), row.operation, format.format);
      for (int drawn = 0; drawn < 2 && !readings.empty(); ++drawn) {
        const Reading& one = *readings[random() % readings.size()];
        const Readings chosen = {{one.id, one.options[random() % one.options.size()].name}};
        const Observations seen = observations(rulebook, row.operation, 40, random(), Spread::far, format.format);
        expect_same_verdicts(rulebook, seen, chosen);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Bulk, EveryRulebook, testing::ValuesIn(Rulebook::embedded()), [](const auto& tested) {
  std::string name = tested.param;
  std::ranges::replace_if(
      name, [](char c) { return c == '.' || c == '-'; }, '_');
  return name;
});

TEST(Bulk, GivesTheVerdictsOfTheExplainPathOfPixels) {
  std::uint64_t seed = 40;
  for (const char* name : {"d3d10", "d3d11", "metal1", "metal1.2", "metal2.1", "metal4"}) {
    expect_same_verdicts_of_pixels(name, {}, 45, seed++);
  }
  for (const char* name : {"metal1-fast", "metal1.2-fast", "metal2.1-fast", "metal4-fast"}) {
    expect_same_verdicts_of_pixels(name, {}, 12, seed++);
  }
}

TEST(Bulk, GivesTheVerdictsOfTheExplainPathOfPixelsUnderOtherReadings) {
  expect_same_verdicts_of_pixels("d3d11", {{"norm_decode", "allow_reciprocal"}, {"ftz.in", "never"}}, 40, 50);
  expect_same_verdicts_of_pixels("metal1",
                                 {{"metal1.norm_nan", "zero"},
                                  {"metal1.unorm10", "low_bits"},
                                  {"msl.errata", "literal"},
                                  {"srgb.ref", "rounded"},
                                  {"srgb.ends_exact", "on"}},
                                 60, 51);
  expect_same_verdicts_of_pixels("metal1.2",
                                 {{"norm_encode.ref", "rne_integer"}, {"ftz.in", "must"}, {"ftz.out", "must"}}, 60, 52);
}

// Sums next to nothing, of which a product that was flushed leaves much: these have an error, too.
TEST(Bulk, GivesTheVerdictsOfTheExplainPathOfSumsThatCancel) {
  const test::Observations mad{Operation::mad,
                               {{0x397f9d45, 0x3f800000}, {0x8680316e, 0x80ffffff}, {0x00800001, 0x00ffffff}},
                               {0x00800001, 0x00000000}};
  const test::Observations dp2{Operation::dp2, {{0xb0000000}, {0x3a393f23}, {0x90000000}, {0x85ab3717}}, {0x00800000}};
  for (const char* name : {"d3d10.1", "d3d11"}) {
    expect_same_verdicts(test::book(name), mad);
    expect_same_verdicts(test::book(name), dp2);
  }
}

// Where no result is flushed, zeros have the error that other values have.
TEST(Bulk, GivesTheVerdictsOfTheExplainPathOfZerosThatAreNotFlushed) {
  const test::Observations exp2{Operation::exp2, {{0xc3186e14, 0xc3190000}}, {0, 0}};
  const test::Observations div{Operation::div, {{0x3220cc73, 0xaff2e53a}, {0x7e7fe970, 0x7d166350}}, {0, 0x80000000}};
  const Readings readings = {{"ftz.out", "never"}};
  expect_same_verdicts(test::book("metal1.2"), exp2, readings);
  expect_same_verdicts(test::book("metal2.1"), div, readings);
}

TEST(Bulk, GivesTheVerdictsOfTheExplainPathOfSharedExponents) {
  for (const char* name : {"d3d11", "metal1.2"}) {
    const Rulebook& rulebook = test::book(name);
    expect_same_verdicts(rulebook, observations(rulebook, Operation::binary32_to_rgb9e5, 1200, 60, Spread::near));
  }
}

TEST(Bulk, GivesTheVerdictsOfTheExplainPathOfEveryCodeOfEightBits) {
  for (const char* name : {"d3d11", "metal1"}) {
    const Rulebook& rulebook = test::book(name);
    for (const Operation operation : exact::second::pixel_operations()) {
      const Format from = *info(operation).operand_formats[0];
      if (info(from).bits > 8 || !rulebook.has(operation, from)) continue;
      Observations seen{operation, {{}}, {}, from};
      const FormatInfo& result = info(*info(operation).result_format);
      for (Bits code = 0; code < Bits{1} << info(from).bits; ++code) {
        const std::int64_t right =
            number::ordinal(result, exact::nearest_even(operation, from, std::array<Bits, 1>{code}));
        for (std::int64_t place = right - 1; place <= right + 1; ++place) {
          seen.operands[0].push_back(code);
          seen.results.push_back(number::from_ordinal(result, place));
        }
      }
      expect_same_verdicts(rulebook, seen);
    }
  }
}

/// Every code beside the boundaries of a few, and denormal operands: where a short cut would first be wrong.
TEST(Bulk, GivesTheVerdictsOfTheExplainPathBesideTheThresholdsOfCodes) {
  for (const char* name : {"d3d11", "metal1", "metal4"}) {
    const Rulebook& rulebook = test::book(name);
    for (const Operation operation : exact::second::pixel_operations()) {
      const OperationInfo& row = info(operation);
      const Format from = *row.operand_formats[0];
      const exact::second::CodeFormat* to = exact::second::find_code_format(*row.result_format);
      if (to == nullptr || !exact::second::is_floating(from) || !rulebook.has(operation, from)) continue;
      const exact::second::FloatFormat& format = exact::second::float_format(from);
      std::vector<Bits> operands = {1, format.min_normal() - 1, format.min_normal() / 2, format.min_normal() / 4};
      for (const std::int64_t code : {to->least(), std::int64_t{0}, to->most() / 3, to->most() - 1}) {
        exact::second::add_boundaries(*to, format, code, operands);
      }
      Observations seen{operation, {{}}, {}, from};
      for (const Bits operand : operands) {
        const std::int64_t right = to->code(exact::nearest_even(operation, from, std::array<Bits, 1>{operand}));
        for (std::int64_t code = right - 1; code <= right + 1; ++code) {
          seen.operands[0].push_back(operand);
          seen.results.push_back(to->bits_of(code));
        }
      }
      expect_same_verdicts(rulebook, seen);
    }
  }
  // A denormal of binary16 is several codes of unorm16, unless it must be flushed.
  const Observations seen{Operation::binary16_to_unorm16, {{0x0200, 0x0200, 0x0200}}, {0, 2, 3}, Format::binary16};
  for (const char* option : {"must", "may", "never"}) {
    expect_same_verdicts(test::book("metal1"), seen, {{"ftz.in", option}});
  }
}

/// Conversions from binary32, many together: operands of any binade, of those in which results are, beside the ends of
/// codes, beside values and halves of steps, and special ones; results near what is right, in stretches of right and of
/// wrong ones.
Observations conversions(const Rulebook& rulebook, Operation operation, std::size_t count, std::uint64_t seed) {
  const FormatInfo& to = info(*info(operation).result_format);
  const Evaluator evaluator(rulebook, operation, Format::binary32);
  const Bits all = (Bits{1} << to.bits) - 1;
  std::mt19937_64 random(seed);
  Observations seen{operation, {{}}, {}, Format::binary32};
  for (std::size_t i = 0; i < count; ++i) {
    Bits operand = random() & 0xffffffff;
    const double scale = std::ldexp(1.0, to.kind == FormatKind::fixed ? 16 : 0);
    const double steps = std::ldexp(1.0, to.kind == FormatKind::fixed ? 8 : std::min(to.bits, 16)) - 1;
    switch (random() % 8) {
      case 0:
      case 1:
        operand = as_bits(static_cast<float>(std::ldexp(static_cast<double>(random() >> 11), -53) * scale));
        break;
      case 2:
      case 3: {
        if (to.kind == FormatKind::floating) {
          const int lost = 23 - to.fraction_bits - 1;
          operand = (operand & 0x80000000) | ((100 + random() % 45) << 23) | ((random() & 0x7fffff) >> lost << lost);
          operand += random() % 3 - 1;
          break;
        }
        const double middle = (std::floor(std::ldexp(static_cast<double>(random() >> 11), -53) * steps) + 0.5) / steps;
        operand = as_bits(static_cast<float>(middle * scale)) + random() % 9 - 4;
        break;
      }
      case 4:
        operand = (random() % 2 == 0 ? 0x7f800000 : 0) | (random() & 0x807fffff);
        break;
      default:
        break;
    }
    const Bits right = evaluator.evaluate(std::array{operand});
    const bool is_wrong = (i / 512) % 2 != 0 ? random() % 2 == 0 : random() % 64 == 0;
    seen.operands[0].push_back(operand);
    seen.results.push_back(!is_wrong ? right : random() % 8 == 0 ? random() & all : (right + random() % 7 - 3) & all);
  }
  return seen;
}

TEST(Bulk, GivesTheVerdictsOfTheExplainPathOfManyConversions) {
  std::uint64_t seed = 70;
  for (const char* name : {"d3d10", "d3d11", "metal1", "metal2.1"}) {
    const Rulebook& rulebook = test::book(name);
    for (const OperationInfo& row : operations()) {
      const Operation operation = row.operation;
      if (row.only_format() != Format::binary32 || row.arity != 1) continue;
      if (info(*row.result_format).bits > 24 || !rulebook.has(operation, Format::binary32)) continue;
      const Observations seen = conversions(rulebook, operation, 1024, ++seed);
      Readings readings;
      const auto options = rulebook::readings_for(rulebook.model(), operation, Format::binary32);
      if (seed % 2 == 0 && !options.empty()) {
        const Reading& one = *options[seed / 2 % options.size()];
        readings = {{one.id, one.options[seed / 4 % one.options.size()].name}};
      }
      for (const std::int64_t target : test::targets()) {
        const test::Target chosen(target);
        SCOPED_TRACE(std::string(name) + ' ' + std::string(row.name) + ' ' + test::target_name(target));
        expect_same_verdicts(rulebook, seen, readings);
      }
    }
  }
}

/// Operands from 1 on, and results up to so many steps off.
Observations off_by(const Rulebook& rulebook, Operation operation, std::int64_t steps, std::size_t count) {
  const auto arity = static_cast<std::size_t>(info(operation).arity);
  const Evaluator evaluator(rulebook, operation, Format::binary32);
  std::mt19937_64 random(static_cast<std::uint64_t>(steps));
  Observations seen{operation, std::vector<std::vector<Bits>>(arity), {}, Format::binary32};
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Bits> operands;
    for (std::size_t k = 0; k < arity; ++k) {
      // Every 16th factor or divisor is 1 or -1, of which identities and tables speak.
      const bool is_one = k == 1 && random() % 16 == 0;
      operands.push_back(is_one ? 0x3f800000 | (random() & 0x80000000) : 0x3f800000 + (random() & 0xffffff));
      seen.operands[k].push_back(operands.back());
    }
    seen.results.push_back(evaluator.evaluate(operands) + random() % static_cast<std::uint64_t>(2 * steps + 1) -
                           static_cast<std::uint64_t>(steps));
  }
  return seen;
}

// Many failures together are told by few comparisons: of the same rules, and with what each uses of a distance.
TEST(Bulk, GivesTheRulesAndMarginsOfTheExplainPathOfManyFailures) {
  using enum Operation;
  for (const auto& [name, operation] : {std::pair{"d3d11", mul},
                                        {"d3d11", div},
                                        {"d3d11", rcp},
                                        {"d3d11", rsq},
                                        {"d3d11", exp2},
                                        {"d3d10", mul},
                                        {"metal1", div},
                                        {"metal4-fast", reciprocal}}) {
    const Rulebook& rulebook = test::book(name);
    for (const std::int64_t steps : {20, 400}) {
      const Observations seen = off_by(rulebook, operation, steps, 1500);
      for (const std::int64_t target : test::targets()) {
        const test::Target chosen(target);
        SCOPED_TRACE(std::string(name) + ' ' + std::string(info(operation).name) + ' ' + test::target_name(target));
        expect_same_verdicts(rulebook, seen);
      }
    }
  }
}

/// The value toward zero, step by step: a result that only truncation explains, wherever the exact one is no value.
Bits truncated(Operation operation, std::span<const Bits> operands, Bits nearest) {
  const judge::Ruling ruling =
      judge::Ruling::of(test::book("metal1"), operation, Format::binary32, {{"metal.round", "rtz"}});
  const PermittedSet set = judge::permitted(ruling, operands, ruling.policies).set.permitted();
  return set.ranges.empty() ? nearest : set.ranges.front().first;
}

TEST(Bulk, GivesTheVerdictsAndRoundingsOfTheExplainPathUnderMetal) {
  expect_same_verdicts("metal1", {}, 60, 7);
  expect_same_verdicts("metal1", {{"overflow", "interval_inf_or_max"}, {"ftz.in", "never"}, {"ftz.out", "never"}}, 25,
                       8);
  expect_same_verdicts("metal2.1", {{"metal.round", "consistent_either"}, {"ftz.in", "must"}, {"ftz.out", "must"}}, 25,
                       9);
}

TEST(Bulk, LeavesAnOverflowOpenWhereInfinityIsUndefined) {
  const Rulebook& rulebook = test::book("metal1.2-fast");
  // 2^100 * 2^100, and the largest product that does not overflow.
  const Observations seen{
      Operation::mul, {{0x71800000, 0x7f7fffff}, {0x71800000, 0x3f800000}}, {0x7f800000, 0x7f7fffff}};
  Tally tally;
  seen.judge(SpanJudge(rulebook, Operation::mul, Format::binary32), 0, 2, tally);
  EXPECT_EQ(tally.unconstrained, 1U);
  EXPECT_EQ(tally.passed, 1U);
  EXPECT_EQ(tally.to_nearest.count, 0U);
}

TEST(Bulk, CountsTheRoundingsOfADeviceThatMixesThem) {
  const Rulebook& rulebook = test::book("metal1");
  for (const Operation operation : {Operation::add, Operation::sub, Operation::mul, Operation::fma}) {
    Observations seen = observations(rulebook, operation, 400, 10, Spread::near);
    std::uint64_t away = 0;
    std::uint64_t toward = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const std::vector<Bits> operands = seen.at(i);
      const Bits nearest = exact::nearest_even(operation, Format::binary32, operands);
      const Bits cut = truncated(operation, operands, nearest);
      const bool truncates = i % 3 == 0;
      seen.results[i] = truncates ? cut : nearest;
      const number::Layout layout(info(Format::binary32));
      // Far from denormals, so that nothing is flushed.
      const bool normal = layout.magnitude(cut) > layout.min_normal() && !layout.is_nan(cut) && cut != nearest &&
                          std::ranges::none_of(operands, [&](Bits bits) { return layout.is_denormal(bits); });
      if (normal) ++(truncates ? toward : away);
    }
    Tally tally;
    seen.judge(SpanJudge(rulebook, operation, Format::binary32), 0, seen.size(), tally);
    EXPECT_GT(away, 50U) << info(operation).name;
    EXPECT_GT(toward, 20U) << info(operation).name;
    // The cases beside 2^-126 may tell something too.
    EXPECT_GE(tally.to_nearest.count, away) << info(operation).name;
    EXPECT_GE(tally.toward_zero.count, toward) << info(operation).name;
    EXPECT_LE(tally.to_nearest.count + tally.toward_zero.count, away + toward + 40) << info(operation).name;
    EXPECT_EQ(tally.failed, 0U) << info(operation).name;
  }
}

TEST(Bulk, MergesRoundingsInAnyOrder) {
  const Rulebook& rulebook = test::book("metal1");
  const Observations seen = observations(rulebook, Operation::add, 200, 11, Spread::near);
  const SpanJudge judge(rulebook, Operation::add, Format::binary32);
  Tally whole;
  seen.judge(judge, 0, seen.size(), whole);
  const std::size_t third = seen.size() / 3;
  std::array<Tally, 3> parts;
  seen.judge(judge, 0, third, parts[0]);
  seen.judge(judge, third, third, parts[1]);
  seen.judge(judge, 2 * third, seen.size() - 2 * third, parts[2]);
  Tally backward;
  for (const std::size_t i : {2U, 1U, 0U}) backward.merge(parts[i]);
  parts[0].merge(parts[1]);
  parts[0].merge(parts[2]);
  EXPECT_GT(whole.to_nearest.count, 0U);
  EXPECT_GT(whole.toward_zero.count, 0U);
  EXPECT_EQ(told(parts[0]), told(whole));
  EXPECT_EQ(told(backward), told(whole));
}

TEST(Bulk, TellsTheRoundingOfSumsThatDoubleDoesNotHold) {
  // 1 - 2^-100 and 1 + 2^-100 round to 1: away from zero and toward it.
  constexpr Bits kOne = 0x3f800000;
  constexpr Bits kTiny = 0x0d800000;
  constexpr Bits kSign = 0x80000000;
  struct Sum {
    Operation operation;
    Bits x, y, result;
    std::uint64_t to_nearest, toward_zero;
  };
  for (const Sum& sum :
       {Sum{Operation::add, kOne, kSign | kTiny, kOne, 1, 0}, Sum{Operation::add, kOne, kTiny, kOne, 0, 0},
        Sum{Operation::sub, kOne, kTiny, kOne, 1, 0}, Sum{Operation::sub, kOne, kSign | kTiny, kOne, 0, 0},
        Sum{Operation::add, kSign | kOne, kTiny, kSign | kOne, 1, 0},
        Sum{Operation::add, kSign | kOne, kSign | kTiny, kSign | kOne, 0, 0},
        Sum{Operation::sub, kTiny, kOne, kSign | kOne, 1, 0}, Sum{Operation::add, kOne, kSign | kTiny, kOne - 1, 0, 1},
        Sum{Operation::add, kOne, kTiny, kOne + 1, 0, 0}}) {
    const Observations seen{sum.operation, {{sum.x}, {sum.y}}, {sum.result}};
    Tally tally;
    seen.judge(SpanJudge(test::book("metal1"), sum.operation, Format::binary32), 0, 1, tally);
    EXPECT_EQ(tally.to_nearest.count, sum.to_nearest) << case_text(seen, 0);
    EXPECT_EQ(tally.toward_zero.count, sum.toward_zero) << case_text(seen, 0);
    const Judgement judgement =
        judge_result(test::book("metal1"), sum.operation, Format::binary32, seen.at(0), sum.result);
    EXPECT_EQ(judgement.rounding == Rounding::nearest, sum.to_nearest == 1) << case_text(seen, 0);
    EXPECT_EQ(judgement.rounding == Rounding::toward_zero, sum.toward_zero == 1) << case_text(seen, 0);
  }
}

TEST(Bulk, PassesNothingThatThePermittedSetForbids) {
  for (const char* name : {"d3d10", "d3d11"}) {
    const Rulebook& rulebook = test::book(name);
    for (const OperationInfo& row : operations()) {
      if (row.family == OperationFamily::pixel || !rulebook.has(row.operation, Format::binary32)) continue;
      const Observations seen = observations(rulebook, row.operation, 1000, 5, Spread::near);
      const SpanJudge judge(rulebook, row.operation, Format::binary32);
      const judge::Ruling ruling = judge::Ruling::of(rulebook, row.operation, Format::binary32, {});
      const judge::OtherReadings others(rulebook, row.operation, Format::binary32, {});
      int told_cases = 0;
      for (std::size_t i = 0; i < seen.size(); ++i) {
        Tally tally;
        seen.judge(judge, i, 1, tally);
        if (tally.passed == 0) continue;
        if (judge::permitted(ruling, seen.at(i), ruling.policies).set.contains(seen.results[i])) continue;
        if (++told_cases <= 3) ADD_FAILURE() << case_text(seen, i) << " passes in bulk and is forbidden";
      }
    }
  }
}

TEST(Bulk, JudgesAsTheSingleCaseDoes) {
  const Rulebook& rulebook = test::book("d3d11");
  for (const OperationInfo& row : operations()) {
    if (!rulebook.has(row.operation, Format::binary32)) continue;
    const Observations seen = observations(rulebook, row.operation, 20, 6, Spread::far);
    const SpanJudge judge(rulebook, row.operation, Format::binary32);
    for (std::size_t i = 0; i < seen.size(); ++i) {
      Tally tally;
      seen.judge(judge, i, 1, tally);
      const Judgement judgement = judge_result(rulebook, row.operation, Format::binary32, seen.at(i), seen.results[i]);
      EXPECT_EQ(tally.passed == 1, judgement.verdict == Verdict::pass) << case_text(seen, i);
      EXPECT_EQ(tally.failed == 1, judgement.verdict == Verdict::fail) << case_text(seen, i);
      EXPECT_EQ(tally.reading == 1, judgement.verdict == Verdict::reading) << case_text(seen, i);
      EXPECT_EQ(tally.broken.contains(judgement.rule), judgement.verdict == Verdict::fail) << case_text(seen, i);
    }
  }
}

}  // namespace
}  // namespace halfulp
