// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "halfulp/error.hpp"
#include "halfulp/judge.hpp"
#include "judge/alike_cases.hpp"
#include "judge/alternatives.hpp"
#include "judge/bin_counts.hpp"
#include "judge/permit/ruling.hpp"
#include "judge/quick/operand_classes.hpp"
#include "judge/quick/quick.hpp"
#include "judge/sieve/sieve.hpp"
#include "judge/special_failures.hpp"
#include "number/float_environment.hpp"
#include "number/lane.hpp"
#include "number/layout.hpp"

namespace halfulp {
namespace {

using Answer = judge::Quick::Answer;
using judge::Distance;
using Peak = ErrorProfile::Peak;

/// So many cases are sieved at a time, after fewer where nothing is known of errors: many of the first have a larger
/// error than those before.
constexpr std::size_t kLeastSieved = 32;
constexpr std::size_t kSieved = judge::BinCounts::kBlock;

std::string options_text(const Readings& readings) {
  std::string text;
  for (const auto& [id, option] : readings) text += fmt::format("{}{}={}", text.empty() ? "" : ", ", id, option);
  return text;
}

void count(Tally::Group& group, const Witness& witness) {
  if (group.count == 0 || witness.index < group.example.index) group.example = witness;
  ++group.count;
}

/// Where so many of some cases are left, they may have larger errors one after another.
constexpr std::size_t kManyLeft = 64;

/// Where one of so many fails, others will.
constexpr std::size_t kMostPassing = 64;

/// Errors below `least` count as none, so that they need not be told apart; they are no device's.
double counted(double error, double least) { return error > 0 && error < least ? 0 : error; }

/// Up to where an error is no larger than that peak.
double threshold(const Peak& peak, double least) {
  return peak.amount < 0 ? -1 : std::max(peak.amount, std::nextafter(least, 0.0));
}

/// Raises a threshold to just below an error that will be noted, by more than the sieve's arithmetic may be off; false
/// where it is no larger.
bool raise(double& threshold, double error) {
  if (error <= threshold) return false;
  constexpr double kBelowNone = -0.5;  // no denormal, which would count as 0
  threshold = std::max(threshold, error > 0 ? error * (1 - 0x1p-30) : kBelowNone);
  return true;
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
        alternatives(rulebook, operation, format, readings),
        quick(ruling),
        classes(ruling),
        special_failures(ruling, alternatives),
        alike_cases(ruling, alternatives, quick),
        sieve(quick, classes, alternatives.other_bodies(), alternatives.definitions()),
        axis(operation, format) {
    for (const judge::Ruling::Piece& piece : ruling.accuracy) {
      least_used.push_back(ErrorProfile::kLeastError * piece.bound.amount.to_double());
    }
  }

  class Run;

  /// Whether some piece of the accuracy states a distance, and the amounts of it that are used are known.
  [[nodiscard]] bool states_distances() const {
    const auto states_one = [](const judge::Ruling::Piece& piece) {
      return piece.bound.constant && Distance{.ulp = 1, .absolute = 1, .exact = 1}.in_unit_of(piece.bound.kind) >= 0;
    };
    return quick.format_function() == nullptr && std::ranges::any_of(ruling.accuracy, states_one);
  }

  judge::Ruling ruling;
  judge::Alternatives alternatives;
  judge::Quick quick;
  judge::OperandClasses classes;
  judge::SpecialFailures special_failures;
  judge::AlikeCases alike_cases;
  judge::Sieve sieve;
  ErrorAxis axis;
  std::vector<double> least_used;  ///< less of a piece's distance counts as none
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
        arity_(operands.size()),
        expects_failures_(tally.failed * kMostPassing > tally.cases) {
    const OperationInfo& row = info(state.ruling.operation);
    for (std::size_t k = 0; k < arity_; ++k) {
      bytes_[k] = info(row.operand_format(static_cast<int>(k), state.ruling.format->format)).bytes;
    }
    result_bytes_ = state.ruling.result_format->bytes;
    cases_ = results.size() / static_cast<std::size_t>(result_bytes_);
    ErrorProfile& errors = tally.errors;
    errors.by_binade.resize(state.axis.axis.size());
    errors.histogram.resize(ErrorProfile::kBins);
    if (state.states_distances()) errors.by_piece.resize(state.ruling.accuracy.size());
    used_.fill(-1);
    for (std::size_t k = 0; k < std::min(used_.size(), errors.by_piece.size()); ++k) {
      used_[k] = threshold(errors.by_piece[k], state.least_used[k]);
    }
    std::ranges::transform(errors.by_binade, thresholds_.begin(),
                           [](const Peak& peak) { return threshold(peak, ErrorProfile::kLeastError); });
  }

  void judge() {
    tally_.cases += cases_;
    if (state_.sieve.exists()) {
      judge_with_sieve();
    } else {
      for (std::size_t i = 0; i < cases_; ++i) judge(i);
    }
  }

 private:
  void judge_with_sieve() {
    judge::find_least_worst(thresholds_, least_thresholds_);
    const bool is_known = cases_ != 0 && thresholds_[binade_of(0)] >= 0;
    std::size_t size = is_known ? kSieved : kLeastSieved;
    std::size_t end = 0;
    for (std::size_t first = 0; first < cases_; first = end, size = std::min(2 * size, kSieved)) {
      // After the first few again from a multiple of kSieved on, as binades begin.
      end = std::min({first + size, (first / kSieved + 1) * kSieved, cases_});
      judge_some(first, end);
    }
    counts_.give_to(tally_.errors.histogram);
  }

  /// The cases from `first` on up to `end`. Where errors fall or grow from case to case, the first or the last one
  /// tells how far; many may have the very error that the last one has, of which the first counts.
  void judge_some(std::size_t first, std::size_t end) {
    if (is_worse(first)) judge(first++);
    if (first == end) return;
    std::size_t split = end;
    if (raise_thresholds(end - 1)) {
      split = first_as_bad_as(end - 1, first);
      sieve(first, split);
      judge(split);
      first = split + 1;
    }
    sieve(first, end);
  }

  void sieve(std::size_t first, std::size_t end) {
    if (first == end) return;
    const auto is_known = [&](const Tally::Group& group) {
      return group.count != 0 && group.example.index < first_index_ + first;
    };
    const std::byte* const observed = results_.data() + first * static_cast<std::size_t>(result_bytes_);
    judge::SieveCases some{.operands = {},
                           .observed = observed,
                           .keys = state_.axis.is_operand ? operands_[0].data() + first * 4 : observed,
                           .count = end - first,
                           .worst = thresholds_.data(),
                           .least_worst = least_thresholds_.data(),
                           .used = used_.data(),
                           .counts_to_nearest = is_known(tally_.to_nearest),
                           .counts_toward_zero = is_known(tally_.toward_zero),
                           .expects_failures = expects_failures_,
                           .saved = {},
                           .broken = broken_.data(),
                           .bins = bins_.data()};
    for (std::size_t k = 0; k < arity_; ++k) some.operands[k] = operands_[k].data() + first * 4;
    std::ranges::transform(saved_, some.saved.begin(), [](auto& numbers) { return numbers.data(); });
    const std::size_t before = failures_ != nullptr ? failures_->size() : 0;
    const std::uint64_t failed_before = tally_.failed;
    std::size_t lefts = take(first, some.count, state_.sieve.sift(some, left_.data(), failed_.data()));
    if (lefts >= kManyLeft && raise_thresholds(first + left_[lefts - 1])) {
      lefts = take(first, lefts, state_.sieve.sift_again(some, lefts, left_.data(), failed_.data()));
    }
    counts_.add({bins_.data(), some.count});
    const bool is_sorted = failures_ == nullptr || failures_->size() == before;
    for (std::size_t j = 0; j < lefts; ++j) judge(first + left_[j]);
    expects_failures_ = (tally_.failed - failed_before) * kMostPassing > some.count;
    if (!is_sorted) std::ranges::sort(std::span(*failures_).subspan(before), {}, &Failure::position);
  }

  /// Counts what the sieve made of `count` cases; how many it left.
  std::size_t take(std::size_t first, std::size_t count, const judge::Sifted& sifted) {
    tally_.unconstrained += sifted.unconstrained;
    tally_.to_nearest.count += sifted.to_nearest;
    tally_.toward_zero.count += sifted.toward_zero;
    tally_.passed += count - sifted.left - sifted.unconstrained - sifted.failed - sifted.broken - sifted.all_saved();
    fail_all(first, {failed_.data(), sifted.failed}, state_.ruling.rules.accuracy_rule);
    if (sifted.broken != 0) break_all(first, {broken_.data(), sifted.broken});
    for (std::size_t kind = 0; kind < judge::kSavings; ++kind) {
      if (sifted.saved[kind] != 0) save_all(first, {saved_[kind].data(), sifted.saved[kind]});
    }
    return sifted.left;
  }

  /// Cases that pass under one other reading, which the first of them tells.
  void save_all(std::size_t first, std::span<const std::uint32_t> numbers) {
    judge(first + *std::ranges::min_element(numbers));
    const std::size_t others = numbers.size() - 1;
    tally_.reading += others;
    under_last_saving_->count += others;
  }

  /// Cases that fail by a rule, with errors that are no larger than those before, or none.
  void fail_all(std::size_t first, std::span<const std::uint32_t> numbers, const std::string& rule) {
    if (numbers.empty()) return;
    Distance distance;
    const std::size_t witness = first + *std::ranges::min_element(numbers);
    static_cast<void>(answer_quickly(witness, distance));
    fail(witness, rule, distance);
    const auto broken = tally_.broken.find(rule);
    const std::size_t others = numbers.size() - 1;
    tally_.failed += others;
    broken->second.count += others;
    if (failures_ == nullptr) return;
    for (const std::uint32_t number : numbers) {
      if (first + number != witness) failures_->push_back({first + number, broken->first});
    }
  }

  /// What is no NaN though the operand is beyond a function's domain; sums that are far from the one operand that is
  /// not flushed, of which the rule that they break depends on which the other is.
  void break_all(std::size_t first, std::span<std::uint32_t> numbers) {
    if (arity_ == 1) {
      fail_all(first, numbers, state_.ruling.rules.special_rule);
      return;
    }
    const number::Layout layout(*state_.ruling.format);
    const auto is_first_flushed = [&](std::uint32_t number) {
      return layout.is_denormal(number::load(operands_[0], bytes_[0], first + number));
    };
    const auto second = std::partition(numbers.begin(), numbers.end(), is_first_flushed);
    const auto rule = [&](bool is_first) -> const std::string& {
      const bool is_identity = state_.quick.broken_beside_flushed(is_first) == Answer::breaks_identity;
      return is_identity ? state_.quick.identity_rule() : state_.ruling.rules.special_rule;
    };
    fail_all(first, {numbers.begin(), second}, rule(true));
    fail_all(first, {second, numbers.end()}, rule(false));
  }

  /// What a case that passes or fails by the accuracy rule may be the worst of; none: negative.
  struct Badness {
    double error = -1;        ///< in ULP
    std::size_t place = 0;    ///< of the piece of the accuracy that counts for it, if its amounts are known
    double amount_used = -1;  ///< of that
    friend bool operator==(const Badness&, const Badness&) = default;
  };
  [[nodiscard]] Badness badness(std::size_t i) const {
    Distance distance;
    const Answer answer = answer_quickly(i, distance);
    const bool passes = judge::Quick::is_pass(answer);
    if (!(passes || answer == Answer::fails) || distance.ulp < 0) return {};
    if (!passes && saving_of(witness(i, distance)) != nullptr) return {};
    Badness bad{.error = counted(distance.ulp, ErrorProfile::kLeastError)};
    if (tally_.errors.by_piece.empty()) return bad;
    const std::size_t place = piece_of(i);
    if (place >= used_.size()) return bad;
    bad.place = place;
    bad.amount_used = amount_of(place, distance);
    return bad;
  }

  /// Whether an error is larger than those before.
  [[nodiscard]] bool is_worse(std::size_t i) const {
    const Badness bad = badness(i);
    return bad.error > thresholds_[binade_of(i)] || bad.amount_used > used_[bad.place];
  }

  /// Raises the thresholds of errors to just below what that case, which is still to be judged, will raise them to;
  /// false where it will not.
  bool raise_thresholds(std::size_t i) {
    const Badness bad = badness(i);
    const std::size_t binade = binade_of(i);
    bool is_raised = raise(thresholds_[binade], bad.error);
    if (is_raised) find_least_threshold(binade);
    if (raise(used_[bad.place], bad.amount_used)) is_raised = true;
    return is_raised;
  }

  /// The first case that is as bad as `last`, if those from `first` on are none better than those before them;
  /// otherwise some case.
  [[nodiscard]] std::size_t first_as_bad_as(std::size_t last, std::size_t first) const {
    const Badness worst = badness(last);
    std::size_t as_bad = last;
    if (first == last || badness(last - 1) != worst) return last;
    for (--as_bad; first != as_bad;) {
      const std::size_t middle = first + (as_bad - first) / 2;
      if (badness(middle) == worst) {
        as_bad = middle;
      } else {
        first = middle + 1;
      }
    }
    return as_bad;
  }

  void judge(std::size_t i) {
    Distance distance;
    switch (answer_quickly(i, distance)) {
      case Answer::pass_to_nearest:
        count(tally_.to_nearest, witness(i, distance));
        pass(i, distance);
        break;
      case Answer::pass_toward_zero:
        count(tally_.toward_zero, witness(i, distance));
        pass(i, distance);
        break;
      case Answer::pass:
      case Answer::pass_unmeasured:
        pass(i, distance);
        break;
      case Answer::unconstrained:
        ++tally_.unconstrained;
        break;
      case Answer::kept_denormal_operand:
        fail(i, state_.ruling.rules.rule("denormal_operands"), {});
        break;
      case Answer::kept_denormal_result:
        fail(i, state_.ruling.rules.rule("denormal_results"), {});
        break;
      case Answer::fails:
        judge_failed(i, distance);
        break;
      case Answer::breaks_special:
        judge_special(i, state_.ruling.rules.special_rule);
        break;
      case Answer::breaks_identity:
        judge_special(i, state_.quick.identity_rule());
        break;
      case Answer::breaks_nan:
        judge_special(i, state_.ruling.rules.rule("nan"));
        break;
      case Answer::breaks_below_zero:
        judge_special(i, state_.ruling.rules.rule("below_zero"));
        break;
      case Answer::breaks_fused_nan: {
        const rulebook::Resolved& rules = state_.ruling.rules;
        const std::string& rule = rules.rule("fused_nan");
        judge_special(i, rule.empty() ? rules.accuracy_rule : rule);
        break;
      }
      case Answer::forbidden_by_ulp:
        judge_forbidden_by_ulp(i, distance, state_.ruling.rules.accuracy_rule);
        break;
      case Answer::forbidden_unless_kept:
        if (!fail_special(i)) judge_forbidden_by_ulp(i, distance, state_.ruling.rules.rule("denormal_operands"));
        break;
      case Answer::forbidden_flushed:
        if (!fail_special(i) && !judge_as_alike(i)) judge_forbidden(i, distance);
        break;
      case Answer::forbidden:
        if (!fail_special(i)) judge_forbidden(i, distance);
        break;
      case Answer::undecided:
        if (!fail_special(i)) judge_slowly(i);
        break;
    }
  }

  void pass(std::size_t i, const Distance& distance) {
    ++tally_.passed;
    measure(i, distance);
  }

  /// Fails a result of a special operand that is known to, if the rule has an example already: of others the error is
  /// told too.
  bool fail_special(std::size_t i) {
    std::array<Bits, kMaxArity> operands{};
    for (std::size_t k = 0; k < arity_; ++k) operands[k] = number::load(operands_[k], bytes_[k], i);
    const Bits observed = number::load(results_, result_bytes_, i);
    const auto known = state_.special_failures.broken_by({operands.data(), arity_}, observed);
    if (!known) return false;
    const auto broken = tally_.broken.find(known->rule);
    if (broken == tally_.broken.end() || broken->second.example.index > first_index_ + i) return false;
    if (known->error_ulp >= 0) measure(i, {.ulp = known->error_ulp, .absolute = known->error_ulp, .exact = 0});
    ++tally_.failed;
    ++broken->second.count;
    if (failures_ != nullptr) failures_->push_back({i, broken->first});
    return true;
  }

  /// Another reading may permit it, if only by its definition of an ULP; else it breaks that rule, if there is one.
  void judge_forbidden_by_ulp(std::size_t i, const Distance& distance, const std::string& rule) {
    if (judge_as_alike(i)) return;
    const Witness given = witness(i, distance);
    if (rule.empty() || !state_.alternatives.forbid_by_ulp({given.operands.data(), arity_}, given.observed)) {
      judge_forbidden(i, distance);
      return;
    }
    if (rule == state_.ruling.rules.accuracy_rule) measure(i, distance);
    fail(i, rule, distance);
  }

  /// Another reading may permit it.
  void judge_forbidden(std::size_t i, const Distance& distance) {
    const Witness given = witness(i, distance);
    const Readings* saving = state_.alternatives.saving_quickly({given.operands.data(), arity_}, given.observed);
    if (saving != nullptr) {
      pass_under(*saving, given);
    } else {
      judge_slowly(i);
    }
  }

  /// `saving`: in the place that it is kept in.
  void pass_under(const Readings& saving, const Witness& given) {
    // Mostly the very readings of the last such case.
    if (&saving != last_saving_) {
      last_saving_ = &saving;
      under_last_saving_ = &tally_.under[options_text(saving)];
    }
    ++tally_.reading;
    count(*under_last_saving_, given);
  }

  /// What a rule on special results forbids, without an error: another reading may permit it.
  void judge_special(std::size_t i, const std::string& rule) {
    const Witness given = witness(i, {});
    const std::span<const Bits> operands(given.operands.data(), arity_);
    const Readings* saving = state_.alternatives.saving_of_failure(operands, given.observed, std::nullopt);
    if (saving != nullptr) {
      pass_under(*saving, given);
    } else {
      fail(i, rule, {});
    }
  }

  /// The readings that permit what the accuracy rule forbids.
  [[nodiscard]] const Readings* saving_of(const Witness& given) const {
    return state_.alternatives.saving_of_failure({given.operands.data(), arity_}, given.observed, given.error_ulp);
  }

  /// What the accuracy rule forbids: another reading may permit it.
  void judge_failed(std::size_t i, const Distance& distance) {
    const Witness given = witness(i, distance);
    if (const Readings* saving = saving_of(given)) {
      pass_under(*saving, given);
      return;
    }
    measure(i, distance);
    fail(i, state_.ruling.rules.accuracy_rule, distance);
  }

  [[nodiscard]] Answer answer_quickly(std::size_t i, Distance& distance) const {
    if (const auto function = state_.quick.format_function()) {
      std::array<Bits, kMaxArity> given{};
      for (std::size_t k = 0; k < arity_; ++k) given[k] = number::load(operands_[k], bytes_[k], i);
      const Bits observed = number::load(results_, result_bytes_, i);
      const Answer answer = function(state_.quick, given.data(), observed, distance);
      return answer == Answer::undecided ? state_.classes.answer(given.data(), observed, distance) : answer;
    }
    const auto function = state_.quick.function();
    if (function == nullptr) return Answer::undecided;
    std::array<std::uint32_t, kMaxArity> given{};
    for (std::size_t k = 0; k < arity_; ++k) std::memcpy(&given[k], operands_[k].data() + i * 4, 4);
    std::uint32_t observed = 0;
    std::memcpy(&observed, results_.data() + i * 4, 4);
    const Answer answer = function(state_.quick, given.data(), observed, distance);
    return answer == Answer::undecided ? state_.classes.answer(given.data(), observed, distance) : answer;
  }

  /// What the explain path said of a case that is alike; false where there are none, or its error is to be known.
  bool judge_as_alike(std::size_t i) {
    const Witness given = witness(i, {});
    const std::span<const Bits> operands(given.operands.data(), arity_);
    const auto alike = state_.alike_cases.find(operands, given.observed);
    if (!alike) return false;
    const Judgement* known = state_.alike_cases.known(alike->key);
    if (known != nullptr) {
      const bool is_measured = known->verdict == Verdict::pass || known->verdict == Verdict::fail;
      if (is_measured && !alike->distance) return false;
      take(i, *known, alike->distance.value_or(Distance{}));
      return true;
    }
    Distance distance;
    const Judgement own = judge::judge_case(state_.ruling, state_.alternatives, operands, given.observed,
                                            judge::RuleOfReadings::left_out, &distance);
    known = state_.alike_cases.keep(alike->key, own);
    take(i, known != nullptr ? *known : own, alike->distance.value_or(distance));
    if (known == nullptr) last_saving_ = nullptr;  // its place ends here
    return true;
  }

  /// The explain path's verdict.
  void judge_slowly(std::size_t i) {
    if (judge_as_alike(i)) return;
    const Witness given = witness(i, {});
    Distance distance;
    const Judgement judgement = judge::judge_case(state_.ruling, state_.alternatives, {given.operands.data(), arity_},
                                                  given.observed, judge::RuleOfReadings::left_out, &distance);
    take(i, judgement, distance);
    last_saving_ = nullptr;  // its place ends here
  }

  void take(std::size_t i, const Judgement& judgement, const Distance& distance) {
    switch (judgement.verdict) {
      case Verdict::pass:
        pass(i, distance);
        if (judgement.rounding == Rounding::nearest) count(tally_.to_nearest, witness(i, distance));
        if (judgement.rounding == Rounding::toward_zero) count(tally_.toward_zero, witness(i, distance));
        break;
      case Verdict::fail:
        if (judgement.rule == state_.ruling.rules.accuracy_rule) measure(i, distance);
        fail(i, judgement.rule, distance);
        break;
      case Verdict::reading:
        pass_under(judgement.under, witness(i, distance));
        break;
      case Verdict::unconstrained:
        ++tally_.unconstrained;
        break;
      case Verdict::invalid_operand:
        ++tally_.invalid_operand;
        break;
    }
  }

  void fail(std::size_t i, const std::string& rule, const Distance& distance) {
    ++tally_.failed;
    const auto broken = tally_.broken.try_emplace(rule).first;
    count(broken->second, witness(i, distance));
    if (failures_ != nullptr) failures_->push_back({i, broken->first});
  }

  [[nodiscard]] Witness witness(std::size_t i, const Distance& distance) const {
    Witness witness;
    witness.index = first_index_ + i;
    for (std::size_t k = 0; k < arity_; ++k) witness.operands[k] = number::load(operands_[k], bytes_[k], i);
    witness.observed = number::load(results_, result_bytes_, i);
    witness.error_ulp = distance.error_ulp();
    return witness;
  }

  /// After that binade's threshold rose.
  void find_least_threshold(std::size_t binade) {
    const std::size_t group = binade / judge::kBinadesOfGroup;
    least_thresholds_[group] = judge::least_worst_of(thresholds_, group);
  }

  /// Takes a case into the statistics of errors.
  void measure(std::size_t i, Distance distance) {
    if (distance.ulp < 0) return;
    distance.ulp = counted(distance.ulp, ErrorProfile::kLeastError);
    ErrorProfile& errors = tally_.errors;
    ++errors.histogram[ErrorProfile::bin_of(distance.ulp)];
    const std::size_t binade = binade_of(i);
    if (distance.ulp > thresholds_[binade]) {
      errors.by_binade[binade].note(first_index_ + i, distance.ulp);
      thresholds_[binade] = threshold(errors.by_binade[binade], ErrorProfile::kLeastError);
      if (state_.sieve.exists()) find_least_threshold(binade);
      note_worst(i, distance);
    }
    if (!errors.by_piece.empty()) note_piece(i, distance);
  }

  [[nodiscard]] std::size_t binade_of(std::size_t i) const {
    const Bits key =
        state_.axis.is_operand ? number::load(operands_[0], bytes_[0], i) : number::load(results_, result_bytes_, i);
    return state_.axis.axis.of(key);
  }

  void note_worst(std::size_t i, const Distance& distance) {
    const std::optional<Witness>& worst = tally_.worst;
    if (worst &&
        (*worst->error_ulp > distance.ulp || (*worst->error_ulp == distance.ulp && worst->index < first_index_ + i))) {
      return;
    }
    tally_.worst = witness(i, distance);
  }

  void note_piece(std::size_t i, const Distance& distance) {
    const std::size_t place = piece_of(i);
    const double amount = amount_of(place, distance);
    if (amount < 0) return;
    Peak& peak = tally_.errors.by_piece[place];
    peak.note(first_index_ + i, amount);
    if (place < used_.size()) used_[place] = threshold(peak, state_.least_used[place]);
  }

  /// Which piece of the accuracy counts for a case.
  [[nodiscard]] std::size_t piece_of(std::size_t i) const {
    const std::vector<judge::Ruling::Piece>& pieces = state_.ruling.accuracy;
    if (pieces.size() == 1) return 0;
    const Witness given = witness(i, {});
    if (state_.quick.pieces().size() == pieces.size()) {
      const std::size_t place =
          state_.quick.place_of(std::bit_cast<float>(static_cast<std::uint32_t>(given.operands[0])));
      if (place != pieces.size()) return place;
    }
    return static_cast<std::size_t>(&state_.ruling.piece({given.operands.data(), arity_}) - pieces.data());
  }

  /// How much of its distance is used; negative where it states none.
  [[nodiscard]] double amount_of(std::size_t place, const Distance& distance) const {
    return counted(distance.in_unit_of(state_.ruling.accuracy[place].bound.kind), state_.least_used[place]);
  }

  const State& state_;
  std::uint64_t first_index_;
  std::span<const ConstLane> operands_;
  ConstLane results_;
  Tally& tally_;
  std::vector<Failure>* failures_;
  std::size_t arity_;
  std::array<int, kMaxArity> bytes_{};
  int result_bytes_ = 0;
  std::size_t cases_ = 0;
  // Up to where an error need not be noted: in each binade in ULP, and of the first pieces in their unit.
  std::array<double, BinadeAxis::kMost> thresholds_{};
  std::array<double, 2> used_{};
  std::array<float, judge::kBinadeGroups> least_thresholds_{};  ///< see SieveCases
  // Of cases that are sieved.
  std::array<std::uint32_t, kSieved + judge::kSpareNumbers> left_;    ///< numbers of those that are left
  std::array<std::uint32_t, kSieved + judge::kSpareNumbers> failed_;  ///< and of those that fail
  std::array<std::uint32_t, kSieved + judge::kSpareNumbers> broken_;  ///< by a rule on special operands
  /// And of those that another reading permits.
  std::array<std::array<std::uint32_t, kSieved + judge::kSpareNumbers>, judge::kSavings> saved_;
  std::array<std::uint8_t, kSieved> bins_;
  judge::BinCounts counts_;
  bool expects_failures_;
  const Readings* last_saving_ = nullptr;
  Tally::Group* under_last_saving_ = nullptr;
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
