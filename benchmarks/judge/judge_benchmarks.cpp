// SPDX-License-Identifier: Apache-2.0
// Judging alone, on one core: random operands and observed results in memory.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "halfulp/evaluate.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"
#include "judge/other_judges.hpp"
#include "parts.hpp"
#include "random_lanes.hpp"

namespace halfulp::benchmarks {
namespace {

constexpr Format kFormat = Format::binary32;

/// Operands, and the results that a device gave for them.
struct Cases {
  std::vector<Words> operands;
  Words observed;
};

/// Direct3D's are the reference's; Metal's libm's in double, rounded: as good, but for a few that are 1 ULP off.
Cases cases_of(const JudgedOperation& judged, const Rulebook& book, std::vector<Words> operands) {
  Cases cases{std::move(operands), Words(kRandomValues)};
  if (judged.flushes()) {
    Evaluator(book, judged.operation, kFormat)
        .evaluate(parts_of(cases.operands, 0, kRandomValues), std::as_writable_bytes(std::span(cases.observed)));
    return cases;
  }
  for (std::size_t i = 0; i < kRandomValues; ++i) {
    double x[kMaxArity] = {};
    for (std::size_t k = 0; k < cases.operands.size(); ++k) x[k] = std::bit_cast<float>(cases.operands[k][i]);
    cases.observed[i] = std::bit_cast<std::uint32_t>(static_cast<float>(judged.in_double(x)));
  }
  return cases;
}

Cases random_cases_of(const JudgedOperation& judged, const Rulebook& book) {
  return cases_of(judged, book, random_lanes(info(judged.operation).arity));
}

/// One result in ten is 64 ULP off, where that gives a number.
Cases failing(Cases cases) {
  std::mt19937 random(2);
  for (std::uint32_t& observed : cases.observed) {
    const bool fails = random() % 10 == 0;
    if (fails && std::isnormal(std::bit_cast<float>(observed))) observed ^= 0x40;
  }
  return cases;
}

/// One result in ten has any bits.
Cases of_any_bits(Cases cases) {
  std::mt19937 random(2);
  for (std::uint32_t& observed : cases.observed) {
    const bool fails = random() % 10 == 0;
    if (fails) observed = static_cast<std::uint32_t>(random());
  }
  return cases;
}

/// One result in ten has another bit in one place.
Cases with_flipped_bits(Cases cases) {
  std::mt19937 random(2);
  for (std::uint32_t& observed : cases.observed) {
    const bool fails = random() % 10 == 0;
    if (fails) observed ^= 1U << random() % 32;
  }
  return cases;
}

/// Each result is up to 2 ULP off: of those with bounds of several ULP as a device that is good.
Cases few_ulp_off(Cases cases) {
  std::mt19937 random(2);
  for (std::uint32_t& observed : cases.observed) {
    const auto off = static_cast<std::uint32_t>(random() % 5) - 2;
    if (std::isnormal(std::bit_cast<float>(observed)) && std::isnormal(std::bit_cast<float>(observed + off)))
      observed += off;
  }
  return cases;
}

/// The bulk path, whose tally goes on as in a run.
Contender bulk_judge(std::string name, const JudgedOperation& judged, const Rulebook& book,
                     const std::shared_ptr<const Cases>& cases) {
  const auto judge = std::make_shared<const SpanJudge>(book, judged.operation, kFormat);
  const auto tally = std::make_shared<Tally>();
  // What is made when the first result fails is made before a clock runs.
  constexpr std::size_t kBefore = 1 << 10;
  Tally before;
  judge->judge(0, parts_of(cases->operands, 0, kBefore), part_of(cases->observed, 0, kBefore), before);
  const auto judged_before = std::make_shared<std::uint64_t>(kBefore);
  return {std::move(name), [=](std::size_t first, std::size_t count) {
            judge->judge(*judged_before, parts_of(cases->operands, first, count),
                         part_of(cases->observed, first, count), *tally);
            *judged_before += count;
          }};
}

/// Another judge, that has a verdict for each case.
template <class Passes>
Contender other_judge(std::string name, const std::shared_ptr<const Cases>& cases, Passes passes) {
  const auto passed = std::make_shared<std::uint64_t>();
  return {std::move(name), [=](std::size_t first, std::size_t count) {
            std::uint32_t operands[kMaxArity] = {};
            for (std::size_t i = first; i < first + count; ++i) {
              for (std::size_t k = 0; k < cases->operands.size(); ++k) operands[k] = cases->operands[k][i];
              if (passes(operands, cases->observed[i])) ++*passed;
            }
          }};
}

/// Rows show the rates for a device that is right, and that others take to be right, all but some special cases.
void require_passes(const JudgedOperation& judged, const Rulebook& book, const Cases& cases) {
  constexpr std::size_t kTried = 1 << 12;
  constexpr std::size_t kMostSpecial = kTried / 32;
  Tally tally;
  SpanJudge(book, judged.operation, kFormat)
      .judge(0, parts_of(cases.operands, 0, kTried), part_of(cases.observed, 0, kTried), tally);
  std::size_t in_mpfr = 0;
  std::size_t in_double = 0;
  MpfrJudge mpfr;
  for (std::size_t i = 0; i < kTried; ++i) {
    std::uint32_t operands[kMaxArity] = {};
    for (std::size_t k = 0; k < cases.operands.size(); ++k) operands[k] = cases.operands[k][i];
    if (!mpfr.passes(judged, operands, cases.observed[i])) ++in_mpfr;
    if (!passes_in_double(judged, operands, cases.observed[i])) ++in_double;
  }
  if (tally.failed != 0 || in_mpfr > kMostSpecial || in_double > kMostSpecial) {
    throw std::logic_error(fmt::format("{} in {}: of {} results {} fail, {} by MPFR, {} by double",
                                       info(judged.operation).name, judged.rulebook, kTried, tally.failed, in_mpfr,
                                       in_double));
  }
}

Workload against_others(const JudgedOperation& judged) {
  const Rulebook book = Rulebook::open(std::string(judged.rulebook));
  const auto cases = std::make_shared<const Cases>(random_cases_of(judged, book));
  require_passes(judged, book, *cases);
  const auto mpfr = std::make_shared<MpfrJudge>();
  return {.items = kRandomValues,
          .contenders = {
              bulk_judge("halfulp", judged, book, cases),
              other_judge("mpfr", cases,
                          [&judged, mpfr](const std::uint32_t* operands, std::uint32_t observed) {
                            return mpfr->passes(judged, operands, observed);
                          }),
              other_judge("double", cases,
                          [&judged](const std::uint32_t* operands, std::uint32_t observed) {
                            return passes_in_double(judged, operands, observed);
                          }),
          }};
}

template <Cases (*kFailing)(Cases)>
Workload against_none_failing(const JudgedOperation& judged) {
  const Rulebook book = Rulebook::open(std::string(judged.rulebook));
  const Cases cases = random_cases_of(judged, book);
  return {.items = kRandomValues,
          .contenders = {bulk_judge("halfulp", judged, book, std::make_shared<const Cases>(kFailing(cases))),
                         bulk_judge("none_failing", judged, book, std::make_shared<const Cases>(cases))}};
}

Workload against_random(const JudgedOperation& judged) {
  const Rulebook book = Rulebook::open(std::string(judged.rulebook));
  const auto of = [&](Cases cases) { return std::make_shared<const Cases>(std::move(cases)); };
  return {.items = kRandomValues,
          .least = kRandomValues,
          .contenders = {bulk_judge("halfulp", judged, book, of(cases_of(judged, book, {values_in_order()}))),
                         bulk_judge("random", judged, book, of(random_cases_of(judged, book)))}};
}

}  // namespace

std::vector<Benchmark> judge_benchmarks() {
  std::vector<Benchmark> benchmarks;
  const auto enter = [&](const JudgedOperation& judged, const char* end, Workload (*prepare)(const JudgedOperation&)) {
    const Naming naming = judged.flushes() ? Naming::direct3d : Naming::metal;
    benchmarks.push_back({.name = fmt::format("judge/{}/{}{}", name(judged.operation, naming), judged.rulebook, end),
                          .unit = "verdicts",
                          .instruction_set = instruction_set(),
                          .prepare = [&judged, prepare] { return prepare(judged); }});
  };
  for (const JudgedOperation& judged : judged_operations()) enter(judged, "", against_others);
  for (const JudgedOperation& judged : judged_operations()) {
    if (info(judged.operation).arity == 1) enter(judged, "/in_order", against_random);
  }
  for (const JudgedOperation& judged : judged_operations()) {
    using enum Operation;
    constexpr std::array kFailing = {rcp, sqrt, add, mul, div, exp2, sin, pow, atan2, fmod, fma, mad, dp4, min};
    const bool fails = std::ranges::find(kFailing, judged.operation) != kFailing.end();
    if (!fails) continue;
    enter(judged, "/few_ulp_off", against_none_failing<few_ulp_off>);
    enter(judged, "/a_tenth_of_any_bits", against_none_failing<of_any_bits>);
    enter(judged, "/a_tenth_of_flipped_bits", against_none_failing<with_flipped_bits>);
    // 64 ULP are within Direct3D's bound of sin.
    if (judged.operation != sin || !judged.flushes()) enter(judged, "/a_tenth_failing", against_none_failing<failing>);
  }
  return benchmarks;
}

}  // namespace halfulp::benchmarks
