// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <string>

#include "halfulp/error.hpp"
#include "halfulp/judge.hpp"
#include "judge/error_statistics.hpp"
#include "judge/verdict/judge_case.hpp"
#include "number/float_environment.hpp"
#include "number/lane.hpp"

namespace halfulp {
namespace {

using judge::Distance;

std::string options_text(const Readings& readings) {
  std::string text;
  for (const auto& [id, option] : readings) text += fmt::format("{}{}={}", text.empty() ? "" : ", ", id, option);
  return text;
}

void count(Tally::Group& group, const Witness& witness) {
  if (group.count == 0 || witness.index < group.example.index) group.example = witness;
  ++group.count;
}

/// Throws for a value with bits above its format's width: of an operand, or of the result, which has no name.
void check_width(const OperationInfo& operation, std::string_view operand, Format format, ConstLane lane) {
  const auto wide = number::find_too_wide(lane, info(format));
  if (!wide) return;
  const std::string what = operand.empty() ? "the result" : fmt::format("operand {}", operand);
  throw Error(Error::Kind::kInput,
              fmt::format("{}: {} of case {} (from 0) is {}", operation.name, what, wide->index, wide->says));
}

/// Throws for what is not as the header asks.
void check_lanes(Operation operation, Format format, std::span<const ConstLane> operands, ConstLane results) {
  const OperationInfo& row = info(operation);
  const std::size_t values = number::count_values(operation, format, operands);
  const FormatInfo& result = info(row.result(format));
  if (const std::size_t bytes = values * static_cast<std::size_t>(result.bytes); results.size() != bytes) {
    throw Error(Error::Kind::kUsage, fmt::format("{}: the results have {} bytes; {} values of {} have {}", row.name,
                                                 results.size(), values, result.name, bytes));
  }
  for (std::size_t k = 0; k < operands.size(); ++k) {
    check_width(row, row.operand_names[k], row.operand_format(static_cast<int>(k), format), operands[k]);
  }
  check_width(row, "", result.format, results);
}

}  // namespace

struct SpanJudge::State {
  State(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings)
      : ruling(judge::Ruling::of(rulebook, operation, format, readings)),
        others(rulebook, operation, format, readings),
        scale(ruling) {}

  class Run;

  judge::Ruling ruling;
  judge::OtherReadings others;
  judge::ErrorScale scale;
};

/// The judging of one span.
class SpanJudge::State::Run {
 public:
  Run(const State& state, std::uint64_t first_index, std::span<const ConstLane> operands, ConstLane results,
      Tally& tally, std::vector<Failure>* failures)
      : state_(state),
        first_index_(first_index),
        operands_(operands),
        results_(results),
        tally_(tally),
        failures_(failures),
        statistics_(state.scale, tally.errors) {
    for (std::size_t k = 0; k < operands.size(); ++k) bytes_[k] = state.ruling.operand_row(k).bytes;
    result_bytes_ = state.ruling.result_format->bytes;
  }

  void judge() {
    const std::size_t cases = results_.size() / static_cast<std::size_t>(result_bytes_);
    tally_.cases += cases;
    for (std::size_t i = 0; i < cases; ++i) judge_by_definition(i);
  }

 private:
  void judge_by_definition(std::size_t i) {
    Witness given = witness(i);
    const std::span<const Bits> operands(given.operands.data(), operands_.size());
    Distance distance;
    const Judgement judgement = judge::judge_case(state_.ruling, state_.others, operands, given.observed,
                                                  judge::RuleOfReadings::left_out, &distance);
    given.error_ulp = distance.error_ulp();
    switch (judgement.verdict) {
      case Verdict::pass:
        ++tally_.passed;
        add_error(given, distance);
        if (judgement.rounding == Rounding::nearest) count(tally_.to_nearest, given);
        if (judgement.rounding == Rounding::toward_zero) count(tally_.toward_zero, given);
        break;
      case Verdict::fail:
        if (judgement.rule == state_.ruling.rules.accuracy_rule) add_error(given, distance);
        fail(i, judgement.rule, given);
        break;
      case Verdict::reading:
        ++tally_.reading;
        count(tally_.under[options_text(judgement.under)], given);
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
    count(broken->second, given);
    if (failures_ != nullptr) failures_->push_back({i, broken->first});
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
    const std::size_t bound = bound_index({given.operands.data(), operands_.size()});
    if (statistics_.add(given.index, key, distance, bound)) note_worst(given);
  }

  [[nodiscard]] std::size_t bound_index(std::span<const Bits> operands) const {
    return static_cast<std::size_t>(&state_.ruling.piece(operands) - state_.ruling.accuracy.data());
  }

  void note_worst(const Witness& given) {
    const std::optional<Witness>& worst = tally_.worst;
    const auto error = [](const Witness& one) {
      return *one.error_ulp < ErrorProfile::kLeastError ? 0 : *one.error_ulp;
    };
    if (worst && (error(*worst) > error(given) || (error(*worst) == error(given) && worst->index < given.index)))
      return;
    tally_.worst = given;
  }

  const State& state_;
  std::uint64_t first_index_;
  std::span<const ConstLane> operands_;
  ConstLane results_;
  Tally& tally_;
  std::vector<Failure>* failures_;
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
                      std::vector<Failure>* failures) const {
  check_lanes(state_->ruling.operation, state_->ruling.format->format, operands, results);
  const number::DefaultFloatEnvironment environment;
  State::Run(*state_, first_index, operands, results, tally, failures).judge();
}

}  // namespace halfulp
