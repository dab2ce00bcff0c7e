// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "exact/result.hpp"
#include "judge/behaviour/applies.hpp"
#include "judge/behaviour/behaviours.hpp"
#include "judge/behaviour/sum_in_order.hpp"

namespace halfulp::judge::behaviour {

namespace {

constexpr Bits kTrue = 0xffffffff;

}  // namespace

bool quiets_nan(const Case& c) {
  if (!c.nan_result || c.subject.format.format != c.subject.result.format) return false;
  const Bits quiet = Bits{1} << (c.subject.layout.fraction_bits - 1);
  const Bits moved = c.observed & ~quiet;
  if ((c.observed & quiet) == 0 || !c.subject.layout.is_nan(moved)) return false;
  const bool has_it = std::ranges::any_of(
      c.operands, [&](Bits bits) { return c.subject.layout.magnitude(bits) == c.subject.layout.magnitude(moved); });
  return has_it && constrains_and_permits(c.subject.asked, c.operands, moved);
}
bool canonical_nan(const Case& c) {
  return c.nan_result && c.nan_operand && c.subject.layout.magnitude(c.observed) == c.subject.layout.canonical_nan() &&
         std::ranges::none_of(c.operands, [&](Bits bits) { return bits == c.observed; });
}

namespace {

/// Whether the exact result is of that kind; its place does not matter.
bool is_of_kind(const Case& c, exact::Result::Kind kind) {
  return c.any_treatment([&](std::span<const Bits> taken) {
    return exact::exact_result(c.subject.operation, c.subject.format.format, taken).kind == kind;
  });
}

}  // namespace

bool zero_for_nan(const Case& c) {
  const bool zero = c.subject.floating_result ? c.zero_result : c.observed == 0;
  return zero && (c.nan_operand || is_of_kind(c, exact::Result::Kind::nan));
}
bool propagates_nan(const Case& c) { return c.nan_result && c.nan_operand; }
bool nan_for_infinity(const Case& c) {
  return c.nan_result && !c.nan_operand && (c.infinite_operand || is_of_kind(c, exact::Result::Kind::infinity));
}
bool zero_times_anything_is_zero(const Case& c) {
  const Layout& layout = c.subject.layout;
  return c.any_treatment([&](std::span<const Bits> taken) {
    const auto zero_and_special = [&](Bits x, Bits y) { return layout.is_zero(x) && !layout.is_finite(y); };
    if (is_dot(c.subject)) {
      bool any = false;
      const Bits sum = sum_in_order(
          taken,
          [&](Bits x, Bits y) {
            const bool special = zero_and_special(x, y) || zero_and_special(y, x);
            any = any || special;
            return special ? Bits{0} : c.step(Operation::mul, {x, y});
          },
          [&](Bits x, Bits y) {
            return c.step(Operation::add, {x, y});
          });
      return any && c.is(sum);
    }
    if (!zero_and_special(taken[0], taken[1]) && !zero_and_special(taken[1], taken[0])) return false;
    if (c.subject.arity == 2) return c.zero_result;
    return c.is(c.step(Operation::add, {0, taken[2]}));
  });
}

namespace {

bool less(const Case& c, std::span<const Bits> taken, std::size_t first, std::size_t second) {
  return number::as_double(c.subject.format, taken[first]) < number::as_double(c.subject.format, taken[second]);
}

}  // namespace

/// x < y ? x : y and x > y ? x : y: with NaN the second.
bool selects_second_unordered(const Case& c) {
  if (c.subject.format.fraction_bits > 23) return false;
  return c.any_treatment([&](std::span<const Bits> taken) {
    const bool first = c.subject.operation == Operation::min ? less(c, taken, 0, 1) : less(c, taken, 1, 0);
    return c.is(first ? taken[0] : taken[1]);
  });
}
/// y < x ? y : x and y > x ? y : x: with NaN the first.
bool selects_first_unordered(const Case& c) {
  if (c.subject.format.fraction_bits > 23) return false;
  return c.any_treatment([&](std::span<const Bits> taken) {
    const bool second = c.subject.operation == Operation::min ? less(c, taken, 1, 0) : less(c, taken, 0, 1);
    return c.is(second ? taken[1] : taken[0]);
  });
}
bool true_of_nan(const Case& c) { return c.nan_operand && c.observed == kTrue; }
bool one_for_true(const Case& c) { return c.observed == 1; }
bool one_for_nan(const Case& c) { return c.nan_operand && number::as_double(c.subject.result, c.observed) == 1; }
/// log2 of a denormal as of 1.f * 2^(e_min - 1): as far from that as the rulebook permits of 1.f * 2^e_min, whose
/// logarithm is greater by one.
bool log2_of_fields(const Case& c) {
  const Layout layout(c.subject.format);
  if (!c.denormal_operand || layout.is_negative(c.operands[0]) || !c.subject.layout.is_finite(c.observed)) return false;
  const double more = number::as_double(c.subject.result, c.observed) + 1;
  const Bits greater = exact::round(c.subject.result, rounding_position(c.subject.result, more), RoundTo::nearest_even);
  return number::as_double(c.subject.result, greater) == more &&
         constrains_and_permits(c.subject.asked, std::array{c.operands[0] | layout.min_normal()}, greater);
}

namespace {

/// Whether the zero of a sign passes; where the exact result can be position, only if it has that sign.
bool zero_passes(const Case& c, bool negative) {
  const bool has_sign = !rounds(c.subject) || c.any_treatment([&](std::span<const Bits> taken) {
    const RoundingPosition& position = c.position(taken);
    return position.kind != RoundingPosition::Kind::number || position.negative == negative;
  });
  return has_sign && constrains_and_permits(c.subject.asked, c.operands, c.subject.layout.zero(negative));
}

}  // namespace

bool loses_zero_sign(const Case& c) { return c.observed == 0 && c.subject.result.has_sign && zero_passes(c, true); }
bool minus_zero(const Case& c) { return c.zero_result && c.observed != 0 && zero_passes(c, false); }
bool largest_for_infinity(const Case& c) {
  const Layout& layout = c.subject.layout;
  if (layout.magnitude(c.observed) != layout.max_finite()) return false;
  return constrains_and_permits(c.subject.asked, c.operands, c.observed + 1);
}
bool infinity_for_largest(const Case& c) {
  return c.subject.layout.is_infinite(c.observed) &&
         constrains_and_permits(c.subject.asked, c.operands, c.observed - 1);
}

}  // namespace halfulp::judge::behaviour
