// SPDX-License-Identifier: Apache-2.0
// What the sieve takes out passes, or is unconstrained, as the explain path says, with no larger an error than it was
// given; and of right results it takes out nearly all.
#include "judge/sieve.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "halfulp/judge.hpp"
#include "judge/disturbed_cases.hpp"
#include "judge/judged.hpp"
#include "judge/operand_classes.hpp"
#include "judge/quick.hpp"
#include "judge/ruling.hpp"

namespace halfulp {
namespace {

using test::Cases;
using test::disturb;
using test::kMeasured;
using test::right_cases;
using test::Verdicts;

struct Sieved {
  judge::Sifted sifted;
  std::vector<bool> out;
  std::vector<std::uint8_t> bins;
};

constexpr double kAny = std::numeric_limits<double>::infinity();

/// `worst`: the largest error seen before, in every binade. `used`: of each distance that a rule states.
Sieved sieved(const judge::Sieve& sieve, const Cases& cases, double worst, bool counts_to_nearest, double used = kAny) {
  const std::vector<double> everywhere(BinadeAxis::kMost, worst);
  std::vector<std::uint8_t> bins(cases.size());
  judge::SieveCases given{.operands = {},
                          .observed = std::as_bytes(std::span(cases.observed)).data(),
                          .keys = std::as_bytes(std::span(cases.operands[0])).data(),
                          .count = cases.size(),
                          .worst = everywhere.data(),
                          .used = {used, used},
                          .counts_to_nearest = counts_to_nearest,
                          .bins = bins.data()};
  for (std::size_t k = 0; k < cases.operands.size(); ++k) {
    given.operands[k] = std::as_bytes(std::span(cases.operands[k])).data();
  }
  std::vector<std::uint32_t> left(cases.size());
  Sieved result{sieve.sift(given, left.data()), std::vector<bool>(cases.size(), true), {}};
  for (std::size_t j = 0; j < result.sifted.left; ++j) result.out[left[j]] = false;
  result.bins = std::move(bins);
  return result;
}

/// What is wrong with what was taken out, or nothing.
std::string wrong(Verdicts& verdicts, const Sieved& sieved, double worst, bool counts_to_nearest) {
  std::size_t unconstrained = 0;
  std::size_t to_nearest = 0;
  for (std::size_t i = 0; i < sieved.out.size(); ++i) {
    if (!sieved.out[i]) {
      if (sieved.bins[i] != judge::kNoBin) return verdicts.text(i) + ": left, but in a bin";
      continue;
    }
    const Judgement& judgement = verdicts.of(i);
    const std::string text = verdicts.text(i);
    if (judgement.verdict == Verdict::unconstrained) {
      ++unconstrained;
      continue;
    }
    if (judgement.verdict != Verdict::pass) return text + ": " + std::string(name(judgement.verdict));
    if (judgement.error_ulp && *judgement.error_ulp > worst + kMeasured) return text + ": a larger error";
    if (judgement.rounding == Rounding::toward_zero) return text + ": truncated";
    if (judgement.rounding == Rounding::nearest) ++to_nearest;
    if (const std::uint8_t bin = sieved.bins[i]; bin != judge::kNoBin) {
      const double error = judgement.error_ulp.value_or(-1);
      const bool in_bin = error + kMeasured >= ErrorProfile::least_error(bin) &&
                          error - kMeasured <= ErrorProfile::least_error(bin + std::size_t{1});
      if (!in_bin) return text + ": in bin " + std::to_string(bin);
    }
  }
  if (unconstrained != sieved.sifted.unconstrained) return "another number is unconstrained";
  if (to_nearest != sieved.sifted.to_nearest) return "another number is rounded to nearest";
  if (!counts_to_nearest && to_nearest != 0) return "to nearest, though asked to leave those";
  return {};
}

struct Asked {
  const char* rulebook;
  Readings readings;
};

const std::vector<Asked> kAsked = {
    {"d3d10", {}},
    {"d3d11", {}},
    {"d3d11", {{"d3d11.addsubmul", "nearest_even"}, {"cancel.zero_sign", "plus"}, {"overflow", "ieee"}}},
    {"d3d11", {{"ftz.in", "may"}, {"ftz.out", "may"}, {"ftz.sign", "any"}, {"sincos.range", "ignore"}}},
    {"metal1", {}},
    {"metal1.2-fast", {}},
    {"metal4", {}}};

TEST(Sieve, TakesOutOnlyWhatPasses) {
  std::size_t sieves = 0;
  for (const auto& [book, readings] : kAsked) {
    const Rulebook& rulebook = test::book(book);
    for (const OperationInfo& row : operations()) {
      if (row.family == OperationFamily::pixel || !rulebook.has(row.operation, Format::binary32)) continue;
      const auto ruling = judge::Ruling::of(rulebook, row.operation, Format::binary32, readings);
      const judge::Quick quick(ruling);
      const judge::Sieve sieve(quick, judge::OperandClasses(ruling));
      if (!sieve.exists()) continue;
      ++sieves;
      Cases cases = right_cases(rulebook, row.operation, 2000, true);
      disturb(cases);
      Verdicts verdicts(rulebook, row.operation, readings, cases);
      for (const double worst : {-1.0, 0.0, 0.4, 0.5, 1.2, kAny}) {
        for (const bool counts : {false, true}) {
          const Sieved out = sieved(sieve, cases, worst, counts);
          EXPECT_EQ(wrong(verdicts, out, worst, counts), "") << worst;
        }
      }
    }
  }
  if (sieves == 0) GTEST_SKIP() << "this CPU has no vectors that are used";
  EXPECT_GT(sieves, 100U);
}

TEST(Sieve, LeavesFewOfRightResults) {
  const Rulebook& rulebook = test::book("d3d11");
  std::size_t sieves = 0;
  for (const OperationInfo& row : operations()) {
    if (row.family == OperationFamily::pixel || !rulebook.has(row.operation, Format::binary32)) continue;
    const auto ruling = judge::Ruling::of(rulebook, row.operation, Format::binary32, {});
    const judge::Quick quick(ruling);
    const judge::Sieve sieve(quick, judge::OperandClasses(ruling));
    if (!sieve.exists()) continue;
    ++sieves;
    const Cases cases = right_cases(rulebook, row.operation, 1 << 14, false);
    const std::size_t left = sieved(sieve, cases, 1, true).sifted.left;
    // frc of tiny negatives is inexact; a quarter of all products overflows or vanishes.
    const std::size_t percent = row.operation == Operation::frc ? 30 : row.operation == Operation::mad ? 20 : 3;
    EXPECT_LT(left, cases.size() * percent / 100) << row.name;
  }
  if (sieves == 0) GTEST_SKIP() << "this CPU has no vectors that are used";
  EXPECT_GE(sieves, 19U);
}

// The comparison finds a sieve that is too coarse: one made for another rulebook's wider bounds.
TEST(Sieve, ThatTakesOutTooMuchIsFound) {
  const Rulebook& strict = test::book("metal1");
  const auto wide = judge::Ruling::of(test::book("d3d11"), Operation::sin, Format::binary32, {});
  const judge::Quick quick(wide);
  const judge::Sieve sieve(quick, judge::OperandClasses(wide));
  if (!sieve.exists()) GTEST_SKIP() << "this CPU has no vectors that are used";
  Cases cases = right_cases(strict, Operation::sin, 2000, true);
  disturb(cases);
  Verdicts verdicts(strict, Operation::sin, {}, cases);
  EXPECT_NE(wrong(verdicts, sieved(sieve, cases, kAny, true), kAny, true), "");
}

}  // namespace
}  // namespace halfulp
