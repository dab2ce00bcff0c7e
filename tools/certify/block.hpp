// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "certify/functions.hpp"

namespace halfulp::certify {

/// So many operands of binary32 have one sign and exponent.
inline constexpr std::uint32_t kBlock = 1U << 23;

/// References of one operand, and of two.
using Reference = double (*)(Operation, double) noexcept;
using ReferenceOfTwo = double (*)(Operation, double, double) noexcept;

/// What was found of a part of a block.
struct Found {
  std::uint32_t compared = 0;  ///< operands that the function takes
  double worst = 0;            ///< the largest relative error; infinity for a result that is no number
  std::uint32_t witness = 0;   ///< an operand that has it
  std::uint32_t second = 0;    ///< and the second operand of it
  bool mirrored = false;       ///< compared with the results of the other sign instead, which are the same but for it
};

/// Compares the reference's results for the operands of bits first, first + step, ... of its block with MPFR's to 64
/// bits, or with its own for the other sign where the function is odd or even. Results that are zeros or infinities
/// must be so. `first`: the first operand's bits, a multiple of kBlock, below 2^32.
[[nodiscard]] Found certify(const Function& function, Reference reference, std::uint32_t first, std::uint32_t step = 1);

/// The same of atan2 or pow, of `count` pairs that are always the same: first operands of the block, evenly spread or
/// of few bits; every fourth second operand is any, the others let results be of every size, near the largest ones and
/// next to 1 as well. Of powers beyond 2^149 in size, or below 2^-149, it is asked that references are beyond that too.
[[nodiscard]] Found certify_pairs(Operation operation, ReferenceOfTwo reference, std::uint32_t first,
                                  std::uint32_t count);

}  // namespace halfulp::certify
