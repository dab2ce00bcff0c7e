// SPDX-License-Identifier: Apache-2.0
#include "exact/rounding_position.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "exact/grid.hpp"
#include "exact/result.hpp"
#include "exact/value.hpp"
#include "number/as_double.hpp"
#include "number/layout.hpp"
#include "number/sum_to_odd.hpp"

namespace halfulp::exact {
namespace {

using number::as_double;
using Kind = RoundingPosition::Kind;
using Place = RoundingPosition::Place;

Place place_of(int compared_with_half) {
  return compared_with_half < 0 ? Place::below_half : compared_with_half == 0 ? Place::half : Place::above_half;
}

// ---- doubles rounded to odd

double sum(double x, double y) { return number::sum_to_odd(std::array{x, y}); }

template <std::size_t N>
double dot_product(const FormatInfo& row, std::span<const Bits> operands) {
  std::array<double, N> products{};  // exact each
  for (std::size_t i = 0; i < N; ++i) products[i] = as_double(row, operands[i]) * as_double(row, operands[i + N]);
  return number::sum_to_odd(products);
}

double quotient(double x, double y) {
  const double near = x / y;
  if (!std::isfinite(near) || near == 0 || std::isinf(y)) return near;
  const double rest = std::fma(-near, y, x);  // exact [Markstein]
  return number::to_odd(near, std::signbit(y) ? -rest : rest);
}

double square_root(double x) {
  const double near = std::sqrt(x);
  return near > 0 && std::isfinite(near) ? number::to_odd(near, std::fma(-near, near, x)) : near;
}

/// Whether as_double() is exact and products of two such values are.
bool fits(const FormatInfo& row) {
  return row.kind == FormatKind::floating ? row.fraction_bits <= 23
                                          : row.bits <= 32 && row.kind != FormatKind::shared_exponent;
}

/// A component, in steps of the format's codes, before it is rounded.
double steps_of(const FormatInfo& row, double x) {
  const number::CodeRange codes = number::value_codes(row);
  return std::clamp(x * static_cast<double>(number::denominator(row)), static_cast<double>(codes.least),
                    static_cast<double>(codes.most));
}

/// The same of srgb8, where it is not so near to a step or the middle of two that pow() could be wrong about the side.
std::optional<double> srgb_steps(double x) {
  constexpr double kNear = 0x1p-30;  // pow() errs by less than 2^-44 here
  constexpr double kKnee = 0.0031308;
  if (!(x > 0) || !(x < 1) || std::fabs(x - kKnee) < kNear) return std::nullopt;
  const double curve = x < kKnee ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
  const double halves = 2 * 255 * curve;
  if (std::fabs(halves - std::nearbyint(halves)) < kNear) return std::nullopt;
  return halves / 2;
}

/// The exact result as a double rounded to odd, where a few operations on doubles give it.
std::optional<double> round_to_odd_in_double(Operation operation, const FormatInfo& from, const FormatInfo& to,
                                             std::span<const Bits> operands) {
  if (!fits(from) || !fits(to)) return std::nullopt;
  const auto x = [&](std::size_t i) { return as_double(from, operands[i]); };
  switch (operation) {
    case Operation::add:
      return sum(x(0), x(1));
    case Operation::sub:
      return sum(x(0), -x(1));
    case Operation::mul:
      return x(0) * x(1);
    case Operation::div:
      return quotient(x(0), x(1));
    case Operation::reciprocal:
    case Operation::rcp:
      return quotient(1, x(0));
    case Operation::sqrt:
      return square_root(x(0));
    case Operation::mad:
    case Operation::fma:
      return sum(x(0) * x(1), x(2));
    case Operation::dp2:
    case Operation::blend:
      return dot_product<2>(from, operands);
    case Operation::dp3:
      return dot_product<3>(from, operands);
    case Operation::dp4:
      return dot_product<4>(from, operands);
    case Operation::round_ne:
      return std::nearbyint(x(0));
    case Operation::round_ni:
      return std::floor(x(0));
    case Operation::round_pi:
      return std::ceil(x(0));
    case Operation::round_z:
      return std::trunc(x(0));
    case Operation::round:
      return std::round(x(0));
    case Operation::ftoi:
    case Operation::ftou:
    case Operation::ftoi16:
    case Operation::ftou16:
    case Operation::ftoi8:
    case Operation::ftou8:
      if (std::isnan(x(0))) return 0;
      return std::clamp(std::trunc(x(0)), static_cast<double>(number::least_code(to)),
                        static_cast<double>(number::most_code(to)));
    case Operation::itof:
    case Operation::utof:
    case Operation::i16tof:
    case Operation::u16tof:
    case Operation::i8tof:
    case Operation::u8tof:
      return as_double(info(info(operation).operand_format(0, from.format)), operands[0]);
    default:
      break;
  }
  const OperationInfo& row = info(operation);
  if (row.arity != 1 || !row.only_format()) return std::nullopt;
  if (from.kind == FormatKind::srgb) return std::nullopt;
  if (to.kind == FormatKind::srgb) return srgb_steps(x(0));
  if (from.kind == FormatKind::floating && to.kind == FormatKind::floating) return x(0);
  if (from.kind == FormatKind::floating && (number::is_normalised(to) || to.kind == FormatKind::fixed)) {
    if (std::isnan(x(0))) return std::nullopt;
    return steps_of(to, x(0));
  }
  if (to.kind == FormatKind::floating && (number::is_normalised(from) || from.kind == FormatKind::fixed)) {
    const auto scale = static_cast<double>(number::denominator(from));
    const double code = std::max(x(0), number::is_normalised(from) ? -scale : x(0));
    return code == 0 ? 0 : quotient(code, scale);
  }
  return std::nullopt;
}

// ---- exact results

RoundingPosition position_of_code(const Real& code) {
  RoundingPosition position{.kind = Kind::number, .negative = code.sign() < 0};
  const Real size = position.negative ? -code : code;
  const std::int64_t steps = size.floor_of_sum(0);
  position.magnitude = static_cast<Bits>(steps);
  if (size.compare(steps) != 0) position.place = place_of(size.compare(Rational(steps) + Rational(1, 2)));
  return position;
}

RoundingPosition position_of_value(const FormatInfo& row, const Real& value) {
  const Grid& grid = Grid::of(row);
  const Magnitude size(value);
  RoundingPosition position{.kind = Kind::number, .negative = size.negative()};
  if (size.compare(grid.overflow()) >= 0) {
    position.magnitude = number::Layout(row).max_finite();
    position.place = Place::above_half;
    position.overflows = true;
    return position;
  }
  const Rational below = size.floor(grid);
  position.magnitude = round_to_nearest_even(row, below);
  if (size.compare(below) == 0) return position;
  position.place = place_of(size.compare((below + grid.next(below)).scaled(-1)));
  return position;
}

}  // namespace

RoundingPosition rounding_position(const FormatInfo& row, double value) {
  RoundingPosition position{.kind = Kind::number, .negative = std::signbit(value)};
  if (std::isnan(value)) return {.kind = Kind::nan};
  const double size = std::fabs(value);
  const bool floating = row.kind == FormatKind::floating;
  if (std::isinf(value)) {
    position.kind = Kind::infinity;
    return position;
  }
  if (size == 0) return position;
  const int exponent = floating ? std::max(std::ilogb(size), row.min_exponent()) : 0;
  if (floating && exponent > row.max_exponent()) {
    position.magnitude = number::Layout(row).max_finite();
    position.place = Place::above_half;
    position.overflows = true;
    return position;
  }
  const double steps = floating ? std::ldexp(size, row.fraction_bits - exponent) : size;
  const double whole = std::floor(steps);
  position.magnitude = static_cast<Bits>(whole);
  if (floating) position.magnitude += static_cast<Bits>(exponent + row.bias() - 1) << row.fraction_bits;
  const double rest = steps - whole;  // exact
  if (rest != 0) position.place = rest < 0.5 ? Place::below_half : rest == 0.5 ? Place::half : Place::above_half;
  return position;
}

RoundingPosition rounding_position(Operation operation, Format format, std::span<const Bits> operands) {
  const FormatInfo& from = info(format);
  const FormatInfo& to = info(info(operation).result(format));
  if (const auto odd = round_to_odd_in_double(operation, from, to, operands)) return rounding_position(to, *odd);
  return exact_position(operation, format, operands);
}

RoundingPosition exact_position(Operation operation, Format format, std::span<const Bits> operands) {
  const FormatInfo& to = info(info(operation).result(format));
  const Result result = exact_result(operation, format, operands);
  const bool floating = to.kind == FormatKind::floating;
  switch (result.kind) {
    case Result::Kind::nan:
      return {.kind = Kind::nan};
    case Result::Kind::infinity:
      return {.kind = Kind::infinity, .negative = result.negative};
    case Result::Kind::zero:
      return {.kind = Kind::number, .negative = result.negative};
    case Result::Kind::bits:
      return {.kind = Kind::bits, .magnitude = result.bits};
    case Result::Kind::undefined:
      return {};
    case Result::Kind::finite:
      break;
  }
  return floating ? position_of_value(to, result.value) : position_of_code(result.value);
}

Bits round(const FormatInfo& row, const RoundingPosition& position, RoundTo to) noexcept {
  const bool floating = row.kind == FormatKind::floating;
  const number::Layout layout(row);
  const bool without_sign = floating && !row.has_sign;
  switch (position.kind) {
    case Kind::nan:
    case Kind::undefined:
      return floating ? layout.canonical_nan() : 0;
    case Kind::infinity:
      return position.negative && without_sign ? 0 : layout.infinity(position.negative);
    case Kind::bits:
      return position.magnitude;
    case Kind::number:
      break;
  }
  if (position.negative && without_sign) return 0;
  const auto goes_on = [&] {
    switch (to) {
      case RoundTo::nearest_even:
        return position.place == Place::above_half || (position.place == Place::half && (position.magnitude & 1) != 0);
      case RoundTo::nearest_away:
        return position.place == Place::half || position.place == Place::above_half;
      case RoundTo::toward_zero:
        return false;
      case RoundTo::up:
        return position.place != Place::exact && !position.negative;
      case RoundTo::down:
        return position.place != Place::exact && position.negative;
    }
    return false;
  };
  const Bits magnitude = position.magnitude + (goes_on() ? 1 : 0);
  if (floating) return magnitude | layout.zero(position.negative);
  const auto code = static_cast<std::int64_t>(magnitude);
  return number::from_ordinal(row, position.negative ? -code : code);
}

}  // namespace halfulp::exact
