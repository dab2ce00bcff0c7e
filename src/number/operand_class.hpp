// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "halfulp/format.hpp"

namespace halfulp::number {

/// The kind of an operand of a floating format. In any other format `zero` is the code 0, `infinity` stands for an end
/// of the format that is not zero, and `normal` for any other code.
enum class OperandKind : std::uint8_t { zero, denormal, normal, infinity, quiet_nan, signalling_nan };
inline constexpr std::size_t kOperandKinds = 6;
inline constexpr std::size_t kOperandClasses = 2 * kOperandKinds;

/// The class of an operand: its kind, plus kOperandKinds where the sign is minus.
[[nodiscard]] std::size_t operand_class(const FormatInfo& row, Bits bits) noexcept;

/// The binade of an operand: its biased exponent; of a code the number of bits in its magnitude (0 to 64). A minus sign
/// adds binades_per_sign().
[[nodiscard]] std::size_t binade(const FormatInfo& row, Bits bits) noexcept;
[[nodiscard]] std::size_t binades_per_sign(const FormatInfo& row) noexcept;

}  // namespace halfulp::number
