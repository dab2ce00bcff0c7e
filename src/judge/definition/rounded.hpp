// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::judge {

/// An exact result beside the values of its format: all that any rounding asks.
struct Located {
  enum class Kind : std::uint8_t { nan, infinity, number, bits, undefined };
  enum class Place : std::uint8_t { exact, below_half, half, above_half };
  Kind kind = Kind::undefined;
  bool negative = false;  ///< of a zero its sign
  /// The largest magnitude of the format that is not above that of the result; of codes a count of steps. Of `bits` the
  /// bits.
  Bits magnitude = 0;
  Place place = Place::exact;  ///< between it and the next
  bool beyond = false;         ///< 2^(max_exponent + 1) or more
};

/// Where the exact result of an operation lies, operands as they are; exact. Quick for what binary16 and binary32 give
/// by + - * / sqrt, in conversions and in codes; a few microseconds otherwise.
[[nodiscard]] Located locate(Operation operation, Format format, std::span<const Bits> operands);

/// Where a number lies, given as a double rounded to odd: toward zero, then the last bit set where bits were lost. The
/// format has at most 32 bits; of codes the number is counted in steps.
[[nodiscard]] Located locate(const FormatInfo& row, double rounded_to_odd);

enum class RoundTo : std::uint8_t { nearest_even, nearest_away, toward_zero, up, down };

/// The bits that a rounding gives; canonical NaN. What is below zero is zero in a format without a sign; codes of NaN
/// are 0.
[[nodiscard]] Bits rounded(const FormatInfo& row, const Located& located, RoundTo to) noexcept;

}  // namespace halfulp::judge
