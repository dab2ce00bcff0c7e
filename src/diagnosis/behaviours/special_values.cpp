// SPDX-License-Identifier: Apache-2.0
// NaN, infinities, zeros, and what is selected or compared.
#include <algorithm>
#include <cmath>

#include "diagnosis/behaviours/behaviour.hpp"
#include "exact/result.hpp"

namespace halfulp::diagnosis {
namespace {

using enum Operation;

bool moves_bits(const BehaviourSubject& s) {
  return s.row.family == OperationFamily::movement || is<Operation::abs, neg, Operation::copysign>(s) ||
         (s.format.format == s.result.format && s.arity == 1);
}
bool quiets_nan(const BehaviourCase& c) {
  if (!c.nan_result || c.subject.format.format != c.subject.result.format) return false;
  const Layout& layout = c.subject.layout;
  const Bits quiet = Bits{1} << (layout.fraction_bits - 1);
  const Bits moved = c.observed & ~quiet;
  if ((c.observed & quiet) == 0 || !layout.is_nan(moved)) return false;
  const auto is_it = [&](Bits bits) { return layout.magnitude(bits) == layout.magnitude(moved); };
  return std::ranges::any_of(c.operands, is_it) && c.subject.permits(c.operands, moved);
}
bool canonical_nan(const BehaviourCase& c) {
  return c.nan_result && c.nan_operand && c.subject.layout.magnitude(c.observed) == c.subject.layout.canonical_nan() &&
         std::ranges::find(c.operands, c.observed) == c.operands.end();
}

bool multiplies(const BehaviourSubject& s) { return is<mul, mad, Operation::fma, dp2, dp3, dp4>(s); }
/// Sums of products are added in order, each step rounded to nearest.
bool zero_times_anything_is_zero(const BehaviourCase& c) {
  const Layout& layout = c.subject.layout;
  return c.any_treatment([&](Taken taken) {
    const std::size_t terms = c.subject.arity > 3 ? taken.size() / 2 : 1;
    const auto is_special = [&](std::size_t i) { return layout.is_zero(taken[i]) || layout.is_zero(taken[terms + i]); };
    const auto product = [&](std::size_t i) {
      return is_special(i) ? Bits{0} : c.step(mul, {taken[i], taken[terms + i]});
    };
    bool any = false;
    for (std::size_t i = 0; i < terms; ++i) any = any || is_special(i);
    if (!any || c.subject.arity == 2) return any && c.observed == 0;
    Bits sum = product(0);
    for (std::size_t i = 1; i < terms; ++i) sum = c.step(add, {sum, product(i)});
    if (c.subject.arity == 3) sum = c.step(add, {sum, taken[2]});
    return c.is(sum);
  });
}

bool selects(const BehaviourSubject& s) { return s.row.family == OperationFamily::selection; }
bool less(const BehaviourCase& c, Bits x, Bits y) {
  return number::as_double(c.subject.format, x) < number::as_double(c.subject.format, y);
}
/// min as other < one ? other : one, max as other > one ? other : one: `one` is the result where either is a NaN.
template <std::size_t kOne>
bool selects_unordered(const BehaviourCase& c) {
  if (c.subject.format.fraction_bits > 23) return false;
  return c.any_treatment([&](Taken taken) {
    const Bits one = taken[kOne];
    const Bits other = taken[1 - kOne];
    return c.is((is<min>(c.subject) ? less(c, other, one) : less(c, one, other)) ? other : one);
  });
}
bool passes_nan_on(const BehaviourSubject& s) { return selects(s) || is<sat>(s); }
bool signalling_to_nan(const BehaviourCase& c) {
  const Layout layout(c.subject.format);
  const auto signals = [&](Bits x) { return layout.is_nan(x) && layout.magnitude(x) < layout.canonical_nan(); };
  return c.nan_result && std::ranges::any_of(c.operands, signals);
}
bool compares(const BehaviourSubject& s) { return s.row.family == OperationFamily::comparison; }

/// Whether the exact result, for some admitted treatment of denormal operands, is of that kind.
bool is_exactly(const BehaviourCase& c, exact::Result::Kind kind) {
  return c.any_treatment([&](Taken taken) {
    return exact::exact_result(c.subject.operation, c.subject.format.format, taken).kind == kind;
  });
}
bool zero_for_nan(const BehaviourCase& c) {
  return c.zero_result && (c.nan_operand || is_exactly(c, exact::Result::Kind::nan));
}
bool nan_for_infinity(const BehaviourCase& c) {
  return c.nan_result && !c.nan_operand && (c.infinite_operand || is_exactly(c, exact::Result::Kind::infinity));
}
bool zero_for_infinity(const BehaviourCase& c) { return c.zero_result && is_exactly(c, exact::Result::Kind::infinity); }
/// Of either sign: 1 / -0 too.
bool largest_for_infinity(const BehaviourCase& c) {
  const Layout& layout = c.subject.layout;
  if (layout.magnitude(c.observed) != layout.max_finite()) return false;
  return c.subject.permits(c.operands, layout.infinity()) || c.subject.permits(c.operands, layout.infinity(true));
}
bool infinity_for_largest(const BehaviourCase& c) {
  return c.subject.layout.is_infinite(c.observed) && c.subject.permits(c.operands, c.observed - 1);
}

bool is_short(const FormatInfo& row) { return row.kind == FormatKind::floating && row.bits <= 16; }
bool passes_short_exponent(const BehaviourSubject& s) {
  return s.arity == 1 && s.floating_result && s.format.kind == FormatKind::floating &&
         is_short(s.format) != is_short(s.result);
}
/// The largest exponent stands for numbers from 2^16 to 131008 (in binary16), to which larger ones are clamped. Those
/// may have either sign: bits of their exponent become the sign.
bool without_infinity(const BehaviourCase& c) {
  const bool narrows = is_short(c.subject.result);
  const FormatInfo& row = narrows ? c.subject.result : c.subject.operand_row(0);
  const Layout layout(row);
  const Bits given = narrows ? c.observed : c.operands[0];
  if (layout.is_finite(given)) return false;
  const double number = 2 * number::as_double(row, given - layout.min_normal());
  if (!narrows) return number::as_double(c.subject.result, c.observed) == number;
  const double most = number::as_double(row, layout.max_finite());
  const double size = std::min(std::fabs(c.x(0)) / 2, most);
  if (c.nan_operand || (size < most && layout.is_negative(given) != std::signbit(c.x(0)))) return false;
  const auto is_it = [&](RoundTo to) {
    return exact::round(row, rounding_position(row, size), to) + layout.min_normal() == layout.magnitude(given);
  };
  return is_it(RoundTo::toward_zero) || is_it(RoundTo::nearest_even);
}

/// Whether the zero of that sign passes and, where roundings can be compared, the exact result has the sign.
bool zero_passes(const BehaviourCase& c, bool negative) {
  const bool has_sign = !rounds(c.subject) || c.any_treatment([&](Taken taken) {
    const RoundingPosition& position = c.position(taken);
    return position.kind != RoundingPosition::Kind::number || position.negative == negative;
  });
  return has_sign && c.subject.permits(c.operands, c.subject.layout.zero(negative));
}
bool loses_zero_sign(const BehaviourCase& c) {
  return c.observed == 0 && c.subject.result.has_sign && zero_passes(c, true);
}
bool minus_zero(const BehaviourCase& c) { return c.zero_result && c.observed != 0 && zero_passes(c, false); }

constexpr auto kBehaviours = std::to_array<Behaviour>({
    {"quiets_nan", "gives a quiet NaN for a signalling operand", moves_bits, quiets_nan},
    {"canonical_nan", "gives one NaN for all, not the operand's bits", moves_bits, canonical_nan},
    {"zero_times_anything_is_zero", "takes zero times anything as +0", multiplies, zero_times_anything_is_zero,
     "zero_for_nan"},
    {"selects_second_unordered", "compares, then selects: the second operand where one is a NaN", selects,
     selects_unordered<1>, "propagates_nan"},
    {"selects_first_unordered", "compares, then selects: the first operand where one is a NaN", selects,
     selects_unordered<0>, "propagates_nan"},
    {"propagates_signalling_nan", "gives a NaN where an operand is a signalling NaN", passes_nan_on, signalling_to_nan,
     "propagates_nan"},
    {"propagates_nan", "gives a NaN where an operand is a NaN", passes_nan_on,
     [](const BehaviourCase& c) { return c.nan_result && c.nan_operand; }},
    {"true_of_nan", "is true where an operand is a NaN", compares,
     [](const BehaviourCase& c) { return c.nan_operand && c.observed == kTrue; }},
    {"false_of_nan", "is false where an operand is a NaN", compares,
     [](const BehaviourCase& c) { return c.nan_operand && c.zero_result; }},
    {"one_for_true", "gives 1 for true, not all bits", compares,
     [](const BehaviourCase& c) { return c.observed == 1; }},
    {"zero_for_nan", "gives zero for NaN", [](const BehaviourSubject& s) { return !compares(s); }, zero_for_nan},
    {"nan_for_infinity", "gives a NaN where an operand or the result is infinite", floating, nan_for_infinity},
    {"zero_for_infinity", "gives zero instead of infinity", floating, zero_for_infinity},
    {"largest_for_infinity", "gives the largest finite value instead of infinity", floating, largest_for_infinity},
    {"infinity_for_largest", "gives infinity instead of the largest finite value", floating, infinity_for_largest},
    {"without_infinity", "takes the exponent of infinity and NaN for that of numbers; larger ones may lose their sign",
     passes_short_exponent, without_infinity},
    {"loses_zero_sign", "gives +0 where the zero is negative", floating, loses_zero_sign},
    {"minus_zero", "gives -0 where the zero is positive", floating, minus_zero},
});

}  // namespace

std::span<const Behaviour> special_value_behaviours() { return kBehaviours; }

}  // namespace halfulp::diagnosis
