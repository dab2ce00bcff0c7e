// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <limits>

#include "halfulp/format.hpp"
#include "number/layout.hpp"

namespace halfulp::number {

/// What the bits of a floating format stand for, infinities and NaN too; of other formats the code. Exact but for codes
/// of more than 53 bits.
inline double as_double(const FormatInfo& row, Bits bits) noexcept {
  if (row.format == Format::binary32) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (row.format == Format::binary64) return std::bit_cast<double>(bits);
  if (row.kind != FormatKind::floating) return static_cast<double>(ordinal(row, bits));
  const Layout layout(row);
  const Layout::Parts parts = layout.parts(bits);
  double magnitude = std::ldexp(static_cast<double>(parts.significand), parts.exponent);
  if (layout.is_infinite(bits)) magnitude = std::numeric_limits<double>::infinity();
  if (layout.is_nan(bits)) magnitude = std::numeric_limits<double>::quiet_NaN();
  return parts.negative ? -magnitude : magnitude;
}

}  // namespace halfulp::number
