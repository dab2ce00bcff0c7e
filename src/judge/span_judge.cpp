// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "halfulp/judge.hpp"
#include "judge/error_statistics.hpp"
#include "judge/filter/filter.hpp"
#include "judge/verdict/judge_case.hpp"
#include "number/float_environment.hpp"
#include "number/lane.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp {
namespace {

using judge::contains;
using judge::Distance;

}  // namespace

struct SpanJudge::State {
  State(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings)
      : ruling(judge::Ruling::of(rulebook, operation, format, readings)),
        others(rulebook, operation, format, readings),
        plan(judge::Plan::of(ruling, others)),
        scale(ruling) {}

  class Run;

  judge::Ruling ruling;
  judge::OtherReadings others;
  std::optional<judge::Plan> plan;  ///< of the filter; nothing: the definition judges every case
  judge::ErrorScale scale;
};

/// Judges one span.
class SpanJudge::State::Run {
 public:
  Run(const State& state, std::uint64_t first_index, std::span<const ConstLane> operands, ConstLane results,
      Tally& tally, std::vector<Failure>* failures, const std::function<void()>& check)
      : state_(state),
        first_index_(first_index),
        operands_(operands),
        results_(results),
        tally_(tally),
        failures_(failures),
        check_(check),
        statistics_(state.scale, tally.errors) {
    for (std::size_t k = 0; k < operands.size(); ++k) bytes_[k] = state.ruling.operand_row(k).bytes;
    result_bytes_ = state.ruling.result_format->bytes;
  }

  void judge() {
    const std::size_t cases = results_.size() / static_cast<std::size_t>(result_bytes_);
    tally_.cases += cases;
    if (!state_.plan) {
      for (std::size_t i = 0; i < cases; ++i) judge_by_definition(i);
    } else {
      judge::FilteredBlock block;
      for (std::size_t first = 0; first < cases; first += judge::kBlock) {
        block.all.count = std::min(judge::kBlock, cases - first);
        judge_block(first, block);
      }
    }
  }

 private:
  /// Judges cases from `first` on; `block` has their number.
  void judge_block(std::size_t first, judge::FilteredBlock& block) {
    constexpr std::size_t kBetweenChecks = 16 * judge::kBlock;
    if (check_ && first % kBetweenChecks == 0) check_();
    block.rest.most_used = statistics_.most_used();
    judge::filter_block(*state_.plan, operands_, results_, first, sample(first), block);
    tally_.passed += block.passed.permitted;
    tally_.unconstrained += block.passed.open;
    statistics_.count_nearest(block.passed.nearest);
    if (const std::size_t cases = judge::cases_in(block.passed.by_nearest_only); cases != 0) {
      tally_.to_nearest.merge({cases, witness(first + judge::first_of(block.passed.by_nearest_only))});
    }
    for (std::size_t n = 0; n < block.rest.count; ++n) take_answer(first + block.places[n], n, block);
  }

  /// The cases of a block whose errors are measured, however small.
  [[nodiscard]] judge::CaseSet sample(std::size_t first) const {
    const auto next = [&](std::size_t i) {
      return judge::ErrorStatistics::next_sampled(first_index_ + i) - first_index_;
    };
    judge::CaseSet set{};
    for (std::size_t i = next(first); i < first + judge::kBlock; i = next(i + 1)) judge::insert(set, i - first);
    return set;
  }

  /// Takes in the answer for case i, which is case n of the rest.
  void take_answer(std::size_t i, std::size_t n, const judge::FilteredBlock& block) {
    const judge::Answers& answers = block.answers;
    if (contains(answers.unconstrained, n)) {
      ++tally_.unconstrained;
      return;
    }
    const bool passes = contains(answers.permitted, n);
    if (!passes && !contains(answers.fails, n)) return judge_by_definition(i);
    if (contains(answers.by_nearest_only, n)) tally_.to_nearest.merge({1, witness(i)});
    if (contains(answers.by_truncation_only, n)) tally_.toward_zero.merge({1, witness(i)});
    // By muller_B the ULP at a value of the format is another than the filter's.
    if (state_.ruling.policies.ulp == judge::Ulp::muller_b || contains(answers.unmeasured, n)) {
      measure_exactly(i);
    } else if (contains(answers.measured, n)) {
      take_error(i, n, block);
    }
    if (passes) {
      ++tally_.passed;
    } else {
      Witness given = witness(i);
      if (contains(answers.measured, n)) given.error_ulp = answers.errors[n];
      fail(i, state_.ruling.rules.accuracy_rule, given);
    }
  }

  /// Takes in the error of case i, which is case n of the rest.
  void take_error(std::size_t i, std::size_t n, const judge::FilteredBlock& block) {
    if (!contains(block.answers.beyond_half, n) && !judge::ErrorStatistics::is_sampled(first_index_ + i)) {
      return statistics_.count_nearest(1);
    }
    const double error = block.answers.errors[n];
    if (contains(block.answers.uses_more, n)) {
      const Witness given = witness(i);
      const Distance distance{.ulp = error,
                              .absolute = std::abs(block.rest.observed[n] - block.rest.exact[n]),
                              .exact = block.rest.exact[n]};
      statistics_.note_used(given.index, distance, bound_index(operands_of(given)));
    }
    const bool is_operand = state_.scale.axis.is_operand;
    const Bits key = number::load(is_operand ? operands_[0] : results_, is_operand ? bytes_[0] : result_bytes_, i);
    if (!statistics_.take(first_index_ + i, key, error)) return;
    Witness given = witness(i);
    given.error_ulp = error;
    tally_.note_worst(given);
  }

  void measure_exactly(std::size_t i) {
    if (check_) check_();
    Witness given = witness(i);
    const Distance distance = judge::distance_of(state_.ruling, operands_of(given), given.observed);
    given.error_ulp = distance.error_ulp();
    add_error(given, distance);
  }

  [[nodiscard]] std::span<const Bits> operands_of(const Witness& given) const {
    return {given.operands.data(), operands_.size()};
  }

  void judge_by_definition(std::size_t i) {
    if (check_) check_();
    Witness given = witness(i);
    Distance distance;
    const Judgement judgement = judge::judge_case(state_.ruling, state_.others, operands_of(given), given.observed,
                                                  judge::RuleOfReadings::left_out, &distance);
    given.error_ulp = distance.error_ulp();
    switch (judgement.verdict) {
      case Verdict::pass:
        ++tally_.passed;
        add_error(given, distance);
        if (judgement.rounding == Rounding::nearest) tally_.to_nearest.merge({1, given});
        if (judgement.rounding == Rounding::toward_zero) tally_.toward_zero.merge({1, given});
        break;
      case Verdict::fail:
        if (judgement.rule == state_.ruling.rules.accuracy_rule) add_error(given, distance);
        fail(i, judgement.rule, given);
        break;
      case Verdict::reading:
        ++tally_.reading;
        pass_under(i, rulebook::options_text(judgement.under), given);
        break;
      case Verdict::unconstrained:
        ++tally_.unconstrained;
        break;
      case Verdict::invalid_operand:
        ++tally_.invalid_operand;
        break;
    }
  }

  void fail(std::size_t i, const std::string& rule, const Witness& given) {
    ++tally_.failed;
    const auto broken = tally_.broken.try_emplace(rule).first;
    broken->second.merge({1, given});
    if (failures_ != nullptr) failures_->push_back({i, broken->first, {}, given.error_ulp});
  }

  void pass_under(std::size_t i, const std::string& options, const Witness& given) {
    const auto under = tally_.under.try_emplace(options).first;
    under->second.merge({1, given});
    if (failures_ != nullptr) failures_->push_back({i, {}, under->first, given.error_ulp});
  }

  [[nodiscard]] Witness witness(std::size_t i) const {
    Witness witness;
    witness.index = first_index_ + i;
    for (std::size_t k = 0; k < operands_.size(); ++k) witness.operands[k] = number::load(operands_[k], bytes_[k], i);
    witness.observed = number::load(results_, result_bytes_, i);
    return witness;
  }

  void add_error(const Witness& given, const Distance& distance) {
    const Bits key = state_.scale.axis.is_operand ? given.operands[0] : given.observed;
    const std::size_t bound = bound_index(operands_of(given));
    if (statistics_.add(given.index, key, distance, bound)) tally_.note_worst(given);
  }

  [[nodiscard]] std::size_t bound_index(std::span<const Bits> operands) const {
    return static_cast<std::size_t>(&state_.ruling.piece(operands) - state_.ruling.accuracy.data());
  }

  const State& state_;
  std::uint64_t first_index_;
  std::span<const ConstLane> operands_;
  ConstLane results_;
  Tally& tally_;
  std::vector<Failure>* failures_;
  const std::function<void()>& check_;
  judge::ErrorStatistics statistics_;
  std::array<int, kMaxArity> bytes_{};
  int result_bytes_ = 0;
};

SpanJudge::SpanJudge(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings)
    : state_(std::make_unique<State>(rulebook, operation, format, readings)) {}
SpanJudge::~SpanJudge() = default;
SpanJudge::SpanJudge(SpanJudge&&) noexcept = default;
SpanJudge& SpanJudge::operator=(SpanJudge&&) noexcept = default;

void SpanJudge::judge(std::uint64_t first_index, std::span<const ConstLane> operands, ConstLane results, Tally& tally,
                      std::vector<Failure>* failures, const std::function<void()>& check) const {
  number::check_lanes(state_->ruling.operation, state_->ruling.format->format, operands, results);
  const number::DefaultFloatEnvironment environment;
  State::Run(*state_, first_index, operands, results, tally, failures, check).judge();
}

}  // namespace halfulp
