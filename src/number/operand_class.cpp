// SPDX-License-Identifier: Apache-2.0
#include "number/operand_class.hpp"

#include <bit>

#include "number/layout.hpp"

namespace halfulp::number {

std::size_t operand_class(const FormatInfo& row, Bits bits) noexcept {
  OperandKind kind = OperandKind::normal;
  bool negative = false;
  if (row.kind == FormatKind::floating) {
    const Layout layout(row);
    negative = layout.is_negative(bits);
    const OperandKind nan =
        layout.magnitude(bits) >= layout.canonical_nan() ? OperandKind::quiet_nan : OperandKind::signalling_nan;
    if (layout.is_zero(bits)) kind = OperandKind::zero;
    if (layout.is_denormal(bits)) kind = OperandKind::denormal;
    if (layout.is_infinite(bits)) kind = OperandKind::infinity;
    if (layout.is_nan(bits)) kind = nan;
  } else {
    const std::int64_t code = ordinal(row, bits);
    negative = code < 0;
    if (code == least_code(row) || code == most_code(row)) kind = OperandKind::infinity;
    if (code == 0) kind = OperandKind::zero;
  }
  return static_cast<std::size_t>(kind) + (negative ? kOperandKinds : 0);
}

std::size_t binade(const FormatInfo& row, Bits bits) noexcept {
  if (row.kind == FormatKind::floating) return bits >> row.fraction_bits;
  const std::int64_t code = ordinal(row, bits);
  const auto magnitude =
      code < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(code) : static_cast<std::uint64_t>(code);
  return (code < 0 ? binades_per_sign(row) : 0) + static_cast<std::size_t>(std::bit_width(magnitude));
}

std::size_t binades_per_sign(const FormatInfo& row) noexcept {
  return row.kind == FormatKind::floating ? std::size_t{1} << row.exponent_bits : 65;
}

}  // namespace halfulp::number
