// SPDX-License-Identifier: Apache-2.0
// All 2^32 floats to every integer format, and all 2^32 integers to floats, on every target of this CPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "number/targets.hpp"
#include "pixel/integer_kernels.hpp"

namespace halfulp::pixel {
namespace {

constexpr std::size_t kChunk = 1 << 16;

/// Toward zero, NaN to 0, clamped: every step is exact in double.
template <class To>
To truncated(std::uint32_t bits) {
  const double x = std::bit_cast<float>(bits);
  if (std::isnan(x)) return 0;
  return static_cast<To>(
      std::clamp(std::trunc(x), double{std::numeric_limits<To>::min()}, double{std::numeric_limits<To>::max()}));
}

/// Whether the kernel gives what `expected` does of each word from 0 on.
template <class To, class Expected>
void compare(PixelFormat from, PixelFormat to, Expected expected) {
  for (const std::int64_t target : halfulp::test::targets()) {
    const halfulp::test::Target chosen(target);
    const Kernel kernel = integer_kernel(info(from).components().front(), info(to).components().front());
    std::vector<std::uint32_t> words(kChunk);
    std::vector<To> got(kChunk);
    for (std::uint64_t first = 0; first < std::uint64_t{1} << 32; first += kChunk) {
      std::ranges::generate(words, [word = static_cast<std::uint32_t>(first)]() mutable { return word++; });
      kernel(std::as_bytes(std::span(words)).data(), std::as_writable_bytes(std::span(got)).data(), kChunk);
      for (std::size_t i = 0; i < kChunk; ++i) {
        if (got[i] == expected(words[i])) continue;
        FAIL() << info(from).name << ' ' << info(to).name << ' ' << halfulp::test::target_name(target) << ' '
               << words[i] << " gives " << +got[i];
      }
    }
  }
}

TEST(IntegerKernelsExhaustive, EveryFloatGoesTowardZero) {
  const PixelFormat from = PixelFormat::r32_float;
  compare<std::uint8_t>(from, PixelFormat::r8_uint, truncated<std::uint8_t>);
  compare<std::int8_t>(from, PixelFormat::r8_sint, truncated<std::int8_t>);
  compare<std::uint16_t>(from, PixelFormat::r16_uint, truncated<std::uint16_t>);
  compare<std::int16_t>(from, PixelFormat::r16_sint, truncated<std::int16_t>);
  compare<std::uint32_t>(from, PixelFormat::r32_uint, truncated<std::uint32_t>);
  compare<std::int32_t>(from, PixelFormat::r32_sint, truncated<std::int32_t>);
}

/// Integers are exact in double, from where they are rounded once.
TEST(IntegerKernelsExhaustive, EveryIntegerBecomesTheNearestFloat) {
  compare<float>(PixelFormat::r32_uint, PixelFormat::r32_float,
                 [](std::uint32_t x) { return static_cast<float>(static_cast<double>(x)); });
  compare<float>(PixelFormat::r32_sint, PixelFormat::r32_float,
                 [](std::uint32_t x) { return static_cast<float>(static_cast<double>(static_cast<std::int32_t>(x))); });
}

}  // namespace
}  // namespace halfulp::pixel
