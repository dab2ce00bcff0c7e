// SPDX-License-Identifier: Apache-2.0
// What the sieve takes out passes, or is unconstrained, as the explain path says, with no larger an error than it was
// given; and of right results it takes out nearly all.
#include "judge/sieve/sieve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "exact/nearest.hpp"
#include "halfulp/judge.hpp"
#include "judge/alternatives.hpp"
#include "judge/disturbed_cases.hpp"
#include "judge/judged.hpp"
#include "judge/permit/ruling.hpp"
#include "judge/quick/operand_classes.hpp"
#include "judge/quick/quick.hpp"
#include "number/targets.hpp"

namespace halfulp {
namespace {

using test::Cases;
using test::disturb;
using test::kMeasured;
using test::right_cases;
using test::Verdicts;

enum class Told : std::uint8_t {
  nothing,
  passes_or_free,
  fails,
  breaks,
  by_body,
  by_muller_b,
  by_goldberg,
  by_bit_steps
};
constexpr std::array<Told, judge::kSavings> kToldSaved = {Told::by_body, Told::by_muller_b, Told::by_goldberg,
                                                          Told::by_bit_steps};
bool is_saved(Told told) { return std::ranges::find(kToldSaved, told) != kToldSaved.end(); }

struct Sieved {
  judge::Sifted sifted;
  std::vector<Told> told;
  std::vector<std::uint8_t> bins;
};

constexpr double kAny = std::numeric_limits<double>::infinity();

/// The largest errors seen before, by the first nine bits of the first operand.
using Worst = std::vector<double>;
Worst everywhere(double worst) { return Worst(BinadeAxis::kMost, worst); }

/// `used`: of each distance that a rule states.
Sieved sieved(const judge::Sieve& sieve, const Cases& cases, const Worst& worst, bool counts_to_nearest,
              double used = kAny, bool expects_failures = true) {
  std::vector<std::uint8_t> bins(cases.size());
  const double both_used[] = {used, used};
  std::array<float, judge::kBinadeGroups> least_worst{};
  judge::find_least_worst(std::span(worst).first<BinadeAxis::kMost>(), least_worst);
  std::array<std::vector<std::uint32_t>, judge::kSavings> saved;
  saved.fill(std::vector<std::uint32_t>(cases.size() + judge::kSpareNumbers));
  std::vector<std::uint32_t> broken(cases.size() + judge::kSpareNumbers);
  judge::SieveCases given{.operands = {},
                          .observed = std::as_bytes(std::span(cases.observed)).data(),
                          .keys = std::as_bytes(std::span(cases.operands[0])).data(),
                          .count = cases.size(),
                          .worst = worst.data(),
                          .least_worst = least_worst.data(),
                          .used = both_used,
                          .counts_to_nearest = counts_to_nearest,
                          .counts_toward_zero = counts_to_nearest,
                          .expects_failures = expects_failures,
                          .saved = {},
                          .broken = broken.data(),
                          .bins = bins.data()};
  for (std::size_t k = 0; k < cases.operands.size(); ++k) {
    given.operands[k] = std::as_bytes(std::span(cases.operands[k])).data();
  }
  std::ranges::transform(saved, given.saved.begin(), [](auto& numbers) { return numbers.data(); });
  std::vector<std::uint32_t> left(cases.size() + judge::kSpareNumbers);
  std::vector<std::uint32_t> failed(cases.size() + judge::kSpareNumbers);
  Sieved result{sieve.sift(given, left.data(), failed.data()), {}, {}};
  result.told.resize(cases.size(), Told::passes_or_free);
  for (std::size_t j = 0; j < result.sifted.left; ++j) result.told[left[j]] = Told::nothing;
  for (std::size_t j = 0; j < result.sifted.failed; ++j) result.told[failed[j]] = Told::fails;
  for (std::size_t j = 0; j < result.sifted.broken; ++j) result.told[broken[j]] = Told::breaks;
  for (std::size_t kind = 0; kind < judge::kSavings; ++kind) {
    for (std::size_t j = 0; j < result.sifted.saved[kind]; ++j) result.told[saved[kind][j]] = kToldSaved[kind];
  }
  result.bins = std::move(bins);
  return result;
}

/// Whether an error is in a bin of the histogram.
bool is_in(std::uint8_t bin, double error) {
  return error + kMeasured * std::max(1.0, error) >= ErrorProfile::least_error(bin) &&
         error - kMeasured * std::max(1.0, error) <= ErrorProfile::least_error(bin + std::size_t{1});
}

/// What is wrong with what was taken out, or nothing; of cases from `first` on.
std::string wrong(Verdicts& verdicts, const Cases& cases, const Sieved& sieved, const Worst& worst_of,
                  bool counts_to_nearest, std::size_t first = 0) {
  std::size_t unconstrained = 0;
  std::size_t to_nearest = 0;
  std::size_t toward_zero = 0;
  std::map<Told, Readings> saving;
  std::map<bool, std::string> broken;  // by whether the first operand is flushed
  for (std::size_t k = 0; k < sieved.told.size(); ++k) {
    const std::size_t i = first + k;
    const std::uint8_t bin = sieved.bins[k];
    if (sieved.told[k] == Told::nothing) {
      if (bin != judge::kNoBin) return verdicts.text(i) + ": left, but in a bin";
      continue;
    }
    const double worst = worst_of[cases.operands[0][i] >> 23];
    const Judgement& judgement = verdicts.of(i);
    const std::string text = verdicts.text(i);
    if (is_saved(sieved.told[k])) {
      if (judgement.verdict != Verdict::reading) return text + ": told to pass under another reading";
      const Readings& of_first = saving.try_emplace(sieved.told[k], judgement.under).first->second;
      if (judgement.under != of_first) return text + ": told to pass under that of others";
      if (bin != judge::kNoBin) return text + ": passes under another reading, but in a bin";
      continue;
    }
    if (sieved.told[k] == Told::fails) {
      const double error = judgement.error_ulp.value_or(-1);
      if (judgement.verdict != Verdict::fail || judgement.rule != verdicts.accuracy_rule())
        return text + ": told to fail";
      if (!judgement.error_ulp && bin == judge::kNoBin) continue;  // an infinity or NaN
      if (error < 0 || error > worst + kMeasured * std::max(1.0, error)) return text + ": a larger error";
      if (!is_in(bin, error)) return text + ": in bin " + std::to_string(bin);
      continue;
    }
    if (sieved.told[k] == Told::breaks) {
      if (judgement.verdict != Verdict::fail) return text + ": told to break a rule";
      const bool is_first = (cases.operands[0][i] & 0x7f800000) == 0;
      const std::string& of_first = broken.try_emplace(is_first, judgement.rule).first->second;
      if (judgement.rule != of_first) return text + ": told to break the rule that others do";
      if (bin != judge::kNoBin) return text + ": breaks a rule on special operands, but in a bin";
      continue;
    }
    if (judgement.verdict == Verdict::unconstrained) {
      ++unconstrained;
      if (bin != judge::kNoBin) return text + ": unconstrained, but in a bin";
      continue;
    }
    if (judgement.verdict != Verdict::pass) return text + ": " + std::string(name(judgement.verdict));
    if (judgement.error_ulp && *judgement.error_ulp > worst + kMeasured) return text + ": a larger error";
    if (judgement.rounding == Rounding::nearest) ++to_nearest;
    if (judgement.rounding == Rounding::toward_zero) ++toward_zero;
    if (bin != judge::kNoBin && !is_in(bin, judgement.error_ulp.value_or(-1))) {
      return text + ": in bin " + std::to_string(bin);
    }
  }
  if (unconstrained != sieved.sifted.unconstrained) return verdicts.text(first) + ": another number is unconstrained";
  if (to_nearest != sieved.sifted.to_nearest) return verdicts.text(first) + ": another number is rounded to nearest";
  if (toward_zero != sieved.sifted.toward_zero) return verdicts.text(first) + ": another number is truncated";
  if (!counts_to_nearest && to_nearest + toward_zero != 0) return "of one rounding, though asked to leave those";
  return {};
}

struct Asked {
  const char* rulebook;
  Readings readings;
};

/// A sieve and what it is made of.
struct Made {
  Made(const Rulebook& rulebook, Operation operation, const Readings& readings)
      : ruling(judge::Ruling::of(rulebook, operation, Format::binary32, readings)),
        quick(ruling),
        alternatives(rulebook, operation, Format::binary32, readings),
        classes(ruling),
        sieve(on_this_target()) {}
  [[nodiscard]] judge::Sieve on_this_target() const {
    return {quick, classes, alternatives.other_bodies(), alternatives.definitions()};
  }
  judge::Ruling ruling;
  judge::Quick quick;
  judge::Alternatives alternatives;
  judge::OperandClasses classes;
  judge::Sieve sieve;  ///< of the best one
};

const std::vector<Asked> kAsked = {
    {"d3d10", {}},
    {"d3d11", {}},
    {"d3d11", {{"d3d11.addsubmul", "nearest_even"}, {"cancel.zero_sign", "plus"}, {"overflow", "ieee"}}},
    {"d3d11", {{"ftz.in", "may"}, {"ftz.out", "may"}, {"ftz.sign", "any"}, {"sincos.range", "ignore"}}},
    {"metal1", {}},
    {"metal1", {{"ftz.in", "never"}, {"ftz.out", "never"}}},
    {"metal1", {{"flush_test", "after_round"}}},
    {"metal1.2-fast", {}},
    {"metal4", {}}};

/// Some of the cases.
Cases part_of(const Cases& cases, std::size_t first, std::size_t count) {
  const auto cut = [&](const std::vector<std::uint32_t>& lane) {
    const auto begin = lane.begin() + static_cast<std::ptrdiff_t>(first);
    return std::vector<std::uint32_t>(begin, begin + static_cast<std::ptrdiff_t>(count));
  };
  Cases part{{}, cut(cases.observed)};
  for (const auto& lane : cases.operands) part.operands.push_back(cut(lane));
  return part;
}

/// Of all that is asked, of each operation that there is a sieve for; `cases_of` makes cases, of which `at_once` are
/// sieved together.
template <class CasesOf>
void expect_right(CasesOf cases_of, std::size_t at_once = std::size_t{1} << 30) {
  std::size_t sieves = 0;
  for (const auto& [book, readings] : kAsked) {
    const Rulebook& rulebook = test::book(book);
    for (const OperationInfo& row : operations()) {
      if (row.family == OperationFamily::pixel || !rulebook.has(row.operation, Format::binary32)) continue;
      if (info(row.result(Format::binary32)).bits != 32) continue;  // bulk_equals_explain_test.cpp has these
      const Made made(rulebook, row.operation, readings);
      if (!made.sieve.exists()) continue;
      ++sieves;
      const Cases cases = cases_of(rulebook, readings, row.operation);
      if (cases.size() == 0) continue;
      Verdicts verdicts(rulebook, row.operation, readings, cases);
      for (const std::int64_t target : test::targets()) {
        const test::Target chosen(target);
        const judge::Sieve sieve = made.on_this_target();
        if (!sieve.exists()) continue;
        for (const double worst : {-1.0, 0.0, 0.4, 0.5, 1.2, 0x1p140, kAny}) {
          for (const auto& [counts, expects] : {std::pair(false, true), {true, true}, {true, false}}) {
            for (std::size_t first = 0; first < cases.size(); first += at_once) {
              const std::size_t count = std::min(at_once, cases.size() - first);
              const Sieved out = sieved(sieve, part_of(cases, first, count), everywhere(worst), counts, kAny, expects);
              ASSERT_EQ(wrong(verdicts, cases, out, everywhere(worst), counts, first), "")
                  << test::target_name(target) << ' ' << worst;
            }
          }
        }
      }
    }
  }
  if (sieves == 0) GTEST_SKIP() << "this CPU has no vectors that are used";
  EXPECT_GT(sieves, 100U);
}

/// So many of a binade, one after the other: a vector and one more. Of those from 2^-4 to 2^9, where domains and bounds
/// change, and of every ninth, for each operation others.
constexpr std::size_t kOfBinade = 17;
Cases cases_by_binade(const Rulebook& rulebook, Operation operation) {
  Cases cases{{{}}, {}};
  std::mt19937 random(5);
  for (std::uint32_t binade = 0; binade < 512; ++binade) {
    const std::uint32_t exponent = binade % 256;
    if ((exponent < 123 || exponent >= 137) && binade % 9 != static_cast<std::uint32_t>(operation) % 9) continue;
    for (std::uint32_t k = 0; k < kOfBinade; ++k) {
      const std::uint32_t place = k < 2 ? k : k < 4 ? ~k : static_cast<std::uint32_t>(random());
      cases.operands[0].push_back(binade << 23 | (place & 0x007fffff));
    }
  }
  cases.observed.resize(cases.operands[0].size());
  test::give_right_results(rulebook, operation, cases);
  return cases;
}

TEST(Sieve, TellsOnlyWhatTheExplainPathSays) {
  expect_right([](const Rulebook& rulebook, const Readings& /*readings*/, Operation operation) {
    Cases cases = right_cases(rulebook, operation, 2000, true);
    disturb(cases);
    return cases;
  });
}

TEST(Sieve, TellsNothingElseAtTheEndsOfWhatIsPermitted) {
  expect_right([](const Rulebook& rulebook, const Readings& readings, Operation operation) {
    return test::at_the_ends(rulebook, readings, operation, 60);
  });
}

TEST(Sieve, TellsNothingElseOfOperandsOfOneBinade) {
  for (const bool are_right : {true, false}) {
    expect_right(
        [&](const Rulebook& rulebook, const Readings& /*readings*/, Operation operation) {
          if (info(operation).arity != 1) return Cases{};
          Cases cases = cases_by_binade(rulebook, operation);
          if (!are_right) disturb(cases);
          return cases;
        },
        kOfBinade);
  }
}

// The ends of all binades, mixed: where those end that need no reference, of which results next to 1 or to the operand,
// saturated ones, NaN or any are right.
TEST(Sieve, TellsNothingElseAtTheEndsOfBinades) {
  expect_right([](const Rulebook& rulebook, const Readings& /*readings*/, Operation operation) {
    if (info(operation).arity != 1) return Cases{};
    Cases cases{{{}}, {}};
    for (std::uint32_t binade = 0; binade < 512; ++binade) {
      for (const std::uint32_t place : {0U, 0x7fffffU}) cases.operands[0].push_back(binade << 23 | place);
    }
    std::ranges::shuffle(cases.operands[0], std::mt19937(14));
    cases.observed.resize(cases.operands[0].size());
    test::give_right_results(rulebook, operation, cases);
    Cases disturbed = cases;
    disturb(disturbed);
    for (std::size_t i = 0; i < cases.size(); i += 3) cases.observed[i] = disturbed.observed[i];
    return cases;
  });
}

// Of e^x and the like: steps of denormals, which are where bins of the histogram end, and other results.
TEST(Sieve, TellsNothingElseFarBelowTheLeastDenormal) {
  expect_right([](const Rulebook& rulebook, const Readings& /*readings*/, Operation operation) {
    Cases cases{{{}}, {}};
    if (operation != Operation::exp && operation != Operation::exp2 && operation != Operation::exp10) return Cases{};
    const double halvings = std::log2(operation == Operation::exp    ? std::exp(1.0)
                                      : operation == Operation::exp2 ? 2
                                                                     : 10);
    std::mt19937 random(6);
    for (int i = 0; i < 600; ++i) {
      const auto place = static_cast<double>(random() % 4096) / 4096;
      const double exponent = i % 3 == 0 ? 145 + 1000 * place : 148 + 8 * place;
      cases.operands[0].push_back(std::bit_cast<std::uint32_t>(static_cast<float>(-exponent / halvings)));
      const auto any = static_cast<std::uint32_t>(random());
      cases.observed.push_back(i % 4 == 0 ? any : (any & 0x80000000U) | (1U << any % 12));
    }
    return rulebook.has(operation, Format::binary32) ? cases : Cases{};
  });
}

// Operands of which many are denormals, with results of any size; of fmod also multiples of the divisor, however large,
// and their neighbours.
TEST(Sieve, TellsNothingElseOfDenormalsAndMultiples) {
  expect_right([](const Rulebook& rulebook, const Readings& /*readings*/, Operation operation) {
    const auto arity = static_cast<std::size_t>(info(operation).arity);
    if (arity == 1) return Cases{};
    Cases cases{std::vector<std::vector<std::uint32_t>>(arity), {}};
    std::mt19937 random(11);
    const auto word = [&] { return static_cast<std::uint32_t>(random()); };
    for (int i = 0; i < 240; ++i) {
      for (auto& lane : cases.operands) lane.push_back(word() % 3 == 0 ? word() & 0x807fffffU : word());
      if (operation != Operation::fmod || i % 2 == 0) continue;
      const double divisor = std::bit_cast<float>(cases.operands[1].back());
      const double multiple = divisor * (1 + word() % 4096) * std::exp2(word() % 240);
      const auto nearest = std::bit_cast<std::uint32_t>(static_cast<float>(multiple));
      cases.operands[0].back() = nearest + word() % 3 - 1;
    }
    cases.observed.resize(cases.operands[0].size());
    test::give_right_results(rulebook, operation, cases);
    Cases all = cases;
    disturb(all);
    for (std::size_t k = 0; k < arity; ++k)
      all.operands[k].insert(all.operands[k].end(), cases.operands[k].begin(), cases.operands[k].end());
    all.observed.insert(all.observed.end(), cases.observed.begin(), cases.observed.end());
    return all;
  });
}

/// Operands of pow or atan2 whose result is near 2^exponent, or near 1 of pow.
std::array<float, 2> operands_of_result(Operation operation, double exponent, std::mt19937& random) {
  const double place = static_cast<double>(random() % (1 << 20)) * 0x1p-20;
  if (operation == Operation::atan2) {
    const double x = std::ldexp(1 + place, static_cast<int>(random() % 60) + 60);
    const double angle = std::exp2(std::min(exponent, 0.5));
    return {static_cast<float>(x * std::tan(angle)), static_cast<float>(x)};
  }
  const double x = std::ldexp(1 + place, static_cast<int>(random() % 4) - 2);
  return {static_cast<float>(x), static_cast<float>(exponent / std::log2(x))};
}

// Results of two operands near powers of two, near 1, where they overflow and where they underflow.
TEST(Sieve, TellsNothingElseOfPowersAndAnglesAtTheEnds) {
  expect_right([](const Rulebook& rulebook, const Readings& /*readings*/, Operation operation) {
    const bool is_power = operation == Operation::pow || operation == Operation::powr;
    if (!is_power && operation != Operation::atan2) return Cases{};
    Cases cases{{{}, {}}, {}};
    std::mt19937 random(23);
    const auto below_one = [&] { return static_cast<double>(random() % 65536) * 0x1p-16; };
    for (int i = 0; i < 4000; ++i) {
      const double end = std::array{-150.0, -129.0, -128.0, -127.0, -126.0, -124.0, 127.0, 128.0, 129.0}[random() % 9];
      const double around = std::exp2(-24 * below_one());
      double exponent = end + (random() % 2 == 0 ? around : -around);
      if (i % 3 == 0) exponent = static_cast<double>(random() % 64) - 32 + std::exp2(-30 * below_one()) - 0x1p-25;
      if (i % 3 == 1) exponent = (random() % 2 == 0 ? 1 : -1) * std::exp2(-60 * below_one());
      std::array<float, 2> operands = operands_of_result(operation, exponent, random);
      if (random() % 4 == 0) {
        operands[0] = -operands[0];
        if (is_power && i % 2 == 0) operands[1] = std::round(operands[1] * 2) / 2;
      }
      if (i % 64 == 0) operands[0] = 1;
      for (std::size_t k = 0; k < 2; ++k) cases.operands[k].push_back(std::bit_cast<std::uint32_t>(operands[k]));
    }
    cases.observed.resize(cases.operands[0].size());
    test::give_right_results(rulebook, operation, cases);
    for (std::uint32_t& observed : cases.observed) {
      const auto some = static_cast<std::uint32_t>(random());
      const std::uint32_t sign = (observed & 0x80000000) ^ (some % 64 == 0 ? 0x80000000 : 0);
      if (some % 4 == 0) observed += some / 64 % 65 - 32;
      if (some % 4 == 1) observed += (some / 64 % 2 == 0 ? 1U : ~0U) * (16 + some / 128 % 3);
      if (some % 8 == 2) observed = sign;
      if (some % 8 == 3) observed = sign | 0x7f800000;
      if (some % 16 == 5) observed = 0x3f800000;
    }
    return cases;
  });
}

// Results that have nothing to do with the operands, or their bits but one.
TEST(Sieve, TellsNothingElseOfResultsThatAreAnything) {
  expect_right([](const Rulebook& rulebook, const Readings& /*readings*/, Operation operation) {
    constexpr std::size_t kCases = 256;
    std::mt19937 random(41);
    Cases cases{std::vector<std::vector<std::uint32_t>>(static_cast<std::size_t>(info(operation).arity)),
                std::vector<std::uint32_t>(kCases)};
    for (auto& lane : cases.operands) {
      for (std::size_t i = 0; i < kCases; ++i) lane.push_back(static_cast<std::uint32_t>(random()));
    }
    test::give_right_results(rulebook, operation, cases);
    for (std::uint32_t& observed : cases.observed) {
      const auto any = static_cast<std::uint32_t>(random());
      observed = any % 4 == 0 ? observed ^ 1U << any / 4 % 32 : static_cast<std::uint32_t>(random());
      if (any % 8 == 1) observed &= 0x81ffffff;  // of the least normal values
    }
    return cases;
  });
}

// Results within some binades of the largest and of the smallest normal value; NaN beside anything.
TEST(Sieve, TellsNothingElseNearTheEndsOfTheRange) {
  expect_right([](const Rulebook& rulebook, const Readings& /*readings*/, Operation operation) {
    using enum Operation;
    if (operation != mul && operation != div && operation != add && operation != sub) return Cases{};
    Cases cases{{{}, {}}, {}};
    std::mt19937 random(12);
    const auto word = [&] { return static_cast<std::uint32_t>(random()); };
    const auto bits = [](double value) { return std::bit_cast<std::uint32_t>(static_cast<float>(value)); };
    for (int i = 0; i < 400; ++i) {
      constexpr std::array<int, 8> kExponents = {-128, -127, -126, -125, 125, 126, 127, 128};
      const double result = std::ldexp(1 + word() * 0x1p-32, kExponents[word() % kExponents.size()]);
      std::uint32_t x = word();
      const auto value = static_cast<double>(std::bit_cast<float>(x));
      std::uint32_t y = operation == mul ? bits(result / value) : operation == div ? bits(value / result) : 0;
      if (operation == add || operation == sub) {
        x = bits(std::ldexp(result, word() % 2 == 0 ? -1 : 0));
        y = x + (word() % 2 << 31) + word() % 0x3000000 - 0x1800000;
      }
      for (std::uint32_t* operand : {&x, &y}) {
        if (word() % 16 == 0) *operand = word() | 0x7f800000;  // a NaN
        if (i % 16 == 0) *operand = 0x7f7fffff - word() % 4;
      }
      cases.operands[0].push_back(x);
      cases.operands[1].push_back(y);
    }
    cases.observed.resize(cases.operands[0].size());
    test::give_right_results(rulebook, operation, cases);
    Cases disturbed = cases;
    disturb(disturbed);
    for (std::size_t i = 1; i < cases.size(); i += 2) cases.observed[i] = disturbed.observed[i];
    return cases;
  });
}

// And where what is added up may be flushed or overflow.
TEST(Sieve, TellsNothingElseOfSumsAtTheEndsOfTheRange) {
  expect_right([](const Rulebook& rulebook, const Readings& /*readings*/, Operation operation) {
    if (info(operation).family != OperationFamily::fused) return Cases{};
    return test::sums_at_the_ends(rulebook, operation, 3000);
  });
}

// Of fmod: remainders and what some steps of x - y * trunc(x / y) give.
TEST(Sieve, TellsNothingElseOfRemainders) {
  expect_right([](const Rulebook& /*rulebook*/, const Readings& /*readings*/, Operation operation) {
    if (operation != Operation::fmod) return Cases{};
    Cases cases{{{}, {}}, {}};
    std::mt19937 random(20);
    const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    for (int i = 0; i < 6000; ++i) {
      auto x = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
      auto y = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
      if (i % 4 == 0) y = std::ldexp(x, static_cast<int>(random() % 40) - 36) * 0x1.5p0F;
      if (i % 4 == 1) {  // next to a multiple of y
        const float multiple = y * static_cast<float>(1 + random() % 6);
        x = std::bit_cast<float>(bits(multiple) + static_cast<std::uint32_t>(random() % 5) - 2);
      }
      if (i % 8 == 2) y = std::ldexp(y, -126 - std::ilogb(y));
      cases.operands[0].push_back(bits(x));
      cases.operands[1].push_back(bits(y));
      const float quotient = std::bit_cast<float>(bits(x / y) + static_cast<std::uint32_t>(random() % 7) - 3);
      const float by_steps = x - y * std::trunc(quotient);
      cases.observed.push_back(bits(random() % 2 == 0 ? by_steps : std::fmod(x, y)));
      if (random() % 3 == 0) cases.observed.back() ^= static_cast<std::uint32_t>(random() % 128);
    }
    return cases;
  });
}

// Distances that are relative count as multiples of exact results, however small these are.
TEST(Sieve, LeavesLargerMultiplesOfExactResults) {
  const Made made(test::book("d3d11"), Operation::exp2, {});
  if (!made.sieve.exists()) GTEST_SKIP() << "this CPU has no vectors that are used";
  Cases cases{{{}}, {}};
  for (int i = 0; i < 64; ++i) {
    cases.operands[0].push_back(std::bit_cast<std::uint32_t>(-300.5F - static_cast<float>(i)));
    cases.observed.push_back(8);  // 2^-146, some 2^154 times 2^-300
  }
  const auto failed = [&](double used) {
    return sieved(made.sieve, cases, everywhere(kAny), true, used).sifted.failed;
  };
  EXPECT_EQ(failed(kAny), cases.size());
  EXPECT_EQ(failed(0x1p300), cases.size());
  EXPECT_EQ(failed(0x1p150), 0U);
}

// Errors count where they are noted, whether the operands of a span are of one binade or of all.
TEST(Sieve, LeavesLargerErrorsThanThoseOfTheirBinade) {
  constexpr std::size_t kCases = 1 << 10;
  std::mt19937 random(3);
  Worst worst(BinadeAxis::kMost);
  for (double& one : worst) one = static_cast<double>(random() % 8) * 0.1 - 0.1;
  for (const Operation operation : {Operation::rcp, Operation::add, Operation::exp2, Operation::log2}) {
    const Rulebook& rulebook = test::book("d3d11");
    const Made made(rulebook, operation, {});
    for (const bool in_order : {false, true}) {
      Cases cases = right_cases(rulebook, operation, kCases, false);
      if (in_order) {
        std::iota(cases.operands[0].begin(), cases.operands[0].end(), 0x3f7ffe00U);  // 1 in the middle
        test::give_right_results(rulebook, operation, cases);
      }
      Verdicts verdicts(rulebook, operation, {}, cases);
      for (const std::int64_t target : test::targets()) {
        const test::Target chosen(target);
        const judge::Sieve sieve = made.on_this_target();
        if (!sieve.exists()) continue;
        const Sieved out = sieved(sieve, cases, worst, true);
        EXPECT_EQ(wrong(verdicts, cases, out, worst, true), "") << test::target_name(target);
        const auto none = Worst(BinadeAxis::kMost, kAny);
        EXPECT_GT(out.sifted.left, sieved(sieve, cases, none, true).sifted.left) << info(operation).name;
      }
    }
  }
}

TEST(Sieve, LeavesFewOfRightResults) {
  const Rulebook& rulebook = test::book("d3d11");
  std::size_t sieves = 0;
  for (const OperationInfo& row : operations()) {
    if (row.family == OperationFamily::pixel || !rulebook.has(row.operation, Format::binary32)) continue;
    if (info(row.result(Format::binary32)).bits != 32) continue;
    const Made made(rulebook, row.operation, {});
    const judge::Sieve& sieve = made.sieve;
    if (!sieve.exists()) continue;
    ++sieves;
    const Cases cases = right_cases(rulebook, row.operation, 1 << 14, false);
    const std::size_t left = sieved(sieve, cases, everywhere(1), true).sifted.left;
    // frc of tiny negatives is inexact; of every operand a 64th is a denormal, an infinity or a NaN.
    const auto arity = static_cast<std::size_t>(row.arity);
    const std::size_t percent = row.operation == Operation::frc ? 30 : 3 * (arity + 1) / 2;
    EXPECT_LT(left, cases.size() * percent / 100) << row.name;
  }
  if (sieves == 0) GTEST_SKIP() << "this CPU has no vectors that are used";
  EXPECT_GE(sieves, 19U);
}

// Quotients that take many steps, kept and flushed denormals, NaN beside anything.
TEST(Sieve, LeavesFewOfRightResultsOfMetal) {
  const Rulebook& rulebook = test::book("metal1");
  for (const Operation operation :
       {Operation::mul, Operation::div, Operation::fmod, Operation::fma, Operation::pow, Operation::atan2}) {
    const Made made(rulebook, operation, {});
    if (!made.sieve.exists()) GTEST_SKIP() << "this CPU has no vectors that are used";
    const Cases cases = right_cases(rulebook, operation, 1 << 14, false);
    EXPECT_LT(sieved(made.sieve, cases, everywhere(4), true).sifted.left, cases.size() / 100) << info(operation).name;
  }
}

// The comparison finds a sieve that is too coarse: one made for another rulebook's wider bounds.
TEST(Sieve, ThatTakesOutTooMuchIsFound) {
  const Rulebook& strict = test::book("metal1");
  const Made wide(test::book("d3d11"), Operation::sin, {});
  if (!wide.sieve.exists()) GTEST_SKIP() << "this CPU has no vectors that are used";
  Cases cases = right_cases(strict, Operation::sin, 2000, true);
  disturb(cases);
  Verdicts verdicts(strict, Operation::sin, {}, cases);
  EXPECT_NE(wrong(verdicts, cases, sieved(wide.sieve, cases, everywhere(kAny), true), everywhere(kAny), true), "");
}

// And one that has too much fail: made for narrower bounds.
TEST(Sieve, ThatHasTooMuchFailIsFound) {
  const Rulebook& wide = test::book("d3d11");
  const Made strict(test::book("metal1"), Operation::rsq, {});
  if (!strict.sieve.exists()) GTEST_SKIP() << "this CPU has no vectors that are used";
  Cases cases = right_cases(wide, Operation::rsq, 2000, true);
  disturb(cases);
  Verdicts verdicts(wide, Operation::rsq, {}, cases);
  EXPECT_NE(wrong(verdicts, cases, sieved(strict.sieve, cases, everywhere(kAny), true), everywhere(kAny), true), "");
}

// A device may give millions of them.
TEST(Sieve, TellsNearlyAllThatAreFarOff) {
  constexpr std::size_t kCases = 1 << 14;
  std::size_t sieves = 0;
  for (const std::string book : {"d3d11", "metal1"}) {
    const Rulebook& rulebook = test::book(book);
    for (const OperationInfo& row : operations()) {
      const bool is_fused = row.family == OperationFamily::fused;
      const bool has_bound = row.family == OperationFamily::arithmetic || row.family == OperationFamily::function ||
                             row.family == OperationFamily::rounding || is_fused || row.operation == Operation::fma ||
                             row.operation == Operation::fmod;
      if (!has_bound || !rulebook.has(row.operation, Format::binary32)) continue;
      if (book == "d3d11" && (row.operation == Operation::sin || row.operation == Operation::cos)) continue;  // 0.0008
      const Made made(rulebook, row.operation, {});
      if (!made.sieve.exists()) continue;
      ++sieves;
      const Cases right = right_cases(rulebook, row.operation, kCases, false);
      const auto expect_told = [&](std::string_view what, auto wrong_of) {
        Cases cases = right;
        std::size_t failing = 0;
        for (std::size_t i = 0; i < kCases; i += 10) {
          if (!std::isnormal(std::bit_cast<float>(cases.observed[i]))) continue;
          cases.observed[i] = wrong_of(cases.observed[i]);
          ++failing;
        }
        const judge::Sifted sifted = sieved(made.sieve, cases, everywhere(kAny), true).sifted;
        EXPECT_GT(sifted.failed + sifted.all_saved(), failing * 9 / 10) << book << ' ' << row.name << ' ' << what;
      };
      expect_told("far off", [](std::uint32_t result) { return result + 75; });
      if (is_fused || row.operation == Operation::fma || row.operation == Operation::fmod) continue;
      expect_told("infinite", [](std::uint32_t) { return 0x7f800000U; });
      expect_told("NaN", [](std::uint32_t) { return 0x7fc00000U; });
      expect_told("zero", [](std::uint32_t) { return 0U; });
    }
  }
  if (sieves == 0) GTEST_SKIP() << "this CPU has no vectors that are used";
  EXPECT_GT(sieves, 30U);
}

// As hardware gives them that has no other rounding: where it may, and under Direct3D by one other reading.
TEST(Sieve, TellsNearlyAllThatAreTruncated) {
  using enum Operation;
  std::size_t sieves = 0;
  for (const auto& [book, operation] : {std::pair("metal4", add),
                                        {"metal4", sub},
                                        {"metal4", mul},
                                        {"metal4", div},
                                        {"metal4", fma},
                                        {"metal4", sqrt},
                                        {"metal4", rsq},
                                        {"metal4", reciprocal},
                                        {"d3d11", add},
                                        {"d3d11", sub},
                                        {"d3d11", mul},
                                        {"d3d11", mad}}) {
    const Rulebook& rulebook = test::book(book);
    const Made made(rulebook, operation, {});
    if (!made.sieve.exists()) continue;
    ++sieves;
    Cases cases = right_cases(rulebook, operation, 4000, false);
    std::size_t truncated = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const std::vector<Bits> operands = cases.at(i);
      const auto toward_zero = static_cast<std::uint32_t>(exact::toward_zero(operation, Format::binary32, operands));
      if ((cases.observed[i] ^ toward_zero) < 0x00800000) cases.observed[i] = toward_zero;  // what is in range
      if (cases.observed[i] == toward_zero) ++truncated;
    }
    EXPECT_GT(truncated, cases.size() / 3) << info(operation).name;
    const Sieved out = sieved(made.sieve, cases, everywhere(kAny), true);
    Verdicts verdicts(rulebook, operation, {}, cases);
    EXPECT_EQ(wrong(verdicts, cases, out, everywhere(kAny), true), "");
    EXPECT_LT(out.sifted.left, cases.size() * 8 / 100) << book << ' ' << info(operation).name;
  }
  if (sieves == 0) GTEST_SKIP() << "this CPU has no vectors that are used";
}

/// Terms that are of much the same size, have few bits, lie at powers of two or beside them, cancel, or are next to
/// zero or denormal beside others; results up to 3 ULP off.
Cases sums_few_ulp_off(const Rulebook& rulebook, Operation operation, std::size_t count, bool plain) {
  std::mt19937 random(23);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random()) % n; };
  const auto arity = static_cast<std::size_t>(info(operation).arity);
  Cases cases{std::vector<std::vector<std::uint32_t>>(arity), std::vector<std::uint32_t>(count)};
  const auto fraction = [&](std::uint32_t kind) {
    const std::uint32_t any = below(1U << 23);
    const std::uint32_t fractions[] = {any, any & 0x00700000, below(4), 0x007fffff - below(4)};
    return plain ? any : fractions[kind];
  };
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t kind = below(4);
    constexpr std::uint32_t kFirst[] = {66, 188};  // of exponents: products beside 2^-120, or overflow, or 1
    const std::uint32_t first = !plain && below(6) == 0 ? kFirst[below(2)] : 119;
    const std::uint32_t binades = below(2) == 0 ? 2 : 16;
    for (auto& lane : cases.operands) lane.push_back(below(2) << 31 | (first + below(binades)) << 23 | fraction(kind));
    if (plain) continue;
    if (below(4) == 0) cases.operands[below(static_cast<std::uint32_t>(arity))].back() = below(2) << 31 | 0x3f800000;
    if (below(4) == 0) cases.operands[0].back() = below(2) << 31 | (1 + below(40)) << 23 | fraction(kind);
    if (below(8) == 0) cases.operands[below(static_cast<std::uint32_t>(arity))].back() &= 0x807fffff;
    if (arity == 2) {
      // Bits that are left out of the sum, of every number, or none.
      const std::uint32_t apart = below(60);
      if (apart < 40)
        cases.operands[0].back() = (cases.operands[1].back() & 0x7f800000) + (apart << 23) + fraction(kind);
      if (apart > 50) cases.operands[1].back() = (cases.operands[0].back() ^ 0x80000000) + below(9) - 4;
      continue;
    }
    if (below(4) != 0) continue;
    auto& last = cases.operands[arity == 3 ? 2 : arity / 2];
    const float x = std::bit_cast<float>(cases.operands[0].back());
    const float y = std::bit_cast<float>(cases.operands[arity == 3 ? 1 : arity - 1].back());
    if (arity == 3) {
      last.back() = std::bit_cast<std::uint32_t>(-(x * y)) + below(9) - 4;
    } else {
      cases.operands[1].back() = cases.operands[0].back() ^ 0x80000000;
      cases.operands[arity / 2 + 1].back() = last.back() + below(9) - 4;
    }
  }
  test::give_right_results(rulebook, operation, cases);
  for (std::uint32_t& observed : cases.observed) observed += below(7) - 3;
  return cases;
}

TEST(Sieve, TellsNothingElseOfSumsFewUlpOff) {
  using enum Operation;
  std::size_t asked = 0;
  std::size_t told = 0;
  for (const auto& [book, readings] : {Asked{"d3d11", {}},
                                       {"d3d10", {}},
                                       {"d3d11", {{"fused.step_ulp", "0.5"}}},
                                       {"d3d11", {{"ulp_def", "bit_steps"}}},
                                       {"d3d11", {{"exact_if_representable", "on"}}}}) {
    const Rulebook& rulebook = test::book(book);
    for (const Operation operation : {mad, dp2, dp3, dp4}) {
      const Made made(rulebook, operation, readings);
      const Cases cases = sums_few_ulp_off(rulebook, operation, 1 << 13, false);
      Verdicts verdicts(rulebook, operation, readings, cases);
      for (const std::int64_t target : test::targets()) {
        const test::Target chosen(target);
        const judge::Sieve sieve = made.on_this_target();
        if (!sieve.exists()) continue;
        // So few at a time that all are looked at, though little is told of some.
        constexpr std::size_t kAtOnce = 32;
        for (std::size_t first = 0; first < cases.size(); first += kAtOnce) {
          const Sieved out = sieved(sieve, part_of(cases, first, kAtOnce), everywhere(kAny), true);
          EXPECT_EQ(wrong(verdicts, cases, out, everywhere(kAny), true, first), "") << test::target_name(target);
          told += kAtOnce - out.sifted.left;
        }
        asked += cases.size();
      }
    }
  }
  EXPECT_GE(told, asked / 3);  // without vectors none are asked
}

TEST(Sieve, TellsNothingElseOfSumsRoundedOnceFewUlpOff) {
  using enum Operation;
  std::array<std::size_t, judge::kSavings> saved{};
  std::size_t toward_zero = 0;
  bool any = false;
  for (const auto& [book, readings] : {Asked{"d3d11", {}},
                                       {"d3d11", {{"tie", "even"}}},
                                       {"d3d10", {}},
                                       {"d3d10", {{"tie", "even"}}},
                                       {"d3d10", {{"ulp_def", "bit_steps"}}},
                                       {"d3d10", {{"exact_if_representable", "on"}}},
                                       {"metal1", {}},
                                       {"metal1", {{"metal.round", "rne"}}},
                                       {"metal1", {{"metal.round", "rtz"}}}}) {
    const Rulebook& rulebook = test::book(book);
    for (const Operation operation : {add, sub, fma}) {
      if (!rulebook.has(operation, Format::binary32)) continue;
      const Made made(rulebook, operation, readings);
      const Cases cases = sums_few_ulp_off(rulebook, operation, 1 << 11, false);
      Verdicts verdicts(rulebook, operation, readings, cases);
      for (const std::int64_t target : test::targets()) {
        const test::Target chosen(target);
        const judge::Sieve sieve = made.on_this_target();
        if (!sieve.exists()) continue;
        any = true;
        const Sieved out = sieved(sieve, cases, everywhere(kAny), true);
        EXPECT_EQ(wrong(verdicts, cases, out, everywhere(kAny), true), "") << test::target_name(target);
        for (std::size_t kind = 0; kind < judge::kSavings; ++kind) saved[kind] += out.sifted.saved[kind];
        toward_zero += out.sifted.toward_zero;
      }
    }
  }
  if (!any) GTEST_SKIP() << "this CPU has no vectors that are used";
  EXPECT_GT(saved[1], 100U);  // by muller_B
  EXPECT_GT(saved[3], 100U);  // by steps of bits
  EXPECT_GT(toward_zero, 100U);
}

TEST(Sieve, TellsNearlyAllSumsThatAreFewUlpOff) {
  using enum Operation;
  const Rulebook& rulebook = test::book("d3d11");
  std::size_t sieves = 0;
  for (const auto& [book, operation] : {std::pair{"d3d11", add}, {"d3d10", sub}, {"metal1", add}, {"metal1", fma}}) {
    const Made made(test::book(book), operation, {});
    if (!made.sieve.exists()) continue;
    const Cases cases = sums_few_ulp_off(test::book(book), operation, 1 << 14, true);
    const judge::Sifted sifted = sieved(made.sieve, cases, everywhere(kAny), true).sifted;
    EXPECT_LT(sifted.left, cases.size() / 50) << book << ' ' << info(operation).name;
  }
  for (const Operation operation : {mad, dp2, dp3, dp4}) {
    const Made made(rulebook, operation, {});
    if (!made.sieve.exists()) continue;
    ++sieves;
    const Cases cases = sums_few_ulp_off(rulebook, operation, 1 << 14, true);
    const judge::Sifted sifted = sieved(made.sieve, cases, everywhere(kAny), true).sifted;
    EXPECT_LT(sifted.left, cases.size() / 50) << info(operation).name;
    EXPECT_GT(sifted.saved[1], cases.size() / 50) << info(operation).name;
  }
  if (sieves == 0) GTEST_SKIP() << "this CPU has no vectors that are used";
}

// Quotients by steps, roots, and what is beside 1 in another binade than the exact result.
TEST(Sieve, TellsNothingElseOfResultsFewUlpOff) {
  using enum Operation;
  struct AskedOf : Asked {
    Operation operation;
  };
  std::size_t saved_by_bit_steps = 0;
  std::size_t saved_by_goldberg = 0;
  for (const AskedOf& asked : {AskedOf{{"d3d11", {}}, div},
                               {{"d3d11", {{"ulp_def", "muller_B"}}}, div},
                               {{"d3d11", {{"ulp_def", "bit_steps"}}}, div},
                               {{"d3d11", {{"exact_if_representable", "on"}}}, div},
                               {{"d3d10.1", {{"div.form", "direct"}}}, div},
                               {{"d3d10", {}}, div},
                               {{"d3d11", {}}, sqrt},
                               {{"metal1", {}}, sqrt},
                               {{"metal1", {}}, rsq},
                               {{"metal1", {}}, exp},
                               {{"metal4", {}}, cos},
                               {{"metal1", {}}, tanh},
                               {{"metal1", {{"ulp_def", "goldberg_of_result"}}}, exp2}}) {
    const Rulebook& rulebook = test::book(asked.rulebook);
    const Made made(rulebook, asked.operation, asked.readings);
    Cases cases = right_cases(rulebook, asked.operation, 4000, false);
    std::mt19937 random(24);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const bool is_plain = i % 2 == 0;  // or of few bits, or beside powers of two
      for (auto& lane : cases.operands) {
        const std::uint32_t fractions[] = {lane[i], lane[i] & 0x00700000, lane[i] & 3, ~(lane[i] & 3)};
        const std::uint32_t fraction = fractions[is_plain ? 0 : random() % 4] & 0x007fffff;
        lane[i] = (lane[i] & 0x80000000) | static_cast<std::uint32_t>(random() % 40 + 97) << 23 | fraction;
      }
    }
    test::give_right_results(rulebook, asked.operation, cases);
    for (std::uint32_t& observed : cases.observed) observed += static_cast<std::uint32_t>(random() % 7) - 3;
    Verdicts verdicts(rulebook, asked.operation, asked.readings, cases);
    for (const std::int64_t target : test::targets()) {
      const test::Target chosen(target);
      const judge::Sieve sieve = made.on_this_target();
      if (!sieve.exists()) continue;
      const Sieved out = sieved(sieve, cases, everywhere(kAny), true);
      EXPECT_EQ(wrong(verdicts, cases, out, everywhere(kAny), true), "") << test::target_name(target);
      saved_by_goldberg += out.sifted.saved[2];
      saved_by_bit_steps += out.sifted.saved[3];
      const bool tells_all = asked.operation == div && asked.readings.empty();
      if (tells_all) {
        EXPECT_LT(out.sifted.left, cases.size() / 3) << test::target_name(target);
      }
    }
  }
  if (!Made(test::book("d3d11"), div, {}).sieve.exists()) GTEST_SKIP() << "this CPU has no vectors that are used";
  EXPECT_GT(saved_by_bit_steps, 1000U);
  EXPECT_GT(saved_by_goldberg, 100U);
}

// Cosines beyond [-1, 1], and remainders whose quotients overflow.
TEST(Sieve, TellsNearlyAllThatOneOtherReadingPermits) {
  constexpr std::size_t kCases = 1 << 12;
  Cases cosines{{{}}, std::vector<std::uint32_t>(kCases, std::bit_cast<std::uint32_t>(1 + 0x1p-17F))};
  Cases remainders{{{}, {}}, std::vector<std::uint32_t>(kCases, std::bit_cast<std::uint32_t>(1.5F))};
  std::mt19937 random(22);
  for (std::size_t i = 0; i < kCases; ++i) {
    const auto fraction = static_cast<std::uint32_t>(random() & 0x7fffff);
    cosines.operands[0].push_back(fraction | static_cast<std::uint32_t>(random() % 110 + 1) << 23);
    remainders.operands[0].push_back(fraction | static_cast<std::uint32_t>(random() % 30 + 224) << 23);
    remainders.operands[1].push_back(fraction ^ static_cast<std::uint32_t>(random() % 80 + 1) << 23);
  }
  const Made cosine(test::book("d3d11"), Operation::cos, {});
  if (!cosine.sieve.exists()) GTEST_SKIP() << "this CPU has no vectors that are used";
  EXPECT_GT(sieved(cosine.sieve, cosines, everywhere(kAny), true).sifted.saved[0], kCases * 9 / 10);
  const Made remainder(test::book("metal1"), Operation::fmod, {});
  EXPECT_GT(sieved(remainder.sieve, remainders, everywhere(kAny), true).sifted.saved[0], kCases * 9 / 10);
}

// Where they should be infinite or zero.
TEST(Sieve, TellsNearlyAllThatAreFarOffBeyondTheRange) {
  using enum Operation;
  std::size_t sieves = 0;
  for (const std::string book : {"d3d11", "metal1"}) {
    const Rulebook& rulebook = test::book(book);
    for (const Operation operation : {mul, div, exp, exp2, exp10}) {
      if (!rulebook.has(operation, Format::binary32)) continue;
      const Made made(rulebook, operation, {});
      if (!made.sieve.exists()) continue;
      ++sieves;
      Cases cases = right_cases(rulebook, operation, 1 << 14, false);
      std::size_t failing = 0;
      for (std::size_t i = 0; i < cases.size(); ++i) {
        const float result = std::bit_cast<float>(cases.observed[i]);
        if (i % 10 != 0 || std::isnormal(result) || std::isnan(result)) continue;
        cases.observed[i] = failing % 2 == 0 ? 0x3fc00000U : 0x7fc00000U;
        ++failing;
      }
      EXPECT_GT(failing, 300U);
      // Beside specials and results near the ends of the range.
      EXPECT_GT(sieved(made.sieve, cases, everywhere(kAny), true).sifted.failed, failing * 8 / 10)
          << book << ' ' << info(operation).name;
    }
  }
  if (sieves == 0) GTEST_SKIP() << "this CPU has no vectors that are used";
  EXPECT_GT(sieves, 5U);
}

}  // namespace
}  // namespace halfulp
