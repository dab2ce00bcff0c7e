// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "device/shader/texel.hpp"

namespace halfulp::test {

/// How many components each bit of a texel belongs to, the lowest bit of the first byte first.
inline std::vector<int> owners_of_bits(const device::TexelComponents& components, int texel_bytes) {
  std::vector<int> owners(static_cast<std::size_t>(texel_bytes) * 8, 0);
  for (const auto& component : components) {
    if (!component) continue;
    for (int i = 0; i < info(component->format).bits; ++i) {
      ++owners.at(static_cast<std::size_t>(component->first_bit + i));
    }
  }
  return owners;
}

/// Expects that a texel has the bytes of `bits`, the lowest first, where its components x, y, z and w are 1, 2, 3 and 1
/// and bits of no component are clear, and that the components are taken from it again.
inline void expect_texel(const device::TexelComponents& components, int texel_bytes, std::uint64_t bits,
                         std::string_view format) {
  constexpr std::array<Bits, 4> kCodes{1, 2, 3, 1};
  const std::vector<int> owners = owners_of_bits(components, texel_bytes);
  for (const bool set : {false, true}) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(texel_bytes), set ? std::byte{0xff} : std::byte{0});
    for (std::size_t i = 0; i < kCodes.size(); ++i) {
      if (components[i]) device::put_component(bytes, *components[i], kCodes[i]);
    }
    for (std::size_t bit = 0; bit < owners.size(); ++bit) {
      const bool is_set = (std::to_integer<unsigned>(bytes[bit / 8]) >> (bit % 8) & 1U) != 0;
      const bool expected = owners[bit] == 0 ? set : (bits >> bit & 1U) != 0;
      EXPECT_EQ(is_set, expected) << format << ", bit " << bit;
    }
    for (std::size_t i = 0; i < kCodes.size(); ++i) {
      if (!components[i]) continue;
      EXPECT_EQ(device::take_component(bytes, *components[i]), kCodes[i]) << format;
    }
  }
}

}  // namespace halfulp::test
