// SPDX-License-Identifier: Apache-2.0

// Formulas and conditions of rulebooks on vectors of operands. A part of judge_block.cpp, once for each SIMD
// target.

#if defined(HALFULP_JUDGE_FILTER_CONDITIONS) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_FILTER_CONDITIONS
#undef HALFULP_JUDGE_FILTER_CONDITIONS
#else
#define HALFULP_JUDGE_FILTER_CONDITIONS
#endif

#include <hwy/highway.h>

#include "judge/filter/band.hpp"
#include "judge/filter/references.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

struct Interval {
  V low;
  V high;
};

HWY_INLINE Interval negated(Interval x) { return {hn::Neg(x.high), hn::Neg(x.low)}; }

/// The interval, wider by the error of one rounding: 2^-52 relative and 2^-1022.
HWY_INLINE Interval widened(V low, V high) {
  constexpr double kLeast = 0x1p-1022;
  const auto margin = [](V x) HWY_ATTR { return hn::Add(hn::Mul(hn::Abs(x), all(0x1p-52)), all(kLeast)); };
  return {hn::Sub(low, margin(low)), hn::Add(high, margin(high))};
}

/// An enclosure of a formula's value; all numbers for a quotient or a power of operands, which no rule has.
inline Interval evaluate(const Formula& formula, const V* operands) {
  using Kind = rulebook::Expression::Kind;
  if (formula.operands() == 0) return {all(formula.constant().low), all(formula.constant().high)};
  const auto argument = [&](std::size_t i) HWY_ATTR { return evaluate(formula.arguments()[i], operands); };
  switch (formula.kind()) {
    case Kind::name:
      return {operands[formula.operand()], operands[formula.operand()]};
    case Kind::negate:
      return negated(argument(0));
    case Kind::call: {
      Interval x = argument(0);
      if (formula.function() == Formula::Function::floor) return {hn::Floor(x.low), hn::Floor(x.high)};
      const auto rise = [&](Interval y) HWY_ATTR { x = {hn::Max(x.low, y.low), hn::Max(x.high, y.high)}; };
      if (formula.function() == Formula::Function::abs) rise({hn::Max(hn::Neg(x.high), all(0)), hn::Neg(x.low)});
      for (std::size_t i = 1; i < formula.arguments().size(); ++i) rise(argument(i));
      return x;
    }
    case Kind::add:
    case Kind::subtract: {
      const Interval x = argument(0);
      const Interval y = formula.kind() == Kind::add ? argument(1) : negated(argument(1));
      return widened(hn::Add(x.low, y.low), hn::Add(x.high, y.high));
    }
    case Kind::multiply:
    case Kind::divide: {
      const Interval x = argument(0);
      Interval y = argument(1);
      if (formula.kind() == Kind::divide) {
        if (formula.arguments()[1].operands() != 0) break;
        y = widened(hn::Div(all(1), y.high), hn::Div(all(1), y.low));
      }
      const V a = hn::Mul(x.low, y.low);
      const V b = hn::Mul(x.low, y.high);
      const V c = hn::Mul(x.high, y.low);
      const V d = hn::Mul(x.high, y.high);
      return widened(hn::Min(hn::Min(a, b), hn::Min(c, d)), hn::Max(hn::Max(a, b), hn::Max(c, d)));
    }
    default:
      break;
  }
  return {all(-HUGE_VAL), all(HUGE_VAL)};
}

/// Cases in which a condition certainly holds, and in which it certainly does not.
struct Truth {
  M yes;
  M no;
};

inline Truth compare(Interval x, Condition::Order order, Interval y) {
  // Certainly not less, not equal, not greater: what an order has one bit each for.
  const M never[] = {hn::Ge(x.low, y.high), hn::Or(hn::Gt(x.low, y.high), hn::Lt(x.high, y.low)),
                     hn::Le(x.high, y.low)};
  Truth truth{every(), every()};
  for (int k = 0; k < 3; ++k) {
    M& decided = (static_cast<unsigned>(order) >> k & 1) != 0 ? truth.no : truth.yes;
    decided = hn::And(decided, never[k]);
  }
  return truth;
}

inline Truth holds(const Condition& condition, const V* operands) {
  M is_known = every();  // the operands that it names are finite
  for (std::size_t k = 0; k < kMaxArity; ++k) {
    if ((condition.operands() >> k & 1) != 0) is_known = hn::And(is_known, is_finite(operands[k]));
  }
  Truth truth{is_known, hn::Not(is_known)};
  Interval left = evaluate(condition.sides()[0], operands);
  for (std::size_t i = 0; i < condition.orders().size(); ++i) {
    const Interval right = evaluate(condition.sides()[i + 1], operands);
    const Truth one = compare(left, condition.orders()[i], right);
    truth = {hn::And(truth.yes, one.yes), hn::Or(truth.no, one.no)};
    left = right;
  }
  return truth;
}

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
