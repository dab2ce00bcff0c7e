// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "exact/certified.hpp"
#include "exact/real_domain.hpp"
#include "judge/quick/case.hpp"
#include "judge/quick/ieee_selection.hpp"
#include "number/fmod.hpp"
#include "number/strict_floating_point.hpp"

namespace halfulp::judge {
namespace {

using namespace plain;

/// What follows from a reference for an observed result. Far beyond the largest value infinity passes, far below the
/// least normal one zero, where every bound is so narrow; they keep the sign.
Answer around(const Quick& quick, const Case& given, std::uint32_t observed, Distance& distance) {
  const double size = std::fabs(given.d);
  const bool is_pole_or_zero = std::isinf(size) || size == 0;
  if (quick.saturates() && !is_pole_or_zero && (size >= 0x1p129 || size <= 0x1p-128)) {
    const std::uint32_t sign = std::signbit(given.d) ? kSign : 0;
    if (observed == (sign | (size > 1 ? kInfinity : 0))) return Answer::pass;
  }
  if (is_pole_or_zero) return Answer::undecided;
  if (size <= 0x1p-128 && magnitude(observed) == 0 && given.normal) {
    const auto permits = quick.permits_other_underflow(given.x);
    if (permits) return *permits ? Answer::pass : Answer::forbidden;
    if (size <= 0x1p-149 && quick.permits_zeros_below_denormals()) return Answer::pass;
  }
  // Beyond these sizes a reference tells no more than that the exact result is so, which is enough for what has no
  // error: of an exact result past overflow nothing has one.
  if (size >= 0x1p140) {
    return failed_by_distance(quick, {given.x, std::copysign(0x1.8p140, given.d), given.normal}, observed, distance);
  }
  if (size <= 0x1p-149 && quick.operation() != Operation::atan2) {  // whose reference is as good there
    if (magnitude(observed) < kInfinity) return Answer::undecided;
    return failed_by_distance(quick, {given.x, std::copysign(0x1.8p-150, given.d), given.normal}, observed, distance);
  }
  return judged_by_distance(quick, given, observed, distance);
}

/// The eighth power of a positive double where it is less than the least denormal; nothing where it is near the least
/// one of these, of which little is left.
std::optional<double> underflowed(double root) {
  if (root < 0x1p-136) return 0;
  if (root < 0x1p-125) return std::nullopt;
  const double square = root * root;
  return square * square * (square * square);
}

/// What is observed, if it is no zero, of the eighth power of `root` with the sign of given.d, where it is less than
/// the least denormal.
Answer around_underflowed(const Quick& quick, const Case& given, double root, std::uint32_t observed,
                          Distance& distance) {
  const std::optional<double> exact = underflowed(root);
  if (!exact || magnitude(observed) == 0 || magnitude(observed) >= kInfinity) return Answer::undecided;
  // No rounding comes from there to the least normal value, as one comes from values next to it.
  const std::uint32_t seen = magnitude(observed) == kMinNormal ? observed + 1 : observed;
  const auto is_beyond = [&](double size) {
    return quick.is_beyond(given.x, std::copysign(size, given.d), value(seen));
  };
  // Of such that round to 0 the ends tell: each result is on one side of all of them.
  const bool fails = *exact > 0x1p-152 ? is_beyond(*exact) : is_beyond(0x1.8p-390) && is_beyond(0x1.8p-152);
  if (!fails || !given.normal) return Answer::undecided;
  distance = between(value(observed), std::copysign(*exact, given.d));
  return Answer::fails;
}

/// 1 / sqrt(x), correctly rounded; d is some roundings of doubles from it. It is a value of the format for powers of 4
/// alone.
Answer rounded_root(const Quick& quick, double x, double d, std::uint32_t observed, Distance& distance) {
  const auto rounded = static_cast<float>(d);
  const double beyond = rounded - d;
  const bool is_exact = beyond == 0 && x * d * d == 1;
  const double least = d * 0x1p-46;
  const bool is_sure = static_cast<float>(d - least) == static_cast<float>(d + least) && std::fabs(beyond) > least;
  if (!is_exact && !is_sure) return Answer::undecided;
  const bool is_nearest = observed == bits_of(rounded);
  const bool is_truncated = beyond > 0 && observed + 1 == bits_of(rounded) && quick.rounds_either_way();
  if (!is_nearest && (!is_truncated || quick.is_beside_power_of_two(d))) return Answer::undecided;
  distance = between(value(observed), d);
  if (is_truncated) return Answer::pass_toward_zero;
  return quick.rounds_either_way() && beyond > 0 ? Answer::pass_to_nearest : Answer::pass;
}

/// Of a denormal operand, whose result is next to a power of two, as that of the zero is that it may be flushed to:
/// what is further from that power than so many ULP by any definition, of which the widest is 3/2 of the wider gap
/// [Muller]; or what fails by a value before that power too, which is nearer to what is observed.
Answer beside_result_of_zero(const Quick& quick, const Case& given, std::uint32_t observed, Distance& distance) {
  const std::size_t place = quick.place_of(given.x);
  if (place >= quick.pieces().size() || is_power_of_two(given.d)) return Answer::undecided;
  const double power = std::copysign(number::power_of_two(number::exponent_of(given.d * (1 + 0x1p-40))), given.d);
  const Quick::Piece& piece = quick.pieces()[place];
  bool is_beyond = false;
  if (piece.kind == Bound::Kind::ulp) {
    const double reach = std::max(1.5 * piece.amount, 1.0) * (1 + 0x1p-16) * std::fabs(power) * 0x1p-23;
    is_beyond = quick.denies() && std::fabs(value(observed) - power) > reach;
  } else {
    const bool is_above = std::fabs(value(observed)) > std::fabs(power);
    is_beyond = quick.is_beyond(given.x, power * (1 + (is_above ? 0x1p-23 : -0x1p-23)), value(observed));
  }
  if (!is_beyond) return Answer::undecided;
  distance = between(value(observed), given.d);
  return Answer::fails;
}

/// rsq and the functions of one operand: a double reference and the tolerance.
template <Operation op>
Answer bounded(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& distance) {
  const std::uint32_t bits = operands[0];
  const bool by_table = is_denormal(bits) && quick.denormals_in_table();
  if (!is_taken(quick, bits) && !by_table) return Answer::undecided;
  const double x = value(bits);
  if (!exact::has_real_value(op, x)) return beyond_domain(quick, bits, observed);
  const double d = op == Operation::rsq ? 1.0 / std::sqrt(x) : exact::certified(op, x);
  if (quick.leaves_open(d)) return Answer::undecided;
  // A result of a size between is as far from the result of zero as from that of a denormal: both are the same up to
  // 2^-126, or an infinity. But next to a power of two they may have different ULP.
  const bool is_between = has_size_between(observed);
  if (by_table) {
    return is_between && quick.is_beyond(x, d, value(observed)) ? Answer::breaks_special : Answer::undecided;
  }
  if (op == Operation::rsq && quick.gives_rounded() && !quick.truncates()) {
    const Answer answer = rounded_root(quick, x, d, observed, distance);
    if (answer != Answer::undecided) return answer;
  }
  if ((op == Operation::sinpi || op == Operation::tanpi) && d == 0 && is_normal(bits)) {  // of an integer
    const bool passes = magnitude(observed) == 0 && quick.permits_zero(x < 0, (observed & kSign) != 0);
    if (passes) distance = kNone;
    return passes ? Answer::pass : Answer::undecided;
  }
  // Nor is a denormal that is far from zero the result of one.
  const bool is_far_from_zero = is_near_small_operand(op) && is_denormal(bits) && is_denormal(observed) &&
                                quick.is_beyond(x, std::copysign(0x1.8p-300, x), value(observed));
  const bool is_normal_case = is_normal(bits) || (is_between && !is_near_power_of_two(d)) || is_far_from_zero;
  const Case given{.x = x, .d = d, .normal = is_normal_case};
  const Answer answer = around(quick, given, observed, distance);
  if (answer == Answer::undecided && is_between && !given.normal) {
    return beside_result_of_zero(quick, given, observed, distance);
  }
  constexpr bool kIsExponential = op == Operation::exp || op == Operation::exp2 || op == Operation::exp10;
  if constexpr (kIsExponential) {
    if (answer == Answer::undecided && d <= 0x1p-149) {
      return around_underflowed(quick, given, exact::certified(op, x / 8), observed, distance);
    }
  }
  return answer;
}

/// Whether a result of atan2 is far from those of denormal operands that are flushed to zeros of any sign: 0, a quarter
/// or half a turn.
bool is_far_from_flushed_angles(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed) {
  const unsigned denormals = (is_denormal(operands[0]) ? 1U : 0U) | (is_denormal(operands[1]) ? 2U : 0U);
  for (unsigned flushed = denormals; flushed != 0; flushed = (flushed - 1) & denormals) {
    for (unsigned signs = 0; signs < 4; ++signs) {
      const auto operand = [&](unsigned k) {
        const double zero = (signs >> k & 1) != 0 ? -0.0 : 0.0;
        return (flushed >> k & 1) != 0 ? zero : value(operands[k]);
      };
      const double angle = std::atan2(operand(0), operand(1));
      const bool is_far = angle == 0 ? has_size_between(observed) : quick.is_beyond(operand(0), angle, value(observed));
      if (!is_far) return false;
    }
  }
  return true;
}

/// atan2, pow and powr: their bounds have no conditions on operands (the constructor sees to it).
template <Operation op>
Answer bounded_of_two(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& distance) {
  const auto is_taken = [&](std::uint32_t bits, bool positive) {
    return is_normal(bits) || (is_denormal(bits) && quick.takes_denormals() && positive);
  };
  const double x = value(operands[0]);
  const bool roots = op == Operation::pow && x < 0;  // or powers of -0, where a denormal is flushed
  if (roots && quick.leaves_powers_of_negative_open()) {
    return is_normal(operands[0]) ? Answer::unconstrained : Answer::undecided;
  }
  if (roots && is_denormal(operands[0]) && quick.takes_denormals() && is_normal(operands[1])) {
    // What passes as the power of the denormal passes, whatever the flush gives.
    const double d = exact::certified(op, x, value(operands[1]));
    const Answer kept = std::isnan(d) ? quick.root_of_negative(is_nan(observed))
                                      : around(quick, {.x = x, .d = d, .normal = false}, observed, distance);
    if (kept == Answer::pass || kept == Answer::unconstrained) return kept;
    distance = kNone;
    return Answer::undecided;
  }
  if (!is_taken(operands[0], !roots) || !is_taken(operands[1], !roots)) return Answer::undecided;
  if (!exact::has_real_value(op, x)) return Answer::undecided;
  const double d = exact::certified(op, x, value(operands[1]));
  if (std::isnan(d)) return quick.root_of_negative(is_nan(observed));
  if (quick.leaves_open(d)) return Answer::undecided;
  bool normal = is_normal(operands[0]) && is_normal(operands[1]);
  const bool is_near = is_near_power_of_two(d);
  const bool is_power_between = op != Operation::atan2 && !normal && has_size_between(observed);
  // A power of a denormal is far from those of 0, which are 0 and infinities.
  if (is_power_between && is_normal(operands[1])) normal = !is_near;
  const Case given{.x = x, .d = d, .normal = normal};
  const Answer answer = around(quick, given, observed, distance);
  if (answer == Answer::undecided && is_power_between && is_near) {
    return beside_result_of_zero(quick, given, observed, distance);
  }
  if (answer == Answer::undecided && op != Operation::atan2 && std::fabs(d) <= 0x1p-149) {
    const double root = exact::certified(op, std::fabs(x), static_cast<double>(value(operands[1])) / 8);
    return around_underflowed(quick, given, root, observed, distance);
  }
  const bool is_far = answer == Answer::undecided && op == Operation::atan2 && !normal &&
                      magnitude(observed) < kInfinity && is_far_from_flushed_angles(quick, operands, observed);
  return is_far ? failed_by_distance(quick, {.x = x, .d = d, .normal = true}, observed, distance) : answer;
}

/// Where only the exact result passes, `exact`: a normal value or, of an operand with or without a sign, a zero.
Answer exactly(const Quick& quick, float exact, bool negative_operand, std::uint32_t observed, Distance& distance) {
  const bool passes = exact == 0
                          ? magnitude(observed) == 0 && quick.permits_zero(negative_operand, (observed & kSign) != 0)
                          : observed == bits_of(exact);
  if (passes) {
    distance = kNone;
    return Answer::pass;
  }
  if (!quick.permits_exact_alone()) return quick.states_exact_alone() ? Answer::forbidden : Answer::undecided;
  // Which zero it is may be a matter of policy, but for one that a positive operand is rounded to.
  const bool is_other_zero = exact == 0 && magnitude(observed) == 0;
  if (is_other_zero && (negative_operand || !quick.rounds_to_integers())) return Answer::forbidden;
  const bool is_tiny = std::fabs(exact) < 0x1p-125F && exact != 0;
  const bool is_flushed = magnitude(observed) == 0 && quick.may_flush_results() && is_tiny;
  if (magnitude(observed) < kInfinity && !is_flushed) distance = from_value(value(observed), exact);
  return Answer::fails;
}

/// Of an exact result that is a denormal: as it is, where it may be kept.
Answer kept(const Quick& quick, std::uint32_t exact, std::uint32_t observed, Distance& distance) {
  if (observed != exact || !quick.may_keep_denormals()) return Answer::undecided;
  distance = kNone;
  return Answer::pass;
}

/// An answer of the value that an operand is, of a function that has zeros for zeros: of what it has fail, a flush of a
/// denormal may explain a zero.
Answer unless_flushed(Answer answer, std::uint32_t operand, std::uint32_t observed) {
  const bool may_be_flushed = is_denormal(operand) && !(answer == Answer::fails && has_size_between(observed));
  return !Quick::is_pass(answer) && may_be_flushed ? Answer::undecided : answer;
}

/// frc and the rounding instructions: exact but for frc's last rounding.
template <Operation op>
Answer rounding_of_value(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed,
                         Distance& distance) {
  if (!is_taken(quick, operands[0])) return Answer::undecided;
  const float x = value(operands[0]);
  float result = 0;
  if constexpr (op == Operation::frc) {
    const double exact = static_cast<double>(x) - std::floor(static_cast<double>(x));
    result = static_cast<float>(exact);
    if (result != exact || result >= 1) {
      // x is below 0. Where |x| > 2^-25, it is a multiple of 2^-48, and `exact` is. Elsewhere 1 - 2^-24 is the last
      // value below 1; an ULP is 2^-24.
      constexpr float kLast = 1 - 0x1p-24F;
      const bool near_one = x >= -0x1p-25F;
      // It is above 1/2, and no rounding comes to a result that is an ULP away; one to nearest comes half as far.
      const double apart = static_cast<double>(value(observed)) - 1 - x;
      const double reach = quick.permits_nearest_alone() && !near_one ? 0x1p-25 : 0x1p-24;
      if (quick.permits_exact_alone() && !(std::fabs(apart) <= reach)) {
        if (magnitude(observed) < kInfinity)
          distance = {.ulp = std::fabs(apart) * 0x1p24, .absolute = std::fabs(apart), .exact = exact};
        return Answer::fails;
      }
      if (quick.truncates()) return Answer::undecided;
      if (!near_one) {
        if (observed != bits_of(result) || is_power_of_two(result)) return Answer::undecided;
        distance = between(result, exact);
        return quick.rounds_either_way() && result > exact ? Answer::pass_to_nearest : Answer::pass;
      }
      const double ulp_below_one = -static_cast<double>(x) * 0x1p24;
      if (observed == bits_of(kLast) && quick.permits_last_below_one()) {
        distance = {.ulp = 1 - ulp_below_one};
        return Answer::pass;
      }
      if (observed == kOne && quick.permits_rounded_to_one()) {
        distance = {.ulp = ulp_below_one};
        return quick.one_is_by_nearest() ? Answer::pass_to_nearest : Answer::pass;
      }
      return Answer::undecided;
    }
    if (is_denormal(bits_of(result))) return kept(quick, bits_of(result), observed, distance);
  } else if constexpr (op == Operation::round_ne) {
    result = std::nearbyint(x);
  } else if constexpr (op == Operation::round_ni) {
    result = std::floor(x);
  } else if constexpr (op == Operation::round_pi) {
    result = std::ceil(x);
  } else if constexpr (op == Operation::round) {
    result = std::round(x);
  } else {
    result = std::trunc(x);
  }
  return exactly(quick, result, x < 0, observed, distance);
}

template <Operation op>
Answer rounding(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& distance) {
  return unless_flushed(rounding_of_value<op>(quick, operands, observed, distance), operands[0], observed);
}

/// What frexp, ilogb and modf take from an operand, exactly.
template <Operation op>
Answer part(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& distance) {
  if (!is_taken(quick, operands[0])) return Answer::undecided;
  const float x = value(operands[0]);
  int exponent = 0;
  const float significand = std::frexp(x, &exponent);
  if constexpr (op == Operation::ilogb || op == Operation::frexp_exponent) {
    const int expected = op == Operation::ilogb ? exponent - 1 : exponent;
    return observed == static_cast<std::uint32_t>(expected) ? Answer::pass : Answer::undecided;
  } else {
    float result = significand;
    if (op == Operation::modf_integer) result = std::trunc(x);
    if (op == Operation::modf_fraction) result = x - std::trunc(x);
    if (is_denormal(bits_of(result))) return kept(quick, bits_of(result), observed, distance);
    return unless_flushed(exactly(quick, result, x < 0, observed, distance), operands[0], observed);
  }
}

/// fmod: exact.
Answer remainder(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& distance) {
  if (is_nan(operands[0]) || is_nan(operands[1])) return of_nan(quick, observed);
  if (!is_taken(quick, operands[0]) || !is_taken(quick, operands[1])) return Answer::undecided;
  const float x = value(operands[0]);
  const float result = number::fmod(x, value(operands[1]));
  const std::uint32_t exact = bits_of(result);
  const bool normal = is_normal(operands[0]) && is_normal(operands[1]);  // otherwise a flush may permit others
  if (is_denormal(exact)) {
    const bool may_be_flushed = magnitude(observed) == 0 || magnitude(observed) == kMinNormal || observed == exact;
    if (normal && quick.permits_exact_alone() && !may_be_flushed) {
      if (magnitude(observed) < kInfinity) distance = from_value(value(observed), result);
      return Answer::fails;
    }
    const bool is_flushed = observed == (exact & kSign) && quick.may_flush_results();
    return is_flushed ? Answer::pass : kept(quick, exact, observed, distance);
  }
  const Answer answer = exactly(quick, result, x < 0, observed, distance);
  return !Quick::is_pass(answer) && !normal ? Answer::undecided : answer;
}

/// Whether something holds of two operands whichever of their denormals are zeros.
template <class Holds>
bool whatever_is_flushed(const std::uint32_t* operands, Holds holds) {
  const float x = value(operands[0]);
  const float y = value(operands[1]);
  return holds(x, y) && holds(flushed(x), y) && holds(x, flushed(y)) && holds(flushed(x), flushed(y));
}

/// Comparisons of any operands, where IEEE 754's results pass.
template <Operation op>
Answer comparison(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& /*distance*/) {
  const auto is_taken = [&](std::uint32_t bits) {
    if (is_denormal(bits) && quick.takes_denormals()) return true;
    return is_normal(bits) || (quick.treats_specials_plainly() && (quick.flushes() || !is_denormal(bits)));
  };
  if (!is_taken(operands[0]) || !is_taken(operands[1])) return Answer::undecided;
  const float x = quick.flushes() ? flushed(value(operands[0])) : value(operands[0]);
  const float y = quick.flushes() ? flushed(value(operands[1])) : value(operands[1]);
  if (observed == ieee_selection(op, x, y)) return Answer::pass;
  const bool are_numbers = is_number(operands[0]) && is_number(operands[1]);
  if (!quick.permits_exact_alone() || !(are_numbers || quick.states_all_comparisons())) return Answer::undecided;
  const bool fails = whatever_is_flushed(
      operands, [&](float first, float second) { return observed != ieee_selection(op, first, second); });
  return fails ? Answer::fails : Answer::undecided;
}

/// min and max of any operands but two zeros: the operand that is a number, the smaller or larger of two, any NaN of
/// two NaN.
template <Operation op>
Answer selection(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& distance) {
  const auto is_taken = [&](std::uint32_t bits) {
    if (is_normal(bits)) return true;
    return quick.treats_specials_plainly() && (quick.flushes() || quick.may_keep_denormals() || !is_denormal(bits));
  };
  if (!is_taken(operands[0]) || !is_taken(operands[1])) return Answer::undecided;
  const float x = quick.flushes() ? flushed(value(operands[0])) : value(operands[0]);
  const float y = quick.flushes() ? flushed(value(operands[1])) : value(operands[1]);
  if (x == 0 && y == 0) return Answer::undecided;
  const std::uint32_t expected = ieee_selection(op, x, y).value_or(0);
  if (same(observed, expected)) {
    if (std::isfinite(value(expected))) distance = kNone;
    return Answer::pass;
  }
  const bool is_one_nan = is_nan(operands[0]) != is_nan(operands[1]);
  if (is_one_nan && is_normal(expected)) return quick.broken_beside_nan();
  // Beside a normal operand a denormal is chosen, or not, as its zero is.
  const bool are_numbers = is_number(operands[0]) && is_number(operands[1]);
  if (is_normal(expected) && are_numbers) return exactly(quick, value(expected), false, observed, distance);
  const std::uint32_t kept = ieee_selection(op, value(operands[0]), value(operands[1])).value_or(0);
  const bool is_neither = observed != operands[0] && observed != operands[1];
  if (are_numbers && is_denormal(kept) && magnitude(observed) != 0 && is_neither && quick.permits_exact_alone()) {
    if (magnitude(observed) < kInfinity) distance = from_value(value(observed), value(kept));
    return Answer::fails;
  }
  return Answer::undecided;
}

/// Conversions where the value is plain: normal operands in the integer's range and, where all are 0, smaller ones;
/// integers that are format values.
template <Operation op>
Answer conversion([[maybe_unused]] const Quick& quick, const std::uint32_t* operands, std::uint32_t observed,
                  Distance& distance) {
  if constexpr (op == Operation::ftoi || op == Operation::ftou) {
    if (magnitude(operands[0]) < kMinNormal) {
      return observed == 0 && quick.converts_to_zero() ? Answer::pass : Answer::undecided;
    }
    if (!is_normal(operands[0])) return Answer::undecided;
    const double x = std::trunc(static_cast<double>(value(operands[0])));
    constexpr double kLeast = op == Operation::ftoi ? -0x1p31 : 0;
    constexpr double kMost = op == Operation::ftoi ? 0x1p31 - 1 : 0x1p32 - 1;
    if (!quick.saturates() && (x < kLeast || x > kMost)) {
      const bool is_far = std::fabs(x) > 0x1p33 || (kLeast == 0 && x < -1);
      return is_far && quick.leaves_out_of_range_open() ? Answer::unconstrained : Answer::undecided;
    }
    const auto expected = static_cast<std::uint32_t>(static_cast<std::int64_t>(std::clamp(x, kLeast, kMost)));
    if (observed == expected) return Answer::pass;
    return quick.permits_exact_alone() ? Answer::fails : Answer::undecided;
  } else {
    const double x = op == Operation::itof ? static_cast<double>(static_cast<std::int32_t>(operands[0]))
                                           : static_cast<double>(operands[0]);
    const auto rounded = static_cast<float>(x);
    if (x == 0) return Answer::undecided;
    if (observed != bits_of(rounded)) {
      // Whatever the rounding is, it gives the nearest value or, if that is not x, the one on its other side.
      constexpr float kLimit = std::numeric_limits<float>::infinity();
      const float beyond = std::nextafter(rounded, rounded < x ? kLimit : -kLimit);
      const bool is_beyond = rounded != x && observed == bits_of(beyond);
      if (is_beyond || !quick.permits_exact_alone()) return Answer::undecided;
      const bool is_finite = magnitude(observed) < kInfinity;
      if (is_finite) distance = rounded == x ? from_value(value(observed), x) : between(value(observed), x);
      return Answer::fails;
    }
    // The nearest value is a neighbour; ties go to even.
    const bool is_away = std::fabs(rounded) > std::fabs(x);
    if (is_power_of_two(rounded) || (quick.truncates() && is_away)) return Answer::undecided;
    distance = between(rounded, x);
    return quick.rounds_either_way() && is_away ? Answer::pass_to_nearest : Answer::pass;
  }
}

/// Movement and sign bits, of denormals where they may stay; copysign of what is no NaN.
template <Operation op>
Answer movement(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& /*distance*/) {
  constexpr std::size_t kArity = op == Operation::movc ? 3 : op == Operation::copysign ? 2 : 1;
  const auto is_finite = [](std::uint32_t bits) { return magnitude(bits) < kInfinity; };
  if (quick.leaves_specials_open() && !std::all_of(operands, operands + kArity, is_finite)) return Answer::undecided;
  std::uint32_t expected = operands[0];
  if constexpr (op == Operation::movc) expected = operands[0] != 0 ? operands[1] : operands[2];
  if constexpr (op == Operation::abs) expected &= ~kSign;
  if constexpr (op == Operation::neg) expected ^= kSign;
  if constexpr (op == Operation::copysign) {
    if (is_nan(operands[0]) || is_nan(operands[1])) return Answer::undecided;
    expected = magnitude(operands[0]) | (operands[1] & kSign);
  }
  constexpr bool kSetsSign = op == Operation::abs || op == Operation::neg || op == Operation::copysign;
  if (kSetsSign && is_denormal(expected) && !quick.keeps_denormal_bits()) return Answer::undecided;
  if (observed == expected) return Answer::pass;
  bool is_plain = is_normal(expected);
  if constexpr (op == Operation::copysign)
    is_plain = is_plain && (is_normal(operands[1]) || magnitude(operands[1]) == 0);
  return is_plain && quick.permits_exact_alone() ? Answer::fails : Answer::undecided;
}

/// nextafter of normal operands, where the result is normal too.
Answer neighbour(const Quick& /*quick*/, const std::uint32_t* operands, std::uint32_t observed,
                 Distance& /*distance*/) {
  const std::uint32_t expected = bits_of(std::nextafter(value(operands[0]), value(operands[1])));
  const bool are_normal = is_normal(operands[0]) && is_normal(operands[1]) && is_normal(expected);
  return are_normal && observed == expected ? Answer::pass : Answer::undecided;
}

}  // namespace

Quick::Function Quick::function_of(Operation operation) {
  using enum Operation;
  switch (operation) {
    case rsq:
      return bounded<rsq>;
    case exp:
      return bounded<exp>;
    case exp2:
      return bounded<exp2>;
    case exp10:
      return bounded<exp10>;
    case log:
      return bounded<log>;
    case log2:
      return bounded<log2>;
    case log10:
      return bounded<log10>;
    case sin:
      return bounded<sin>;
    case cos:
      return bounded<cos>;
    case sincos_sin:
      return bounded<sincos_sin>;
    case sincos_cos:
      return bounded<sincos_cos>;
    case tan:
      return bounded<tan>;
    case asin:
      return bounded<asin>;
    case acos:
      return bounded<acos>;
    case atan:
      return bounded<atan>;
    case sinh:
      return bounded<sinh>;
    case cosh:
      return bounded<cosh>;
    case tanh:
      return bounded<tanh>;
    case asinh:
      return bounded<asinh>;
    case acosh:
      return bounded<acosh>;
    case atanh:
      return bounded<atanh>;
    case sinpi:
      return bounded<sinpi>;
    case cospi:
      return bounded<cospi>;
    case tanpi:
      return bounded<tanpi>;
    case atan2:
      return bounded_of_two<atan2>;
    case pow:
      return bounded_of_two<pow>;
    case powr:
      return bounded_of_two<powr>;
    case fmod:
      return remainder;
    case frc:
      return rounding<frc>;
    case round_ne:
      return rounding<round_ne>;
    case round_ni:
      return rounding<round_ni>;
    case round_pi:
      return rounding<round_pi>;
    case round_z:
      return rounding<round_z>;
    case round:
      return rounding<round>;
    case modf_integer:
      return part<modf_integer>;
    case modf_fraction:
      return part<modf_fraction>;
    case frexp_fraction:
      return part<frexp_fraction>;
    case frexp_exponent:
      return part<frexp_exponent>;
    case ilogb:
      return part<ilogb>;
    case min:
      return selection<min>;
    case max:
      return selection<max>;
    case eq:
      return comparison<eq>;
    case ne:
      return comparison<ne>;
    case lt:
      return comparison<lt>;
    case le:
      return comparison<le>;
    case gt:
      return comparison<gt>;
    case ge:
      return comparison<ge>;
    case ftoi:
      return conversion<ftoi>;
    case ftou:
      return conversion<ftou>;
    case itof:
      return conversion<itof>;
    case utof:
      return conversion<utof>;
    case mov:
    case load:
    case store:
      return movement<mov>;
    case movc:
      return movement<movc>;
    case abs:
      return movement<abs>;
    case neg:
      return movement<neg>;
    case copysign:
      return movement<copysign>;
    case nextafter:
      return neighbour;
    default:
      break;
  }
  const Function of_arithmetic = plain::function_of_arithmetic(operation);
  return of_arithmetic != nullptr ? of_arithmetic : plain::function_of_sum(operation);
}

}  // namespace halfulp::judge
