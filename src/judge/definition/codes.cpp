// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/codes.hpp"

#include <algorithm>
#include <array>

#include "exact/pixel.hpp"
#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

using Kind = Bound::Kind;

const Rational kHalf(1, 2);

using Codes = number::CodeRange;

/// floor and ceil of x + shift.
std::int64_t floor(const Real& x, const Rational& shift) { return x.floor_of_sum(shift); }
std::int64_t ceil(const Real& x, const Rational& shift) { return -(-x).floor_of_sum(-shift); }

Codes codes_of(Kind kind, const Rational& amount, const Real& x, bool ties_to_even) {
  const std::int64_t below = floor(x, 0);
  const std::int64_t above = ceil(x, 0);
  switch (kind) {
    case Kind::steps:
      return {ceil(x, -amount), floor(x, amount)};
    case Kind::steps_below:
      return {floor(x, -amount) + 1, ceil(x, amount) - 1};
    case Kind::toward_zero:
      return x.sign() < 0 ? Codes{above, above} : Codes{below, below};
    case Kind::upward:
      return {above, above};
    case Kind::downward:
      return {below, below};
    case Kind::either:
      return {below, above};
    default:
      break;
  }
  const Codes nearest{ceil(x, -kHalf), floor(x, kHalf)};  // two codes at a tie
  if (nearest.least == nearest.most || (kind == Kind::nearest && !ties_to_even)) return nearest;
  const bool last = kind == Kind::nearest_away ? x.sign() > 0 : nearest.most % 2 == 0;
  return last ? Codes{nearest.most, nearest.most} : Codes{nearest.least, nearest.least};
}

}  // namespace

ValueSet codes_within(const Bound& bound, const Real& code, const FormatInfo& row, bool ties_to_even) {
  Codes codes = codes_of(bound.kind, bound.amount, code, ties_to_even);
  // A bound that holds no code permits the nearest.
  if (codes.least > codes.most) codes = codes_of(Kind::nearest_even, 0, code, true);
  ValueSet set(row.format);
  if (bound.source->factor != 0) {
    for (std::int64_t i = codes.least; i <= codes.most; ++i) {
      set.add(number::ordinal(row, number::from_ordinal(row, i)));
    }
    return set;
  }
  const number::CodeRange range = number::value_codes(row);
  codes.least = std::max(codes.least, range.least);
  codes.most = std::min(codes.most, range.most);
  set.add(codes.least, codes.most);
  return set;
}

Real scaled_code(const FormatInfo& operand_row, Bits operand, const rulebook::Bound& bound,
                 const FormatInfo& result_row) {
  const number::Layout layout(operand_row);
  const int bits = bound.integer_bits != 0 ? bound.integer_bits : result_row.bits;
  const Rational most = Rational::power_of_two(result_row.has_sign ? bits - 1 : bits) - Rational(1);
  const Rational least = result_row.has_sign ? -most - Rational(1) : Rational(0);
  if (layout.is_nan(operand)) return {Rational(0)};
  if (layout.is_infinite(operand)) return {layout.is_negative(operand) ? least : most};
  return {std::clamp(exact::value_of(operand_row, operand) * Rational(bound.factor), least, most)};
}

Real code_of_rounded_product(const FormatInfo& operand_row, Bits operand, const FormatInfo& result_row) {
  const number::Layout layout(operand_row);
  const Rational least = number::value_codes(result_row).least;
  const Rational most = number::value_codes(result_row).most;
  if (layout.is_infinite(operand)) return {layout.is_negative(operand) ? least : most};
  const FormatInfo& binary32 = info(Format::binary32);
  const Bits product = exact::round_to_nearest_even(binary32, exact::value_of(operand_row, operand) * most);
  if (!number::Layout(binary32).is_finite(product)) return {layout.is_negative(operand) ? least : most};
  return {std::clamp(exact::value_of(binary32, product), least, most)};
}

ValueSet recoded_values(std::span<const Bits> codes, const Rational& amount, const FormatInfo& row) {
  const Rational most = info(Format::srgb8).scale();
  const Grid& grid = Grid::of(row);
  const auto end_at = [&](const Rational& distance) {
    const auto place = [&](Bits code) {
      return std::clamp(Rational(static_cast<std::int64_t>(code)) + distance, Rational(0), most);
    };
    return codes.size() == 1 ? exact::srgb8_linear(place(codes[0]))
                             : exact::srgb8_mean(place(codes[0]), place(codes[1]));
  };
  const Real lowest = end_at(-amount);
  const Real highest = end_at(amount);
  const std::int64_t first = position_of(row, Magnitude(lowest).ceil(grid));
  const std::int64_t last = position_of(row, Magnitude(highest).floor(grid));
  ValueSet set(row.format);
  if (first <= last) set.add(first, last);
  return set;
}

ValueSet shared_exponent_values(Kind kind, std::span<const Bits> operands) {
  const std::array<Rational, 3> components = exact::rgb9e5_components(operands);
  ValueSet set(Format::rgb9e5);
  if (kind == Kind::nearest_even) {
    set.add_bits(exact::rgb9e5_nearest(components, false));
  } else {
    for (const Bits code : exact::rgb9e5_codes(components)) set.add_bits(code);
  }
  return set;
}

}  // namespace halfulp::judge
