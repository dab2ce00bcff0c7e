// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cfloat>
#include <cstdint>
#include <limits>

#include "halfulp/format.hpp"
#include "number/layout.hpp"

namespace halfulp::arithmetic {

// The kernels round once per operation: no wider intermediate format, no approximation of IEEE 754.
static_assert(FLT_EVAL_METHOD == 0 && std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

/// One value of a 32-bit format: binary32, bool32, sint32 or uint32.
using Word = std::uint32_t;

/// What happens to denormals.
struct Flush {
  bool operands = false;
  bool results = false;
};

inline constexpr number::Layout kBinary32{
    FormatInfo{Format::binary32, "binary32", FormatKind::floating, 32, 4, 8, 23, true}};
inline constexpr Word kSignBit = 0x80000000;
inline constexpr Word kOne = 0x3f800000;              // 1
inline constexpr Word kLargestBelowOne = 0x3f7fffff;  // 0x1.fffffep-1
inline constexpr Word kInfinity = 0x7f800000;
inline constexpr Word kNan = 0x7fc00000;  // the canonical one

[[nodiscard]] constexpr float value(Word bits) { return std::bit_cast<float>(bits); }
[[nodiscard]] constexpr bool is_nan(Word bits) { return (bits & ~kSignBit) > kInfinity; }
[[nodiscard]] constexpr bool is_negative(Word bits) { return (bits & kSignBit) != 0; }
[[nodiscard]] constexpr Word flushed(Word bits) { return static_cast<Word>(kBinary32.flushed(bits)); }

/// The operand as the operation sees it.
[[nodiscard]] constexpr Word taken(Flush flush, Word bits) { return flush.operands ? flushed(bits) : bits; }

/// The result as the operation gives it: every NaN the canonical one.
[[nodiscard]] constexpr Word given(Flush flush, Word bits) {
  if (is_nan(bits)) return kNan;
  return flush.results ? flushed(bits) : bits;
}
[[nodiscard]] constexpr Word given(Flush flush, float result) { return given(flush, std::bit_cast<Word>(result)); }

}  // namespace halfulp::arithmetic
