// SPDX-License-Identifier: Apache-2.0
#include "pixel/kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

#include "number/targets.hpp"
#include "pixel/component.hpp"
#include "pixel/kernel_difference.hpp"

namespace halfulp::pixel {
namespace {

using Bytes = std::vector<std::byte>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

Bytes random_bytes(std::size_t size) {
  std::mt19937 random(static_cast<std::uint32_t>(size));
  Bytes bytes(size);
  std::ranges::generate(bytes, [&] { return static_cast<std::byte>(random()); });
  return bytes;
}

void add_around(std::vector<std::uint32_t>& list, float border) {
  const auto bits = std::bit_cast<std::uint32_t>(border);
  for (std::uint32_t i = 0; i < 3; ++i) list.push_back(bits - 1 + i);
}

/// Floats on both sides of every border of every format, of both signs, and special ones.
std::vector<std::uint32_t> border_floats() {
  std::vector<std::uint32_t> list;
  for (std::uint32_t half = 0; half < 0x7c00; ++half) {  // those of 6 and 5 fraction bits are among them
    const double here = half_to_float(static_cast<std::uint16_t>(half));
    const double next = half == 0x7bff ? 65536 : half_to_float(static_cast<std::uint16_t>(half + 1));
    add_around(list, static_cast<float>(next));
    add_around(list, static_cast<float>((here + next) / 2));
  }
  for (const int largest : {1, 3, 15, 31, 63, 127, 255, 511, 1023, 32767, 65535}) {
    for (int code = 1; code <= largest; ++code) add_around(list, static_cast<float>((code - 0.5) / largest));
  }
  for (const float threshold : kSrgb8Thresholds) add_around(list, threshold);
  add_around(list, 0.0031308F);
  for (int exponent = -26; exponent < 18; ++exponent) {
    for (int code = 256; code < 512; ++code)
      add_around(list, std::ldexp(static_cast<float>(code) + 0.5F, exponent - 9));
  }
  for (const std::uint32_t special : {0x00000001U, 0x00800000U, 0x3f800000U, 0x7f800000U, 0x7fc00000U, 0x7ffffffeU}) {
    add_around(list, std::bit_cast<float>(special));
  }
  const std::size_t positive = list.size();
  for (std::size_t i = 0; i < positive; ++i) list.push_back(list[i] ^ 0x80000000U);
  return list;
}

/// Sources of a kernel that meet each of its codes or borders, in each place of a pixel.
std::vector<Bytes> sources(const KernelRow& row) {
  std::vector<Bytes> list;
  if (test::takes_floats(row)) {
    static const std::vector<std::uint32_t> kFloats = border_floats();
    std::mt19937 random(3);
    const auto enter = [&](const std::vector<std::uint32_t>& floats) {
      list.emplace_back(floats.size() * sizeof(float));
      std::memcpy(list.back().data(), floats.data(), list.back().size());
    };
    for (std::size_t rotation = 0; rotation < row.source_bytes / sizeof(float); ++rotation) {
      std::vector<std::uint32_t> floats = kFloats;
      std::rotate(floats.begin(), floats.begin() + static_cast<std::ptrdiff_t>(rotation), floats.end());
      enter(floats);
      // Neighbours that do not resemble each other; and such that none needs clamping.
      std::ranges::shuffle(floats, random);
      enter(floats);
      std::erase_if(floats, [](std::uint32_t bits) { return bits > std::bit_cast<std::uint32_t>(1.0F); });
      enter(floats);
      // And few do: one at most of what is converted at a time.
      constexpr std::array kOutside = {-1.0F, std::bit_cast<float>(0x7fc00001U), 2.0F, kInfinity, -kInfinity};
      for (std::size_t i = 0; i < floats.size(); i += 397) {
        floats[i] = std::bit_cast<std::uint32_t>(kOutside[i % kOutside.size()]);
      }
      enter(floats);
    }
    list.push_back(random_bytes(1 << 20));
    return list;
  }
  if (row.source_bytes == 8) {  // every code of 16 bits, in every place of a pixel of four
    std::vector<std::uint16_t> words(std::size_t{4} * 65536);
    for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint16_t>((2 * (i % 4) + 1) * (i / 4));
    list.emplace_back(words.size() * sizeof(std::uint16_t));
    std::memcpy(list.back().data(), words.data(), list.back().size());
    return list;
  }
  if (row.source_bytes < 4) {
    const std::size_t codes = row.source_bytes == 1 ? 256 : 65536;
    std::vector<std::uint16_t> words(codes);
    list.emplace_back(codes * row.source_bytes);
    for (std::size_t code = 0; code < codes; ++code) {
      std::memcpy(list.back().data() + code * row.source_bytes, &code, row.source_bytes);  // little-endian
    }
    return list;
  }
  // Every code of 11 bits in every place of a word, next to random ones; every exponent of rgb9e5 with every code.
  std::mt19937 random(4);
  std::vector<std::uint32_t> words;
  for (int shift = 0; shift < 32; ++shift) {
    for (std::uint32_t code = 0; code < 2048; ++code) {
      const auto other = static_cast<std::uint32_t>(random());
      words.push_back(std::rotl((other & ~2047U) | code, shift));
      words.push_back(std::rotl(code, shift));
    }
  }
  for (std::uint32_t code = 0; code < 1 << 14; ++code) words.push_back(code << 18 | (code & 511) * 0x201U);
  list.emplace_back(words.size() * sizeof(std::uint32_t));
  std::memcpy(list.back().data(), words.data(), list.back().size());
  return list;
}

TEST(Kernels, TheTargetsDifferAndTheBestIsInUse) {
  const auto all = halfulp::test::targets();
  const std::string_view best = kernel_target();
  bool found = false;
  for (const std::int64_t target : all) {
    const halfulp::test::Target chosen(target);
    found = found || kernel_target() == best;
  }
  EXPECT_TRUE(found);
  EXPECT_EQ(kernel_target(), best);
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0) {
    const bool has_avx512 = __builtin_cpu_supports("avx512vbmi") != 0 && __builtin_cpu_supports("avx512bitalg") != 0;
    EXPECT_EQ(best, has_avx512 ? "AVX3_DL" : "AVX2");
    EXPECT_EQ(all.size(), has_avx512 ? 3U : 2U);
  }
#endif
}

TEST(Kernels, GiveTheBitsOfTheDefinitionOnEveryTarget) {
  for (const std::int64_t target : halfulp::test::targets()) {
    const halfulp::test::Target chosen(target);
    for (const KernelRow& row : kernels()) {
      for (const Bytes& source : sources(row)) {
        EXPECT_EQ(test::difference(row, source, source.size() / row.source_bytes), "");
      }
    }
  }
}

// A kernel that rounds the other way is found by the same sources.
TEST(Kernels, ADifferentRoundingIsFound) {
  struct Pair {
    std::string_view name;
    Kernel other;
  };
  for (const auto& [name, other] :
       {Pair{"binary32_to_half_toward_zero", binary32_to_half_nearest},
        Pair{"rgba_to_r11g11b10_nearest", rgba_to_r11g11b10_toward_zero},
        Pair{"rgba_to_rgb10a2_snorm_ties_away", rgba_to_rgb10a2_snorm_ties_even},
        Pair{"rgba_to_rgb9e5_ties_even", rgba_to_rgb9e5_ties_up}, Pair{"unorm8_to_binary32", snorm8_to_binary32},
        Pair{"unorm8_to_half_nearest", pair_kernel(unorm8_to_binary32, binary32_to_half_toward_zero)},
        Pair{"half_to_r11g11b10_nearest", pair_kernel(half_to_binary32, rgba_to_r11g11b10_toward_zero)}}) {
    KernelRow row = *std::ranges::find(kernels(), name, &KernelRow::name);
    row.kernel = other;
    const Bytes source = sources(row).front();
    EXPECT_NE(test::difference(row, source, source.size() / row.source_bytes), "") << name;
  }
}

TEST(Kernels, OfPairsDoWhatTheTwoDo) {
  std::size_t pairs = 0;
  for (const KernelRow& row : kernels()) {
    if (!test::is_pair(row)) continue;
    ++pairs;
    EXPECT_EQ(pair_kernel(row.decode, row.encode), row.kernel) << row.name;
    const Bytes source = sources(row).front();
    const std::size_t count = source.size() / row.source_bytes;
    const KernelRow& decode = *std::ranges::find(kernels(), row.decode, &KernelRow::kernel);
    const KernelRow& encode = *std::ranges::find(kernels(), row.encode, &KernelRow::kernel);
    Bytes floats(source.size() / decode.source_bytes * decode.destination_bytes);
    decode.kernel(source.data(), floats.data(), source.size() / decode.source_bytes);
    Bytes want(count * row.destination_bytes);
    encode.kernel(floats.data(), want.data(), floats.size() / encode.source_bytes);
    Bytes got(want.size());
    row.kernel(source.data(), got.data(), count);
    EXPECT_EQ(got, want) << row.name;
  }
  EXPECT_EQ(pairs, 22U);
  EXPECT_EQ(pair_kernel(unorm8_to_binary32, binary32_to_snorm8), nullptr);
}

TEST(Kernels, TakeAnyCountAndAlignmentAndWriteNothingElse) {
  constexpr std::byte kGuard{0xa5};
  constexpr std::size_t kMostItems = 199;  // more than any kernel takes at a time
  constexpr std::size_t kAround = 64;
  for (const std::int64_t target : halfulp::test::targets()) {
    const halfulp::test::Target chosen(target);
    for (const KernelRow& row : kernels()) {
      const Bytes data = random_bytes(kMostItems * row.source_bytes);
      Bytes expected(kMostItems * row.destination_bytes);
      row.definition(data.data(), expected.data(), kMostItems);
      for (std::size_t count = 0; count <= kMostItems; ++count) {
        for (const std::size_t shift : {0U, 1U, 2U, 4U, 7U, 16U, 31U}) {
          // Exactly as long as it is, so that a sanitizer sees what is read beyond.
          Bytes source(shift);
          source.insert(source.end(), data.begin(),
                        data.begin() + static_cast<std::ptrdiff_t>(count * row.source_bytes));
          source.shrink_to_fit();
          const std::size_t size = count * row.destination_bytes;
          Bytes destination(kAround + shift + size + kAround, kGuard);
          std::byte* const first = destination.data() + kAround + shift;
          row.kernel(source.data() + shift, first, count);
          ASSERT_TRUE(std::equal(first, first + size, expected.begin())) << row.name << ' ' << count << ' ' << shift;
          ASSERT_EQ(
              std::count(destination.begin(), destination.end() - static_cast<std::ptrdiff_t>(kAround + size), kGuard),
              kAround + shift)
              << row.name << ' ' << count;
          ASSERT_EQ(std::count(first + size, destination.data() + destination.size(), kGuard), kAround)
              << row.name << ' ' << count;
        }
      }
    }
  }
}

TEST(Kernels, TakeNullPointersWithACountOfZero) {
  for (const KernelRow& row : kernels()) row.kernel(nullptr, nullptr, 0);
}

// Large destinations go past the caches, from the first aligned address on.
TEST(Kernels, OfLargeImagesGiveTheSameAtAnyAddress) {
  constexpr std::size_t kTile = 8191;  // pixels, of which images repeat as many as are needed
  for (const KernelRow& row : kernels()) {
    const Bytes tile = random_bytes(kTile * row.source_bytes);
    Bytes expected(kTile * row.destination_bytes);
    row.definition(tile.data(), expected.data(), kTile);
    const std::size_t tiles = (std::size_t{17} << 20) / expected.size() + 1;
    Bytes source;
    for (std::size_t i = 0; i < tiles; ++i) source.insert(source.end(), tile.begin(), tile.end());
    for (const std::size_t shift : {std::size_t{0}, std::size_t{1}, row.destination_bytes}) {
      Bytes destination(shift + tiles * expected.size() + 1, std::byte{0xa5});
      row.kernel(source.data(), destination.data() + shift, tiles * kTile);
      for (std::size_t i = 0; i < tiles; ++i) {
        const std::byte* const at = destination.data() + shift + i * expected.size();
        ASSERT_EQ(std::memcmp(at, expected.data(), expected.size()), 0) << row.name << ' ' << shift << ' ' << i;
      }
      ASSERT_EQ(destination.back(), std::byte{0xa5});
    }
  }
}

}  // namespace
}  // namespace halfulp::pixel
