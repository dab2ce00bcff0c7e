// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "halfulp/error.hpp"
#include "judge/definition/steps.hpp"

namespace halfulp::judge {
namespace {

using rulebook::Expression;

using Place = StepPlace;
using OrderTrace = std::vector<std::pair<std::string, StepResults>>;

/// Evaluates an expansion over sets of outcomes. Every step is monotone in each operand (a sum, a product with a hull
/// that does not straddle zero, a reciprocal), and so are the ends of its rounding under nearest, 1 ULP and bit steps;
/// hence the ends of a hull follow from the ends of its operands. For more ULP the end toward zero is not monotone
/// where exact results pass a power of two (docs/limits.md). Under muller_B the ends of a step are those of a format
/// value where one is among the exact results: see ends_of_step().
class Expander {
 public:
  Expander(const Bound& bound, Operation operation, const FormatInfo& row, std::span<const Bits> operands,
           const AskedPolicies& policies)
      : operation_(operation),
        operands_(operands),
        row_(row),
        rules_{bound, policies, Grid::of(row), Grid::of(row, Grid::Range::extended)} {}

  /// Only for a sum.
  OrderTrace orders() {
    std::vector<const Expression*> parts;
    collect_terms(rules_.bound.source->expansion, parts);
    OrderTrace terms;
    OrderTrace trace;
    for (const Expression* part : parts) {
      terms.emplace_back(rulebook::text_of(*part), value(*part, Place::intermediate));
      if (part->kind != Expression::Kind::name) trace.push_back(terms.back());
    }
    const unsigned all = (1U << terms.size()) - 1;
    std::ranges::copy(trees(all, all, terms), std::back_inserter(trace));
    return trace;
  }

  StepResults run() { return value(rules_.bound.source->expansion, Place::last); }

 private:
  /// The terms of a sum, in order.
  static void collect_terms(const Expression& expression, std::vector<const Expression*>& terms) {
    if (expression.kind == Expression::Kind::add) {
      for (const Expression& argument : expression.arguments) collect_terms(argument, terms);
    } else {
      terms.push_back(&expression);
    }
  }

  /// Every binary tree over a subset of the terms, and what it gives.
  OrderTrace trees(unsigned subset, unsigned all, const OrderTrace& terms) {
    if (std::has_single_bit(subset)) return {terms[static_cast<std::size_t>(std::countr_zero(subset))]};
    OrderTrace result;
    const auto bracketed = [](unsigned part, const std::string& text) {
      return std::has_single_bit(part) ? text : "(" + text + ")";
    };
    for (unsigned left = (subset - 1) & subset; left != 0; left = (left - 1) & subset) {
      const unsigned right = subset & ~left;
      if (left < right || !permitted_split(left, right)) continue;
      for (const auto& [first, x] : trees(right, all, terms)) {
        for (const auto& [second, y] : trees(left, all, terms)) {
          result.emplace_back(bracketed(right, first) + " + " + bracketed(left, second),
                              pair_sum(x, y, subset == all ? Place::last : Place::intermediate));
        }
      }
    }
    return result;
  }

  StepResults value(const Expression& expression, Place place) {
    switch (expression.kind) {
      case Expression::Kind::name:
        return named(expression.text);
      case Expression::Kind::add:
        return sum(expression, place);
      case Expression::Kind::multiply:
        return product(value(expression.arguments[0], Place::intermediate),
                       value(expression.arguments[1], Place::intermediate), place);
      case Expression::Kind::divide:
        return quotient(expression, place);
      default:
        throw Error(Error::Kind::kInput, "an inherited bound is made of operands, '+', '*' and '1 / operand'");
    }
  }

  StepResults named(const std::string& name) {
    if (const auto with = rules_.bound.source->with.find(name); with != rules_.bound.source->with.end()) {
      return value(with->second, Place::intermediate);
    }
    const auto& names = info(operation_).operand_names;
    const auto position = std::ranges::find(names, name) - names.begin();
    return outcomes_of(row_, operands_[static_cast<std::size_t>(position)]);
  }

  const Bound& step(char symbol) const {
    const auto found = rules_.bound.steps.find(symbol);
    return found != rules_.bound.steps.end() ? found->second : rules_.bound.steps.at('.');
  }

  /// What a step is taken for: each value under `reachable_set`, where there are few; else the hull of all.
  [[nodiscard]] std::vector<Hull> hulls_of(const StepResults& x) const {
    if (x.values.empty()) return {{x.low, x.high}};
    std::vector<Hull> hulls;
    for (const Rational& v : x.values) hulls.push_back({v, v});
    return hulls;
  }

  template <class Step>
  void for_hulls(StepResults& result, const StepResults& x, const StepResults& y, Step step) const {
    if (x.values.size() * y.values.size() > kMostStepValues) {
      step(Hull{x.low, x.high}, Hull{y.low, y.high});
      result.values.clear();
      return;
    }
    const std::vector<Hull> of_y = hulls_of(y);
    for (const Hull& a : hulls_of(x)) {
      for (const Hull& b : of_y) step(a, b);
    }
    result.settle_values();
  }

  // ---- steps -------------------------------------------------------------------------------------------------------

  StepResults quotient(const Expression& expression, Place place) {
    const StepResults y = value(expression.arguments[1], Place::intermediate);
    StepResults result;
    result.nan = y.nan;
    result.infinity = y.zero;
    result.zero = y.infinity;
    const Rational one = 1;
    for (const Hull& hull : y.finite ? hulls_of(y) : std::vector<Hull>()) {
      add_rounded(rules_, result, {one / hull.high, one / hull.low}, step('/'), place);
    }
    result.settle_values();
    return result;
  }

  StepResults product(const StepResults& x, const StepResults& y, Place place) {
    StepResults result;
    result.nan = x.nan || y.nan;
    for (const bool i : {false, true}) {
      for (const bool j : {false, true}) {
        bool& zero = result.zero[i != j ? 1 : 0];
        bool& infinity = result.infinity[i != j ? 1 : 0];
        zero = zero || (x.zero[i] && (y.zero[j] || y.has_number(j))) || (x.has_number(i) && y.zero[j]);
        infinity =
            infinity || (x.infinity[i] && (y.infinity[j] || y.has_number(j))) || (x.has_number(i) && y.infinity[j]);
        result.nan = result.nan || (x.zero[i] && y.infinity[j]) || (x.infinity[i] && y.zero[j]);
      }
    }
    if (x.finite && y.finite) {
      if (is_one(x) || is_one(y)) {
        // x * 1 = x whatever the tolerance, and x * -1 = -x.
        const bool is_plus = (is_one(x) ? x : y).low.sign() > 0;
        for (const Hull& hull : hulls_of(is_one(x) ? y : x)) {
          add_unchanged(rules_, result, is_plus ? hull : Hull{-hull.high, -hull.low}, place);
        }
        result.settle_values();
      } else {
        for_hulls(result, x, y, [&](const Hull& a, const Hull& b) {
          add_rounded(rules_, result, exact_product(a, b), step('*'), place);
        });
      }
    }
    return result;
  }

  static Hull exact_product(const Hull& x, const Hull& y) {
    if (x.low == x.high && y.low == y.high) return {x.low * y.low, x.low * y.low};
    const Rational corners[] = {x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high};
    return {*std::ranges::min_element(corners), *std::ranges::max_element(corners)};
  }

  static bool is_one(const StepResults& o) {
    return o.finite && o.low == o.high && o.low.abs() == Rational(1) && !o.has_zero() && !o.infinity[0] &&
           !o.infinity[1] && !o.nan;
  }

  StepResults pair_sum(const StepResults& x, const StepResults& y, Place place) {
    StepResults result;
    result.nan = x.nan || y.nan;
    for (const bool i : {false, true}) {
      const auto reaches = [&](const StepResults& o) { return o.finite || o.has_zero() || o.infinity[i]; };
      result.infinity[i] = (x.infinity[i] && reaches(y)) || (y.infinity[i] && reaches(x));
      result.nan = result.nan || (x.infinity[i] && y.infinity[!i]);
    }
    result.zero[1] = x.zero[1] && y.zero[1];
    result.zero[0] = (x.zero[0] && y.has_zero()) || (x.zero[1] && y.zero[0]);
    // x + 0 = x whatever the tolerance.
    const auto keep = [&](const StepResults& term, const StepResults& other) {
      if (!term.finite || !other.has_zero()) return;
      for (const Hull& hull : hulls_of(term)) add_unchanged(rules_, result, hull, place);
    };
    keep(x, y);
    keep(y, x);
    if (!x.finite || !y.finite) return result;
    const Bound& by = step('+');
    for_hulls(result, x, y, [&](const Hull& a, const Hull& b) {
      add_rounded(rules_, result, {exact_sum(a.low, b.low, by), exact_sum(a.high, b.high, by)}, by, place);
    });
    return result;
  }

  /// a + b; or, where b is far smaller, a number on the same side of a that is nearer to it than each end of what the
  /// step permits, but a itself: values near a are multiples of a quarter of its ULP, so that ends differ from it by
  /// multiples of 2^-32 ULP where n has nine decimals at most.
  [[nodiscard]] Rational exact_sum(const Rational& a, const Rational& b, const Bound& step) const {
    constexpr int kFar = 116;  // so that the number has at most 117 bits; an ULP of a is 2^-52 of it or more
    const int of_a = a.floor_log2();
    const int of_b = b.floor_log2();
    if (of_a < of_b) return exact_sum(b, a, step);
    const bool has_coarse_ends = step.amount < Rational::power_of_two(row_.fraction_bits - 4) &&
                                 (step.amount * Rational(1'000'000'000)).is_integer();
    if (of_a - of_b <= kFar || !has_coarse_ends) return a + b;
    const Rational tiny = Rational::power_of_two(of_a - kFar);
    return b.sign() < 0 ? a - tiny : a + tiny;
  }

  /// A sum over the orders that the policies leave open, by subsets of its terms: the outcomes of a subset are those of
  /// every way to split it in two, and because steps are monotone the union's ends are reached by one of its trees.
  StepResults sum(const Expression& expression, Place place) {
    std::vector<const Expression*> terms;
    collect_terms(expression, terms);
    const unsigned all = (1U << terms.size()) - 1;
    std::vector<StepResults> of_subset(all + 1);
    for (unsigned subset = 1; subset <= all; ++subset) {
      if (std::has_single_bit(subset)) {
        of_subset[subset] = value(*terms[static_cast<std::size_t>(std::countr_zero(subset))], Place::intermediate);
        continue;
      }
      const Place here = subset == all ? place : Place::intermediate;
      for (unsigned left = (subset - 1) & subset; left != 0; left = (left - 1) & subset) {
        const unsigned right = subset & ~left;
        if (left < right || !permitted_split(left, right)) continue;
        of_subset[subset].include(pair_sum(of_subset[left], of_subset[right], here));
      }
      of_subset[subset].settle_values();
    }
    return of_subset[all];
  }

  [[nodiscard]] bool permitted_split(unsigned left, unsigned right) const {
    switch (rules_.policies(&Policies::orders)) {
      case Orders::all_trees:
        return true;
      case Orders::serial_chains:
        return std::has_single_bit(left) || std::has_single_bit(right);
      case Orders::left_to_right:
        // The later term stands alone: subsets are prefixes 0..k, the split takes its highest bit.
        return std::has_single_bit(left) && left > right && std::has_single_bit(right + 1);
    }
    return true;
  }

  Operation operation_;
  std::span<const Bits> operands_;
  const FormatInfo& row_;
  StepRules rules_;
};

}  // namespace

StepTrace trace_orders(const Bound& bound, Operation operation, const FormatInfo& row, std::span<const Bits> operands,
                       const AskedPolicies& policies) {
  StepTrace trace;
  for (const auto& [order, outcomes] : Expander(bound, operation, row, operands, policies).orders()) {
    trace.emplace_back(order, values_of(outcomes, row));
  }
  return trace;
}

ValueSet inherited_values(const Bound& bound, Operation operation, const FormatInfo& row,
                          std::span<const Bits> operands, const exact::Result& exact, const AskedPolicies& policies) {
  const StepResults outcomes = Expander(bound, operation, row, operands, policies).run();
  if (outcomes.nan && policies(&Policies::fused_nan_is_anything)) return ValueSet::of_anything(row.format);
  ValueSet set = members_of(outcomes, row);
  const bool zero = exact.kind == exact::Result::Kind::zero;
  if (!zero && exact.kind != exact::Result::Kind::finite) return set;

  const Real value = zero ? Real(Rational(0)) : exact.value;
  const Grid& grid = Grid::of(row);
  const ZeroSigns zeros{.minus = outcomes.zero[1], .plus = outcomes.zero[0]};
  const Target target = Target::of(value, zeros);
  if (policies(&Policies::reachable_set)) {
    if (outcomes.finite && outcomes.values.empty()) {
      set.add(position_of(row, outcomes.low), position_of(row, outcomes.high));
    }
    for (const Rational& v : outcomes.values) set.add(position_of(row, v));
    return set;
  }
  // The largest distance of a finite outcome; a zero is one only where the last step cancels.
  Rational error = 0;
  const Rational& x = value.rational();
  if (outcomes.finite) error = std::max((outcomes.low - x).abs(), (outcomes.high - x).abs());
  if (outcomes.cancels) error = std::max(error, x.abs());
  if (!zero || error.sign() != 0) set.unite(values_within(Bound::Kind::absolute, error, target, grid, policies));
  // A correctly rounded result passes, though no order may yield it.
  if (!zero) set.unite(values_within(Bound::Kind::nearest, 0, target, grid, policies));
  return set;
}

}  // namespace halfulp::judge
