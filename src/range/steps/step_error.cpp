// SPDX-License-Identifier: Apache-2.0
#include "range/steps/step_error.hpp"

#include <algorithm>
#include <array>

#include "exact/grid.hpp"
#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::range {
namespace {

using exact::Rational;
using judge::Bound;
using rulebook::Expression;

/// The least and the greatest exact value of a part of the expression, and how far an evaluation may be from it.
struct Estimate {
  Rational low;
  Rational high;
  Rational error;

  [[nodiscard]] Rational size() const { return std::max(low.abs(), high.abs()) + error; }
};

class StepErrors {
 public:
  StepErrors(const judge::Ruling& rule, const Bound& bound, std::span<const Part> box)
      : rule_(rule), bound_(bound), box_(box), grid_(exact::Grid::of(*rule.format)) {}

  /// The last step may overflow: the grid goes on past the largest finite value, and the bound's policy says what is
  /// returned there.
  std::optional<Estimate> value(const Expression& expression, bool is_last = true) const {
    switch (expression.kind) {
      case Expression::Kind::number: {
        const Rational number = Rational::from_decimal(expression.text);
        return Estimate{number, number, 0};
      }
      case Expression::Kind::name:
        return named(expression.text);
      case Expression::Kind::add:
        return sum(expression, is_last);
      case Expression::Kind::multiply:
        return product(value(expression.arguments[0], false), value(expression.arguments[1], false), is_last);
      case Expression::Kind::divide:
        return inverse(value(expression.arguments[1], false), is_last);
      default:
        return std::nullopt;
    }
  }

 private:
  [[nodiscard]] std::optional<Estimate> named(const std::string& name) const {
    const auto& with = bound_.source->with;
    if (const auto found = with.find(name); found != with.end()) return value(found->second, false);
    const auto& names = info(rule_.operation).operand_names;
    const auto place = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    const auto at = [&](std::int64_t ordinal) {
      return exact::value_of(*rule_.format, number::from_ordinal(*rule_.format, ordinal));
    };
    return Estimate{at(box_[place].first), at(box_[place].last), 0};
  }

  /// What a step adds to the error of its exact value.
  [[nodiscard]] std::optional<Estimate> stepped(Estimate value, char symbol, bool is_last) const {
    const auto found = bound_.steps.find(symbol);
    const Bound& step = found != bound_.steps.end() ? found->second : bound_.steps.at('.');
    const Rational size = value.size();
    if (!is_last && size >= grid_.max_finite()) return std::nullopt;
    // Twice the gap of the binade above covers every definition of ULP and every rounding.
    const Rational gap = grid_.gap(size);
    const bool is_narrow = step.kind == Bound::Kind::ulp && rule_.policies.ulp == judge::Ulp::muller_a;
    const bool is_nearest = step.kind == Bound::Kind::nearest || step.kind == Bound::Kind::nearest_even;
    const Rational half(1, 2);
    value.error = value.error + (is_narrow    ? std::max(step.amount, half) * gap
                                 : is_nearest ? half * gap
                                              : (step.amount + Rational(1)) * gap.scaled(1));
    if (rule_.policies.results != judge::Denormals::keep) value.error = value.error + grid_.min_normal();
    return !is_last && value.size() >= grid_.max_finite() ? std::nullopt : std::optional(value);
  }

  void add_terms(const Expression& expression, std::vector<const Expression*>& terms) const {
    if (expression.kind != Expression::Kind::add) return terms.push_back(&expression);
    for (const Expression& argument : expression.arguments) add_terms(argument, terms);
  }

  /// A sum in any order: no partial sum is larger than all sizes together.
  [[nodiscard]] std::optional<Estimate> sum(const Expression& expression, bool is_last) const {
    std::vector<const Expression*> terms;
    add_terms(expression, terms);
    Estimate total{0, 0, 0};
    Rational sizes = 0;
    for (const Expression* term : terms) {
      const std::optional<Estimate> one = value(*term, false);
      if (!one) return std::nullopt;
      total = {total.low + one->low, total.high + one->high, total.error + one->error};
      sizes = sizes + one->size();
    }
    Estimate partial{-sizes, sizes, 0};
    for (std::size_t i = 1; i < terms.size(); ++i) {
      const std::optional<Estimate> next = stepped(partial, '+', is_last && terms.size() == 2);
      if (!next) return std::nullopt;
      partial = *next;
    }
    total.error = total.error + partial.error;
    return total;
  }

  [[nodiscard]] std::optional<Estimate> product(const std::optional<Estimate>& x, const std::optional<Estimate>& y,
                                                bool is_last) const {
    if (!x || !y) return std::nullopt;
    const auto [low, high] = std::minmax({x->low * y->low, x->low * y->high, x->high * y->low, x->high * y->high});
    return stepped({low, high, x->size() * y->size() - std::max(low.abs(), high.abs())}, '*', is_last);
  }

  [[nodiscard]] std::optional<Estimate> inverse(const std::optional<Estimate>& x, bool is_last) const {
    if (!x || x->low.sign() * x->high.sign() <= 0 || x->error.sign() != 0) return std::nullopt;
    return stepped({Rational(1) / x->high, Rational(1) / x->low, 0}, '/', is_last);
  }

  const judge::Ruling& rule_;
  const Bound& bound_;
  std::span<const Part> box_;
  const exact::Grid& grid_;
};

}  // namespace

std::optional<Rational> error_of_steps(const judge::Ruling& rule, const Bound& bound, std::span<const Part> box) {
  const std::optional<Estimate> value = StepErrors(rule, bound, box).value(bound.source->expansion);
  return value ? std::optional(value->error) : std::nullopt;
}

}  // namespace halfulp::range
