// SPDX-License-Identifier: Apache-2.0
#include "range/answer.hpp"

#include <algorithm>
#include <deque>
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

/// Which of the values that a step may give.
enum class Choice : std::uint8_t { least, greatest, beyond_numbers };

/// Executions that take the least number that each step may give, the greatest, and NaN or an infinity where some step
/// may give that.
void note_executions(Evaluator& evaluator, const std::vector<Bits>& operands, Answer& answer) {
  const Program& program = evaluator.program();
  const FormatInfo& row = *program.format;
  bool goes_beyond = false;
  bool has_open_step = false;
  for (const Choice choice : {Choice::least, Choice::greatest, Choice::beyond_numbers}) {
    if (choice == Choice::beyond_numbers && !goes_beyond) break;
    const auto choose = [&](const ValueSet& set) -> Bits {
      has_open_step = has_open_step || set.anything();
      const FormatInfo& of = info(set.format());
      const bool is_beyond = is_beyond_numbers(set);
      goes_beyond = goes_beyond || is_beyond;
      const auto hull = finite_of(set);
      if (hull && !(is_beyond && choice == Choice::beyond_numbers)) {
        return number::from_ordinal(of, choice == Choice::least ? hull->first : hull->last);
      }
      if (!is_floating(of.format)) return number::from_ordinal(of, finite_values(of.format).last);
      const number::Layout layout(of);
      if (set.has_nan() || set.intervals().empty()) return layout.canonical_nan();
      const bool has_infinity = set.contains_ordinal(place_of_infinity(of.format));
      return layout.infinity(!has_infinity);
    };
    const std::vector<Bits> values = evaluator.execution(operands, choose, [](std::size_t) { return 0; });
    for (std::size_t c = 0; c < answer.components.size(); ++c) {
      const Attained found{values[program.results[c]], operands};
      note(answer.components[c], found, row);
    }
  }
  if (!has_open_step || answer.open) return;
  std::vector<ValueSet> sets;
  for (const Bits bits : operands) sets.push_back(set_of(row.format, bits));
  const NodeSets nodes = evaluator.outer(sets);  // the step may be of a branch that is not taken
  if (std::ranges::any_of(program.results, [&](std::size_t result) { return nodes[result].anything(); })) {
    answer.open = operands;
  }
}

/// Bounds of a program over ranges: boxes of operands, each split again where it sets an end of the result.
class Search {
 public:
  Search(const Program& program, Answer& answer)
      : program_(program),
        evaluator_(program),
        answer_(answer),
        components_(answer.components),
        row_(*program.format) {}

  std::size_t run(std::span<const ValueSet> operands, std::size_t budget) {
    add_leaves(operands, {}, 0);
    // Both ends of each component, and what it may be beyond numbers, in turn.
    constexpr std::size_t kGoals = 3;
    const std::size_t goals = components_.size() * kGoals;
    for (std::size_t turn = 0, idle = 0; leaves_.size() < budget && idle < goals; ++turn) {
      const std::size_t component = turn % goals / kGoals;
      const std::size_t goal = turn % kGoals;
      const std::optional<std::size_t> leaf =
          goal == 2 ? leaf_beyond_numbers(component) : leaf_to_split(component, goal == 1);
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
    if (const auto hull = finite_of(set)) numbers.add(hull->first, hull->last);
    ValueSet others = set;
    const Interval finite = finite_values(row_.format);
    if (!set.anything()) others.remove(finite.first, finite.last);
    for (const ValueSet& part : {numbers, others}) {
      if (part.empty()) continue;
      std::vector<ValueSet> next = chosen;
      next.push_back(part);
      add_leaves(operands, std::move(next), depth);
    }
  }

  void add_leaf(std::vector<ValueSet> operands, int depth) {
    const NodeSets sets = evaluator_.outer(operands);
    Leaf leaf{std::move(operands), {}, false, depth};
    for (std::size_t c = 0; c < components_.size(); ++c) {
      const ValueSet& set = sets[program_.results[c]];
      leaf.results.push_back(set);
      if (is_beyond_numbers(set)) beyond_numbers_[c].push_back(leaves_.size());
      if (const auto hull = finite_of(set)) {
        least_[c].emplace(hull->first, leaves_.size());
        greatest_[c].emplace(-hull->last, leaves_.size());
      }
    }
    try_points(leaf);
    leaves_.push_back(std::move(leaf));
  }

  /// A box that may give NaN, an infinity or anything, if no execution is known that does. What is known stays so.
  std::optional<std::size_t> leaf_beyond_numbers(std::size_t component) {
    std::deque<std::size_t>& leaves = beyond_numbers_[component];
    const ComponentRange& known = components_[component];
    while (!leaves.empty()) {
      const std::size_t place = leaves.front();
      leaves.pop_front();
      const ValueSet& set = leaves_[place].results[component];
      const bool is_known = set.anything() ? answer_.open.has_value()
                                           : (!set.has_nan() || known.nan) && (!has_infinity(set) || known.infinity);
      if (!leaves_[place].is_split && !is_known) return place;
    }
    return std::nullopt;
  }

  /// Executions with operands of the box: its middle, and vertices, all of the first box and then one after the other.
  /// In the first box each operand is 0 and 1, too, at vertices of the others.
  void try_points(const Leaf& leaf) {
    constexpr std::size_t kMostVertices = 256;
    const std::size_t all = std::size_t{1} << std::min<std::size_t>(leaf.operands.size(), 8);
    const std::size_t count = leaf.depth == 0 ? std::min(all, kMostVertices) : 2;
    const auto try_at = [&](auto place) { note_executions(evaluator_, point_of(leaf, place), answer_); };
    try_at([](std::int64_t first, std::int64_t last, std::size_t) { return first + (last - first) / 2; });
    for (std::size_t i = 0; i < count; ++i, ++vertex_) {
      try_at([&](std::int64_t first, std::int64_t last, std::size_t operand) {
        return (vertex_ >> operand & 1) == 0 ? first : last;
      });
    }
    if (leaf.depth > 0) return;
    const auto one = static_cast<std::int64_t>(number::Layout(row_).one());
    for (std::size_t i = 0; i < leaf.operands.size(); ++i) {
      for (const std::int64_t special : {-one - 1, std::int64_t{-1}, std::int64_t{0}, one}) {
        if (!leaf.operands[i].contains_ordinal(special)) continue;
        for (std::size_t vertex = 0; vertex < std::min<std::size_t>(count, 16); ++vertex) {
          try_at([&](std::int64_t first, std::int64_t last, std::size_t operand) {
            return operand == i ? special : (vertex >> operand & 1) == 0 ? first : last;
          });
        }
      }
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
      const std::int64_t middle = middle_of(whole, static_cast<std::size_t>(leaves_[place].depth) / count);
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

  /// Where an interval is split: at zero, then by value and by the order of values in turn, `turn` of them before.
  [[nodiscard]] std::int64_t middle_of(const Interval& whole, std::size_t turn) const {
    if (whole.first < 0 && whole.last >= 0) return -1;
    const std::int64_t by_place = whole.first + (whole.last - whole.first) / 2;
    if (turn % 2 == 1) return by_place;
    const auto at = [&](std::int64_t place) { return exact::value_of(row_, number::from_ordinal(row_, place)); };
    const Bits bits = exact::round_to_nearest_even(row_, (at(whole.first) + at(whole.last)).scaled(-1));
    return std::clamp(number::ordinal(row_, bits), whole.first, whole.last - 1);
  }

  const Program& program_;
  Evaluator evaluator_;
  Answer& answer_;
  std::vector<ComponentRange>& components_;
  const FormatInfo& row_;
  std::vector<Leaf> leaves_;
  std::size_t vertex_ = 0;
  std::map<std::size_t, std::deque<std::size_t>> beyond_numbers_;  ///< by component: boxes that may give no number
  std::map<std::size_t, std::multimap<std::int64_t, std::size_t>>
      least_;  ///< by component: boxes by their least result
  std::map<std::size_t, std::multimap<std::int64_t, std::size_t>> greatest_;  ///< the same by minus their greatest
};

/// The steps that make the result wide.
void add_shares(Evaluator& evaluator, std::span<const ValueSet> operands, Answer& answer) {
  const Program& program = evaluator.program();
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

Answer unanswered(const Program& program) {
  Answer result;
  const ComponentRange empty{ValueSet(program.format->format), {}, {}, {}, {}, {}, {}, {}};
  result.components.assign(program.results.size(), empty);
  return result;
}

std::vector<Bits> bits_of(std::span<const ValueSet> given) {
  std::vector<Bits> bits;
  for (const ValueSet& set : given) bits.push_back(given_bits(set));
  return bits;
}

}  // namespace

bool is_attained(const ComponentRange& component, Bits result, Format format) {
  const number::Layout layout(info(format));
  const auto is_it = [&](Bits found) {
    return found == result || (layout.is_nan(found) && layout.is_nan(result) && component.outer.contains(result));
  };
  if (component.nearest && is_it(*component.nearest)) return true;
  for (const auto& found : {component.least, component.greatest, component.infinity, component.nan}) {
    if (found && is_it(found->result)) return true;
  }
  return false;
}

Answer answer_given(Evaluator& evaluator, std::span<const Bits> operands, std::int64_t cases,
                    std::span<const Bits> observed) {
  const Program& program = evaluator.program();
  const Format format = program.format->format;
  std::vector<ValueSet> sets;
  for (const Bits bits : operands) sets.push_back(set_of(format, bits));
  Answer answer = unanswered(program);
  answer.nodes = evaluator.outer(sets);
  bool is_open = observed.empty();
  bool is_forbidden = false;
  for (std::size_t c = 0; c < program.results.size(); ++c) {
    answer.components[c].outer = answer.nodes[program.results[c]];
    if (c < observed.size()) is_forbidden = is_forbidden || !answer.components[c].outer.contains(observed[c]);
  }
  if (is_forbidden) return answer;
  note_executions(evaluator, {operands.begin(), operands.end()}, answer);
  const std::vector<Bits> nearest = evaluator.nearest_execution(operands);
  for (std::size_t c = 0; c < program.results.size(); ++c) {
    answer.components[c].nearest = nearest[program.results[c]];
    if (c < observed.size()) is_open = is_open || !is_attained(answer.components[c], observed[c], format);
  }
  if (!is_open) return answer;
  if (const std::optional<NodeSets> exact = evaluator.exact(operands, cases)) {
    for (std::size_t c = 0; c < program.results.size(); ++c) answer.components[c].exact = (*exact)[c];
  }
  return answer;
}

Answer answer(const Program& program, std::span<const ValueSet> operands, const Budget& budget) {
  if (!std::ranges::all_of(operands, is_given)) {
    Answer result = unanswered(program);
    result.boxes = Search(program, result).run(operands, budget.boxes);
    return result;
  }
  Evaluator evaluator(program);
  const std::vector<Bits> given = bits_of(operands);
  Answer result = answer_given(evaluator, given, budget.cases);
  if (const auto real = real_results(program, given)) {
    for (std::size_t c = 0; c < result.components.size(); ++c) result.components[c].real = (*real)[c];
  }
  add_shares(evaluator, operands, result);
  return result;
}

}  // namespace halfulp::range
