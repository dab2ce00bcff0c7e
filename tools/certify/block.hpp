// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "certify/functions.hpp"

namespace halfulp::certify {

/// So many operands of binary32 have one sign and exponent.
inline constexpr std::uint32_t kBlock = 1U << 23;

/// What a reference is compared with.
using Reference = double (*)(Operation, double) noexcept;

/// What was found of a part of a block.
struct Found {
  std::uint32_t compared = 0;  ///< operands that the function takes
  double worst = 0;            ///< the largest relative error; infinity for a result that is no number
  std::uint32_t witness = 0;   ///< an operand that has it
  bool mirrored = false;       ///< compared with the results of the other sign instead, which are the same but for it
};

/// Compares the reference's results for the operands of bits first, first + step, ... of its block with MPFR's to 64
/// bits, or with its own for the other sign where the function is odd or even. Results that are zeros or infinities
/// must be so. `first`: the first operand's bits, a multiple of kBlock, below 2^32.
[[nodiscard]] Found certify(const Function& function, Reference reference, std::uint32_t first, std::uint32_t step = 1);

}  // namespace halfulp::certify
