// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/transcendental.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "exact/certified.hpp"
#include "exact/nearest.hpp"
#include "exact/real_domain.hpp"

namespace halfulp::arithmetic {
namespace {

/// Twice the bound, which covers the rounding of the ends themselves.
constexpr double kMargin = 2 * exact::kCertifiedError;

/// The certified approximation, rounded, where both ends of its interval round to one value: all but about one in 2^22
/// do [Ziv 1991].
std::optional<Word> rounded_to_one(double approximation) {
  const double reach = std::fabs(approximation) * kMargin;
  const auto low = static_cast<float>(approximation - reach);
  const auto high = static_cast<float>(approximation + reach);
  return low == high ? std::optional(std::bit_cast<Word>(low)) : std::nullopt;
}

/// Else takes the exact path.
Word rounded(Flush flush, Operation operation, Word operand) {
  if (const auto one = rounded_to_one(exact::certified(operation, value(operand)))) return given(flush, *one);
  const std::array<Bits, 1> operands{operand};
  return given(flush, static_cast<Word>(exact::nearest_even(operation, Format::binary32, operands)));
}

/// Of an operand that is none and whose certified result is one: sinpi's and tanpi's multiples of 1, of which tanpi is
/// asked of even ones alone, have its sign; others +0.
Word zero_of(Operation operation, double x) {
  const bool has_sign = operation == Operation::sinpi || operation == Operation::tanpi;
  return has_sign && std::signbit(x) ? kSignBit : 0;
}

/// Whether tanpi has a zero or a pole at x, other than the zero of an even integer, all of which are from 2^24 on.
bool is_half_integer(double x) { return std::fabs(x) < 0x1p24 && std::trunc(2 * x) == 2 * x; }

/// What pow gives of a NaN unless the other operand decides without it.
std::optional<Word> of_nan(Operation operation, std::span<const float> x) {
  const bool decides = operation == Operation::pow && (x[0] == 1 || x[1] == 0);
  return decides ? std::nullopt : std::optional(kNan);
}

}  // namespace

Word exponential(Flush flush, Word x) {
  const Word operand = taken(flush, x);
  const float power = value(operand);
  if (is_nan(operand)) return kNan;
  if (power >= 128.0F) return kInfinity;
  if (power < -151.0F) return 0;  // below half of the smallest denormal
  return rounded(flush, Operation::exp2, operand);
}

Word logarithm(Flush flush, Word x) {
  const Word operand = taken(flush, x);
  if (kBinary32.is_zero(operand)) return kInfinity | kSignBit;  // log2(±0) = -inf [D3D11.3 §22.10.8]
  if (is_nan(operand) || is_negative(operand)) return kNan;
  if (operand == kInfinity) return kInfinity;
  return rounded(flush, Operation::log2, operand);
}

Word sine(Flush flush, Word x) {
  const Word operand = taken(flush, x);
  if (kBinary32.is_zero(operand)) return operand;
  if (!kBinary32.is_finite(operand)) return kNan;
  return rounded(flush, Operation::sin, operand);
}

Word cosine(Flush flush, Word x) {
  const Word operand = taken(flush, x);
  if (!kBinary32.is_finite(operand)) return kNan;
  return rounded(flush, Operation::cos, operand);
}

std::optional<Word> certified_result(Operation operation, std::span<const Bits> operands) {
  if (!exact::has_certified(operation)) return std::nullopt;
  std::array<float, 2> taken{};
  const std::span<const float> x(taken.data(), operands.size());
  std::ranges::transform(operands, taken.begin(), [](Bits bits) { return value(static_cast<Word>(bits)); });
  if (std::ranges::any_of(x, [](float one) { return std::isnan(one); })) return of_nan(operation, x);
  if (!std::ranges::all_of(x, [](float one) { return std::isfinite(one) && one != 0; })) return std::nullopt;
  if (!exact::real_domain(operation).contains(x[0])) return kNan;
  if (operation == Operation::tanpi && is_half_integer(x[0])) return std::nullopt;
  if (!exact::has_real_value(operation, x[0])) return std::nullopt;
  const double approximation =
      x.size() == 1 ? exact::certified(operation, x[0]) : exact::certified(operation, x[0], x[1]);
  const double size = std::fabs(approximation);
  if (std::isnan(approximation)) return kNan;  // a power of a negative number
  if (size == 0) return zero_of(operation, x[0]);
  // Near the end of what is certified.
  if (size >= kBelowAll && size < 0x1p-148) return std::nullopt;
  return rounded_to_one(approximation);
}

}  // namespace halfulp::arithmetic
