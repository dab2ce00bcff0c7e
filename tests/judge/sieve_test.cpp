// SPDX-License-Identifier: Apache-2.0
// What the sieve takes out passes, or is unconstrained, as the explain path says, with no larger an error than it was
// given; and of right results it takes out nearly all.
#include "judge/sieve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "halfulp/evaluate.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/suite.hpp"
#include "judge/alternatives.hpp"
#include "judge/judged.hpp"
#include "judge/operand_classes.hpp"
#include "judge/quick.hpp"
#include "judge/ruling.hpp"

namespace halfulp {
namespace {

struct Cases {
  std::vector<std::vector<std::uint32_t>> operands;
  std::vector<std::uint32_t> observed;

  [[nodiscard]] std::size_t size() const { return observed.size(); }
  [[nodiscard]] std::vector<Bits> at(std::size_t i) const {
    std::vector<Bits> list;
    for (const auto& lane : operands) list.push_back(lane[i]);
    return list;
  }
};

/// Every so many a case of the quick suite, and random bits; right results.
Cases right_cases(const Rulebook& rulebook, Operation operation, std::size_t count, bool from_suite) {
  const auto arity = static_cast<std::size_t>(info(operation).arity);
  Cases cases{std::vector<std::vector<std::uint32_t>>(arity), std::vector<std::uint32_t>(count)};
  std::mt19937 random(7);
  const Suite suite(SuiteSize::quick, 9, operation, Format::binary32);
  const std::uint64_t stride = std::max<std::uint64_t>(1, suite.cases() / count);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::uint32_t> values(arity);
    std::vector<Lane> lanes;
    for (std::uint32_t& value : values) {
      value = static_cast<std::uint32_t>(random());
      lanes.push_back(std::as_writable_bytes(std::span(&value, 1)));
    }
    if (from_suite && i % 4 != 0) suite.fill(i * stride % suite.cases(), lanes);
    for (std::size_t k = 0; k < arity; ++k) cases.operands[k].push_back(values[k]);
  }
  std::vector<ConstLane> lanes;
  for (const auto& lane : cases.operands) lanes.push_back(std::as_bytes(std::span(lane)));
  Evaluator(rulebook, operation, Format::binary32).evaluate(lanes, std::as_writable_bytes(std::span(cases.observed)));
  return cases;
}

void disturb(Cases& cases) {
  std::mt19937 random(8);
  for (std::uint32_t& result : cases.observed) {
    switch (random() % 12) {
      case 0:
      case 1:
      case 2:
        break;
      case 3:
        result ^= 0x80000000U;
        break;
      case 4:
        result = 0x7fc00000;
        break;
      case 5:
        result = (result & 0x80000000U) | 0x7f800000U;
        break;
      case 6:
        result &= 0x80000000U;
        break;
      case 7:
        result = static_cast<std::uint32_t>(random());
        break;
      default:
        result += static_cast<std::uint32_t>(random() % 13) - 6;
        break;
    }
  }
}

struct Sieved {
  judge::Sifted sifted;
  std::vector<bool> out;
};

Sieved sieved(const judge::Sieve& sieve, const Cases& cases, double worst, bool counts_to_nearest) {
  judge::SieveCases given{.operands = {},
                          .observed = std::as_bytes(std::span(cases.observed)).data(),
                          .count = cases.size(),
                          .worst = worst,
                          .counts_to_nearest = counts_to_nearest};
  for (std::size_t k = 0; k < cases.operands.size(); ++k) {
    given.operands[k] = std::as_bytes(std::span(cases.operands[k])).data();
  }
  std::vector<std::uint32_t> left(cases.size());
  Sieved result{sieve.sift(given, left.data()), std::vector<bool>(cases.size(), true)};
  for (std::size_t j = 0; j < result.sifted.left; ++j) result.out[left[j]] = false;
  return result;
}

/// The explain path's verdicts, each found when it is first asked for.
class Verdicts {
 public:
  Verdicts(const Rulebook& rulebook, Operation operation, const Readings& readings, const Cases& cases)
      : cases_(cases),
        ruling_(judge::Ruling::of(rulebook, operation, Format::binary32, readings)),
        alternatives_(rulebook, operation, Format::binary32, readings),
        found_(cases.size()) {}

  const Judgement& of(std::size_t i) {
    if (!found_[i]) {
      found_[i] =
          judge::judge_case(ruling_, alternatives_, cases_.at(i), cases_.observed[i], judge::RuleOfReadings::left_out);
    }
    return *found_[i];
  }
  [[nodiscard]] std::string text(std::size_t i) const {
    return test::described(ruling_.owner->id, ruling_.operation, cases_.at(i)) + " -> " +
           bits_text(Format::binary32, cases_.observed[i]);
  }

 private:
  const Cases& cases_;
  judge::Ruling ruling_;
  judge::Alternatives alternatives_;
  std::vector<std::optional<Judgement>> found_;
};

/// Errors are measured in double: 2^-53 of values of 24 bits.
constexpr double kMeasured = 0x1p-28;

/// What is wrong with what was taken out, or nothing.
std::string wrong(Verdicts& verdicts, const Sieved& sieved, double worst, bool counts_to_nearest) {
  std::size_t unconstrained = 0;
  std::size_t to_nearest = 0;
  for (std::size_t i = 0; i < sieved.out.size(); ++i) {
    if (!sieved.out[i]) continue;
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
  constexpr double kAny = std::numeric_limits<double>::infinity();
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
      Cases cases = right_cases(rulebook, row.operation, 300, true);
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
  constexpr double kAny = std::numeric_limits<double>::infinity();
  Verdicts verdicts(strict, Operation::sin, {}, cases);
  EXPECT_NE(wrong(verdicts, sieved(sieve, cases, kAny, true), kAny, true), "");
}

}  // namespace
}  // namespace halfulp
