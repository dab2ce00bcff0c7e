// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/implemented_as.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exact/nearest.hpp"
#include "exact/value.hpp"
#include "halfulp/error.hpp"
#include "judge/definition/as_near.hpp"
#include "judge/definition/permitted.hpp"
#include "judge/definition/tried_values.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

using rulebook::Expression;
using Kind = Expression::Kind;

/// Where values are asked for and no hull around them: sets of at most this many are tried value by value.
constexpr std::int64_t kMostOfValues = 4096;

/// StepResults and, where values are asked for, the finite ones among them that are no zeros.
struct Reached : StepResults {
  explicit Reached(Format format, const StepResults& outcomes = {}) : StepResults(outcomes), values(format) {}
  ValueSet values;
};

class Composer {
 public:
  Composer(const Ruling& ruling, const Bound& bound, std::span<const Bits> operands, StepTrace* trace = nullptr)
      : ruling_(ruling), bound_(bound), operands_(operands), trace_(trace), row_(*ruling.format), layout_(row_) {}

  Reached run() { return with(bound_.source->with.begin()); }
  /// Every result of the last step.
  ValueSet results() {
    ValueSet all(row_.format);
    results_ = &all;
    const Reached outcomes = run();
    if (outcomes.anything) all.add_anything();
    return all;
  }

 private:
  using Names = std::map<std::string, Expression>;

  /// Gives each name that `with` explains one value after the other, then evaluates the expression.
  Reached with(Names::const_iterator name) {
    if (name == bound_.source->with.end()) {
      last_ = &bound_.source->expansion;
      return value(bound_.source->expansion);
    }
    const Reached all = value(name->second);
    Reached result(row_.format);
    result.anything = all.anything;
    if (all.anything) return result;
    const auto next = std::next(name);
    for (const Bits bits : points(all)) {
      given_.insert_or_assign(name->first, constant(bits));
      include(result, with(next));
      if (result.anything) break;
    }
    given_.erase(name->first);
    return result;
  }

  Reached value(const Expression& expression) {
    switch (expression.kind) {
      case Kind::number:
        return constant(exact::round_to_nearest_even(row_, Rational::from_decimal(expression.text)));
      case Kind::name:
        return named(expression.text);
      case Kind::negate:
        return mirrored(value(expression.arguments[0]));
      case Kind::add:
        return step(Operation::add, expression);
      case Kind::subtract:
        return step(Operation::sub, expression);
      case Kind::multiply:
        return bound_.source->exact_constants ? product(expression) : step(Operation::mul, expression);
      case Kind::divide:
        if (is_one(expression.arguments[0])) {
          const Reached divisor = value(expression.arguments[1]);
          at_last_ = &expression == last_;
          return noted(expression, step(Operation::reciprocal, {divisor}));
        }
        return step(Operation::div, expression);
      case Kind::call: {
        const Operation operation = *find_operation(expression.text);
        if (!rulebook::names_in(expression).empty()) return step(operation, expression);
        return constant(constant_value(expression));
      }
      default:
        throw Error(Error::Kind::kInternal, "an expression that was not checked when it was loaded");
    }
  }

  [[nodiscard]] Reached constant(Bits bits) const {
    Reached one(row_.format, outcomes_of(row_, bits));
    if (one.finite) one.values.add_bits(bits);
    return one;
  }

  static bool is_one(const Expression& expression) {
    return expression.kind == Kind::number && Rational::from_decimal(expression.text) == Rational(1);
  }

  Reached named(const std::string& name) {
    if (const auto found = given_.find(name); found != given_.end()) return found->second;
    const auto& names = info(ruling_.operation).operand_names;
    const auto* const place = std::ranges::find(names, name);
    if (place != names.end()) return constant(operands_[static_cast<std::size_t>(place - names.begin())]);
    return constant(constant_value({Kind::name, name, {}}));
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
  Reached product(const Expression& expression) {
    const auto& factors = expression.arguments;
    const std::optional<Real> first = irrational(factors[0]);
    const std::optional<Real> factor = first ? first : irrational(factors[1]);
    if (!factor) return step(Operation::mul, expression);
    const Expression& constant = factors[first ? 0 : 1];
    const Reached other = value(factors[first ? 1 : 0]);
    at_last_ = &expression == last_;
    Reached result(row_.format);
    result.anything = other.anything;
    if (result.anything) return noted(expression, result);
    const Ruling& rule = *ruling_.parts.at(Operation::mul);
    for (const Bits bits : points(other)) {
      const Bits operands[] = {bits, constant_value(constant)};
      // No value and no midpoint of values lies within 2^-90 of such a product.
      const ValueSet set =
          layout_.is_finite(bits) && !layout_.is_zero(bits)
              ? permitted(rule, exact::Result::finite(exact::value_of(row_, bits) * factor->nearby()), rule.policies)
                    .set
              : permitted(rule, operands, rule.policies).set;
      include(result, set);
      if (at_last_ && results_ != nullptr) results_->unite(set);
    }
    if (asks_values() && !has_few(other)) fill(result);
    return noted(expression, result);
  }

  static Reached mirrored(const Reached& x) {
    Reached result = x;
    if (x.finite) {
      result.low = -x.high;
      result.high = -x.low;
    }
    result.values = ValueSet(x.values.format());
    for (const auto& interval : x.values.intervals()) {
      result.values.add(number::mirrored(interval.last), number::mirrored(interval.first));
    }
    std::swap(result.minus_zero, result.plus_zero);
    std::swap(result.minus_infinity, result.plus_infinity);
    return result;
  }

  Reached step(Operation operation, const Expression& expression) {
    std::vector<Reached> arguments;
    arguments.reserve(expression.arguments.size());
    for (const Expression& argument : expression.arguments) arguments.push_back(value(argument));
    at_last_ = &expression == last_;
    return noted(expression, step(operation, arguments));
  }

  Reached noted(const Expression& expression, const Reached& outcomes) {
    if (trace_ == nullptr) return outcomes;
    const std::string text = rulebook::text_of(expression);
    const auto known = std::ranges::find(*trace_, text, &StepTrace::value_type::first);
    if (known != trace_->end()) {
      known->second.include(outcomes);
    } else {
      trace_->emplace_back(text, outcomes);
    }
    return outcomes;
  }

  /// What the operation's own rule permits for the values that its operands may have.
  Reached step(Operation operation, const std::vector<Reached>& arguments) {
    Reached result(row_.format);
    for (const Reached& argument : arguments) result.anything = result.anything || argument.anything;
    if (result.anything) return result;
    const Ruling& rule = *ruling_.parts.at(operation);
    std::vector<std::vector<Bits>> choices;
    choices.reserve(arguments.size());
    for (const Reached& argument : arguments) choices.push_back(points(argument));
    if (choices.size() == 1) add_crossings(rule, arguments[0], choices[0]);
    bool is_whole = std::ranges::all_of(arguments, [&](const Reached& argument) { return has_few(argument); });
    const std::int64_t most = asks_values() ? kMostOfValues : kMostTried;
    if (choices.size() == 2 && choices[0].size() * choices[1].size() > static_cast<std::size_t>(most)) {
      for (std::size_t i = 0; i < 2; ++i) choices[i] = ends_and_members(row_, arguments[i]);
      is_whole = false;
    }
    std::vector<Bits> tuple(choices.size());
    const auto each = [&](const auto& self, std::size_t at) -> void {
      if (at == choices.size()) {
        const ValueSet set = permitted(rule, tuple, rule.policies).set;
        include(result, set);
        if (at_last_ && results_ != nullptr) results_->unite(set);
        return;
      }
      for (const Bits bits : choices[at]) {
        tuple[at] = bits;
        self(self, at + 1);
        if (result.anything) return;
      }
    };
    each(each, 0);
    if (asks_values() && !is_whole) fill(result);
    return result;
  }

  /// Takes in all values between those of one sign that are reached from the ends of what is not tried as a whole.
  void fill(Reached& result) const {
    std::vector<ValueSet::Interval> hulls;
    for (const auto& interval : result.values.intervals()) {
      if (hulls.empty() || (hulls.back().first < 0) != (interval.first < 0)) hulls.push_back(interval);
      hulls.back().last = interval.last;
    }
    for (const auto& hull : hulls) {
      result.values.add(hull.first, hull.last);
      if (at_last_) results_->add(hull.first, hull.last);
    }
  }

  static void include(Reached& result, const Reached& other) {
    result.include(other);
    result.values.unite(other.values);
  }

  void include(Reached& result, const ValueSet& set) const {
    result.anything = result.anything || set.anything();
    result.nan = result.nan || set.has_nan();
    const std::int64_t infinity = number::ordinal(row_, layout_.infinity());
    const auto value_at = [&](std::int64_t position) {
      return exact::value_of(row_, number::from_ordinal(row_, position));
    };
    for (const auto& interval : set.intervals()) {
      result.plus_infinity = result.plus_infinity || interval.last == infinity;
      result.minus_infinity = result.minus_infinity || interval.first == -infinity - 1;
      result.minus_zero = result.minus_zero || (interval.first <= -1 && interval.last >= -1);
      result.plus_zero = result.plus_zero || (interval.first <= 0 && interval.last >= 0);
      std::int64_t first = std::max(interval.first, -infinity);
      std::int64_t last = std::min(interval.last, infinity - 1);
      if (first == -1 || first == 0) first = 1;
      if (last == 0 || last == -1) last = -2;
      if (first > last) continue;
      result.include(value_at(first), value_at(last));
      if (!asks_values()) continue;
      if (first < 0) result.values.add(first, std::min<std::int64_t>(last, -2));
      if (last > 0) result.values.add(std::max<std::int64_t>(first, 1), last);
    }
  }

  // ---- values that an operand may have

  /// Whether values are asked for, and not a hull around them; so few then that all are tried.
  [[nodiscard]] bool asks_values() const { return results_ != nullptr; }
  static bool has_few(const Reached& x) {
    std::int64_t count = 0;
    for (const auto& interval : x.values.intervals()) count += interval.last - interval.first + 1;
    return count <= kMostOfValues;
  }

  /// All values of a narrow set; of a wide hull what tried_values.hpp says.
  [[nodiscard]] std::vector<Bits> points(const Reached& x) const {
    std::vector<Bits> result = members(row_, x);
    if (!x.finite) return result;
    if (asks_values()) {
      if (!has_few(x)) return ends_and_members(row_, x);
      for (const auto& interval : x.values.intervals()) {
        for (std::int64_t at = interval.first; at <= interval.last; ++at) {
          result.push_back(number::from_ordinal(row_, at));
        }
      }
      return result;
    }
    const std::int64_t first = position(row_, x.low);
    const std::int64_t last = position(row_, x.high);
    if (last - first > kMostTried) return ends_and_members(row_, x);
    for (std::int64_t at = first; at <= last; ++at) result.push_back(number::from_ordinal(row_, at));
    return result;
  }

  const Ruling& ruling_;
  const Bound& bound_;
  std::span<const Bits> operands_;
  StepTrace* trace_;
  const FormatInfo& row_;
  number::Layout layout_;
  const Expression* last_ = nullptr;  ///< the whole expression
  bool at_last_ = false;              ///< the step being made is the expression's last
  ValueSet* results_ = nullptr;
  std::map<std::string, Reached> given_;  ///< values of the names that `with` explains
};

}  // namespace

StepResults compose(const Ruling& ruling, const Bound& bound, std::span<const Bits> operands, StepTrace* trace) {
  return Composer(ruling, bound, operands, trace).run();
}

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
  if (bound.kind == Bound::Kind::composed) static_cast<void>(compose(ruling, bound, operands, &trace));
  return trace;
}

PermittedSet permitted_of(const StepResults& outcomes, Format format) {
  const FormatInfo& row = info(format);
  ValueSet set(format);
  if (outcomes.anything) set.add_anything();
  add_members(outcomes, set);
  if (outcomes.finite) {
    // Intermediates may lie beyond the format: shown as the infinity or the zero that is nearest.
    set.add(number::ordinal(row, exact::round_to_nearest_even(row, outcomes.low)),
            number::ordinal(row, exact::round_to_nearest_even(row, outcomes.high)));
  }
  return set.permitted();
}

ValueSet sequence_values(const Ruling& ruling, const Bound& bound, std::span<const Bits> operands) {
  return Composer(ruling, bound, operands).results();
}

ValueSet composed_values(const Ruling& ruling, const Bound& bound, std::span<const Bits> operands,
                         const exact::Result& exact, const AskedPolicies& policies) {
  const FormatInfo& row = *ruling.format;
  const number::Layout layout(row);
  if (policies.reachable_set()) return sequence_values(ruling, bound, operands);
  ValueSet set(row.format);
  const StepResults outcomes = compose(ruling, bound, operands);
  if (outcomes.anything) {
    set.add_anything();
    return set;
  }
  add_members(outcomes, set);
  const bool zero = exact.kind == exact::Result::Kind::zero;
  if (!zero && exact.kind != exact::Result::Kind::finite) return set;

  const Real x = zero ? Real(Rational(0)) : exact.value;
  const Grid& grid = Grid::of(row);
  const ZeroSigns zeros = zero ? ZeroSigns{.minus = exact.negative, .plus = !exact.negative}
                               : ZeroSigns{.minus = x.sign() < 0, .plus = x.sign() > 0};
  if (outcomes.finite) set.unite(values_as_near(x, outcomes.low, outcomes.high, zeros, grid, policies));
  // The correctly rounded result passes, though no choice may yield it.
  if (zero) {
    set.add_bits(layout.zero(exact.negative));
  } else {
    set.unite(values_within(Bound::Kind::nearest, 0, Target::of(x, zeros), grid, policies));
  }
  return set;
}

}  // namespace halfulp::judge
