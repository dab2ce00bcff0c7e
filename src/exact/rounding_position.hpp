// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::exact {

/// Position of an exact result between two neighbouring values of its format: what any rounding mode needs.
struct RoundingPosition {
  enum class Kind : std::uint8_t { nan, infinity, number, bits, undefined };
  enum class Place : std::uint8_t { exact, below_half, half, above_half };
  Kind kind = Kind::undefined;
  bool negative = false;  ///< of a zero its sign
  /// The largest magnitude of the format that is not above that of the result; of codes a count of steps. Of `bits` the
  /// bits.
  Bits magnitude = 0;
  Place place = Place::exact;  ///< between it and the next
  bool overflows = false;      ///< 2^(max_exponent + 1) or more
};

/// The position of the exact result of an operation, operands as they are. By doubles rounded to odd for what binary16
/// and binary32 give by + - * / sqrt, in conversions and in codes; by exact_result() otherwise.
[[nodiscard]] RoundingPosition rounding_position(Operation operation, Format format, std::span<const Bits> operands);

/// The same, by exact_result() alone.
[[nodiscard]] RoundingPosition exact_position(Operation operation, Format format, std::span<const Bits> operands);

/// The position of a number, given as a double rounded to odd: toward zero, then the last bit set where bits were lost.
/// The format has at most 32 bits; of codes the number is counted in steps.
[[nodiscard]] RoundingPosition rounding_position(const FormatInfo& row, double rounded_to_odd);

enum class RoundTo : std::uint8_t { nearest_even, nearest_away, toward_zero, up, down };

/// The bits that a rounding gives: the canonical NaN, zero for results below zero in a format without a sign, 0 for a
/// NaN that becomes a code.
[[nodiscard]] Bits round(const FormatInfo& row, const RoundingPosition& position, RoundTo to) noexcept;

}  // namespace halfulp::exact
