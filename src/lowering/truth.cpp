// SPDX-License-Identifier: Apache-2.0
#include "lowering/truth.hpp"

#include <algorithm>
#include <cmath>

#include "number/sum_to_odd.hpp"

namespace halfulp::lowering {
namespace {

using judge::Formula;
using ExpressionKind = rulebook::Expression::Kind;

Enclosure widened(double low, double high) { return {std::nextafter(low, -HUGE_VAL), std::nextafter(high, HUGE_VAL)}; }

Enclosure sum(const Enclosure& x, const Enclosure& y) {
  const number::TwoSum low = number::two_sum(x.low, y.low);
  const number::TwoSum high = number::two_sum(x.high, y.high);
  return low.error == 0 && high.error == 0 ? Enclosure{low.total, high.total} : widened(low.total, high.total);
}

Enclosure product(const Enclosure& x, const Enclosure& y) {
  const auto [low, high] = std::minmax({x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high});
  return widened(low, high);
}

/// The divisors of formulas are constants, and not zero.
Enclosure quotient(const Enclosure& x, const Enclosure& y) {
  const auto [low, high] = std::minmax({x.low / y.low, x.low / y.high, x.high / y.low, x.high / y.high});
  return widened(low, high);
}

Enclosure size(const Enclosure& x) {
  if (x.low >= 0) return x;
  if (x.high <= 0) return {-x.high, -x.low};
  return {0, std::max(-x.low, x.high)};
}

constexpr Enclosure kAllNumbers = {-HUGE_VAL, HUGE_VAL};

/// The ways, one bit each as in Condition::Order, in which numbers of two enclosures may compare.
unsigned possible_orders(const Enclosure& x, const Enclosure& y) {
  unsigned ways = 0;
  if (x.low < y.high) ways |= 1U;
  if (x.low <= y.high && y.low <= x.high) ways |= 2U;
  if (x.high > y.low) ways |= 4U;
  return ways;
}

}  // namespace

Enclosure values_over(const Formula& formula, const Box& box) {
  if (formula.operands() == 0) return formula.constant();
  const auto value = [&](std::size_t i) { return values_over(formula.arguments()[i], box); };
  Enclosure result = kAllNumbers;
  switch (formula.kind()) {
    case ExpressionKind::name:
      result = box[formula.operand()];
      break;
    case ExpressionKind::negate:
      result = {-value(0).high, -value(0).low};
      break;
    case ExpressionKind::add:
      result = sum(value(0), value(1));
      break;
    case ExpressionKind::subtract:
      result = sum(value(0), {-value(1).high, -value(1).low});
      break;
    case ExpressionKind::multiply:
      result = product(value(0), value(1));
      break;
    case ExpressionKind::divide:
      result = quotient(value(0), value(1));
      break;
    case ExpressionKind::call:
      result = value(0);
      if (formula.function() == Formula::Function::abs) result = size(result);
      if (formula.function() == Formula::Function::floor) result = {std::floor(result.low), std::floor(result.high)};
      for (std::size_t i = 1; i < formula.arguments().size(); ++i) {
        const Enclosure other = value(i);
        result = {std::max(result.low, other.low), std::max(result.high, other.high)};
      }
      break;
    case ExpressionKind::power: {
      result = {1, 1};
      const auto count = static_cast<int>(value(1).high);  // an integer, and not negative: of operands
      for (int i = 0; i < count; ++i) result = product(result, value(0));
      break;
    }
    default:
      break;
  }
  return std::isnan(result.low) || std::isnan(result.high) ? kAllNumbers : result;
}

Truth holds_over(const judge::Condition& condition, const Box& box) {
  bool is_certain = true;
  for (std::size_t i = 0; i + 1 < condition.sides().size(); ++i) {
    const unsigned ways =
        possible_orders(values_over(condition.sides()[i], box), values_over(condition.sides()[i + 1], box));
    const auto wanted = static_cast<unsigned>(condition.orders()[i]);
    if ((ways & wanted) == 0) return Truth::no;
    is_certain = is_certain && (ways & ~wanted) == 0;
  }
  return is_certain ? Truth::yes : Truth::varies;
}

}  // namespace halfulp::lowering
