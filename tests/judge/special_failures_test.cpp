// SPDX-License-Identifier: Apache-2.0
// What is said of a class of special operands is what the explain path says of each of them.
#include "judge/special_failures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "exact/nearest.hpp"
#include "exact/rational.hpp"
#include "exact/value.hpp"
#include "halfulp/evaluate.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"
#include "judge/judged.hpp"
#include "number/layout.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp {
namespace {

using number::Layout;

/// Zero, denormals, an infinity, NaN, of both signs.
std::vector<Bits> specials(const Layout& layout, std::mt19937_64& random) {
  std::vector<Bits> operands = {layout.zero(),
                                1,
                                Bits{1} << (random() % static_cast<unsigned>(layout.fraction_bits)),
                                random() & layout.fraction_mask(),
                                random() % 64 & layout.fraction_mask(),
                                layout.fraction_mask(),
                                layout.infinity(),
                                layout.infinity() + 1,
                                layout.canonical_nan()};
  const std::size_t count = operands.size();
  for (std::size_t i = 0; i < count; ++i) operands.push_back(operands[i] | layout.sign_mask());
  return operands;
}

/// Integers, and values whose reciprocals, products and quotients are tiny.
std::vector<std::vector<Bits>> plain_operands(const FormatInfo& row, std::size_t arity, std::mt19937_64& random) {
  std::vector<std::vector<Bits>> all;
  const auto of = [&](double value) {
    return exact::round_to_nearest_even(row, exact::Rational::from_double(random() % 2 == 0 ? value : -value));
  };
  const auto any = [&](double least_exponent, double exponents) {
    const double exponent = least_exponent + static_cast<double>(random() % 4096) / 4096 * exponents;
    return of(std::exp2(exponent));
  };
  for (int i = 0; i < 12; ++i) {
    if (arity == 1) {
      all.push_back({of(static_cast<double>(random() % 4096))});
      all.push_back({any(126, 2)});
    } else if (arity == 2) {
      all.push_back({any(-126, 126), any(-126, 126)});
      all.push_back({any(-126, 126), any(0, 126)});
      all.push_back({any(-65, 3), any(-65, 3)});
      all.push_back({any(-126, 128), any(125, 3)});
    }
  }
  return all;
}

/// A special value beside another, any, or 1.
std::vector<std::vector<Bits>> special_pairs(const Layout& layout, std::mt19937_64& random) {
  std::vector<std::vector<Bits>> all;
  for (const Bits special : specials(layout, random)) {
    const std::vector<Bits> others = specials(layout, random);
    const Bits any = random() & (layout.magnitude_mask() | layout.sign_mask());
    all.push_back({special, random() % 2 == 0 ? any : others[random() % others.size()]});
    if (random() % 2 == 0) std::swap(all.back()[0], all.back()[1]);
    const Bits one = layout.one() | (any & layout.sign_mask());
    all.push_back({special, one});
    all.push_back({one, special});
  }
  return all;
}

/// The operands of so many cases: of several one is a NaN, and none an infinity.
std::vector<std::vector<Bits>> special_operands(const Layout& layout, std::size_t arity, std::mt19937_64& random) {
  std::vector<std::vector<Bits>> all;
  for (const Bits special : specials(layout, random)) {
    if (arity > 1 && layout.is_infinite(special)) continue;
    all.emplace_back(arity, special);
    if (arity == 1) continue;
    for (Bits& bits : all.back()) {
      if (random() % 2 == 0) bits = random() & (layout.magnitude_mask() | layout.sign_mask());
    }
    all.back()[random() % arity] = layout.canonical_nan() | (random() & layout.sign_mask());
  }
  return all;
}

std::vector<Bits> results(const Layout& layout, std::mt19937_64& random) {
  std::vector<Bits> all = {layout.zero(),           1,
                           layout.fraction_mask(),  layout.min_normal(),
                           layout.min_normal() + 1, layout.one(),
                           layout.one() + 1,        layout.one() - 1,
                           layout.max_finite(),     layout.max_finite() - 1,
                           layout.infinity(),       layout.canonical_nan(),
                           layout.infinity() + 1,   random() & layout.fraction_mask()};
  for (Bits& bits : all) bits |= random() % 2 * layout.sign_mask();
  for (int k = 0; k < 3; ++k) all.push_back(random() & (layout.magnitude_mask() | layout.sign_mask()));
  return all;
}

bool is_special(const Layout& layout, const std::vector<Bits>& operands) {
  return std::ranges::any_of(operands, [&](Bits bits) {
    return layout.is_zero(bits) || layout.is_denormal(bits) || layout.is_infinite(bits) || layout.is_nan(bits);
  });
}

/// Codes: those at the ends and beside them, and any.
std::vector<Bits> codes(const FormatInfo& row, std::mt19937_64& random) {
  const Bits all = (Bits{1} << row.bits) - 1;
  std::vector<Bits> some = {0, 1, 2, all, all - 1, all / 2, all / 2 + 1, all / 2 + 2};
  for (int k = 0; k < 4; ++k) some.push_back(random() & all);
  return some;
}

struct Failures {
  std::size_t told = 0;
  std::size_t with_error = 0;
  std::size_t of_zeros = 0;  ///< told of the zero of the other sign
  std::size_t left = 0;      ///< of special operands that fail and do not count with an error
};

/// Compares what is told of the results with the explain path; a contradiction fails the test.
void compare(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings, Failures& counted,
             bool is_whole = false) {
  const auto ruling = judge::Ruling::of(rulebook, operation, format, readings);
  const judge::Alternatives alternatives(rulebook, operation, format, readings);
  const judge::SpecialFailures failures(ruling, alternatives);
  const Evaluator evaluator(rulebook, operation, format);
  const Layout layout(*ruling.format);
  std::mt19937_64 random(static_cast<unsigned>(operation) + 7);
  const auto arity = static_cast<std::size_t>(info(operation).arity);
  std::vector<std::vector<Bits>> all_operands = special_operands(layout, arity, random);
  if (format == Format::binary32) {
    std::ranges::move(plain_operands(*ruling.format, arity, random), std::back_inserter(all_operands));
  }
  if (operation == Operation::mul || operation == Operation::div) {
    std::ranges::move(special_pairs(layout, random), std::back_inserter(all_operands));
  }
  for (const std::vector<Bits>& operands : all_operands) {
    const bool has_codes = ruling.result_format->kind != FormatKind::floating;
    std::vector<Bits> all = has_codes ? codes(*ruling.result_format, random) : results(layout, random);
    const Bits right = evaluator.evaluate(operands);
    for (const Bits step : {Bits{0}, Bits{1}}) all.push_back(right ^ step);
    if (!has_codes) {
      for (const Bits step : {Bits{3}, layout.sign_mask()}) all.push_back(right ^ step);
    }
    // And what it would be if nothing were flushed.
    if (arity == 1) all.insert(all.begin(), exact::nearest_even(operation, format, operands));
    for (const Bits observed : all) {
      const auto broken = failures.broken_by(operands, observed);
      if (random() % 4 != 0 && !is_whole) continue;
      judge::Distance distance;
      const Judgement judgement =
          judge::judge_case(ruling, alternatives, operands, observed, judge::RuleOfReadings::left_out, &distance);
      const bool is_failure = judgement.verdict == Verdict::fail;
      const bool is_counted = judgement.rule == ruling.rules.accuracy_rule && distance.ulp >= 0;
      const bool has_error = is_counted && distance.ulp != 0;
      if (!broken) {
        if (is_failure && !has_error && is_special(layout, operands)) ++counted.left;
        continue;
      }
      ++counted.told;
      if (!is_special(layout, operands)) ++counted.of_zeros;
      if (has_error) ++counted.with_error;
      const double error = is_counted ? distance.ulp : -1;
      EXPECT_TRUE(is_failure && judgement.rule == broken->rule && error == broken->error_ulp)
          << broken->rule << ' ' << broken->error_ulp << " but " << name(judgement.verdict) << ' ' << judgement.rule
          << ": " << test::described(rulebook.id(), operation, operands, format) << " gives "
          << bits_text(format, observed);
    }
  }
}

// What codes have as an error is how far they are from the exact one.
TEST(SpecialFailures, AreTheExplainPathsOfConversionsToCodes) {
  Failures told;
  std::mt19937_64 random(5);
  for (const std::string& id : Rulebook::embedded()) {
    const Rulebook& rulebook = test::book(id);
    for (const OperationInfo& row : operations()) {
      if (row.family != OperationFamily::pixel || row.arity != 1) continue;
      if (row.only_format() != Format::binary32 || row.result_format == Format::binary32) continue;
      if (!rulebook.has(row.operation, Format::binary32)) continue;
      compare(rulebook, row.operation, Format::binary32, {}, told, true);
      for (const Reading* one : rulebook::readings_for(rulebook.model(), row.operation, Format::binary32)) {
        for (const ReadingOption& option : one->options) {
          if (random() % 8 != 0) continue;
          compare(rulebook, row.operation, Format::binary32, {{one->id, option.name}}, told);
        }
      }
    }
  }
  EXPECT_GT(told.told, 10000U);
  EXPECT_GT(told.with_error, 5000U);
  EXPECT_LT(told.left, told.told / 20);
}

bool is_told_of(const OperationInfo& row) {
  using enum OperationFamily;
  const bool is_arithmetic = row.family == arithmetic || row.family == fused;
  return is_arithmetic || (row.arity == 1 && (row.family == function || row.family == rounding));
}

// Where denormals are kept, what is permitted differs from one to the next.
TEST(SpecialFailures, AreTheExplainPathsWhereDenormalsAreKept) {
  using enum Operation;
  Failures told;
  for (const Operation operation : {sqrt, rsq, reciprocal, exp2, sin, round_ne, frc}) {
    for (const Readings& readings : {Readings{{"ftz.in", "never"}}, Readings{{"msl.special", "c99_required"}}}) {
      if (test::book("metal1").has(operation, Format::binary32)) {
        compare(test::book("metal1"), operation, Format::binary32, readings, told, true);
      }
    }
  }
  compare(test::book("d3d11"), rcp, Format::binary64, {}, told, true);
  EXPECT_GT(told.told, 100U);
}

// A quotient by an infinity is zero: none of the tiny ones, of which all zeros of one sign may fail.
TEST(SpecialFailures, AreTheExplainPathsOfProductsAndQuotients) {
  Failures told;
  for (const Operation operation : {Operation::mul, Operation::div}) {
    for (const Readings& readings : {Readings{}, Readings{{"ftz.out", "never"}}}) {
      compare(test::book("d3d11"), operation, Format::binary32, readings, told, true);
      compare(test::book("metal4"), operation, Format::binary32, readings, told, true);
    }
  }
  EXPECT_GT(told.of_zeros, 100U);
}

// Under another definition of an ULP the steps of an expression may reach further from zero.
TEST(SpecialFailures, AreTheExplainPathsOfExpressions) {
  const Rulebook& rulebook = test::book("metal1-fast");
  const std::vector<Bits> zero = {0};
  constexpr Bits kObserved = 0x34200003;  // passes under muller_B
  for (const Operation operation : {Operation::sinh, Operation::tanh}) {
    ASSERT_EQ(judge_result(rulebook, operation, Format::binary32, zero, kObserved).verdict, Verdict::reading);
    const auto ruling = judge::Ruling::of(rulebook, operation, Format::binary32, {});
    const judge::Alternatives alternatives(rulebook, operation, Format::binary32, {});
    EXPECT_FALSE(judge::SpecialFailures(ruling, alternatives).broken_by(zero, kObserved));
  }
}

TEST(SpecialFailures, AreTheExplainPathsUnderEveryRulebookAndReading) {
  Failures told;
  std::mt19937_64 random(3);
  for (const std::string& id : Rulebook::embedded()) {
    const Rulebook& rulebook = test::book(id);
    for (const OperationInfo& row : operations()) {
      for (const Format format : {Format::binary16, Format::binary32, Format::binary64}) {
        if (!is_told_of(row) || !rulebook.has(row.operation, format)) continue;
        if (random() % (format == Format::binary32 ? 2 : 8) != 0) continue;  // half a minute otherwise
        Readings readings;
        const auto options = rulebook::readings_for(rulebook.model(), row.operation, format);
        if (random() % 2 == 0 && !options.empty()) {
          const Reading& one = *options[random() % options.size()];
          readings = {{one.id, one.options[random() % one.options.size()].name}};
        }
        compare(rulebook, row.operation, format, readings, told);
      }
    }
  }
  EXPECT_GT(told.told, 1000U);
  EXPECT_GT(told.of_zeros, 100U);
  // What is left: within a factor of two of what may pass, and results that count with their errors.
  EXPECT_LT(told.left, told.told / 4);
}

}  // namespace
}  // namespace halfulp
