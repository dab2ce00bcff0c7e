// SPDX-License-Identifier: Apache-2.0
#include "pixel/integer_kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "number/targets.hpp"
#include "pixels.hpp"
#include "reference.hpp"

namespace halfulp::pixel {
namespace {

constexpr PixelFormat kIntegers[] = {PixelFormat::r8_uint,  PixelFormat::r8_sint,  PixelFormat::r16_uint,
                                     PixelFormat::r16_sint, PixelFormat::r32_uint, PixelFormat::r32_sint};

/// Every pair that has a kernel.
std::vector<std::pair<PixelFormat, PixelFormat>> pairs() {
  std::vector<std::pair<PixelFormat, PixelFormat>> list;
  for (const PixelFormat one : kIntegers) {
    list.emplace_back(one, PixelFormat::r32_float);
    list.emplace_back(PixelFormat::r32_float, one);
    for (const PixelFormat other : kIntegers) {
      if (one != other) list.emplace_back(one, other);
    }
  }
  return list;
}

const PixelComponent& component(PixelFormat format) { return info(format).components().front(); }

Kernel kernel_of(PixelFormat from, PixelFormat to) { return integer_kernel(component(from), component(to)); }

template <class Value>
void append(Bytes& bytes, Value value) {
  const auto* const first = reinterpret_cast<const std::byte*>(&value);
  bytes.insert(bytes.end(), first, first + sizeof value);
}

/// Floats around every border of every integer format, and around integers and halves elsewhere; special ones.
Bytes border_floats() {
  Bytes bytes;
  const auto around = [&](float x) {
    for (const float sign : {1.0F, -1.0F}) {
      float neighbour = std::nextafter(std::nextafter(sign * x, -INFINITY), -INFINITY);
      for (int i = 0; i < 5; ++i, neighbour = std::nextafter(neighbour, INFINITY)) append(bytes, neighbour);
    }
  };
  for (int exponent = -3; exponent < 40; ++exponent) {
    const float power = std::ldexp(1.0F, exponent);
    for (const float x : {power - 1, power - 0.5F, power, power + 0.5F, power + 1, power * 1.5F}) around(x);
  }
  for (const float x : {std::numeric_limits<float>::max(), std::numeric_limits<float>::denorm_min()}) around(x);
  for (const std::uint32_t nan : {0x7f800001U, 0x7fc00000U, 0xff800001U, 0xffffffffU, 0x7fffffffU}) {
    append(bytes, nan);
  }
  return bytes;
}

/// All codes of 8 and 16 bits; of 32 bits those next to a power of two.
Bytes border_integers(PixelFormat format) {
  Bytes bytes;
  const int bits = component(format).bits;
  if (bits == 32) {
    for (int shift = 0; shift < 32; ++shift) {
      for (std::uint32_t i = 0; i < 9; ++i) {
        append(bytes, (1U << shift) - 4 + i);
        append(bytes, ~((1U << shift) - 4 + i));
      }
    }
    return bytes;
  }
  for (std::uint32_t code = 0; code < 1U << bits; ++code) {
    bits == 8 ? append(bytes, static_cast<std::uint8_t>(code)) : append(bytes, static_cast<std::uint16_t>(code));
  }
  return bytes;
}

Bytes source_of(PixelFormat format) {
  Bytes bytes = format == PixelFormat::r32_float ? border_floats() : border_integers(format);
  const Bytes others = some_pixels(format, 20011, 5);
  bytes.insert(bytes.end(), others.begin(), others.end());
  return bytes;
}

TEST(IntegerKernels, AreTheReferencesOnEveryTarget) {
  for (const auto& [from, to] : pairs()) {
    const Bytes source = source_of(from);
    const Bytes expected = reference(from, to, Api::direct3d, source);
    for (const std::int64_t target : halfulp::test::targets()) {
      const halfulp::test::Target chosen(target);
      Bytes got(expected.size());
      kernel_of(from, to)(source.data(), got.data(),
                          source.size() / static_cast<std::size_t>(info(from).bytes_per_pixel));
      EXPECT_EQ(got, expected) << info(from).name << ' ' << info(to).name << ' ' << halfulp::test::target_name(target);
    }
  }
}

TEST(IntegerKernels, TakeAnyCountAndAlignmentAndWriteNothingElse) {
  constexpr std::byte kGuard{0xa5};
  constexpr std::size_t kMost = 67;
  for (const auto& [from, to] : pairs()) {
    const auto read = static_cast<std::size_t>(info(from).bytes_per_pixel);
    const auto written = static_cast<std::size_t>(info(to).bytes_per_pixel);
    const Bytes data = some_pixels(from, kMost, 6);
    const Bytes expected = reference(from, to, Api::direct3d, data);
    for (const std::int64_t target : halfulp::test::targets()) {
      const halfulp::test::Target chosen(target);
      const Kernel kernel = kernel_of(from, to);
      for (std::size_t count = 0; count <= kMost; ++count) {
        for (const std::size_t shift : {0U, 1U, 3U}) {
          // Exactly as long as it is, so that a sanitizer sees what is read beyond.
          Bytes source(shift + count * read);
          std::copy_n(data.begin(), count * read, source.begin() + static_cast<std::ptrdiff_t>(shift));
          Bytes destination(shift + count * written + 1, kGuard);
          kernel(source.data() + shift, destination.data() + shift, count);
          ASSERT_TRUE(std::equal(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(count * written),
                                 destination.begin() + static_cast<std::ptrdiff_t>(shift)))
              << info(from).name << ' ' << info(to).name << ' ' << count;
          ASSERT_TRUE(std::all_of(destination.begin(), destination.begin() + static_cast<std::ptrdiff_t>(shift),
                                  [](std::byte byte) { return byte == kGuard; }));
          ASSERT_EQ(destination.back(), kGuard);
        }
      }
    }
  }
}

TEST(IntegerKernels, AreForIntegersOf8And16And32BitsAndBinary32) {
  const PixelComponent& binary32 = component(PixelFormat::r32_float);
  EXPECT_EQ(integer_kernel(binary32, component(PixelFormat::r16_float)), nullptr);
  EXPECT_EQ(integer_kernel(binary32, binary32), nullptr);
  EXPECT_EQ(integer_kernel(component(PixelFormat::rgb10a2_uint), binary32), nullptr);
  EXPECT_EQ(integer_kernel(component(PixelFormat::r8_unorm), binary32), nullptr);
}

}  // namespace
}  // namespace halfulp::pixel
