// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "judge/quick/case.hpp"
#include "number/binade.hpp"
#include "number/strict_floating_point.hpp"
#include "number/sum_to_odd.hpp"

namespace halfulp::judge::plain {
namespace {

/// The rounded result of one IEEE operation, and the same in double: exact, or within 2^-52 relative.
struct Computed {
  float rounded;
  double precise;
};

template <Operation op>
Computed compute(float x, float y) {
  const double dx = x;
  const double dy = y;
  if constexpr (op == Operation::add) return {x + y, dx + dy};
  if constexpr (op == Operation::sub) return {x - y, dx - dy};
  if constexpr (op == Operation::mul) return {x * y, dx * dy};
  if constexpr (op == Operation::div) return {x / y, dx / dy};
  if constexpr (op == Operation::rcp) return {1.0F / x, 1.0 / dx};
  if constexpr (op == Operation::sqrt) return {std::sqrt(x), std::sqrt(dx)};
}

/// Whether the correctly rounded result lies further from zero than the exact one, so that truncation gives another.
template <Operation op>
bool is_away_from_zero(float x, float y, const Computed& result) {
  double beyond = static_cast<double>(result.rounded) - result.precise;
  // Quotients and roots of binary32 values that are none themselves are 2^-50 or more away from every such value.
  if constexpr (op == Operation::add || op == Operation::sub) {
    if (beyond == 0) {
      const double dx = x;
      const double dy = op == Operation::sub ? -y : y;
      beyond = -number::two_sum(dx, dy).error;
    }
  }
  return result.rounded < 0 ? beyond < 0 : beyond > 0;
}

/// The result rounded toward zero, where that is normal.
template <Operation op>
std::uint32_t truncated_bits(float x, float y, const Computed& result) {
  return bits_of(result.rounded) - (is_away_from_zero<op>(x, y, result) ? 1 : 0);
}

/// Whether the double is rounded, though a value of the format: a sum's may be.
template <Operation op>
bool is_rounded_before(float x, float y) {
  if constexpr (op != Operation::add && op != Operation::sub) return false;
  const double dy = y;
  return number::two_sum(x, op == Operation::sub ? -dy : dy).error != 0;
}

/// Whether 1 / y is normal however it is rounded.
bool has_reciprocal(float y) { return std::fabs(y) < 0x1p125F; }

/// Of a normal result one step, or less, from the exact one, where a rounding is all that passes: to nearest or, where
/// that is permitted, toward zero.
template <Operation op>
Answer judged_as_rounded(const Quick& quick, float x, float y, const Computed& result, std::uint32_t observed,
                         Distance& distance) {
  const double size = std::fabs(result.precise);
  const int exponent = number::exponent_of(size);
  const bool is_plain = is_normal(observed) && magnitude(observed) != kMinNormal && size > 0x1p-126 &&
                        size < 0x1.ffp127 && number::exponent_of(value(observed)) == exponent;
  if (!quick.permits_roundings_alone() || !is_plain || quick.is_beside_power_of_two(size)) return Answer::undecided;
  const double steps = std::fabs(value(observed) - result.precise) * number::power_of_two(23 - exponent);
  if (!(steps < 1.5)) return Answer::undecided;
  const bool is_rounded = is_rounded_before<op>(x, y);
  constexpr bool kHasTies = op == Operation::add || op == Operation::sub || op == Operation::mul;
  const bool is_tie = kHasTies && steps == 0.5 && !is_rounded;
  if (is_tie && quick.permits_any_tie()) {
    distance = between(value(observed), result.precise);
    return Answer::pass;
  }
  const bool is_value = result.rounded == result.precise && !is_rounded;
  const bool is_away = std::fabs(value(observed)) > size;
  if (is_tie && !is_away && quick.rounds_either_way()) {  // nearest is the even one
    distance = between(value(observed), result.precise);
    return Answer::pass_toward_zero;
  }
  constexpr double kMargin = 0x1p-20;
  const bool is_odd_tie = is_tie && observed != bits_of(result.rounded) && quick.fails_odd_ties();
  if (steps < 0.5 * (1 + kMargin) && !is_odd_tie) return Answer::undecided;
  const bool fails =
      quick.permits_nearest_alone() || is_value || is_away || observed != truncated_bits<op>(x, y, result);
  distance = between(value(observed), result.precise);
  if (fails) return Answer::fails;
  return quick.rounds_either_way() ? Answer::pass_toward_zero : Answer::pass;
}

/// The same where rounding toward zero is all that passes.
template <Operation op>
Answer judged_as_truncated(const Quick& quick, float x, float y, const Computed& result, std::uint32_t observed,
                           Distance& distance) {
  const double size = std::fabs(result.precise);
  const bool is_plain = is_normal(observed) && magnitude(observed) != kMinNormal && size > 0x1p-125 && size < 0x1p126;
  if (!quick.permits_roundings_alone() || !is_plain || quick.is_beside_power_of_two(size)) return Answer::undecided;
  distance = between(value(observed), result.precise);
  return observed == truncated_bits<op>(x, y, result) ? Answer::pass : Answer::fails;
}

/// The values of 1 / y that a quotient by steps may take, and those that it may by some definition of an ULP, where
/// all are in one binade, or denormal.
struct Reciprocals {
  Reciprocals(const Quick& quick, float y) {
    const double exact = std::fabs(1 / static_cast<double>(y));
    const auto nearest = static_cast<float>(exact);
    const double step = number::power_of_two(std::max(number::exponent_of(exact), -126) - 23);
    constexpr std::uint32_t kFraction = 0x007fffff;
    const std::uint32_t place = bits_of(nearest) & kFraction;
    is_plain = place > 8 && place < kFraction - 8;
    farthest_least = nearest - step;
    farthest_most = nearest + step;
    least = nearest < exact && !quick.takes_steps_of_bits() ? nearest : farthest_least;
    most = nearest > exact && !quick.takes_steps_of_bits() ? nearest : farthest_most;
  }
  double least, most;
  double farthest_least, farthest_most;
  bool is_plain;
};

/// A quotient by x * k, k one of these reciprocals: what is no further from the exact quotient than such a product,
/// rounded to nearest, passes, and nothing else but the zero that a flush may leave.
Answer judged_by_steps(const Quick& quick, float x, float y, double exact, std::uint32_t observed, Distance& distance) {
  const Reciprocals k(quick, y);
  const double size = std::fabs(exact);
  const bool is_plain = k.is_plain && is_normal(observed) && magnitude(observed) != kMinNormal && size > 0x1.01p-126 &&
                        size < 0x1.ffp127 && !quick.is_beside_power_of_two(size);
  const bool is_value = static_cast<float>(exact) == exact;  // where some policies permit nothing else
  if (!quick.divides_by_steps() || !is_plain || is_value) return Answer::undecided;
  const double apart = std::fabs(value(observed) - exact);
  const double slack = size * 0x1p-45;
  const double seen = std::signbit(exact) == ((observed & kSign) != 0) ? std::fabs(value(observed)) : -size;
  bool passes = false;
  // How far off these products are; of ties, the further one of the nearest values, if they may be that.
  const auto reach = [&](double least, double most, bool any_tie) {
    double farthest = 0;
    for (const double reciprocal : {least, most}) {
      const double product = std::fabs(static_cast<double>(x)) * reciprocal;
      const double rounded = static_cast<float>(product);
      const double mirrored = product + (product - rounded);
      passes = passes || seen == rounded;
      farthest = std::max(farthest, std::fabs(rounded - size));
      if (any_tie && static_cast<float>(mirrored) == mirrored)
        farthest = std::max(farthest, std::fabs(mirrored - size));
    }
    return farthest;
  };
  const double near = reach(k.least, k.most, false);
  distance = between(value(observed), exact);
  if (passes || apart < near - slack) {
    if (quick.divides_by_extreme_steps() || (std::fabs(y) < 0x1p124F && size > 0x1p-124)) return Answer::pass;
    distance = {};
    return Answer::undecided;
  }
  if (quick.denies() && apart > reach(k.farthest_least, k.farthest_most, true) + slack) return Answer::fails;
  if (apart > reach(k.least, k.most, true) + slack) return Answer::forbidden_by_ulp;
  distance = {};
  return Answer::undecided;
}

/// Whether a quotient is the zero that a flush of 1 / y leaves.
bool is_by_flushed_reciprocal(const Quick& quick, float x, float y, double exact, std::uint32_t observed) {
  const double size = std::fabs(exact);
  const std::uint32_t sign = std::signbit(x) != std::signbit(y) ? kSign : 0;
  return quick.may_flush_reciprocals() && observed == sign && std::fabs(y) > 0x1.0001p126F && size > 0x1p-124 &&
         static_cast<float>(size) != size;
}

/// A product or quotient of finite operands, one of them a denormal, which must be flushed: what is no zero, infinity
/// or NaN and far from the result of the denormal itself.
template <Operation op>
Answer of_flushed_factor(const Quick& quick, float x, float y, std::uint32_t observed) {
  const auto is_taken = [&](float operand) {
    return operand != 0 && std::fabs(operand) < quick.allowed_from() && std::fabs(operand) != 1;
  };
  const bool may_be_special = op == Operation::div && is_denormal(bits_of(y));
  if (!quick.denormals_in_table() || !is_taken(x) || !is_taken(y)) return Answer::undecided;
  if (magnitude(observed) == 0 || magnitude(observed) == kMinNormal) return Answer::undecided;
  if (may_be_special && magnitude(observed) >= kInfinity) return Answer::undecided;
  return quick.is_beyond(x, compute<op>(x, y).precise, value(observed)) ? Answer::breaks_special : Answer::undecided;
}

/// A sum of a normal operand and a denormal, which must be flushed: what is far from either sum.
template <Operation op>
Answer of_flushed_term(const Quick& quick, float x, float y, std::uint32_t observed) {
  const bool is_of_normal = is_normal(bits_of(x)) || is_normal(bits_of(y));
  const Answer broken = quick.broken_beside_flushed(is_denormal(bits_of(x)));
  if (!is_of_normal || broken == Answer::undecided || magnitude(observed) == 0) return Answer::undecided;
  const auto is_beyond = [&](const Computed& sum) { return quick.is_beyond(x, sum.precise, value(observed)); };
  const bool fails = is_beyond(compute<op>(flushed(x), flushed(y))) && is_beyond(compute<op>(x, y));
  return fails ? broken : Answer::undecided;
}

/// Of a denormal operand: whether what is observed is far from the result where it is flushed.
template <Operation op>
bool is_far_from_flushed(const Quick& quick, float x, float y, std::uint32_t observed) {
  constexpr bool kIsOfZeroOrInfinite = op == Operation::mul || op == Operation::div || op == Operation::rcp;
  if constexpr (kIsOfZeroOrInfinite) return has_size_between(observed);
  if constexpr (op == Operation::add || op == Operation::sub) {
    const bool is_of_normal = is_normal(bits_of(x)) || is_normal(bits_of(y));
    return is_of_normal && quick.is_beyond(x, compute<op>(flushed(x), flushed(y)).precise, value(observed));
  }
  return false;
}

/// add, sub, mul, div, rcp, reciprocal, sqrt on normal operands, and zeros that are added to them: the correctly
/// rounded result, flushed as the rulebook flushes, is permitted by every bound that the constructor lets through; so
/// is what is plainly within the tolerance.
template <Operation op, int arity>
Answer arithmetic(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& distance) {
  const std::uint32_t y_bits = arity == 2 ? operands[1] : kOne;
  const bool denormal_operand = is_denormal(operands[0]) || (arity == 2 && is_denormal(y_bits));
  if (denormal_operand && quick.flushes()) {
    // Flushing an operand leaves zero, an infinity or the other operand: a denormal result kept the denormal operand.
    const bool is_kept = observed == bits_of(compute<op>(value(operands[0]), value(y_bits)).rounded);
    if (is_denormal(observed) && is_kept) return Answer::kept_denormal_operand;
    if constexpr (op == Operation::mul || op == Operation::div) {
      return of_flushed_factor<op>(quick, value(operands[0]), value(y_bits), observed);
    }
    if constexpr (op == Operation::add || op == Operation::sub) {
      const Answer answer = of_flushed_term<op>(quick, value(operands[0]), value(y_bits), observed);
      if (answer != Answer::undecided) return answer;
    }
    if (is_denormal(observed)) return Answer::undecided;
  }
  const float x = quick.flushes() ? flushed(value(operands[0])) : value(operands[0]);
  const float y = quick.flushes() ? flushed(value(y_bits)) : value(y_bits);
  const auto is_taken = [&](float operand) {
    constexpr bool kAdds = op == Operation::add || op == Operation::sub;
    const std::uint32_t bits = bits_of(operand);
    return plain::is_taken(quick, bits) || (kAdds && operand == 0 && quick.adds_zero());
  };
  if (!is_taken(x) || !is_taken(y)) return Answer::undecided;
  if (quick.ones_in_table() && (magnitude(operands[0]) == kOne || (arity == 2 && magnitude(y_bits) == kOne))) {
    return Answer::undecided;
  }
  if (arity == 1 && !quick.is_constrained(x)) return Answer::undecided;
  const Computed result = compute<op>(x, y);
  const std::uint32_t rounded = bits_of(result.rounded);
  if (quick.leaves_open(result.precise)) return Answer::undecided;
  if (op == Operation::sqrt && (operands[0] & kSign) != 0) return beyond_domain(quick, operands[0], observed);
  const bool may_be_allowed = std::fabs(x) >= quick.allowed_from() || std::fabs(y) >= quick.allowed_from();
  const bool are_normal = is_normal(operands[0]) && is_normal(y_bits) &&
                          (!may_be_allowed || (quick.allows_zeros_alone() && is_normal(observed)));
  // The root of a denormal is normal, that of the zero that it may be flushed to far from all normal values.
  const bool is_root_of_denormal =
      op == Operation::sqrt && is_denormal(operands[0]) && is_normal(observed) && magnitude(observed) != kMinNormal;
  // A reciprocal that is denormal, or may be, is off by less than half of itself.
  const bool is_far_above = std::fabs(result.precise) < 0x1p-126 && magnitude(observed) > bits_of(0x1p-125F);
  const bool may_take_steps = op == Operation::div && quick.reach_of_steps(1) > 0;
  const bool normal = is_root_of_denormal || (are_normal && (!may_take_steps || has_reciprocal(y) || is_far_above));
  const bool is_far_if_flushed = denormal_operand && !quick.flushes() && is_far_from_flushed<op>(quick, x, y, observed);
  const Case given{.x = x, .d = result.precise, .normal = normal || is_far_if_flushed};
  if (quick.truncates()) {
    const Answer answer = normal ? judged_as_truncated<op>(quick, x, y, result, observed, distance) : Answer::undecided;
    return answer != Answer::undecided ? answer : failed_by_distance(quick, given, observed, distance);
  }
  const bool plain = is_normal(rounded) && magnitude(rounded) > kMinNormal;
  // A sum whose denormal term was flushed is exact; other results of flushed operands are zeros and infinities.
  const bool flush_explains = denormal_operand && quick.may_flush_operands() &&
                              observed == bits_of(compute<op>(flushed(x), flushed(y)).rounded);
  if (observed == rounded && (plain || (is_denormal(rounded) && !quick.flushes()))) {
    distance = between(value(observed), result.precise);
    const bool away = quick.rounds_either_way() && is_away_from_zero<op>(x, y, result);
    return away && !flush_explains ? Answer::pass_to_nearest : Answer::pass;
  }
  if (observed == rounded && magnitude(rounded) == 0 && result.precise != 0 && quick.may_flush_results()) {
    return Answer::pass;  // however it is rounded
  }
  const double size = std::fabs(result.precise);
  const bool is_tiny = size != 0 && size < 0x1p-126 * (1 - 0x1p-22);
  if (is_tiny && size >= quick.either_zero_from() && magnitude(observed) == 0) return Answer::pass;
  if (plain) {
    Answer answer = Answer::undecided;
    if (normal || (denormal_operand && quick.rounds_either_way())) {
      answer = judged_as_rounded<op>(quick, x, y, result, observed, distance);
      if (!normal && answer == Answer::pass_toward_zero) return flush_explains ? Answer::pass : answer;
      if (!normal) answer = Answer::undecided;
    }
    if (op == Operation::div && is_by_flushed_reciprocal(quick, x, y, result.precise, observed)) {
      distance = between(value(observed), result.precise);
      return Answer::pass;
    }
    if (op == Operation::div && are_normal && answer == Answer::undecided) {
      answer = judged_by_steps(quick, x, y, result.precise, observed, distance);
    }
    return answer != Answer::undecided ? answer : judged_by_distance(quick, given, observed, distance);
  }
  if (magnitude(rounded) == kInfinity) {
    if (observed != rounded) return failed_by_distance(quick, given, observed, distance);
    const bool stays_finite = quick.rounds_either_way() && !flush_explains;  // toward zero
    return stays_finite ? Answer::pass_to_nearest : Answer::pass;
  }
  // Below 2^-126 even before rounding (2^-126 - 2^-149 is the largest denormal; rounding to it excludes a tie with
  // 2^-126).
  if (quick.flushes() && (is_denormal(rounded) || (magnitude(rounded) == 0 && result.precise != 0))) {
    if (observed == (rounded & kSign)) return Answer::pass;
    if (observed == rounded) return is_denormal(rounded) ? Answer::kept_denormal_result : Answer::pass;
  }
  return quick.flushes() || quick.rounds_either_way() ? failed_by_distance(quick, given, observed, distance)
                                                      : judged_by_distance(quick, given, observed, distance);
}

}  // namespace

Quick::Function function_of_arithmetic(Operation operation) {
  using enum Operation;
  switch (operation) {
    case add:
      return arithmetic<add, 2>;
    case sub:
      return arithmetic<sub, 2>;
    case mul:
      return arithmetic<mul, 2>;
    case div:
      return arithmetic<div, 2>;
    case reciprocal:
    case rcp:
      return arithmetic<rcp, 1>;
    case sqrt:
      return arithmetic<sqrt, 1>;
    default:
      return nullptr;
  }
}

}  // namespace halfulp::judge::plain
