// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <climits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exact/nearest.hpp"
#include "exact/value.hpp"
#include "halfulp/error.hpp"
#include "judge/definition/permitted.hpp"
#include "judge/definition/steps.hpp"
#include "number/layout.hpp"
#include "rulebook/resolve.hpp"

// docs/limits.md says which values of a step's operands are tried. The ends of a wide operand suffice where the ends of
// what the step permits are monotone in each operand: for + - * / rounded to nearest or toward zero. With n ULP the
// lower end q - n ulp(q) drops by n / 2 ULP where q passes a power of two, so that the hull of the results of two wide
// operands may end that much too near.

namespace halfulp::judge {
namespace {

using rulebook::Expression;
using Kind = Expression::Kind;

/// Hulls of at most this many values are tried value by value, and tuples of values one by one.
constexpr std::int64_t kMostTried = 512;
/// The same of sets whose values are kept.
constexpr std::int64_t kMostOfValues = 4096;

class Composer {
 public:
  /// What a step hands on of its finite results that are no zeros: each value, or the hull around them.
  enum class Keeps : std::uint8_t { values, hulls };

  Composer(const Ruling& ruling, const Bound& bound, std::span<const Bits> operands, Keeps keeps,
           StepTrace* trace = nullptr)
      : ruling_(ruling),
        bound_(bound),
        operands_(operands),
        keeps_values_(keeps == Keeps::values),
        trace_(trace),
        row_(bound.source->in ? info(*bound.source->in) : *ruling.format) {}

  ValueSet run() { return bound_.source->in ? run_in_format() : with(bound_.source->with.begin()); }

 private:
  using Names = std::map<std::string, Expression>;

  /// For sets of another format that the bound's sequence takes or gives.
  Composer(const Composer& of, const FormatInfo& row)
      : ruling_(of.ruling_), bound_(of.bound_), keeps_values_(true), trace_(nullptr), row_(row) {}

  /// Converts the operands, evaluates the expression for each choice of them, and converts what it gives.
  ValueSet run_in_format() {
    std::vector<std::vector<Bits>> choices;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const FormatInfo& given = ruling_.operand_row(i);
      const Composer before(*this, given);
      choices.push_back(points(before.converted(before.single(operands_[i]), row_)));
      add_other_neighbour(choices.back(), given, operands_[i]);
    }
    ValueSet result(row_.format);
    each_tuple(choices, [&](std::span<const Bits> tuple) {
      operands_ = tuple;
      result.unite(with(bound_.source->with.begin()));
    });
    fill(result, std::ranges::all_of(choices, [](const std::vector<Bits>& one) { return one.size() == 1; }));
    return converted(result, *ruling_.result_format);
  }

  /// A step may take an operand with more digits than the format has, so that what it gives lies between what both
  /// neighbours give: adds the other one, unless that is infinite.
  void add_other_neighbour(std::vector<Bits>& values, const FormatInfo& given, Bits operand) const {
    if (!number::Layout(given).is_finite(operand) || !layout_.is_finite(values.front())) return;
    const int side = exact::value_of(given, operand).compare(exact::value_of(row_, values.front()));
    const Bits other = number::from_ordinal(row_, number::ordinal(row_, values.front()) + side);
    if (side != 0 && layout_.is_finite(other)) values.push_back(other);
  }

  /// The set in another format, each value by the rulebook's own conversion, which is monotone.
  [[nodiscard]] ValueSet converted(const ValueSet& x, const FormatInfo& to) const {
    if (to.format == row_.format) return x;
    if (x.anything()) return ValueSet::of_anything(to.format);
    const Ruling& rule = *ruling_.parts.at({*rulebook::conversion_between(row_.format, to.format), row_.format});
    ValueSet result(to.format);
    for (const Bits bits : points(x)) result.unite(permitted(rule, std::span(&bits, 1), rule.policies).set);
    Composer(*this, to).fill(result, is_few(x));
    return result;
  }

  /// Calls `use` with every tuple of one bit pattern from each list.
  template <class Use>
  static void each_tuple(const std::vector<std::vector<Bits>>& choices, const Use& use) {
    std::vector<Bits> tuple(choices.size());
    const auto each = [&](const auto& self, std::size_t at) -> void {
      if (at == choices.size()) return use(std::span<const Bits>(tuple));
      for (const Bits bits : choices[at]) {
        tuple[at] = bits;
        self(self, at + 1);
      }
    };
    each(each, 0);
  }

  /// Gives each name that `with` explains one value after the other, then evaluates the expression.
  ValueSet with(Names::const_iterator name) {
    if (name == bound_.source->with.end()) return value(bound_.source->expansion);
    const ValueSet all = value(name->second);
    if (all.anything()) return ValueSet::of_anything(row_.format);
    ValueSet result(row_.format);
    const auto next = std::next(name);
    for (const Bits bits : points(all)) {
      given_.insert_or_assign(name->first, bits);
      result.unite(with(next));
      if (result.anything()) break;
    }
    given_.erase(name->first);
    fill(result, true);
    return result;
  }

  ValueSet value(const Expression& expression) {
    if (const auto last = rulebook::step_of(expression)) {
      const bool is_exact = bound_.source->exact_constants && last->operation == Operation::mul;
      return is_exact ? product(expression) : step(last->operation, expression, last->operands);
    }
    switch (expression.kind) {
      case Kind::number:
        return single(exact::round_to_nearest_even(row_, Rational::from_decimal(expression.text)));
      case Kind::name:
        return single(named(expression.text));
      case Kind::negate:
        return value(expression.arguments[0]).mirrored();
      case Kind::call:
        return single(constant_value(expression));
      default:
        throw Error(Error::Kind::kInternal, "an expression that was not checked when it was loaded");
    }
  }

  [[nodiscard]] ValueSet single(Bits bits) const {
    ValueSet one(row_.format);
    one.add_bits(bits);
    if (one.has_nan()) one.add_any_nan();
    return one;
  }

  Bits named(const std::string& name) {
    if (const auto found = given_.find(name); found != given_.end()) return found->second;
    const auto& names = info(ruling_.operation).operand_names;
    const auto* const place = std::ranges::find(names, name);
    if (place != names.end()) return operands_[static_cast<std::size_t>(place - names.begin())];
    return constant_value({Kind::name, name, {}});
  }

  /// An operation and its operands.
  struct Call {
    Operation operation;
    std::vector<Bits> operands;
  };

  /// A constant as an operation on values: log2(10), or pi, the angle of the point (-1, 0).
  [[nodiscard]] Call call_of(const Expression& expression) {
    if (expression.kind == Kind::name) return {Operation::atan2, {layout_.zero(), layout_.one(true)}};
    return {*find_operation(expression.text), {points(value(expression.arguments[0])).front()}};
  }

  /// A constant's nearest value.
  [[nodiscard]] Bits constant_value(const Expression& expression) {
    const Call call = call_of(expression);
    return exact::nearest_even(call.operation, row_.format, call.operands);
  }

  /// The constant itself where it is no rational number.
  [[nodiscard]] std::optional<Real> irrational(const Expression& expression) {
    const bool is_pi = expression.kind == Kind::name && expression.text == "pi";
    if (!is_pi && (expression.kind != Kind::call || !rulebook::names_in(expression).empty())) return std::nullopt;
    const Call call = call_of(expression);
    const exact::Result result = exact::exact_result(call.operation, row_.format, call.operands);
    if (result.kind != exact::Result::Kind::finite || result.value.is_rational()) return std::nullopt;
    return result.value;
  }

  /// What multiplication's own rule permits where a factor is a constant that is not rounded first.
  ValueSet product(const Expression& expression) {
    const auto& factors = expression.arguments;
    const std::optional<Real> first = irrational(factors[0]);
    const std::optional<Real> factor = first ? first : irrational(factors[1]);
    if (!factor) return step(Operation::mul, expression, factors);
    const Bits constant = constant_value(factors[first ? 0 : 1]);
    const ValueSet other = value(factors[first ? 1 : 0]);
    if (other.anything()) return noted(expression, ValueSet::of_anything(row_.format));
    ValueSet result(row_.format);
    const Ruling& rule = *ruling_.parts.at({Operation::mul, row_.format});
    for (const Bits bits : points(other)) {
      const Bits operands[] = {bits, constant};
      // No value and no midpoint of values lies within 2^-90 of such a product.
      const bool is_number = layout_.is_finite(bits) && !layout_.is_zero(bits);
      result.unite(is_number ? permitted(rule, exact::Result::finite(exact::value_of(row_, bits) * factor->nearby()),
                                         rule.policies)
                                   .set
                             : permitted(rule, operands, rule.policies).set);
    }
    fill(result, is_few(other));
    return noted(expression, result);
  }

  /// What the operation's own rule permits for the values that its operands may have.
  ValueSet step(Operation operation, const Expression& expression, std::span<const Expression> arguments) {
    std::vector<ValueSet> sets;
    for (const Expression& argument : arguments) sets.push_back(value(argument));
    if (std::ranges::any_of(sets, &ValueSet::anything)) return noted(expression, ValueSet::of_anything(row_.format));
    ValueSet result(row_.format);
    const Ruling& rule = *ruling_.parts.at({operation, row_.format});
    std::vector<std::vector<Bits>> choices;
    choices.reserve(sets.size());
    for (const ValueSet& set : sets) choices.push_back(points(set));
    if (choices.size() == 1) add_crossings(rule, sets[0], choices[0]);
    bool is_whole = std::ranges::all_of(sets, is_few);
    std::int64_t tuples = 1;
    for (const std::vector<Bits>& choice : choices) tuples *= static_cast<std::int64_t>(choice.size());
    if (choices.size() > 1 && tuples > (keeps_values_ ? kMostOfValues : kMostTried)) {
      for (std::size_t i = 0; i < choices.size(); ++i) choices[i] = ends_and_members(sets[i]);
      is_whole = false;
      tuples = 1;
      for (const std::vector<Bits>& choice : choices) tuples *= static_cast<std::int64_t>(choice.size());
      // Only of more than three wide operands: no more is claimed of the step.
      if (tuples > kMostOfValues) return noted(expression, ValueSet::of_anything(row_.format));
    }
    each_tuple(choices, [&](std::span<const Bits> tuple) {
      if (!result.anything()) result.unite(permitted(rule, tuple, rule.policies).set);
    });
    fill(result, is_whole);
    return noted(expression, result);
  }

  ValueSet noted(const Expression& expression, const ValueSet& outcomes) {
    if (trace_ == nullptr) return outcomes;
    const std::string text = rulebook::text_of(expression);
    auto known = std::ranges::find(*trace_, text, &StepTrace::value_type::first);
    if (known == trace_->end()) known = trace_->insert(known, {text, ValueSet(row_.format)});
    known->second.unite(outcomes);
    if (const auto hull = known->second.finite_hull()) known->second.add(hull->first, hull->last);
    return outcomes;
  }

  // ---- sets of values

  /// Takes in what lies between the finite results that are no zeros: where values are kept, only between those of one
  /// sign, and only if not all were tried.
  void fill(ValueSet& set, bool is_whole) const {
    if (keeps_values_ && is_whole) return;
    const std::int64_t infinity = number::ordinal(row_, layout_.infinity());
    auto negative = set.hull(-infinity, -2);
    auto positive = set.hull(1, infinity - 1);
    if (!keeps_values_ && negative && positive) {
      negative->last = -2;
      positive->first = 1;
    }
    if (negative) set.add(negative->first, negative->last);
    if (positive) set.add(positive->first, positive->last);
  }

  /// Whether few enough finite values, zeros not counted, are in a set for all to be tried where values are kept.
  static bool is_few(const ValueSet& set) { return set.count() - set.without_finite().count() <= kMostOfValues; }

  /// Whether more values lie between the ends than are tried; those of binary64 are more than an int64_t counts.
  static bool is_wide(const ValueSet::Interval& hull) {
    return static_cast<std::uint64_t>(hull.last) - static_cast<std::uint64_t>(hull.first) > kMostTried;
  }

  /// The values of a set that are tried.
  [[nodiscard]] std::vector<Bits> points(const ValueSet& x) const {
    const auto hull = x.finite_hull();
    if (hull && (keeps_values_ ? !is_few(x) : is_wide(*hull))) return ends_and_members(x);
    ValueSet tried = x;
    if (hull && !keeps_values_) tried.add(hull->first, hull->last);
    return bits_of(tried);
  }

  /// Zeros, infinities and NaN, the ends of the hull and the values around zero.
  [[nodiscard]] std::vector<Bits> ends_and_members(const ValueSet& x) const {
    std::vector<Bits> result = bits_of(x.without_finite());
    std::vector<std::int64_t> places;
    if (const auto hull = x.finite_hull()) {
      places = {hull->first, hull->last};
      if (hull->first < -2 && hull->last > 1) places.insert(places.end(), {-2, -1, 0, 1});
    }
    for (const std::int64_t at : places) result.push_back(number::from_ordinal(row_, at));
    return result;
  }

  /// The values of a set, zeros, infinities and NaN first: they are the likeliest to permit anything, which ends a
  /// step.
  [[nodiscard]] std::vector<Bits> bits_of(const ValueSet& set) const {
    std::vector<Bits> result;
    for (const auto& interval : set.intervals()) {
      for (std::int64_t at = interval.first; at <= interval.last; ++at) {
        result.push_back(number::from_ordinal(row_, at));
      }
    }
    if (set.has_nan()) result.push_back(layout_.canonical_nan());
    const auto is_special = [&](Bits bits) { return layout_.is_zero(bits) || !layout_.is_finite(bits); };
    std::stable_partition(result.begin(), result.end(), is_special);
    return result;
  }

  /// Where a function of a wide hull passes a power of two its ULP changes, and where a piece of its bound ends the
  /// bound does: the ends of what it permits are not monotone there. Adds the values on both sides of the first four
  /// such places that bisection finds on either side of zero. `rule`: the function's.
  void add_crossings(const Ruling& rule, const ValueSet& x, std::vector<Bits>& points) const {
    const auto hull = x.finite_hull();
    if (!hull || !is_wide(*hull)) return;
    const auto class_of = [&](std::int64_t at) {
      const Bits bits[] = {number::from_ordinal(row_, at)};
      const ChosenOperands operands(rule.operation, row_.format, bits, true);
      const bool is_finite = operands.exact().kind == exact::Result::Kind::finite;
      return std::pair(&rule.piece(operands), is_finite ? operands.exact().value.floor_log2() : INT_MIN);
    };
    constexpr int kMostChanges = 4;
    // The functions of expressions are monotone on each side of zero, or have no value there.
    for (auto [from, to] : {std::pair{hull->first, std::min<std::int64_t>(hull->last, -2)},
                            std::pair{std::max<std::int64_t>(hull->first, 1), hull->last}}) {
      for (int i = 0; i < kMostChanges && from < to && class_of(from) != class_of(to); ++i) {
        const auto start = class_of(from);
        std::int64_t high = to;
        while (high - from > 1) {
          const std::int64_t middle = from + (high - from) / 2;
          (class_of(middle) == start ? from : high) = middle;
        }
        points.push_back(number::from_ordinal(row_, from));
        points.push_back(number::from_ordinal(row_, high));
        from = high;
      }
    }
  }

  const Ruling& ruling_;
  const Bound& bound_;
  std::span<const Bits> operands_;
  bool keeps_values_;
  StepTrace* trace_;
  const FormatInfo& row_;  ///< of the steps
  number::Layout layout_{row_};
  std::map<std::string, Bits> given_;  ///< values of the names that `with` explains
};

}  // namespace

StepTrace traced(const Ruling& ruling, std::span<const Bits> operands) {
  StepTrace trace;
  if (!all_finite(ruling, operands)) return trace;
  const Bound& bound = ruling.piece(operands).bound;
  if (bound.kind == Bound::Kind::inherited) {
    // As the rule model takes them: denormal operands flushed where they must be.
    std::vector<Bits> taken(operands.begin(), operands.end());
    if (ruling.policies.operands == Denormals::flush) {
      for (Bits& bits : taken) bits = number::Layout(*ruling.format).flushed(bits);
    }
    const bool is_sum = bound.source->expansion.kind == Expression::Kind::add;
    return is_sum ? trace_orders(bound, ruling.operation, *ruling.format, taken, ruling.policies) : trace;
  }
  if (bound.kind == Bound::Kind::composed) Composer(ruling, bound, operands, Composer::Keeps::hulls, &trace).run();
  return trace;
}

ValueSet sequence_values(const Ruling& ruling, const Bound& bound, std::span<const Bits> operands) {
  return Composer(ruling, bound, operands, Composer::Keeps::values).run();
}

ValueSet composed_values(const Ruling& ruling, const Bound& bound, std::span<const Bits> operands,
                         const exact::Result& exact, const AskedPolicies& policies) {
  if (policies(&Policies::reachable_set)) return sequence_values(ruling, bound, operands);
  const FormatInfo& row = *ruling.format;
  const ValueSet outcomes = Composer(ruling, bound, operands, Composer::Keeps::hulls).run();
  ValueSet set = outcomes.without_finite();
  if (set.has_nan()) set.add_any_nan();
  const bool zero = exact.kind == exact::Result::Kind::zero;
  if (set.anything()) return ValueSet::of_anything(row.format);
  if (!zero && exact.kind != exact::Result::Kind::finite) return set;

  const Real x = zero ? Real(Rational(0)) : exact.value;
  const Grid& grid = Grid::of(row);
  const Target target = Target::of(x, {.minus = exact.negative, .plus = !exact.negative});
  if (const auto hull = outcomes.finite_hull()) {
    const auto value_at = [&](std::int64_t at) { return exact::value_of(row, number::from_ordinal(row, at)); };
    set.unite(values_as_near(x, value_at(hull->first), value_at(hull->last), target.zeros, grid, policies));
  }
  // The correctly rounded result passes, though no choice may yield it.
  set.unite(values_within(Bound::Kind::nearest, 0, target, grid, policies));
  return set;
}

}  // namespace halfulp::judge
