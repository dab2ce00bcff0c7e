// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "arithmetic/binary32.hpp"
#include "halfulp/operation.hpp"

// exp2, log2, sin, cos: correctly rounded. Each takes the path that proves its rounding (transcendental.cpp).

namespace halfulp::arithmetic {

/// 2^x; 2^-inf = +0.
[[nodiscard]] Word exponential(Flush flush, Word x);
/// log2(x); of a zero -inf, of a negative NaN.
[[nodiscard]] Word logarithm(Flush flush, Word x);
/// sin(x), x in radians; of a zero that zero, of an infinity NaN.
[[nodiscard]] Word sine(Flush flush, Word x);
/// cos(x), x in radians; of an infinity NaN.
[[nodiscard]] Word cosine(Flush flush, Word x);

/// Numbers beyond which all round to infinity, or to zero: more than the largest value and half a step, less than half
/// of the least denormal.
inline constexpr double kBeyondAll = 0x1.8p128;
inline constexpr double kBelowAll = 0x1.fffffp-151;

/// The correctly rounded result of a function that exact/certified.hpp has, as the hardware would give it: denormals
/// are kept, NaN is the canonical one. Nothing of other operations, of most zeros and infinities, and of about one
/// operand in 2^22.
[[nodiscard]] std::optional<Word> certified_result(Operation operation, std::span<const Bits> operands);

/// The results of a function of binary32 that are sure without the exact path, for `count` values of each lane: rounded
/// to nearest, none of them denormal or of a denormal operand, so that no flush changes them. Writes the numbers of the
/// others to `left`, in ascending order, and returns how many there are; their results are not written.
using SureResults = std::size_t (*)(const std::byte* const* operands, std::byte* results, std::size_t count,
                                    std::uint32_t* left);

/// The one for this CPU of every function that exact/certified.hpp has; nullptr for other operations.
[[nodiscard]] SureResults sure_results(Operation operation);

/// Every result: those that are not sure from `one`, by their number.
template <class One>
void all_results(SureResults sure, std::span<const ConstLane> operands, Lane results, One one) {
  constexpr std::size_t kAtOnce = 1024;
  std::array<std::uint32_t, kAtOnce> left;
  std::array<const std::byte*, kMaxArity> some{};
  const std::size_t count = results.size() / sizeof(Word);
  for (std::size_t first = 0; first < count; first += kAtOnce) {
    for (std::size_t k = 0; k < operands.size(); ++k) some[k] = operands[k].data() + first * sizeof(Word);
    const std::size_t now = count - first < kAtOnce ? count - first : kAtOnce;
    const std::size_t lefts = sure(some.data(), results.data() + first * sizeof(Word), now, left.data());
    for (std::size_t i = 0; i < lefts; ++i) one(first + left[i]);
  }
}

}  // namespace halfulp::arithmetic
