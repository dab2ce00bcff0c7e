// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/transcendental.hpp"

#include <array>
#include <cmath>

#include "exact/certified.hpp"
#include "exact/nearest.hpp"

namespace halfulp::arithmetic {
namespace {

/// Twice the bound, which covers the rounding of the ends themselves.
constexpr double kMargin = 2 * exact::kCertifiedError;

/// Rounds the certified approximation when both ends of its interval round alike; else takes the exact path, for about
/// one operand in 2^22 [Ziv 1991].
Word rounded(Flush flush, Operation operation, Word operand) {
  const double approximation = exact::certified(operation, value(operand));
  const double reach = std::fabs(approximation) * kMargin;
  const auto low = static_cast<float>(approximation - reach);
  const auto high = static_cast<float>(approximation + reach);
  if (low == high) return given(flush, low);
  const std::array<Bits, 1> operands{operand};
  return given(flush, static_cast<Word>(exact::nearest_even(operation, Format::binary32, operands)));
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

}  // namespace halfulp::arithmetic
