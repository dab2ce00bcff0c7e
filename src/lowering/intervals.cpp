// SPDX-License-Identifier: Apache-2.0
#include "lowering/intervals.hpp"

#include <algorithm>
#include <memory>

#include "judge/definition/steps.hpp"
#include "lowering/monotone_ends.hpp"
#include "lowering/stricter.hpp"
#include "number/layout.hpp"

namespace halfulp::lowering {
namespace {

using judge::kBlock;
using ExpressionKind = rulebook::Expression::Kind;
using rulebook::Expression;
using State = EndsOfBlock::State;

std::int64_t place_of(float value) {
  return number::ordinal(info(Format::binary32), std::bit_cast<std::uint32_t>(value));
}

/// An operand's name, or the negative of one.
bool is_operand(const Expression& expression) {
  const bool is_negated = expression.kind == Expression::Kind::negate;
  const Expression& of = is_negated ? expression.arguments[0] : expression;
  return of.kind == Expression::Kind::name && of.text != "pi";
}

bool are_results_around_zero_kept(const Question& question) {
  const judge::Ruling* rule = &question.a.ruling;
  if (question.a.is_expression()) {
    const judge::Ruling& whole = question.a.ruling;
    const auto steps = rulebook::steps_of(question.a.pieces->front().bound, whole.operation, whole.format->format);
    if (steps.empty()) return false;
    // The last step's policies count; where the steps have several, nothing is claimed.
    rule = whole.parts.at(*steps.begin()).get();
    for (const auto& step : steps) {
      if (whole.parts.at(step)->policies != rule->policies) return false;
    }
  }
  using judge::bit;
  using judge::Policies;
  const judge::PolicySet small = bit(&Policies::results) | bit(&Policies::any_flushed_sign) |
                                 bit(&Policies::flush_test) | bit(&Policies::no_flush_slack);
  return judge::is_as_wide(question.b.ruling.policies, rule->policies, small);
}

/// What a ruling permits over an interval for which has_monotone_ends() holds; `sets`: at its ends.
SetsOfInterval sets_of(const judge::Ruling& ruling, const TupleRange& range,
                       const std::array<judge::ValueSet, 2>& sets) {
  const auto extremes = with_constant_amounts(ruling, range);
  if (!extremes) return {sets, sets};
  const auto of = [&](const judge::Ruling& extreme, std::size_t i) {
    return judge::permitted(extreme, range[i], extreme.policies).set;
  };
  return {{of((*extremes)[0], 0), of((*extremes)[0], 1)}, {of((*extremes)[1], 0), of((*extremes)[1], 1)}};
}

}  // namespace

/// What follows from the two bounds that decide over an interval, of exact results that both sides have in common.
Answer by_bounds(const judge::Ruling& a, const judge::Ruling& b, const TupleRange& range) {
  const judge::Ruling::Piece* of_a = deciding_piece(a, range);
  const judge::Ruling::Piece* of_b = deciding_piece(b, range);
  if (of_a == nullptr || of_b == nullptr) return Answer::undecided;
  const bool is_no_wider_bound = is_no_wider(of_a->bound, a.policies, of_b->bound, b.policies);
  const FormatInfo& row = *a.result_format;
  if (row.kind != FormatKind::floating) return is_no_wider_bound ? Answer::allowed : Answer::undecided;

  const auto exact_at = [&](std::size_t i) {
    return exact::exact_result(a.operation, a.format->format, range[i]).value;
  };
  const std::array exact = {exact_at(0), exact_at(1)};
  const auto [least, most] =
      std::minmax({exact[0].lower().abs(), exact[0].upper().abs(), exact[1].lower().abs(), exact[1].upper().abs()});
  const Sizes sizes{least, most, exact::Rational::power_of_two(exact[0].floor_log2() - row.fraction_bits)};
  const std::optional<Distances> by_a = distances_of(of_a->bound, sizes);
  const std::optional<Distances> by_b = distances_of(of_b->bound, sizes);
  if (!by_a || !by_b) return Answer::undecided;
  const exact::Grid& grid = exact::Grid::of(row);
  const exact::Rational& farthest = std::max(by_a->farthest, by_b->farthest);
  if (least - farthest < grid.min_normal() || most + farthest > grid.max_finite()) return Answer::undecided;
  if (is_no_wider_bound) return Answer::allowed;

  const auto has_one_bound = [](const judge::Policies& policies) {
    return policies.ulp == judge::Ulp::muller_a && !policies.exact_if_representable;
  };
  if (!has_one_bound(a.policies) || !has_one_bound(b.policies)) return Answer::undecided;
  if (by_a->farthest <= by_b->all_within) return Answer::allowed;
  // On the side of zero the values are a gap apart, or less: one of them lies between the two distances.
  return by_a->all_within >= by_b->farthest + sizes.gap ? Answer::forbidden : Answer::undecided;
}

/// What forbidden cases that were decided in doubles count as: the definition says it of the first one and of each that
/// goes further.
struct InDoubles {
  std::int64_t excess = -1;  ///< by how many values the ends of A lie beyond those of B, at most
  Difference* difference = nullptr;
};

struct IntervalAnswers::Work {
  std::atomic<std::int64_t>& budget;
  Differences& counts;
  std::array<InDoubles, 2> in_doubles;  ///< of numbers, of cases in which A permits anything
  EndsOfBlock a{};
  EndsOfBlock b{};
};

IntervalAnswers::IntervalAnswers(const Question& question)
    : question_(question),
      row_(question.b.ruling.operand_row(0)),
      ends_of_a_(EndsFinder::of(question.a)),
      ends_of_b_(EndsFinder::of(question.b)),
      keeps_small_(are_results_around_zero_kept(question)) {}

bool IntervalAnswers::count(Bits first, Bits last, std::atomic<std::int64_t>& budget, Differences& counts) const {
  const auto work = std::make_unique<Work>(Work{budget, counts, {}, {}, {}});
  const DecidedCase low = decided(first, *work);
  if (first == last) return count_alone(low, *work);
  return split(low, decided(last, *work), true, *work);
}

DecidedCase IntervalAnswers::decided(Bits operand, Work& work) const {
  --work.budget;
  return decide(question_, {operand});
}

bool IntervalAnswers::count_alone(const DecidedCase& one, Work& work) const {
  ++work.counts.cases;
  ++work.counts.alone;
  if (!is_within(one.a.set, one.b.set)) {
    Differences::add(work.counts.of(one), {one.operands[0], one.operands[0]});
  }
  return work.budget > 0;
}

bool IntervalAnswers::split(const DecidedCase& first, const DecidedCase& last, bool in_blocks, Work& work) const {
  const OperandRange range{first.operands[0], last.operands[0]};
  const std::uint64_t size = range.last - range.first + 1;
  const Answer answer = of_interval(first, last);
  if (answer != Answer::undecided) {
    work.counts.cases += size;
    if (answer == Answer::forbidden) {
      Differences::add(work.counts.of(first), range);
      work.counts.of(last);  // the farthest result may be there
    }
    return work.budget > 0;
  }
  if (size == 2) return count_alone(first, work) && count_alone(last, work);
  const bool is_normal = row_.format == Format::binary32 && number::Layout(row_).is_finite(range.last) &&
                         number::Layout(row_).magnitude(range.first) >= number::Layout(row_).min_normal();
  if (in_blocks && is_normal && ends_of_a_ && ends_of_b_) {
    for (Bits from = range.first; from <= range.last; from += kBlock) {
      const auto cases = static_cast<std::size_t>(std::min<Bits>(kBlock, range.last - from + 1));
      if (!count_block(from, cases, work)) return false;
    }
    return true;
  }
  const Bits middle = range.first + (range.last - range.first) / 2;
  const DecidedCase below = decided(middle, work);
  const bool is_low_counted = middle == range.first ? count_alone(first, work) : split(first, below, in_blocks, work);
  if (!is_low_counted) return false;
  if (middle + 1 == range.last) return count_alone(last, work);
  return split(decided(middle + 1, work), last, in_blocks, work);
}

Answer IntervalAnswers::of_block_case(const EndsOfBlock& a, const EndsOfBlock& b, std::size_t i) const {
  if (a.state[i] == State::unknown || b.state[i] == State::unknown) return Answer::undecided;
  if (b.state[i] == State::anything) return Answer::allowed;
  if (a.state[i] == State::anything) return Answer::forbidden;
  // Of a zero at an end the sign counts.
  if (a.low[i] == 0 || a.high[i] == 0 || b.low[i] == 0 || b.high[i] == 0) return Answer::undecided;
  if (a.low[i] < b.low[i] || a.high[i] > b.high[i]) return Answer::forbidden;
  const bool has_zero = a.low[i] < 0 && a.high[i] > 0;
  return has_zero && !keeps_small_ ? Answer::undecided : Answer::allowed;
}

bool IntervalAnswers::count_block(Bits first, std::size_t size, Work& work) const {
  std::array<std::array<float, kBlock>, 1> operands{};
  for (std::size_t i = 0; i < size; ++i) {
    operands[0][i] = std::bit_cast<float>(static_cast<std::uint32_t>(first + i));
  }
  ends_of_a_->find(operands, size, work.a);
  ends_of_b_->find(operands, size, work.b);
  for (std::size_t i = 0; i < size;) {
    const Answer answer = of_block_case(work.a, work.b, i);
    const std::size_t from = i;
    while (i < size && of_block_case(work.a, work.b, i) == answer) ++i;
    const OperandRange range{first + from, first + i - 1};
    if (answer == Answer::undecided) {
      const DecidedCase low = decided(range.first, work);
      const bool is_counted =
          range.first == range.last ? count_alone(low, work) : split(low, decided(range.last, work), false, work);
      if (!is_counted) return false;
      continue;
    }
    work.counts.cases += i - from;
    if (answer == Answer::forbidden) add_forbidden(range, first, work);
  }
  return work.budget > 0;
}

void IntervalAnswers::add_forbidden(const OperandRange& range, Bits first, Work& work) const {
  for (Bits operand = range.first; operand <= range.last; ++operand) {
    const auto i = static_cast<std::size_t>(operand - first);
    const bool is_anything = work.a.state[i] == State::anything;
    const std::int64_t excess = is_anything ? INT64_MAX
                                            : std::max(place_of(work.b.low[i]) - place_of(work.a.low[i]),
                                                       place_of(work.a.high[i]) - place_of(work.b.high[i]));
    InDoubles& known = work.in_doubles[is_anything ? 1 : 0];
    if (excess > known.excess) known = {excess, &work.counts.of(decide(question_, {operand}))};
    Differences::add(*known.difference, {operand, operand});
  }
}

Answer IntervalAnswers::of_interval(const DecidedCase& first, const DecidedCase& last) const {
  const TupleRange range{first.operands, last.operands};
  const judge::Ruling& a = question_.a.ruling;
  const judge::Ruling& b = question_.b.ruling;
  if (!has_monotone_ends(b, range)) return Answer::undecided;
  const SetsOfInterval of_b = sets_of(b, range, {first.b.set, last.b.set});
  if (question_.a.is_expression()) {
    if (!is_constant(question_.a.expression(), first.operands[0], last.operands[0])) return Answer::undecided;
    const std::array sets = {first.a.set, first.a.set};
    return answer_over({sets, sets}, of_b);
  }
  if (!has_monotone_ends(a, range)) return Answer::undecided;
  const Answer answer = answer_over(sets_of(a, range, {first.a.set, last.a.set}), of_b);
  if (answer != Answer::undecided) return answer;
  return by_bounds(a, b, range);
}

bool IntervalAnswers::is_constant(const Expression& expression, Bits first, Bits last) const {
  const auto is_one_constant = [&](const Expression& one) { return is_constant(one, first, last); };
  if (const auto step = rulebook::step_of(expression)) {
    return std::ranges::all_of(step->operands, is_one_constant) || is_constant_step(*step, first, last);
  }
  switch (expression.kind) {
    case ExpressionKind::number:
    case ExpressionKind::call:  // of numbers
      return true;
    case ExpressionKind::name:
      return expression.text == "pi";
    case ExpressionKind::negate:
      return is_one_constant(expression.arguments[0]);
    default:
      return false;
  }
}

bool IntervalAnswers::is_constant_step(const rulebook::Step& step, Bits first, Bits last) const {
  const std::span<const Expression> arguments = step.operands;
  const judge::Ruling& rule = *question_.a.ruling.parts.at({step.operation, row_.format});
  const number::Layout layout(row_);
  // The values of each argument: of an operand nothing, else its members.
  constexpr std::size_t kMostMembers = 8;
  std::vector<std::vector<Bits>> members;
  for (const Expression& argument : arguments) {
    members.emplace_back();
    if (is_operand(argument)) continue;
    if (!is_constant(argument, first, last)) return false;
    rulebook::Bound source;
    source.kind = rulebook::Bound::Kind::sequence;
    source.expansion = argument;
    const judge::Bound bound = judge::compile(source, info(question_.a.ruling.operation).operand_names);
    const Bits operands[] = {first};
    const judge::ValueSet set = judge::sequence_values(question_.a.ruling, bound, operands);
    if (set.anything() || static_cast<std::size_t>(set.count()) > kMostMembers) return false;
    for (const auto& interval : set.intervals()) {
      for (std::int64_t at = interval.first; at <= interval.last; ++at) {
        members.back().push_back(number::from_ordinal(row_, at));
      }
    }
    if (set.has_nan()) members.back().push_back(layout.canonical_nan());
  }
  std::array<std::vector<Bits>, 2> tuple{std::vector<Bits>(arguments.size()), std::vector<Bits>(arguments.size())};
  const auto each = [&](const auto& self, std::size_t at) -> bool {
    if (at == arguments.size()) {
      return has_monotone_ends(rule, {tuple[0], tuple[1]}) &&
             judge::permitted(rule, tuple[0], rule.policies).set == judge::permitted(rule, tuple[1], rule.policies).set;
    }
    if (is_operand(arguments[at])) {
      const Bits sign = arguments[at].kind == Expression::Kind::negate ? layout.sign_mask() : 0;
      tuple[0][at] = first ^ sign;
      tuple[1][at] = last ^ sign;
      return self(self, at + 1);
    }
    return std::ranges::all_of(members[at], [&](Bits bits) {
      tuple[0][at] = tuple[1][at] = bits;
      return self(self, at + 1);
    });
  };
  return each(each, 0);
}

}  // namespace halfulp::lowering
