// SPDX-License-Identifier: Apache-2.0
#include "exact/nearest.hpp"

#include "exact/pixel.hpp"
#include "exact/result.hpp"
#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::exact {
namespace {

/// An irrational value lies strictly between two adjacent format values and is never a tie. A rational within
/// 2^-90 relative finds them to one step; comparisons decide.
Bits nearest_to_irrational(const FormatInfo& row, const Real& value) {
  const number::Layout layout(row);
  const bool negative = value.sign() < 0;
  const auto exceeds = [&](const Rational& t) { return negative ? value.compare(-t) < 0 : value.compare(t) > 0; };
  const auto middle = [&](Bits below) {
    const Rational above = layout.is_finite(below + 1) ? value_of(row, below + 1) : overflow_threshold(row);
    return (value_of(row, below) + above).scaled(-1);
  };
  Bits magnitude = round_to_nearest_even(row, value.nearby().abs());
  if (magnitude != 0 && !exceeds(middle(magnitude - 1))) {
    --magnitude;
  } else if (layout.is_finite(magnitude) && exceeds(middle(magnitude))) {
    ++magnitude;
  }
  return magnitude | layout.zero(negative);
}

Bits nearest_even_to(const FormatInfo& row, const Real& value) {
  return value.is_rational() ? round_to_nearest_even(row, value.rational()) : nearest_to_irrational(row, value);
}

Bits toward_zero_of(const FormatInfo& row, const Real& value) {
  const number::Layout layout(row);
  const Bits nearest = nearest_even_to(row, value);
  if (layout.is_infinite(nearest)) return nearest - 1;
  const int side = value.compare(value_of(row, nearest));
  return side == 0 || layout.is_zero(nearest) || (side < 0) == (value.sign() < 0) ? nearest : nearest - 1;
}

using Round = Bits (*)(const FormatInfo&, const Real&);
using RoundCode = std::int64_t (*)(const Real&);

std::int64_t nearest_even_code(const Real& code) {
  const std::int64_t below = code.floor_of_sum(0);
  const int side = code.compare(Rational(below) + Rational(1, 2));
  return side > 0 || (side == 0 && below % 2 != 0) ? below + 1 : below;
}

std::int64_t nearest_away_code(const Real& code) {
  return code.sign() < 0 ? -(-code).floor_of_sum(Rational(1, 2)) : code.floor_of_sum(Rational(1, 2));
}

std::int64_t truncated_code(const Real& code) {
  return code.sign() < 0 ? -(-code).floor_of_sum(0) : code.floor_of_sum(0);
}

Bits rounded(Operation operation, Format format, std::span<const Bits> operands, Round round, RoundCode round_code) {
  const FormatInfo& row = info(info(operation).result(format));
  const bool floating = row.kind == FormatKind::floating;
  const number::Layout layout(row);
  const Result exact = exact_result(operation, format, operands);
  const bool without_sign = floating && !row.has_sign;
  switch (exact.kind) {
    case Result::Kind::nan:
    case Result::Kind::undefined:
      return floating ? layout.canonical_nan() : 0;
    case Result::Kind::infinity:
      return exact.negative && without_sign ? 0 : layout.infinity(exact.negative);
    case Result::Kind::zero:
      return floating ? layout.zero(exact.negative) : 0;
    case Result::Kind::bits:
      return exact.bits;
    case Result::Kind::finite:
      break;
  }
  if (!floating) return number::from_ordinal(row, round_code(exact.value));
  if (without_sign && exact.value.sign() < 0) return 0;
  return round(row, exact.value);
}

}  // namespace

Bits nearest_even(Operation operation, Format format, std::span<const Bits> operands) {
  return rounded(operation, format, operands, nearest_even_to, nearest_even_code);
}

Bits nearest_away(Operation operation, Format format, std::span<const Bits> operands) {
  if (operation == Operation::binary32_to_rgb9e5) return rgb9e5_nearest(rgb9e5_components(operands), true);
  return rounded(operation, format, operands, nearest_even_to, nearest_away_code);
}

Bits toward_zero(Operation operation, Format format, std::span<const Bits> operands) {
  return rounded(operation, format, operands, toward_zero_of, truncated_code);
}

}  // namespace halfulp::exact
