// SPDX-License-Identifier: Apache-2.0
#include "lowering/ends.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "exact/rational.hpp"
#include "exact/value.hpp"
#include "lowering/bound_ends.hpp"
#include "lowering/functions.hpp"
#include "number/layout.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::lowering {
namespace {

using judge::kBlock;
using judge::Ruling;
using ExpressionKind = rulebook::Expression::Kind;
using rulebook::Expression;
using State = EndsOfBlock::State;

bool is_normal(float x) { return std::isnormal(x); }

/// What a ruling says of all tuples of normal operands in a box: the piece of its accuracy, and the range to which its
/// table confines the result.
struct Choice {
  std::optional<std::size_t> piece;  ///< nothing: the definition is to be asked, or a smaller box
  judge::TableCell::Range range = judge::TableCell::Range::none;
};

Choice choose(const Ruling& rule, const Box& box) {
  const auto none_holds = [&](const std::optional<judge::Condition>& condition) {
    return condition && holds_over(*condition, box) == Truth::no;
  };
  for (const Ruling::Identity& identity : rule.identities) {
    if (identity.condition && !none_holds(identity.condition)) return {};  // the others are of NaN
  }
  if (!std::ranges::all_of(rule.allowed_where, none_holds)) return {};
  for (const auto& condition : rule.required) {
    if (condition && holds_over(*condition, box) != Truth::yes) return {};
  }
  Choice choice;
  if (rule.table) {
    const Enclosure& first = box[0];
    const Enclosure& last = box[static_cast<std::size_t>(info(rule.operation).arity) - 1];
    const auto is_of_one_class = [](const Enclosure& x) {
      return judge::class_of(x.low) == judge::class_of(x.high) && (x.low > 0) == (x.high > 0) &&
             !(x.low <= 1 && x.high >= 1) && !(x.low <= -1 && x.high >= -1);
    };
    if (!is_of_one_class(first) || !is_of_one_class(last)) return {};
    const judge::TableCell& cell = rule.table->cell(judge::class_of(first.low), judge::class_of(last.low));
    if (cell.decides()) return {};
    choice.range = cell.range;
  }
  for (std::size_t i = 0; i < rule.accuracy.size(); ++i) {
    const auto& condition = rule.accuracy[i].condition;
    const Truth truth = condition ? holds_over(*condition, box) : Truth::yes;
    if (truth == Truth::varies) return {};
    if (truth == Truth::no) continue;
    choice.piece = i;
    break;
  }
  return choice;
}

/// Confines ends to the range of a table's cell.
Ends confined(Ends ends, judge::TableCell::Range range) {
  if (range == judge::TableCell::Range::none || !ends.known) return ends;
  if (ends.anything) {
    ends.anything = false;
    ends.low = -HUGE_VALF;
    ends.high = HUGE_VALF;
  }
  if (range == judge::TableCell::Range::sine) {
    ends.low = std::max(ends.low, -1.0F);
    ends.high = std::min(ends.high, 1.0F);
  } else if (ends.low < 0 || ends.high >= 1) {
    ends.known = false;  // of fractions the definition knows what becomes of the open end
  }
  return ends;
}

}  // namespace

std::optional<EndsFinder> EndsFinder::of(const Side& side) {
  EndsFinder finder;
  if (side.is_expression()) {
    std::optional<Node> root = node(side, side.expression());
    if (!root) return std::nullopt;
    finder.root_ = *std::move(root);
    return finder;
  }
  std::vector<Node> arguments;
  for (std::size_t i = 0; i < static_cast<std::size_t>(info(side.ruling.operation).arity); ++i) {
    arguments.push_back({.operand = i});
  }
  std::optional<Node> root = step(side.ruling, std::move(arguments));
  if (!root) return std::nullopt;
  finder.root_ = *std::move(root);
  return finder;
}

std::optional<EndsFinder::Node> EndsFinder::step(const Ruling& rule, std::vector<Node> arguments) {
  const judge::Policies& policies = rule.policies;
  if (rule.result_format->format != Format::binary32 || policies.ulp != judge::Ulp::muller_a ||
      policies.clamp_below_zero) {
    return std::nullopt;
  }
  Node node;
  for (const Ruling::Piece& piece : rule.accuracy) {
    std::optional<SimpleBound> bound = SimpleBound::of(piece.bound);
    if (!bound) return std::nullopt;
    node.bounds.push_back(*std::move(bound));
  }
  node.kind = Node::Kind::step;
  node.rule = &rule;
  node.is_point = false;
  node.plan.operation = rule.operation;
  node.plan.arity = arguments.size();
  node.plan.result_row = rule.result_format;
  node.plan.result_is_float = true;
  node.plan.is_double = false;
  node.plan.limits = judge::FormatLimits(*rule.result_format);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    node.plan.operand_rows[i] = &rule.operand_row(i);
    if (node.plan.operand_rows[i]->format != Format::binary32) return std::nullopt;
  }
  if (!judge::has_reference(node.plan)) return std::nullopt;
  node.arguments = std::move(arguments);
  return node;
}

std::optional<EndsFinder::Node> EndsFinder::node(const Side& side, const Expression& expression) {
  std::vector<Node> arguments;
  const auto add = [&](const Expression& argument) {
    std::optional<Node> one = node(side, argument);
    if (!one) return false;
    arguments.push_back(*std::move(one));
    return true;
  };
  if (const auto last = rulebook::step_of(expression)) {
    if (!std::ranges::all_of(last->operands, add)) return std::nullopt;
    return step(*side.ruling.parts.at({last->operation, side.ruling.format->format}), std::move(arguments));
  }
  switch (expression.kind) {
    case ExpressionKind::number: {
      const Bits bits =
          exact::round_to_nearest_even(*side.ruling.format, exact::Rational::from_decimal(expression.text));
      return Node{
          .kind = Node::Kind::constant,
          .constant = std::bit_cast<float>(static_cast<std::uint32_t>(bits)),
      };
    }
    case ExpressionKind::name: {
      const auto& names = info(side.ruling.operation).operand_names;
      const auto* const place = std::ranges::find(names, expression.text);
      if (place == names.end()) return std::nullopt;
      return Node{.operand = static_cast<std::size_t>(place - names.begin())};
    }
    case ExpressionKind::negate: {
      if (!add(expression.arguments[0])) return std::nullopt;
      const bool is_point = arguments[0].is_point;
      return Node{.kind = Node::Kind::negate, .arguments = std::move(arguments), .is_point = is_point};
    }
    default:
      return std::nullopt;
  }
}

void EndsFinder::find(Operands operands, std::size_t count, EndsOfBlock& ends) const {
  evaluate(root_, operands, count, ends);
}

void EndsFinder::evaluate(const Node& node, Operands operands, std::size_t count, EndsOfBlock& ends) {
  switch (node.kind) {
    case Node::Kind::operand:
      ends.low = ends.high = operands[node.operand];
      for (std::size_t i = 0; i < count; ++i) ends.state[i] = is_normal(ends.low[i]) ? State::known : State::unknown;
      break;
    case Node::Kind::constant:
      ends.low.fill(node.constant);
      ends.high.fill(node.constant);
      ends.state.fill(is_normal(node.constant) ? State::known : State::unknown);
      break;
    case Node::Kind::negate:
      evaluate(node.arguments[0], operands, count, ends);
      std::swap(ends.low, ends.high);
      for (std::size_t i = 0; i < count; ++i) {
        ends.low[i] = -ends.low[i];
        ends.high[i] = -ends.high[i];
      }
      break;
    case Node::Kind::step:
      evaluate_step(node, operands, count, ends);
      break;
  }
}

void EndsFinder::evaluate_step(const Node& node, Operands operands, std::size_t count, EndsOfBlock& ends) {
  const std::size_t arity = node.arguments.size();
  std::vector<EndsOfBlock> arguments(arity);
  for (std::size_t k = 0; k < arity; ++k) evaluate(node.arguments[k], operands, count, arguments[k]);

  // A case of which an argument is a range: the step's ends are among those at the corners of the ranges, if the
  // function is monotone in each argument and its exact results are in one binade.
  const bool is_monotone = is_monotone_in_each(node.rule->operation);
  std::array<bool, kBlock> is_range{};
  ends.state.fill(State::known);
  for (std::size_t i = 0; i < count; ++i) {
    for (const EndsOfBlock& argument : arguments) {
      const bool is_wide = argument.low[i] != argument.high[i];
      // A zero is one value: a table or an identity for it is looked up as for any other.
      const bool is_on_one_side = is_normal(argument.low[i]) && is_normal(argument.high[i]) &&
                                  std::signbit(argument.low[i]) == std::signbit(argument.high[i]);
      const bool is_zero = !is_wide && argument.low[i] == 0;
      is_range[i] = is_range[i] || is_wide;
      if (argument.state[i] != State::known || !(is_on_one_side || is_zero) || (is_wide && !is_monotone)) {
        ends.state[i] = State::unknown;
      }
    }
  }

  const auto block = std::make_unique_for_overwrite<judge::Block>();
  block->count = count;
  std::vector<std::array<float, kBlock>> corner(arity);
  std::array<std::size_t, kBlock> pieces{};
  std::array<double, kBlock> exact{};
  for (std::size_t mask = 0; mask < std::size_t{1} << arity; ++mask) {
    std::vector<ConstLane> lanes;
    Box whole;
    bool is_repeated = false;
    for (std::size_t k = 0; k < arity; ++k) {
      const bool is_high = (mask >> k & 1) != 0;
      is_repeated = is_repeated || (is_high && node.arguments[k].is_point);
      corner[k] = is_high ? arguments[k].high : arguments[k].low;
      lanes.push_back(std::as_bytes(std::span(corner[k])));
      const auto [low, high] = std::minmax_element(corner[k].begin(), corner[k].begin() + count);
      whole[k] = {*low, *high};
    }
    if (is_repeated) continue;
    judge::find_references(node.plan, lanes, *block);
    const Choice of_block = choose(*node.rule, whole);
    for (std::size_t i = 0; i < count; ++i) {
      if (ends.state[i] == State::unknown || (mask != 0 && !is_range[i])) continue;
      const auto box_of_case = [&] {
        Box box;
        for (std::size_t k = 0; k < arity; ++k) box[k] = {corner[k][i], corner[k][i]};
        return box;
      };
      const Choice choice = of_block.piece ? of_block : choose(*node.rule, box_of_case());
      if (!choice.piece) {
        ends.state[i] = State::unknown;
        continue;
      }
      const SimpleBound& bound = node.bounds[*choice.piece];
      const SimpleBound now = bound.varies ? bound.at(box_of_case()) : SimpleBound{};
      Ends found = confined(ends_within(bound.varies ? now : bound, node.rule->policies, block->exact[i],
                                        block->slack[i], node.rule->operation),
                            choice.range);
      if (found.known && is_range[i]) {
        found.known = !found.anything && !bound.varies;
        if (mask != 0) {
          found.known = found.known && pieces[i] == *choice.piece && in_one_binade(exact[i], block->exact[i]);
          found.low = std::min(found.low, ends.low[i]);
          found.high = std::max(found.high, ends.high[i]);
        }
      }
      pieces[i] = *choice.piece;
      exact[i] = block->exact[i];
      ends.low[i] = found.low;
      ends.high[i] = found.high;
      ends.state[i] = !found.known ? State::unknown : found.anything ? State::anything : State::known;
    }
  }
}

}  // namespace halfulp::lowering
