// SPDX-License-Identifier: Apache-2.0
#include "attack/cases.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "exact/near_result.hpp"
#include "exact/value.hpp"
#include "number/as_double.hpp"
#include "number/layout.hpp"

namespace halfulp::attack {
namespace {

using number::Layout;
using rulebook::Expression;
using Kind = rulebook::Bound::Kind;

/// Adds the numbers in an expression.
void collect_numbers(const Expression& expression, std::vector<double>& numbers) {
  const auto names = rulebook::names_in(expression);
  if (expression.kind != Expression::Kind::compare && (names.empty() || names == std::vector<std::string>{"pi"})) {
    const double value = rulebook::approximate(expression);
    if (std::isfinite(value)) numbers.push_back(value);
  } else {
    for (const Expression& argument : expression.arguments) collect_numbers(argument, numbers);
  }
}

/// The value `steps` further in the format's order; the same where there is none.
Bits moved(const FormatInfo& row, Bits bits, std::int64_t steps) {
  const std::int64_t place = number::ordinal(row, bits) + steps;
  const Bits result = number::from_ordinal(row, place) & (~Bits{0} >> (64 - row.bits));
  return number::ordinal(row, result) == place ? result : bits;
}

}  // namespace

Cases::Cases(const Rulebook& rulebook, const judge::Ruling& ruling, const Evaluator& evaluator, suite::Random& random)
    : ruling_(ruling), evaluator_(evaluator), random_(random), widths_{{Kind::ulp, 0.5}} {
  const auto add_condition = [&](const auto& condition) {
    if (condition) collect_numbers(*condition, thresholds_);
  };
  const auto add_bound = [&](const rulebook::Bound& bound, const auto& self) -> void {
    const bool is_width = bound.kind == Kind::ulp || bound.kind == Kind::absolute || bound.kind == Kind::relative;
    if (is_width && rulebook::names_in(bound.amount).empty()) {
      widths_.push_back({bound.kind, rulebook::approximate(bound.amount)});
    }
    for (const rulebook::Bound& part : bound.parts) self(part, self);
  };
  const auto add_body = [&](const rulebook::Body& body) {
    for (const auto& piece : body.accuracy) add_condition(piece.where), add_bound(piece.bound, add_bound);
    for (const auto& identity : body.identities) add_condition(identity.condition);
    if (body.allowance) add_condition(body.allowance->where);
    if (body.requirement) add_condition(body.requirement->condition);
  };
  for (const rulebook::Rule* rule : rulebook::rules_for(rulebook.model(), ruling.operation, ruling.format->format)) {
    add_body(rule->body);
    for (const auto& [option, body] : rule->under) add_body(body);
  }
}

std::vector<Bits> Cases::operands() {
  std::vector<Bits> operands;
  for (std::size_t k = 0; k < static_cast<std::size_t>(info(ruling_.operation).arity); ++k) {
    const FormatInfo& row = ruling_.operand_row(k);
    const bool is_like_last = k > 0 && row.format == ruling_.operand_row(k - 1).format && below(6) == 0;
    const Bits bits = is_like_last ? operands.back() : draw(row);
    const Bits sign = row.kind == FormatKind::floating && below(4) == 0 ? Layout(row).sign_mask() : 0;
    operands.push_back(moved(row, bits, below(2) == 0 ? 0 : random_.between(-2, 2)) ^ sign);
  }
  const std::uint64_t kind = below(4);
  if (kind == 0) move_to_crossing(operands);
  if (kind == 1) move_to_end_of_bound(operands);
  return operands;
}

std::vector<Bits> Cases::results(std::span<const Bits> operands, std::span<const std::int64_t> ends,
                                 std::size_t count) {
  const FormatInfo& row = *ruling_.result_format;
  const auto bits = static_cast<std::uint64_t>(row.bits);
  const Bits nearest = evaluator_.evaluate(operands);
  std::vector<Bits> results(count, nearest);
  for (Bits& result : results) {
    const std::uint64_t kind = below(8);
    if (kind < 3 && !ends.empty()) {
      const Bits end = number::from_ordinal(row, ends[below(ends.size())]);
      result = moved(row, end, random_.between(-2, 2));
    } else if (kind < 5) {
      result = moved(row, nearest, random_.between(-4, 4));
    } else if (kind == 5) {
      result = below(2) == 0 ? draw_class(row) : draw(row);
    } else if (kind == 6) {
      const auto steps = static_cast<std::int64_t>(Bits{1} << below(bits - 1));
      result = below(2) == 0 ? nearest ^ (Bits{1} << below(bits)) : moved(row, nearest, below(2) == 0 ? steps : -steps);
    }
  }
  return results;
}

Bits Cases::draw(const FormatInfo& row) {
  if (below(4) == 0 && !thresholds_.empty()) {
    constexpr std::array kFactors = {1.0, 1.0, 1.0, 1.0, -1.0, 0.5, 1 / 3.0, 10.0};
    double value = thresholds_[below(thresholds_.size())];
    value *= kFactors[below(kFactors.size())];
    if (below(8) == 0) value = std::sqrt(std::abs(value));
    if (std::isfinite(value)) return exact::round_to_nearest_even(row, exact::Rational::from_double(value));
  }
  if (below(6) == 0) return random_.bits(row.bits);
  if (row.kind != FormatKind::floating || below(4) == 0) return draw_class(row);
  const Layout layout(row);
  const Bits near_one = (layout.one() >> row.fraction_bits) + below(16) - 8;
  const Bits exponent = (below(2) == 0 ? random_.next() : near_one) << row.fraction_bits;
  // Of few significant bits: quotients, roots and products are often values or half-way between two.
  const std::uint64_t zeros = below(2) == 0 ? 0 : below(static_cast<std::uint64_t>(row.fraction_bits + 1));
  return (exponent & layout.exponent_mask()) | (random_.bits(row.fraction_bits) >> zeros << zeros);
}

Bits Cases::draw_class(const FormatInfo& row) {
  const Bits all = ~Bits{0} >> (64 - row.bits);
  if (row.kind == FormatKind::boolean) return below(2) * all;
  if (row.kind != FormatKind::floating) {
    const Bits power = Bits{1} << below(static_cast<std::uint64_t>(row.bits));
    return (power - below(2)) & all;
  }
  const Layout layout(row);
  const std::array classes = {
      layout.zero(),     layout.min_normal(),   layout.one(),           layout.max_finite(),
      layout.infinity(), layout.infinity() + 1, layout.canonical_nan(), random_.bits(row.fraction_bits)};
  const Bits one = classes[below(classes.size())];
  return below(2) == 0 ? one | layout.sign_mask() : one;
}

/// Bisects one operand between two values, of which one alone gives a result below a border.
void Cases::move_to_crossing(std::vector<Bits>& operands) {
  const FormatInfo& result = *ruling_.result_format;
  const bool is_binade = result.kind == FormatKind::floating && below(2) == 0;
  const Bits end = is_binade ? random_.bits(result.exponent_bits) << result.fraction_bits : draw_class(result);
  const std::int64_t border = number::ordinal(result, end);
  const std::size_t k = below(operands.size());
  const FormatInfo& row = ruling_.operand_row(k);
  std::int64_t first = number::ordinal(row, operands[k]);
  std::int64_t last = number::ordinal(row, draw(row));
  const auto is_below = [&](std::int64_t place) {
    operands[k] = number::from_ordinal(row, place);
    return number::ordinal(result, evaluator_.evaluate(operands)) < border;
  };
  const bool side = is_below(first);
  const bool crosses = is_below(last) != side;
  while (crosses && std::max(first, last) - std::min(first, last) > 1) {
    const std::int64_t middle = std::midpoint(first, last);
    (is_below(middle) == side ? first : last) = middle;
  }
  operands[k] = moved(row, number::from_ordinal(row, first), crosses ? random_.between(-1, 1) : 0);
}

/// Of 2^4 to 2^20 values of one operand, one after the other, takes the one with the least distance.
void Cases::move_to_end_of_bound(std::vector<Bits>& operands) {
  double least = distance(operands);
  if (!std::isfinite(least)) return;
  std::int64_t count = 16;
  while (count < (1 << 20) && below(2) == 0) count *= 4;
  const std::size_t k = below(operands.size());
  std::vector<Bits> candidate = operands;
  for (std::int64_t i = 1; i < count; ++i) {
    candidate[k] = moved(ruling_.operand_row(k), candidate[k], 1);
    const double found = distance(candidate);
    if (found < least) least = found, operands[k] = candidate[k];
  }
}

/// How far, in ULP of the result, the end of some bound is from a value; infinite where that is unknown.
double Cases::distance(const std::vector<Bits>& operands) const {
  constexpr double kUnknown = std::numeric_limits<double>::infinity();
  const FormatInfo& result = *ruling_.result_format;
  std::array<double, kMaxArity> values{};
  for (std::size_t k = 0; k < operands.size(); ++k) {
    values[k] = number::as_double(ruling_.operand_row(k), operands[k]);
    if (!std::isfinite(values[k]) || ruling_.operand_row(k).bits > 32) return kUnknown;
  }
  const double size = std::abs(exact::near_result(ruling_.operation, values).d);
  if (!(size > 0) || !std::isfinite(size) || result.kind != FormatKind::floating) return kUnknown;
  const int ulp = std::max(std::ilogb(size), result.min_exponent()) - result.fraction_bits;
  const double scaled = std::ldexp(size, -ulp);
  double least = kUnknown;
  for (const auto& [kind, amount] : widths_) {
    const double width = kind == Kind::ulp        ? amount
                         : kind == Kind::absolute ? std::ldexp(amount, -ulp)
                                                  : amount * scaled;
    for (const double end : {scaled - width, scaled + width})
      least = std::min(least, std::abs(end - std::nearbyint(end)));
  }
  return least;
}

}  // namespace halfulp::attack
