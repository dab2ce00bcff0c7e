// SPDX-License-Identifier: Apache-2.0
#include "range/evaluate.hpp"

#include <algorithm>
#include <array>

#include "number/layout.hpp"
#include "range/steps/comparison.hpp"

namespace halfulp::range {
namespace {

using judge::Ruling;
using judge::ValueSet;

/// The operation as IEEE 754 has it, rounded to nearest, ties to even.
Ruling rounded_to_nearest(const Ruling& rule) {
  static const rulebook::Bound kNearest = [] {
    rulebook::Bound bound;
    bound.kind = rulebook::Bound::Kind::nearest_even;
    return bound;
  }();
  using Family = OperationFamily;
  Ruling result = rule;
  // What is exact, one of the operands, or rounded as the conversion has it, is what its rule makes it.
  const Family family = info(rule.operation).family;
  constexpr std::array kAsRuled = {Family::selection, Family::movement, Family::modifier, Family::conversion,
                                   Family::pixel};
  if (std::ranges::find(kAsRuled, family) != kAsRuled.end()) return result;
  judge::Bound bound;
  bound.kind = rulebook::Bound::Kind::nearest_even;
  bound.source = &kNearest;
  result.accuracy = {{bound, std::nullopt}};
  result.identities.clear();
  result.allowed_where.clear();
  result.rules.allowances.clear();
  result.policies.special_advisory = false;
  result.policies.nan_undefined = false;
  result.policies.infinity_undefined = false;
  return result;
}

/// What nodes are, by their places.
template <class Value>
std::vector<Value> at_places(const std::vector<Value>& nodes, const std::vector<std::size_t>& places) {
  std::vector<Value> values;
  values.reserve(places.size());
  for (const std::size_t place : places) values.push_back(nodes[place]);
  return values;
}

ValueSet set_of_constant(const Node& node) {
  ValueSet set(node.format);
  set.add_bits(node.constant);
  return set;
}

/// What a comparison may choose.
ValueSet chosen_of(const Node& node, const NodeSets& sets, const Truths& truths) {
  ValueSet set(sets[node.chosen[0]].format());
  if (truths.may_hold) set.unite(sets[node.chosen[0]]);
  if (truths.may_fail) set.unite(sets[node.chosen[1]]);
  return set;
}

}  // namespace

ValueSet Evaluator::outer_of(const Node& node, const NodeSets& sets, bool is_free) {
  ValueSet result(node.format);
  for (const Step& way : node.ways) {
    const std::vector<ValueSet> arguments = at_places(sets, way.arguments);
    if (is_free) {
      result.unite(hull_.of(*way.rule, arguments));
      continue;
    }
    result.unite(hull_.of(nearest_rule(*way.rule), arguments));
    break;
  }
  return result;
}

NodeSets Evaluator::outer(std::span<const ValueSet> operands, std::optional<std::size_t> free) {
  NodeSets sets;
  sets.reserve(program_.nodes.size());
  for (std::size_t i = 0; i < program_.nodes.size(); ++i) {
    const Node& node = program_.nodes[i];
    switch (node.kind) {
      case Node::Kind::operand:
        sets.push_back(operands[node.of]);
        break;
      case Node::Kind::constant:
        sets.push_back(set_of_constant(node));
        break;
      case Node::Kind::negate:
        sets.push_back(sets[node.of].mirrored());
        break;
      case Node::Kind::select: {
        const Step& comparison = node.ways.front();
        const Truths truths = truths_over(*comparison.rule, at_places(sets, comparison.arguments));
        sets.push_back(chosen_of(node, sets, truths));
        break;
      }
      case Node::Kind::step:
        sets.push_back(outer_of(node, sets, !free || *free == i));
        break;
    }
  }
  return sets;
}

/// The search for exact sets: nodes that are used more than once are given one value after the other.
struct Evaluator::Exact {
  const Program& program;
  std::span<const Bits> operands;
  std::int64_t budget;
  std::vector<std::size_t> uses;
  NodeSets results;

  [[nodiscard]] std::vector<Bits> members(const ValueSet& set) const {
    const FormatInfo& row = info(set.format());
    std::vector<Bits> result;
    for (const auto& interval : set.intervals()) {
      for (std::int64_t at = interval.first; at <= interval.last; ++at) {
        result.push_back(number::from_ordinal(row, at));
      }
    }
    if (set.has_nan()) {
      // The sign of a NaN may count; its other bits do not.
      const number::Layout layout(row);
      result.insert(result.end(), {layout.canonical_nan(), layout.canonical_nan() | layout.sign_mask()});
    }
    return result;
  }

  [[nodiscard]] bool is_too_much(const ValueSet& set) const { return set.anything() || set.count() > budget; }

  /// Calls a function with all tuples of the values of a way's arguments; false where that is too much to decide.
  template <class Function>
  bool for_each_tuple(const Step& way, const NodeSets& sets, Function function) {
    std::vector<std::vector<Bits>> choices;
    std::int64_t tuples = 1;
    for (const std::size_t argument : way.arguments) {
      if (is_too_much(sets[argument])) return false;
      choices.push_back(members(sets[argument]));
      tuples *= static_cast<std::int64_t>(choices.back().size());
      if (tuples > budget) return false;
    }
    budget -= tuples;
    std::vector<Bits> tuple(choices.size());
    const auto each = [&](const auto& self, std::size_t at) -> void {
      if (at == choices.size()) return function(tuple);
      for (const Bits bits : choices[at]) {
        tuple[at] = bits;
        self(self, at + 1);
      }
    };
    each(each, 0);
    return true;
  }

  /// What a way permits for all of them.
  bool add_way(const Step& way, const NodeSets& sets, ValueSet& result) {
    return for_each_tuple(way, sets, [&](const std::vector<Bits>& tuple) {
      result.unite(judge::permitted(*way.rule, tuple, way.rule->policies).set);
    });
  }

  /// The node that a comparison chooses, for all values of what is compared. Compared nodes that are chosen, too, are
  /// used more than once, so that they have one value here.
  bool add_selected(const Node& node, const NodeSets& sets, ValueSet& result) {
    Truths truths;
    const auto note = [&](const std::vector<Bits>& tuple) { truths.unite(truths_of(*node.ways.front().rule, tuple)); };
    if (!for_each_tuple(node.ways.front(), sets, note)) return false;
    result = chosen_of(node, sets, truths);
    return true;
  }

  /// From the node at `at` on, those before it decided.
  bool from(std::size_t at, NodeSets sets) {
    for (; at < program.nodes.size(); ++at) {
      const Node& node = program.nodes[at];
      if (node.kind == Node::Kind::operand) {
        sets.push_back(set_of(node.format, operands[node.of]));
        continue;
      }
      if (node.kind == Node::Kind::constant) {
        sets.push_back(set_of_constant(node));
        continue;
      }
      ValueSet set(node.format);
      if (node.kind == Node::Kind::negate) {
        set = sets[node.of].mirrored();
      } else if (node.kind == Node::Kind::select) {
        if (!add_selected(node, sets, set)) return false;
      } else {
        for (const Step& way : node.ways) {
          if (!add_way(way, sets, set)) return false;
        }
      }
      const bool is_one = set.count() == 1 && !set.has_nan();
      if (uses[at] > 1 && !is_one && node.kind != Node::Kind::negate) {
        if (is_too_much(set)) return false;
        for (const Bits bits : members(set)) {
          NodeSets next = sets;
          next.push_back(set_of(node.format, bits));
          if (!from(at + 1, std::move(next))) return false;
        }
        return true;
      }
      sets.push_back(std::move(set));
    }
    for (std::size_t i = 0; i < program.results.size(); ++i) results[i].unite(sets[program.results[i]]);
    return true;
  }
};

std::optional<NodeSets> Evaluator::exact(std::span<const Bits> operands, std::int64_t budget) {
  Exact search{program_, operands, budget, std::vector<std::size_t>(program_.nodes.size()), {}};
  for (const Node& node : program_.nodes) {
    if (node.kind == Node::Kind::negate) ++search.uses[node.of];
    if (node.kind == Node::Kind::select) {
      for (const std::size_t chosen : node.chosen) ++search.uses[chosen];
    }
    // A fused way and one in two steps use the same values: one of them is taken.
    std::vector<std::size_t> used;
    for (const Step& way : node.ways) {
      for (const std::size_t argument : way.arguments) {
        const auto count = std::ranges::count(way.arguments, argument);
        if (std::ranges::count(used, argument) < count) used.push_back(argument);
      }
    }
    for (const std::size_t argument : used) ++search.uses[argument];
  }
  search.results.assign(program_.results.size(), ValueSet(program_.format->format));
  if (!search.from(0, {})) return std::nullopt;
  return search.results;
}

template <class Decide>
std::vector<Bits> Evaluator::executed(std::span<const Bits> operands, const Decide& decide,
                                      const std::function<std::size_t(std::size_t)>& choose_way) const {
  std::vector<Bits> values;
  values.reserve(program_.nodes.size());
  for (const Node& node : program_.nodes) {
    switch (node.kind) {
      case Node::Kind::operand:
        values.push_back(operands[node.of]);
        break;
      case Node::Kind::constant:
        values.push_back(node.constant);
        break;
      case Node::Kind::negate:
        values.push_back(values[node.of] ^ number::Layout(info(node.format)).sign_mask());
        break;
      case Node::Kind::select: {
        const Step& comparison = node.ways.front();
        const Truths truths = truths_of(*comparison.rule, at_places(values, comparison.arguments));
        const bool holds = truths.may_hold && (!truths.may_fail || choose_way(2) == 0);
        values.push_back(values[node.chosen[holds ? 0 : 1]]);
        break;
      }
      case Node::Kind::step: {
        const Step& way = node.ways[node.ways.size() == 1 ? 0 : choose_way(node.ways.size())];
        values.push_back(decide(*way.rule, at_places(values, way.arguments)));
        break;
      }
    }
  }
  return values;
}

std::vector<Bits> Evaluator::execution(std::span<const Bits> operands, const Choose& choose,
                                       const std::function<std::size_t(std::size_t)>& choose_way) const {
  const auto decide = [&](const Ruling& rule, std::span<const Bits> arguments) {
    return choose(judge::permitted(rule, arguments, rule.policies).set);
  };
  return executed(operands, decide, choose_way);
}

const Ruling& Evaluator::nearest_rule(const Ruling& rule) {
  auto found = nearest_.find(&rule);
  if (found == nearest_.end()) found = nearest_.emplace(&rule, rounded_to_nearest(rule)).first;
  return found->second;
}

std::vector<Bits> Evaluator::nearest_execution(std::span<const Bits> operands) {
  const auto any_of = [&](const ValueSet& set) {
    const FormatInfo& row = info(set.format());
    if (!set.intervals().empty()) return number::from_ordinal(row, set.intervals().front().first);
    return is_floating(row.format) ? number::Layout(row).canonical_nan() : Bits{0};
  };
  const auto decide = [&](const Ruling& rule, std::span<const Bits> arguments) {
    const ValueSet permitted = judge::permitted(rule, arguments, rule.policies).set;
    const ValueSet nearest = judge::permitted(nearest_rule(rule), arguments, rule.policies).set;
    if (permitted.anything()) return any_of(nearest);
    const Bits rounded = any_of(nearest);
    return permitted.contains(rounded) ? rounded : any_of(permitted);
  };
  return executed(operands, decide, [](std::size_t) { return 0; });
}

}  // namespace halfulp::range
