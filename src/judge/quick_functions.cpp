// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "exact/certified.hpp"
#include "exact/real_domain.hpp"
#include "judge/ieee_selection.hpp"
#include "judge/quick.hpp"
#include "number/binade.hpp"
#include "number/strict_floating_point.hpp"
#include "number/sum_to_odd.hpp"

namespace halfulp::judge {
namespace {

using Answer = Quick::Answer;

constexpr std::uint32_t kSign = 0x80000000;
constexpr std::uint32_t kInfinity = 0x7f800000;
constexpr std::uint32_t kMinNormal = 0x00800000;
constexpr std::uint32_t kMaxFinite = 0x7f7fffff;
constexpr std::uint32_t kOne = 0x3f800000;

std::uint32_t magnitude(std::uint32_t bits) { return bits & ~kSign; }
bool is_normal(std::uint32_t bits) { return magnitude(bits) - kMinNormal < kInfinity - kMinNormal; }
bool is_nan(std::uint32_t bits) { return magnitude(bits) > kInfinity; }
bool is_denormal(std::uint32_t bits) { return magnitude(bits) - 1 < kMinNormal - 1; }
float value(std::uint32_t bits) { return std::bit_cast<float>(bits); }
std::uint32_t bits_of(float v) { return std::bit_cast<std::uint32_t>(v); }

/// No zero, infinity or NaN, and no denormal where a flush may matter.
bool is_taken(const Quick& quick, std::uint32_t bits) {
  return is_normal(bits) || (is_denormal(bits) && quick.takes_denormals());
}

float flushed(float v) { return is_denormal(bits_of(v)) ? value(bits_of(v) & kSign) : v; }

/// Of r from d; ULP are those of d's binade.
Distance between(double r, double d) {
  const int exponent = std::max(number::exponent_of(d), -126);
  const double size = std::fabs(r - d);
  return {.ulp = size * number::power_of_two(23 - exponent), .absolute = size, .exact = d};
}

constexpr Distance kNone{.ulp = 0, .absolute = 0, .exact = 0};

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

/// Whether the double is rounded, though a value of the format: a sum's may be.
template <Operation op>
bool is_rounded_before(float x, float y) {
  if constexpr (op != Operation::add && op != Operation::sub) return false;
  const double dy = y;
  return number::two_sum(x, op == Operation::sub ? -dy : dy).error != 0;
}

/// A result near d, at most 2^-48 off, of normal operands or of others; x: the operand that bounds depend on.
struct Case {
  double x;
  double d;
  bool normal;
};

/// A result that is far from everything that the rule permits.
Answer failed_by_distance(const Quick& quick, const Case& given, std::uint32_t observed, Distance& distance) {
  if (!given.normal || !quick.is_beyond(given.x, given.d, value(observed))) return Answer::undecided;
  const bool measured = magnitude(observed) < kInfinity && std::fabs(given.d) < 0x1p128;
  if (measured) distance = between(value(observed), given.d);
  return Answer::fails;
}

/// By the tolerance, of an observed result that is no zero, or as above; the zero that a denormal result may become.
Answer judged_by_distance(const Quick& quick, const Case& given, std::uint32_t observed, Distance& distance) {
  if (given.normal && !quick.is_range() && quick.is_unconstrained(given.x)) return Answer::unconstrained;
  // The smallest normal value may be what a denormal was rounded to: the flush test decides.
  const bool plain = is_normal(observed) && magnitude(observed) != kMinNormal;
  const bool same_sign = ((observed & kSign) != 0) == std::signbit(given.d);
  const bool kept = is_denormal(observed) && quick.may_keep_denormals() && same_sign;
  const bool is_flushed = magnitude(observed) == 0 && quick.may_flush_results() && same_sign;
  if (is_flushed && std::fabs(given.d) < 0x1p-126 * (1 - 0x1p-22)) return Answer::pass;
  const bool is_zero = magnitude(observed) == 0;
  const bool is_zero_inside = is_zero && given.normal && std::fabs(given.d) > 0x1p-124 && quick.may_span_zero(given.x);
  const bool is_plain = plain || kept || is_zero_inside;
  const Answer answer = is_plain ? quick.within(given.x, given.d, value(observed)) : Answer::undecided;
  if (answer == Answer::pass) distance = between(value(observed), given.d);
  if (answer != Answer::undecided) return answer;
  const Answer far = failed_by_distance(quick, given, observed, distance);
  if (far != Answer::undecided || !given.normal) return far;
  if (quick.is_out_of_range(given.x, value(observed))) {
    const bool measured = magnitude(observed) < kInfinity && !quick.is_unconstrained(given.x);
    if (measured) distance = between(value(observed), given.d);
    return Answer::forbidden;
  }
  if (!plain) return far;
  if (!quick.forbids(given.x, given.d, value(observed))) return Answer::undecided;
  distance = between(value(observed), given.d);
  return Answer::forbidden;
}

/// Of an operand for which the function has no real value.
Answer beyond_domain(const Quick& quick, std::uint32_t operand, std::uint32_t observed) {
  const bool breaks = is_normal(operand) && quick.gives_nan_beyond_domain() && !is_nan(observed);
  return breaks ? Answer::breaks_special : Answer::undecided;
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
  if (kHasTies && steps == 0.5 && !is_rounded && quick.permits_any_tie()) {
    distance = between(value(observed), result.precise);
    return Answer::pass;
  }
  const bool is_value = result.rounded == result.precise && !is_rounded;
  const bool is_away = std::fabs(value(observed)) > size;
  constexpr double kMargin = 0x1p-20;
  if (steps < 0.5 * (1 + kMargin)) return Answer::undecided;
  const bool fails = quick.permits_nearest_alone() || is_value || is_away;
  if (!fails && (steps > 1 - kMargin || !quick.rounds_either_way())) return Answer::undecided;
  distance = between(value(observed), result.precise);
  return fails ? Answer::fails : Answer::pass_toward_zero;
}

/// The values of 1 / y that a quotient by steps may take, and those that it may by some definition of an ULP, where
/// all are in one binade, and normal.
struct Reciprocals {
  Reciprocals(const Quick& quick, float y) {
    const double exact = std::fabs(1 / static_cast<double>(y));
    const auto nearest = static_cast<float>(exact);
    const double step = number::power_of_two(number::exponent_of(exact) - 23);
    constexpr std::uint32_t kFraction = 0x007fffff;
    const std::uint32_t place = bits_of(nearest) & kFraction;
    is_plain = std::fabs(y) < 0x1p124F && place > 8 && place < kFraction - 8;
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
/// rounded to nearest, passes, and nothing else.
Answer judged_by_steps(const Quick& quick, float x, float y, double exact, std::uint32_t observed, Distance& distance) {
  const Reciprocals k(quick, y);
  const double size = std::fabs(exact);
  const bool is_plain = is_normal(observed) && size > 0x1p-124 && size < 0x1p125 && !quick.is_beside_power_of_two(size);
  const bool is_value = static_cast<float>(exact) == exact;  // where some policies permit nothing else
  if (!quick.divides_by_steps() || !is_plain || is_value) return Answer::undecided;
  const double apart = std::fabs(value(observed) - exact);
  const double slack = size * 0x1p-45;
  // A denormal reciprocal is 0 or has 21 bits at least, of which definitions of an ULP may leave the last two open.
  if (!has_reciprocal(y) && quick.denies() && apart > size * 0x1p-16) {
    distance = between(value(observed), exact);
    return Answer::fails;
  }
  if (!k.is_plain) return Answer::undecided;
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
  if (passes || apart < near - slack) return Answer::pass;
  if (quick.denies() && apart > reach(k.farthest_least, k.farthest_most, true) + slack) return Answer::fails;
  if (apart > reach(k.least, k.most, true) + slack) return Answer::forbidden;
  distance = {};
  return Answer::undecided;
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
  if (!is_of_normal || quick.identity_rule().empty() || magnitude(observed) == 0) return Answer::undecided;
  const auto is_beyond = [&](const Computed& sum) { return quick.is_beyond(x, sum.precise, value(observed)); };
  const bool fails = is_beyond(compute<op>(flushed(x), flushed(y))) && is_beyond(compute<op>(x, y));
  return fails ? Answer::breaks_identity : Answer::undecided;
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
    return judge::is_taken(quick, bits) || (kAdds && operand == 0 && quick.adds_zero());
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
  const bool are_normal = is_normal(operands[0]) && is_normal(y_bits) && std::fabs(x) < quick.allowed_from() &&
                          std::fabs(y) < quick.allowed_from();
  const bool normal = are_normal && (op != Operation::div || has_reciprocal(y));
  const Case given{.x = x, .d = result.precise, .normal = normal};
  if (quick.truncates()) return failed_by_distance(quick, given, observed, distance);
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
  const bool is_tiny = result.precise != 0 && std::fabs(result.precise) < 0x1p-126 * (1 - 0x1p-22);
  if (is_tiny && magnitude(observed) == 0 && quick.may_flush_results() && quick.any_flushed_sign()) return Answer::pass;
  if (plain) {
    Answer answer = Answer::undecided;
    if (normal) answer = judged_as_rounded<op>(quick, x, y, result, observed, distance);
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
  }
  // Beyond these sizes a reference tells no more than that the exact result is so, which is enough for what has no
  // error: of an exact result past overflow nothing has one.
  if (size >= 0x1p140) {
    return failed_by_distance(quick, {given.x, std::copysign(0x1.8p140, given.d), given.normal}, observed, distance);
  }
  if (size <= 0x1p-149) {
    if (magnitude(observed) < kInfinity) return Answer::undecided;
    return failed_by_distance(quick, {given.x, std::copysign(0x1.8p-150, given.d), given.normal}, observed, distance);
  }
  return judged_by_distance(quick, given, observed, distance);
}

/// e^x and the like of x where it is less than the least denormal, as a double; nothing where it is near the least one
/// of these, of which little is left.
template <Operation op>
std::optional<double> underflowed(double x) {
  const double root = exact::certified(op, x / 8);
  if (root < 0x1p-136) return 0;
  if (root < 0x1p-125) return std::nullopt;
  const double square = root * root;
  return square * square * (square * square);
}

/// What is observed of e^x and the like where it is less than the least denormal, if it is no zero.
template <Operation op>
Answer around_underflowed(const Quick& quick, const Case& given, std::uint32_t observed, Distance& distance) {
  const std::optional<double> exact = underflowed<op>(given.x);
  if (!exact || magnitude(observed) == 0 || magnitude(observed) >= kInfinity) return Answer::undecided;
  // No rounding comes from there to the least normal value, as one comes from values next to it.
  const std::uint32_t seen = magnitude(observed) == kMinNormal ? observed + 1 : observed;
  const auto is_beyond = [&](double d) { return quick.is_beyond(given.x, d, value(seen)); };
  // Of such that round to 0 the ends tell: each result is on one side of all of them.
  const bool fails = *exact > 0x1p-152 ? is_beyond(*exact) : is_beyond(0x1.8p-390) && is_beyond(0x1.8p-152);
  if (!fails || !given.normal) return Answer::undecided;
  distance = between(value(observed), *exact);
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
  if (observed != bits_of(rounded) || !(is_exact || is_sure)) return Answer::undecided;
  distance = between(rounded, d);
  return quick.rounds_either_way() && beyond > 0 ? Answer::pass_to_nearest : Answer::pass;
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
  // 2^-126, or an infinity.
  const bool is_between = is_normal(observed) && magnitude(observed) != kMinNormal && magnitude(observed) != kMaxFinite;
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
  const Case given{.x = x, .d = d, .normal = is_normal(bits) || is_between};
  const Answer answer = around(quick, given, observed, distance);
  constexpr bool kIsExponential = op == Operation::exp || op == Operation::exp2 || op == Operation::exp10;
  if constexpr (kIsExponential) {
    if (answer == Answer::undecided && d <= 0x1p-149) return around_underflowed<op>(quick, given, observed, distance);
  }
  return answer;
}

/// atan2, pow and powr: their bounds have no conditions on operands (the constructor sees to it).
template <Operation op>
Answer bounded_of_two(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& distance) {
  const auto is_taken = [&](std::uint32_t bits, bool positive) {
    return is_normal(bits) || (is_denormal(bits) && quick.takes_denormals() && positive);
  };
  const double x = value(operands[0]);
  const bool roots = op == Operation::pow && x < 0;  // or powers of -0, where a denormal is flushed
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
  const bool normal = is_normal(operands[0]) && is_normal(operands[1]);
  return around(quick, {.x = x, .d = d, .normal = normal}, observed, distance);
}

/// Of r from a value of the format: its ULP is the smaller of the gaps beside it.
Distance from_value(double r, double v) {
  Distance distance = between(r, v);
  if (is_power_of_two(v) && std::fabs(v) > 0x1p-126) distance.ulp *= 2;
  return distance;
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
  if (!quick.permits_exact_alone()) return Answer::undecided;
  // Which zero it is may be a matter of policy, but for one that a positive operand is rounded to.
  const bool is_other_zero = exact == 0 && magnitude(observed) == 0;
  if (is_other_zero && (negative_operand || !quick.rounds_to_integers())) return Answer::undecided;
  const bool is_tiny = std::fabs(exact) < 0x1p-125F && exact != 0;
  const bool is_flushed = magnitude(observed) == 0 && quick.may_flush_results() && is_tiny;
  if (magnitude(observed) < kInfinity && !is_flushed) distance = from_value(value(observed), exact);
  return Answer::fails;
}

/// frc and the rounding instructions on normal operands: exact but for frc's last rounding.
template <Operation op>
Answer rounding(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& distance) {
  if (!is_normal(operands[0])) return Answer::undecided;
  const float x = value(operands[0]);
  float result = 0;
  if constexpr (op == Operation::frc) {
    const double exact = static_cast<double>(x) - std::floor(static_cast<double>(x));
    result = static_cast<float>(exact);
    if (result != exact || result >= 1) {
      // x is below 0. Where |x| > 2^-25, it is a multiple of 2^-48, and `exact` is. Elsewhere 1 - 2^-24 is the last
      // value below 1; an ULP is 2^-24.
      if (quick.truncates()) return Answer::undecided;
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
        return quick.rounds_either_way() ? Answer::pass_to_nearest : Answer::pass;
      }
      return Answer::undecided;
    }
    if (result < 0x1p-126F && result != 0) return Answer::undecided;
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

/// What frexp, ilogb and modf take from a normal operand, exactly.
template <Operation op>
Answer part(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& distance) {
  if (!is_normal(operands[0])) return Answer::undecided;
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
    return exactly(quick, result, x < 0, observed, distance);
  }
}

bool same(std::uint32_t observed, std::uint32_t expected) {
  return observed == expected || (is_nan(observed) && is_nan(expected));
}

/// One way to evaluate a sum of products: each step rounded to nearest, flushed or not.
template <std::size_t n, bool flush>
class Serial {
 public:
  explicit Serial(const std::array<float, 2 * n>& operands) {
    for (std::size_t i = 0; i < n; ++i) terms_[i] = step(operands[i] * operands[i + n]);
  }
  explicit Serial(const std::array<float, 3>& operands)  // mad
      requires(n == 2)
      : terms_{step(operands[0] * operands[1]), operands[2]} {}

  [[nodiscard]] float forward() const {
    float sum = terms_[0];
    for (std::size_t i = 1; i < n; ++i) sum = step(sum + terms_[i]);
    return sum;
  }
  [[nodiscard]] float backward() const {
    float sum = terms_[n - 1];
    for (std::size_t i = n - 1; i > 0; --i) sum = step(sum + terms_[i - 1]);
    return sum;
  }

 private:
  static float step(float v) { return flush ? flushed(v) : v; }
  std::array<float, n> terms_{};
};

/// Whether the serial orderings that devices use give the observed result. Each is an ordering of the unfused
/// expansion, so that its result is permitted whatever it passes through; the last step is flushed as every result is.
template <std::size_t n, class Operands>
bool is_serial(const Operands& operands, std::uint32_t observed, bool flushes) {
  const auto last = [&](float v) { return bits_of(flushes ? flushed(v) : v); };
  const Serial<n, false> kept(operands);
  if (same(observed, last(kept.forward())) || same(observed, last(kept.backward()))) return true;
  if (!flushes) return false;
  const Serial<n, true> flush(operands);
  return same(observed, last(flush.forward())) || same(observed, last(flush.backward()));
}

/// A sum of exact double terms as s + c, within error() of the exact sum.
struct Sum {
  double s = 0;
  double c = 0;
  double magnitudes = 0;  ///< the sum of the terms' magnitudes

  /// Few exact errors, each at most 2^-53 of the magnitudes, summed with relative error 2^-53 a step.
  [[nodiscard]] double error() const { return magnitudes * 0x1p-100; }
};

template <std::size_t n>
Sum compensated(const std::array<double, n>& terms) {
  Sum sum;
  for (const double t : terms) {
    const number::TwoSum step = number::two_sum(sum.s, t);
    sum.s = step.total;
    sum.c += step.error;
    sum.magnitudes += std::fabs(t);
  }
  // So that c is the rest beside the nearest double, whatever cancelled.
  const double nearest = sum.s + sum.c;
  sum.c -= nearest - sum.s;
  sum.s = nearest;
  return sum;
}

/// Whether `observed` is the result of one correct rounding, flushed as results are: permitted by every inherited
/// bound.
bool is_nearest(const Sum& sum, std::uint32_t observed, bool flushes) {
  if (!std::isfinite(sum.s) || std::fabs(sum.s) < 0x1p-400) return false;
  const double size = std::fabs(sum.s);
  const bool same_sign = std::signbit(sum.s) == ((observed & kSign) != 0);
  if (sum.error() > size * 0x1p-60) return false;
  if (magnitude(observed) == kInfinity) return same_sign && size > 0x1p128;
  if (magnitude(observed) == 0) return flushes && same_sign && size < 0x1p-127;
  if (!is_normal(observed) || magnitude(observed) == kMinNormal) return false;
  const double r = value(observed);
  const int exponent = number::exponent_of(r);
  const bool power = (observed & 0x007fffff) == 0;
  const double half_gap = number::power_of_two(exponent - (power ? 25 : 24));
  return std::fabs((r - sum.s) - sum.c) < half_gap * (1 - 0x1p-20);
}

/// Terms whose magnitudes come to less do not overflow, whatever is rounded.
constexpr double kMostSummed = 0x1p124;

/// Whether a finite `observed` is so far from the sum that no order of steps explains it: no step overflows, and what
/// steps flush is less than 2^-120.
bool is_far_from_sum(const Quick& quick, int terms, const Sum& sum, std::uint32_t observed) {
  constexpr double kLeast = 0x1p-100;
  const double reach = quick.reach_of_steps(terms) * sum.magnitudes;
  return quick.denies() && reach > 0 && magnitude(observed) < kInfinity && sum.magnitudes > kLeast &&
         sum.magnitudes < kMostSummed && std::fabs(sum.s) > kLeast && sum.error() < std::fabs(sum.s) * 0x1p-60 &&
         !is_power_of_two(sum.s) && std::fabs(static_cast<double>(value(observed)) - sum.s) > reach + 0x1p-110;
}

/// Whether one product is so far past overflow, and all terms of the other sign are so small, that each order of steps
/// ends at its infinity or the largest values, and `observed` is none of these.
template <std::size_t n>
bool is_no_overflow(const Quick& quick, const std::array<double, n>& terms, std::uint32_t observed) {
  if (!quick.denies() || quick.infinity_undefined()) return false;
  const double largest = *std::ranges::max_element(terms, {}, [](double term) { return std::fabs(term); });
  double against = 0;
  for (const double term : terms) {
    if (std::signbit(term) != std::signbit(largest)) against += std::fabs(term);
  }
  if (!(std::fabs(largest) > 0x1p140 && against < 0x1p120)) return false;
  const bool same_sign = std::signbit(largest) == ((observed & kSign) != 0);
  return is_nan(observed) || !same_sign || magnitude(observed) < bits_of(0x1p126F);
}

/// Whether `observed` is the denormal that one rounding gives.
bool is_nearest_denormal(const Sum& sum, std::uint32_t observed) {
  if (!is_denormal(observed) || sum.error() > std::fabs(sum.s) * 0x1p-60) return false;
  return std::fabs((value(observed) - sum.s) - sum.c) < 0x1p-150 * (1 - 0x1p-20);
}

/// mad and dot products: a correctly rounded result and every serial ordering's are permitted.
template <std::size_t n, std::size_t arity>
Answer fused(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& distance) {
  std::array<float, arity> values{};
  bool denormal_operand = false;
  for (std::size_t i = 0; i < arity; ++i) {
    denormal_operand = denormal_operand || is_denormal(operands[i]);
    values[i] = quick.flushes() ? flushed(value(operands[i])) : value(operands[i]);
  }
  std::array<double, n> terms{};
  if constexpr (arity == 3) {
    terms = {static_cast<double>(values[0]) * static_cast<double>(values[1]), static_cast<double>(values[2])};
  } else {
    for (std::size_t i = 0; i < n; ++i) terms[i] = static_cast<double>(values[i]) * static_cast<double>(values[i + n]);
  }
  const Sum sum = compensated(terms);
  if (!is_nearest(sum, observed, quick.flushes()) && !is_serial<n>(values, observed, quick.flushes())) {
    if (quick.flushes() && is_denormal(observed) && !denormal_operand && is_serial<n>(values, observed, false)) {
      return Answer::kept_denormal_result;
    }
    const bool normal = std::all_of(operands, operands + arity, is_normal);
    const bool is_special = magnitude(observed) >= kInfinity;
    if (normal && is_special && sum.magnitudes < kMostSummed) return Answer::breaks_fused_nan;
    if (normal && is_no_overflow(quick, terms, observed)) return is_special ? Answer::breaks_fused_nan : Answer::fails;
    if (!normal || !is_far_from_sum(quick, static_cast<int>(n), sum, observed)) return Answer::undecided;
    distance = between(value(observed) - sum.c, sum.s);
    return Answer::fails;
  }
  if (is_power_of_two(sum.s) && (sum.c != 0 || static_cast<double>(value(observed)) != sum.s)) return Answer::undecided;
  // The statistics leave out what cancels to nothing in double.
  const bool finite = is_normal(observed) || magnitude(observed) == 0;
  const double least = magnitude(observed) == 0 ? 0x1p-125 : 0x1p-127;  // a flushed result has no error
  if (finite && std::fabs(sum.s) > least && std::fabs(sum.s) < 0x1p128) {
    distance = between(value(observed) - sum.c, sum.s);
  }
  return Answer::pass;
}

/// Where an operand is NaN.
Answer of_nan(const Quick& quick, std::uint32_t observed) {
  return quick.gives_nan() && is_nan(observed) ? Answer::pass : Answer::undecided;
}

/// Rounded toward zero.
float truncated(double exact) {
  const auto nearest = static_cast<float>(exact);
  return std::fabs(nearest) > std::fabs(exact) ? std::nextafter(nearest, 0.0F) : nearest;
}

Sum fused_sum(const std::array<double, 3>& operands) {
  return compensated(std::array{operands[0] * operands[1], operands[2]});
}

/// Whether a sum's double and its rest are near enough for a distance, and the result is far from it.
bool is_far_from_fused(const Quick& quick, const std::array<double, 3>& operands, std::uint32_t observed) {
  const Sum sum = fused_sum(operands);
  return sum.error() < std::fabs(sum.s) * 0x1p-60 && quick.is_beyond(operands[0], sum.s, value(observed));
}

/// Whether it is far from the result of these operands and from those that flushes of denormal ones leave.
bool is_far_whatever_is_flushed(const Quick& quick, const std::array<double, 3>& operands, std::uint32_t observed) {
  for (unsigned flushes = 0; flushes < 8; ++flushes) {
    std::array<double, 3> some = operands;
    bool are_denormal = true;
    for (unsigned i = 0; i < 3; ++i) {
      if ((flushes >> i & 1) == 0) continue;
      are_denormal = are_denormal && std::fabs(some[i]) < 0x1p-126;
      some[i] = 0;
    }
    if (are_denormal && !is_far_from_fused(quick, some, observed)) return false;
  }
  return true;
}

/// fma, rounded once. The sum of its two terms is exact.
Answer fused_once(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& distance) {
  if (std::any_of(operands, operands + 3, is_nan)) return of_nan(quick, observed);
  if (!std::all_of(operands, operands + 3, [&](std::uint32_t bits) { return is_taken(quick, bits); })) {
    return Answer::undecided;
  }
  const auto term = [&](std::size_t i) { return static_cast<double>(value(operands[i])); };
  const std::array terms{term(0), term(1), term(2)};
  const Sum sum = fused_sum(terms);
  if (quick.leaves_open(sum.s) || is_power_of_two(sum.s)) return Answer::undecided;
  const auto failed = [&] {
    if (!is_far_whatever_is_flushed(quick, terms, observed)) return Answer::undecided;
    return failed_by_distance(quick, {.x = term(0), .d = sum.s, .normal = true}, observed, distance);
  };
  if (quick.truncates()) return failed();
  const bool is_kept = quick.may_keep_denormals() && is_nearest_denormal(sum, observed);
  if (!is_kept && (magnitude(observed) == 0 || !is_nearest(sum, observed, false))) return failed();
  if (magnitude(observed) != kInfinity) distance = between(value(observed) - sum.c, sum.s);
  const double beyond = (value(observed) - sum.s) - sum.c;
  const bool away = (observed & kSign) != 0 ? beyond < 0 : beyond > 0;
  if (!quick.rounds_either_way() || !away) return Answer::pass;
  if (!quick.may_flush_operands()) return Answer::pass_to_nearest;
  // A flushed factor leaves the third operand, that flushed the product.
  const bool flush_explains = ((is_denormal(operands[0]) || is_denormal(operands[1])) && observed == operands[2]) ||
                              (is_denormal(operands[2]) && value(observed) == truncated(term(0) * term(1)));
  return flush_explains ? Answer::pass : Answer::pass_to_nearest;
}

/// fmod: exact.
Answer remainder(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& distance) {
  if (is_nan(operands[0]) || is_nan(operands[1])) return of_nan(quick, observed);
  if (!is_taken(quick, operands[0]) || !is_taken(quick, operands[1])) return Answer::undecided;
  const float x = value(operands[0]);
  const float result = std::fmod(x, value(operands[1]));
  const std::uint32_t exact = bits_of(result);
  if (is_denormal(exact)) {
    const bool is_flushed = observed == (exact & kSign) && quick.may_flush_results();
    const bool is_kept = observed == exact && quick.may_keep_denormals();
    if (is_kept) distance = kNone;
    return is_kept || is_flushed ? Answer::pass : Answer::undecided;
  }
  const Answer answer = exactly(quick, result, x < 0, observed, distance);
  const bool normal = is_normal(operands[0]) && is_normal(operands[1]);  // otherwise a flush may permit others
  return answer == Answer::fails && !normal ? Answer::undecided : answer;
}

/// Comparisons of any operands, where IEEE 754's results pass.
template <Operation op>
Answer comparison(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& /*distance*/) {
  const auto is_taken = [&](std::uint32_t bits) {
    return is_normal(bits) || (quick.treats_specials_plainly() && (quick.flushes() || !is_denormal(bits)));
  };
  if (!is_taken(operands[0]) || !is_taken(operands[1])) return Answer::undecided;
  const float x = quick.flushes() ? flushed(value(operands[0])) : value(operands[0]);
  const float y = quick.flushes() ? flushed(value(operands[1])) : value(operands[1]);
  return observed == ieee_selection(op, x, y) ? Answer::pass : Answer::undecided;
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
  if (!same(observed, expected)) return Answer::undecided;
  if (std::isfinite(value(expected))) distance = kNone;
  return Answer::pass;
}

/// Conversions where the value is plain: normal operands in the integer's range; integers that are format values.
template <Operation op>
Answer conversion([[maybe_unused]] const Quick& quick, const std::uint32_t* operands, std::uint32_t observed,
                  Distance& distance) {
  if constexpr (op == Operation::ftoi || op == Operation::ftou) {
    if (!is_normal(operands[0])) return Answer::undecided;
    const double x = std::trunc(static_cast<double>(value(operands[0])));
    constexpr double kLeast = op == Operation::ftoi ? -0x1p31 : 0;
    constexpr double kMost = op == Operation::ftoi ? 0x1p31 - 1 : 0x1p32 - 1;
    if (!quick.saturates() && (x < kLeast || x > kMost)) {
      const bool is_far = std::fabs(x) > 0x1p33 || (kLeast == 0 && x < -1);
      return is_far && quick.leaves_out_of_range_open() ? Answer::unconstrained : Answer::undecided;
    }
    const auto expected = static_cast<std::uint32_t>(static_cast<std::int64_t>(std::clamp(x, kLeast, kMost)));
    return observed == expected ? Answer::pass : Answer::undecided;
  } else {
    const double x = op == Operation::itof ? static_cast<double>(static_cast<std::int32_t>(operands[0]))
                                           : static_cast<double>(operands[0]);
    const auto rounded = static_cast<float>(x);
    // The nearest value is a neighbour; ties go to even.
    if (x == 0 || observed != bits_of(rounded) || is_power_of_two(rounded)) return Answer::undecided;
    distance = between(rounded, x);
    return quick.rounds_either_way() && std::fabs(rounded) > std::fabs(x) ? Answer::pass_to_nearest : Answer::pass;
  }
}

/// Movement and sign bits of patterns that are no denormals (movement: of all patterns).
template <Operation op>
Answer movement(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& /*distance*/) {
  constexpr std::size_t kArity = op == Operation::movc ? 3 : 1;
  const auto is_finite = [](std::uint32_t bits) { return magnitude(bits) < kInfinity; };
  if (quick.leaves_specials_open() && !std::all_of(operands, operands + kArity, is_finite)) return Answer::undecided;
  std::uint32_t expected = operands[0];
  if constexpr (op == Operation::movc) expected = operands[0] != 0 ? operands[1] : operands[2];
  if constexpr (op == Operation::abs) expected &= ~kSign;
  if constexpr (op == Operation::neg) expected ^= kSign;
  if ((op == Operation::abs || op == Operation::neg) && is_denormal(expected)) return Answer::undecided;
  return observed == expected ? Answer::pass : Answer::undecided;
}

}  // namespace

Quick::Function Quick::function_of(Operation operation) {
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
    case fma:
      return fused_once;
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
    case mad:
      return fused<2, 3>;
    case dp2:
      return fused<2, 4>;
    case dp3:
      return fused<3, 6>;
    case dp4:
      return fused<4, 8>;
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
    default:
      return nullptr;
  }
}

}  // namespace halfulp::judge
