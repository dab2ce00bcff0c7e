// SPDX-License-Identifier: Apache-2.0
// Expressions that devices compute in place of an operation.
#include <algorithm>
#include <cmath>

#include "diagnosis/behaviours/behaviour.hpp"

namespace halfulp::diagnosis {
namespace {

using enum Operation;

/// Whether the observed result is that of an expression, each step rounded.
template <Bits (*kExpression)(const BehaviourCase&, Taken)>
bool computes(const BehaviourCase& c) {
  return c.any_treatment([&](Taken taken) { return c.is(kExpression(c, taken)); });
}

Bits sum_of_product(const BehaviourCase& c, Taken taken) {
  return c.step(add, {c.step(mul, {taken[0], taken[1]}), taken[2]});
}
Bits times_reciprocal(const BehaviourCase& c, Taken taken) {
  return c.step(mul, {taken[0], c.step(reciprocal, {taken[1]})});
}
Bits root_by_reciprocal_root(const BehaviourCase& c, Taken taken) {
  return c.step(mul, {taken[0], c.step(rsq, {taken[0]})});
}
Bits reciprocal_of_root(const BehaviourCase& c, Taken taken) { return c.step(reciprocal, {c.step(sqrt, {taken[0]})}); }
Bits floor_of_half_more(const BehaviourCase& c, Taken taken) {
  const Bits half = exact::round(c.subject.format, rounding_position(c.subject.format, 0.5), RoundTo::nearest_even);
  return c.step(round_ni, {c.step(add, {taken[0], half})});
}
Bits less_integer_part(const BehaviourCase& c, Taken taken) {
  return c.step(sub, {taken[0], c.step(round_z, {taken[0]})});
}
Bits round_ties_away(const BehaviourCase& c, Taken taken) { return c.step(round, {taken[0]}); }

/// x + m - m, m = 2^n or 1.5 * 2^n: their ULP is 1.
bool adds_large(const BehaviourCase& c) {
  const Layout layout(c.subject.format);
  const Bits large = layout.one() + (static_cast<Bits>(layout.fraction_bits) << layout.fraction_bits);
  return c.any_treatment([&](Taken taken) {
    const Bits sign = taken[0] & layout.sign_mask();
    const auto is_by = [&](Bits m) { return c.is(c.step(sub, {c.step(add, {taken[0], m}), m})); };
    return is_by(large) || is_by(large | sign) || is_by(large | Bits{1} << (layout.fraction_bits - 1));
  });
}
/// Numbers below zero become integers in other ways, too.
bool as_signed(const BehaviourCase& c) {
  const Operation other = is<utof>(c.subject) ? itof : ftoi;
  return c.x(0) > 0 && c.any_treatment([&](Taken taken) { return c.is(c.step(other, {taken[0]})); });
}
Bits difference_to_zero(const BehaviourCase& c, Taken taken) {
  return c.step(c.subject.operation, {c.step(sub, {taken[0], taken[1]}), 0});
}
bool folds_same_operands(const BehaviourCase& c) {
  const bool is_true = is<eq, le, ge>(c.subject);
  const Bits folded = is<div>(c.subject) ? c.subject.layout.one() : is_true ? kTrue : 0;
  return c.operands[0] == c.operands[1] && c.observed == folded;
}

bool absolute_operand(const BehaviourCase& c) {
  Operands positive{};
  std::ranges::copy(c.operands, positive.begin());
  positive[0] &= ~Layout(c.subject.operand_row(0)).sign_mask();
  const Taken taken = std::span(positive).first(c.operands.size());
  const auto kept = [&](Taken of) { return c.subject.permits(of, c.observed, Denormals::keep, Denormals::keep); };
  return positive[0] != c.operands[0] &&
         (c.subject.permits(taken, c.observed) || (c.denormal_operand && kept(taken) && !kept(c.operands)));
}

bool is_log2_of_one_format(const BehaviourSubject& s) { return is<log2>(s) && s.format.format == s.result.format; }
/// log2 of |x|, had its exponent field its usual meaning: 1.f * 2^(e_min - 1) where it is 0, 1.f * 2^(e_max + 1) where
/// it is the largest. Whether the result, one more or one less, is permitted for the number twice or half that.
bool log2_of_all_fields(const BehaviourCase& c) {
  const Layout layout(c.subject.format);
  const Bits size = layout.magnitude(c.operands[0]);
  const int step = size < layout.min_normal() ? 1 : layout.is_finite(size) ? 0 : -1;
  const bool right = step == 0 && size == c.operands[0];
  if (right || !c.subject.layout.is_finite(c.observed)) return false;
  const Bits operand = step > 0 ? size | layout.min_normal() : step < 0 ? size - layout.min_normal() : size;
  const double near = number::as_double(c.subject.result, c.observed) + step;
  const Bits bits = exact::round(c.subject.result, rounding_position(c.subject.result, near), RoundTo::nearest_even);
  return number::as_double(c.subject.result, bits) == near && c.subject.permits(std::array{operand}, bits);
}
bool log2_of_fields(const BehaviourCase& c) {
  return c.denormal_operand && !Layout(c.subject.format).is_negative(c.operands[0]) && log2_of_all_fields(c);
}

constexpr auto kRoundsToIntegers = is<round_ne, round>;
/// Of sums and products an operand's sign is lost in other ways, too.
bool has_signed_operand(const BehaviourSubject& s) {
  const FormatInfo& row = s.operand_row(0);
  const bool alone = (s.arity == 1 && s.row.family != OperationFamily::movement && !is<abs>(s)) || is<pow>(s);
  return alone && row.kind == FormatKind::floating && row.has_sign;
}

constexpr auto kBehaviours = std::to_array<Behaviour>({
    {"unfused", "rounds twice: the product, then the sum", is<mad, fma>, computes<sum_of_product>},
    {"times_reciprocal", "multiplies by the rounded reciprocal instead of dividing", is<div>,
     computes<times_reciprocal>, "", true},
    {"root_by_reciprocal_root", "computes x * (1 / sqrt(x)), each step rounded", is<sqrt>,
     computes<root_by_reciprocal_root>},
    {"reciprocal_of_root", "computes 1 / sqrt(x), each step rounded", is<rsq>, computes<reciprocal_of_root>},
    {"adds_large", "adds and subtracts a number whose ULP is 1", kRoundsToIntegers, adds_large},
    {"floor_of_half_more", "computes floor(x + 0.5)", kRoundsToIntegers, computes<floor_of_half_more>, "", true},
    {"as_signed", "converts unsigned integers as if they were signed", is<utof, ftou>, as_signed},
    {"difference_to_zero", "compares the difference of the operands with zero", is<eq, ne, lt, le, gt, ge>,
     computes<difference_to_zero>},
    {"folds_same_operands", "folds x / x, x - x and comparisons of x with itself, though x may be a NaN or zero",
     is<div, sub, eq, ne, lt, le, gt, ge>, folds_same_operands, "true_of_nan"},
    {"integer_ties_away", "rounds to the nearest integer, ties away from zero", kRoundsToIntegers,
     computes<round_ties_away>},
    {"less_integer_part", "computes x - trunc(x) instead of x - floor(x)", is<frc>, computes<less_integer_part>},
    {"absolute_operand", "takes |x| for x", has_signed_operand, absolute_operand, "", true},
    {"log2_of_fields", "computes log2 of a denormal from its fields, as if it were normal", is_log2_of_one_format,
     log2_of_fields},
    {"log2_of_all_fields", "computes log2 from the exponent and fraction of |x|, also of zero, denormals and NaN",
     is_log2_of_one_format, log2_of_all_fields},
});

}  // namespace

std::span<const Behaviour> expression_behaviours() { return kBehaviours; }

}  // namespace halfulp::diagnosis
