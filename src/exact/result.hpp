// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "exact/real.hpp"
#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::exact {

/// The exact result of an operation: the infinitely precise value, never a rounded number.
struct Result {
  enum class Kind : std::uint8_t {
    nan,
    infinity,
    zero,       ///< a zero with the sign that IEEE 754 gives it (a sum that cancels: +0)
    finite,     ///< a real that is not zero
    bits,       ///< a bit pattern, where the operation moves bits and does no arithmetic
    undefined,  ///< what neither mathematics nor C gives a value: the exponent of infinity, a texel
  };
  Kind kind = Kind::nan;
  bool negative = false;   ///< sign of infinity and zero
  bool cancelled = false;  ///< a zero that is the sum of terms that are not zero
  Real value;              ///< only if finite
  Bits bits = 0;           ///< only if bits
  bool clamped = false;    ///< the operand lies beyond an end of the result's format, which this is

  [[nodiscard]] static Result nan() { return {}; }
  [[nodiscard]] static Result infinity(bool negative) { return {Kind::infinity, negative, false, {}, 0}; }
  [[nodiscard]] static Result zero(bool negative) { return {Kind::zero, negative, false, {}, 0}; }
  [[nodiscard]] static Result finite(Real value);
  [[nodiscard]] static Result undefined();
  [[nodiscard]] static Result moved(Bits bits) { return {Kind::bits, false, false, {}, bits}; }

  /// "nan", "-inf", "+0", "0x1.8p+1", "~0.84147098480789650665"; bits in hex.
  [[nodiscard]] std::string text(const FormatInfo& result_format) const;
};

/// The exact result of `operation` on operands of `format`, as IEEE 754 and mathematics define it: no flushing, no
/// rounding. Special operands give what the function's limit or IEEE 754 says (1 / -0 = -inf, log2(0) = -inf, rsq(-0) =
/// -inf, sqrt(-1) = NaN, sin(inf) = NaN); those of acos ... tanpi what C (annex F) and IEEE 754-2019 say (pow(1, NaN) =
/// 1, powr(0, 0) = NaN); those of sign ... isfinite what shader_functions.hpp says; min and max are IEEE 754-2019's
/// minimumNumber and maximumNumber; ftoi and ftou clamp, and take NaN to 0. Conversions to unorm, snorm, srgb,
/// fixed-point and integer formats give the code before it is rounded, a real from the code of the format's smallest
/// value (-1 in snorm) to that of its largest; operands beyond are clamped, NaN gives NaN. Of rgb9e5 it is a code,
/// rounded to nearest, ties to even. Blends, filters and texels are those of fixed_function.hpp. Total on bits of the
/// operand formats.
[[nodiscard]] Result exact_result(Operation operation, Format format, std::span<const Bits> operands);

}  // namespace halfulp::exact
