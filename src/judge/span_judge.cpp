// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "halfulp/judge.hpp"
#include "judge/alternatives.hpp"
#include "judge/operand_classes.hpp"
#include "judge/quick.hpp"
#include "judge/ruling.hpp"
#include "judge/sieve.hpp"
#include "number/float_environment.hpp"
#include "number/lane.hpp"

namespace halfulp {
namespace {

/// So many cases are sieved at a time, after fewer: of the first many have a larger error than those before.
constexpr std::size_t kLeastSieved = 32;
constexpr std::size_t kSieved = 1024;

std::string options_text(const Readings& readings) {
  std::string text;
  for (const auto& [id, option] : readings) text += fmt::format("{}{}={}", text.empty() ? "" : ", ", id, option);
  return text;
}

void count(Tally::Group& group, const Witness& witness) {
  if (group.count == 0 || witness.index < group.example.index) group.example = witness;
  ++group.count;
}

/// Errors below it count as none, so that they need not be told apart; they are no device's.
constexpr double kLeastError = 0x1p-20;

double counted(double error) { return error > 0 && error < kLeastError ? 0 : error; }

void note_worst(Tally& tally, Witness witness) {
  if (!witness.error_ulp) return;
  witness.error_ulp = counted(*witness.error_ulp);
  if (tally.worst && (*tally.worst->error_ulp > *witness.error_ulp ||
                      (*tally.worst->error_ulp == *witness.error_ulp && tally.worst->index < witness.index))) {
    return;
  }
  tally.worst = witness;
}

}  // namespace

struct SpanJudge::State {
  State(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings)
      : ruling(judge::Ruling::of(rulebook, operation, format, readings)),
        alternatives(rulebook, operation, format, readings),
        quick(ruling),
        classes(ruling),
        sieve(quick, classes) {}

  /// The explain path's verdict, counted.
  void judge_slowly(const Witness& given, std::size_t arity, Tally& tally) const {
    Witness witness = given;
    const Judgement judgement = judge::judge_case(ruling, alternatives, {witness.operands.data(), arity},
                                                  witness.observed, judge::RuleOfReadings::left_out);
    witness.error_ulp = judgement.error_ulp;
    switch (judgement.verdict) {
      case Verdict::pass:
        ++tally.passed;
        note_worst(tally, witness);
        if (judgement.rounding == Rounding::nearest) count(tally.to_nearest, witness);
        if (judgement.rounding == Rounding::toward_zero) count(tally.toward_zero, witness);
        break;
      case Verdict::fail:
        ++tally.failed;
        count(tally.broken[judgement.rule], witness);
        if (judgement.rule == ruling.rules.accuracy_rule) note_worst(tally, witness);
        break;
      case Verdict::reading:
        ++tally.reading;
        count(tally.under[options_text(judgement.under)], witness);
        break;
      case Verdict::unconstrained:
        ++tally.unconstrained;
        break;
      case Verdict::invalid_operand:
        ++tally.invalid_operand;
        break;
    }
  }

  judge::Ruling ruling;
  judge::Alternatives alternatives;
  judge::Quick quick;
  judge::OperandClasses classes;
  judge::Sieve sieve;
};

SpanJudge::SpanJudge(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings)
    : state_(std::make_unique<State>(rulebook, operation, format, readings)) {}
SpanJudge::~SpanJudge() = default;
SpanJudge::SpanJudge(SpanJudge&&) noexcept = default;
SpanJudge& SpanJudge::operator=(SpanJudge&&) noexcept = default;

void SpanJudge::judge(std::uint64_t first_index, std::span<const ConstLane> operands, ConstLane results,
                      Tally& tally) const {
  const number::DefaultFloatEnvironment environment;
  const judge::Ruling& ruling = state_->ruling;
  const OperationInfo& row = info(ruling.operation);
  const auto arity = static_cast<std::size_t>(row.arity);
  std::array<int, kMaxArity> bytes{};
  for (std::size_t i = 0; i < arity; ++i) {
    bytes[i] = info(row.operand_format(static_cast<int>(i), ruling.format->format)).bytes;
  }
  const int result_bytes = ruling.result_format->bytes;
  const std::size_t cases = results.size() / static_cast<std::size_t>(result_bytes);
  const judge::Quick::Function quick = state_->quick.function();
  const judge::Quick::FormatFunction quick_format = state_->quick.format_function();
  const auto answer_quickly = [&](std::size_t i, double& error) {
    if (quick_format != nullptr) {
      std::array<Bits, kMaxArity> given{};
      for (std::size_t k = 0; k < arity; ++k) given[k] = number::load(operands[k], bytes[k], i);
      return quick_format(state_->quick, given.data(), number::load(results, result_bytes, i), error);
    }
    std::array<std::uint32_t, kMaxArity> given{};
    for (std::size_t k = 0; k < arity; ++k) std::memcpy(&given[k], operands[k].data() + i * 4, 4);
    std::uint32_t observed = 0;
    std::memcpy(&observed, results.data() + i * 4, 4);
    const judge::Quick::Answer answer = quick(state_->quick, given.data(), observed, error);
    return answer == judge::Quick::Answer::undecided ? state_->classes.answer(given.data(), observed, error) : answer;
  };
  double worst = tally.worst ? *tally.worst->error_ulp : -1;
  tally.cases += cases;

  const auto judge_one = [&](std::size_t i) {
    Witness witness;
    const auto fill = [&] {
      witness.index = first_index + i;
      for (std::size_t k = 0; k < arity; ++k) witness.operands[k] = number::load(operands[k], bytes[k], i);
      witness.observed = number::load(results, result_bytes, i);
    };
    if (quick != nullptr || quick_format != nullptr) {
      double error = -1;
      const judge::Quick::Answer answer = answer_quickly(i, error);
      error = counted(error);
      if (judge::Quick::is_pass(answer)) {
        ++tally.passed;
        const bool decides = answer == judge::Quick::Answer::pass_to_nearest;
        if (error > worst || decides) {
          fill();
          if (error >= 0) witness.error_ulp = error;
        }
        if (decides) count(tally.to_nearest, witness);
        if (error > worst) {
          worst = error;
          note_worst(tally, witness);
        }
        return;
      }
      if (answer == judge::Quick::Answer::unconstrained) {
        ++tally.unconstrained;
        return;
      }
      if (answer != judge::Quick::Answer::undecided) {
        fill();
        ++tally.failed;
        const bool operand = answer == judge::Quick::Answer::kept_denormal_operand;
        count(tally.broken[ruling.rules.rule(operand ? "denormal_operands" : "denormal_results")], witness);
        return;
      }
    }
    fill();
    state_->judge_slowly(witness, arity, tally);
    if (tally.worst) worst = *tally.worst->error_ulp;
  };
  if (!state_->sieve.exists()) {
    for (std::size_t i = 0; i < cases; ++i) judge_one(i);
    return;
  }
  std::array<std::uint32_t, kSieved> left;
  std::size_t size = kLeastSieved;
  for (std::size_t first = 0; first < cases; first += size, size = std::min(2 * size, kSieved)) {
    judge::SieveCases some{
        .operands = {},
        .observed = results.data() + first * 4,
        .count = std::min(size, cases - first),
        .worst = worst < 0 ? worst : std::max(worst, kLeastError / 2),
        .counts_to_nearest = tally.to_nearest.count != 0 && tally.to_nearest.example.index < first_index + first};
    for (std::size_t k = 0; k < arity; ++k) some.operands[k] = operands[k].data() + first * 4;
    const judge::Sifted sifted = state_->sieve.sift(some, left.data());
    tally.unconstrained += sifted.unconstrained;
    tally.to_nearest.count += sifted.to_nearest;
    tally.passed += some.count - sifted.left - sifted.unconstrained;
    for (std::size_t j = 0; j < sifted.left; ++j) judge_one(first + left[j]);
  }
}

}  // namespace halfulp
