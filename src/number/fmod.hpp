// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "number/binade.hpp"

namespace halfulp::number {

/// a - n * b, exact, n the quotient rounded toward zero: C's fmod() of finite a and b, b no zero. (glibc's takes a step
/// for each binade between them.)
inline float fmod(float a, float b) {
  if (std::fabs(a) < std::fabs(b)) return a;
  // Multiples of the last place of b, of which a has 24 bits and then zeros: 40 of these are taken at a time.
  const auto exponent = [](float v) { return std::max(exponent_of(v), -126) - 23; };
  const auto multiples = [&](float v) { return static_cast<std::uint64_t>(std::fabs(v) * power_of_two(-exponent(v))); };
  std::uint64_t rest = multiples(a);
  const std::uint64_t divisor = multiples(b);
  int zeros = exponent(a) - exponent(b);
  for (rest %= divisor; zeros > 0 && rest != 0; zeros -= 40) rest = (rest << std::min(zeros, 40)) % divisor;
  const auto size = static_cast<float>(static_cast<double>(rest) * power_of_two(exponent(b)));
  return std::copysign(size, a);
}

}  // namespace halfulp::number
