// SPDX-License-Identifier: Apache-2.0
#include "range/answer.hpp"

#include <algorithm>
#include <map>

#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::range {
namespace {

using judge::ValueSet;
using Interval = ValueSet::Interval;

double width_of(const ValueSet& set) {
  const FormatInfo& row = info(set.format());
  const auto hull = finite_of(set);
  if (!hull) return 0;
  const auto at = [&](std::int64_t place) { return exact::value_of(row, number::from_ordinal(row, place)); };
  return (at(hull->last) - at(hull->first)).to_double();
}

/// Keeps what an execution gave.
void note(ComponentRange& component, const Attained& found, const FormatInfo& row) {
  const number::Layout layout(row);
  if (layout.is_nan(found.result)) {
    if (!component.nan) component.nan = found;
  } else if (layout.is_infinite(found.result)) {
    if (!component.infinity) component.infinity = found;
  } else {
    const auto place = [&](const Attained& one) { return number::ordinal(row, one.result); };
    if (!component.least || place(found) < place(*component.least)) component.least = found;
    if (!component.greatest || place(found) > place(*component.greatest)) component.greatest = found;
  }
}

/// Executions that take the least of each step's results, and the greatest.
void note_executions(const Evaluator& evaluator, const std::vector<Bits>& operands,
                     std::vector<ComponentRange>& components) {
  const Program& program = evaluator.program();
  const FormatInfo& row = *program.format;
  const number::Layout layout(row);
  for (const bool takes_last : {false, true}) {
    const auto choose = [&](const ValueSet& set) -> Bits {
      if (const auto hull = finite_of(set)) return number::from_ordinal(row, takes_last ? hull->last : hull->first);
      if (!set.intervals().empty()) return number::from_ordinal(row, set.intervals().front().first);
      return layout.canonical_nan();
    };
    const std::vector<Bits> values = evaluator.execution(operands, choose, [](std::size_t) { return 0; });
    for (std::size_t c = 0; c < components.size(); ++c) {
      const Attained found{values[program.results[c]], operands};
      note(components[c], found, row);
    }
  }
}

/// Bounds of a program over ranges: boxes of operands, each split again where it sets an end of the result.
class Search {
 public:
  Search(const Program& program, std::vector<ComponentRange>& components)
      : program_(program), evaluator_(program), components_(components), row_(*program.format) {}

  std::size_t run(std::span<const ValueSet> operands, std::size_t budget) {
    add_leaves(operands, {}, 0);
    // Each end of each component in turn.
    const std::size_t ends = components_.size() * 2;
    for (std::size_t turn = 0, idle = 0; leaves_.size() < budget && idle < ends; ++turn) {
      const std::optional<std::size_t> leaf = leaf_to_split(turn % ends / 2, turn % 2 == 1);
      idle = leaf && split(*leaf) ? 0 : idle + 1;
    }
    for (std::size_t c = 0; c < components_.size(); ++c) {
      for (const Leaf& leaf : leaves_) {
        if (!leaf.is_split) components_[c].outer.unite(leaf.results[c]);
      }
    }
    return static_cast<std::size_t>(std::ranges::count(leaves_, false, &Leaf::is_split));
  }

 private:
  struct Leaf {
    std::vector<ValueSet> operands;
    std::vector<ValueSet> results;
    bool is_split = false;
    int depth = 0;
  };

  /// Numbers of an operand and its other values are boxes of their own.
  void add_leaves(std::span<const ValueSet> operands, std::vector<ValueSet> chosen, int depth) {
    if (chosen.size() == operands.size()) return add_leaf(std::move(chosen), depth);
    const ValueSet& set = operands[chosen.size()];
    ValueSet numbers(row_.format);
    if (const auto finite = finite_of(set)) numbers.add(finite->first, finite->last);
    ValueSet others = set;
    if (!set.anything()) others.remove(-place_of_infinity(), place_of_infinity() - 1);
    for (const ValueSet& part : {numbers, others}) {
      if (part.empty()) continue;
      std::vector<ValueSet> next = chosen;
      next.push_back(part);
      add_leaves(operands, std::move(next), depth);
    }
  }

  [[nodiscard]] std::int64_t place_of_infinity() const {
    return static_cast<std::int64_t>(number::Layout(row_).infinity());
  }

  void add_leaf(std::vector<ValueSet> operands, int depth) {
    const NodeSets sets = evaluator_.outer(operands);
    Leaf leaf{std::move(operands), {}, false, depth};
    for (std::size_t c = 0; c < components_.size(); ++c) {
      const ValueSet& set = sets[program_.results[c]];
      leaf.results.push_back(set);
      if (const auto hull = finite_of(set)) {
        least_[c].emplace(hull->first, leaves_.size());
        greatest_[c].emplace(-hull->last, leaves_.size());
      }
    }
    try_points(leaf);
    leaves_.push_back(std::move(leaf));
  }

  /// Executions with operands of the box: its middle, and vertices, all of the first box and then one after the other.
  void try_points(const Leaf& leaf) {
    constexpr std::size_t kMostVertices = 256;
    const std::size_t all = std::size_t{1} << std::min<std::size_t>(leaf.operands.size(), 8);
    const std::size_t count = leaf.depth == 0 ? std::min(all, kMostVertices) : 2;
    const auto try_at = [&](auto place) { note_executions(evaluator_, point_of(leaf, place), components_); };
    try_at([](std::int64_t first, std::int64_t last, std::size_t) { return first + (last - first) / 2; });
    for (std::size_t i = 0; i < count; ++i, ++vertex_) {
      try_at([&](std::int64_t first, std::int64_t last, std::size_t operand) {
        return (vertex_ >> operand & 1) == 0 ? first : last;
      });
    }
  }

  template <class Place>
  [[nodiscard]] std::vector<Bits> point_of(const Leaf& leaf, Place place) const {
    std::vector<Bits> point;
    for (std::size_t i = 0; i < leaf.operands.size(); ++i) {
      const ValueSet& set = leaf.operands[i];
      if (set.intervals().empty()) {
        point.push_back(given_bits(set));
        continue;
      }
      const std::int64_t first = set.intervals().front().first;
      const std::int64_t at = place(first, set.intervals().back().last, i);
      point.push_back(number::from_ordinal(row_, set.contains_ordinal(at) ? at : first));
    }
    return point;
  }

  /// The box with the least or the greatest result, if no execution gives that.
  std::optional<std::size_t> leaf_to_split(std::size_t component, bool of_greatest) {
    auto& order = of_greatest ? greatest_[component] : least_[component];
    while (!order.empty() && leaves_[order.begin()->second].is_split) order.erase(order.begin());
    if (order.empty()) return std::nullopt;
    const auto& attained = of_greatest ? components_[component].greatest : components_[component].least;
    const std::int64_t end = of_greatest ? -order.begin()->first : order.begin()->first;
    if (attained && number::ordinal(row_, attained->result) == end) return std::nullopt;
    return order.begin()->second;
  }

  /// Splits a box by the operand whose turn it is; false where all are single values.
  bool split(std::size_t place) {
    const std::size_t count = leaves_[place].operands.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t operand = (static_cast<std::size_t>(leaves_[place].depth) + i) % count;
      const ValueSet& set = leaves_[place].operands[operand];
      if (set.anything() || set.intervals().size() != 1 || is_one_value(set)) continue;
      const Interval whole = set.intervals().front();
      const std::int64_t middle = middle_of(whole, leaves_[place].depth);
      leaves_[place].is_split = true;
      const int depth = leaves_[place].depth + 1;
      for (const Interval& half : {Interval{whole.first, middle}, Interval{middle + 1, whole.last}}) {
        std::vector<ValueSet> operands = leaves_[place].operands;
        operands[operand] = ValueSet(row_.format);
        operands[operand].add(half.first, half.last);
        add_leaf(std::move(operands), depth);
      }
      return true;
    }
    return false;
  }

  /// Where an interval is split: at zero, then by value and by the order of values in turn.
  [[nodiscard]] std::int64_t middle_of(const Interval& whole, int depth) const {
    if (whole.first < 0 && whole.last >= 0) return -1;
    const std::int64_t by_place = whole.first + (whole.last - whole.first) / 2;
    if (depth % 2 == 1) return by_place;
    const auto at = [&](std::int64_t place) { return exact::value_of(row_, number::from_ordinal(row_, place)); };
    const Bits bits = exact::round_to_nearest_even(row_, (at(whole.first) + at(whole.last)).scaled(-1));
    return std::clamp(number::ordinal(row_, bits), whole.first, whole.last - 1);
  }

  const Program& program_;
  Evaluator evaluator_;
  std::vector<ComponentRange>& components_;
  const FormatInfo& row_;
  std::vector<Leaf> leaves_;
  std::size_t vertex_ = 0;
  std::map<std::size_t, std::multimap<std::int64_t, std::size_t>>
      least_;  ///< by component: boxes by their least result
  std::map<std::size_t, std::multimap<std::int64_t, std::size_t>> greatest_;  ///< the same by minus their greatest
};

void answer_given(const Program& program, std::span<const ValueSet> operands, const Budget& budget, Answer& answer) {
  std::vector<Bits> given;
  for (const ValueSet& set : operands) given.push_back(given_bits(set));
  Evaluator evaluator(program);
  answer.nodes = evaluator.outer(operands);
  const std::optional<NodeSets> exact = evaluator.exact(given, budget.cases);
  const auto real = real_results(program, given);
  for (std::size_t c = 0; c < program.results.size(); ++c) {
    ComponentRange& component = answer.components[c];
    component.outer = answer.nodes[program.results[c]];
    if (exact) component.exact = (*exact)[c];
    if (real) component.real = (*real)[c];
  }
  note_executions(evaluator, given, answer.components);
  const double whole = width_of(answer.components.front().outer);
  if (!(whole > 0)) return;
  for (std::size_t i = 0; i < program.nodes.size(); ++i) {
    if (program.nodes[i].kind != Node::Kind::step) continue;
    const double share = width_of(evaluator.outer(operands, i)[program.results.front()]) / whole;
    constexpr double kLeast = 0.001;
    if (share >= kLeast) answer.shares.push_back({i, share});
  }
  std::ranges::stable_sort(answer.shares, std::greater{}, &StepShare::share);
}

}  // namespace

Answer answer(const Program& program, std::span<const ValueSet> operands, const Budget& budget) {
  Answer result;
  const ComponentRange empty{ValueSet(program.format->format), {}, {}, {}, {}, {}, {}};
  result.components.assign(program.results.size(), empty);
  if (std::ranges::all_of(operands, is_given)) {
    answer_given(program, operands, budget, result);
  } else {
    result.boxes = Search(program, result.components).run(operands, budget.boxes);
  }
  return result;
}

}  // namespace halfulp::range
