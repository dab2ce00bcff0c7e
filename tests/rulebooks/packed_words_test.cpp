// SPDX-License-Identifier: Apache-2.0
// Packed words, split into the operations of their components: against GLSL's formulas, and against the words that the
// pixel converter writes, in which one component is then made wrong.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "halfulp/error.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/packed.hpp"
#include "halfulp/pixel.hpp"

namespace halfulp {
namespace {

using Numbers = std::vector<float>;

std::vector<Bits> as_bits(const Numbers& numbers) {
  std::vector<Bits> bits;
  for (const float number : numbers) bits.push_back(std::bit_cast<std::uint32_t>(number));
  return bits;
}

/// The components that the rulebook forbids, by name.
std::string wrong(const Rulebook& rules, const PackedFunction& function, const std::vector<Bits>& numbers, Bits word) {
  std::string names;
  for (const PackedPart& part : packed_parts(function, numbers, word)) {
    const Judgement judged = judge_result(rules, part.operation, part.format, part.operands, part.observed);
    if (judged.verdict != Verdict::pass) names += std::string(names.empty() ? "" : " ") + std::string(part.components);
  }
  return names;
}

/// round(c * most) in fields of `bits`, the first in the lowest [GLSL 4.60 §8.4].
Bits packed_by_glsl(const Numbers& numbers, int bits, double most) {
  Bits word = 0;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const auto code = static_cast<Bits>(static_cast<std::int64_t>(std::round(numbers[k] * most)));
    word |= (code & ((Bits{1} << bits) - 1)) << (static_cast<int>(k) * bits);
  }
  return word;
}

TEST(PackedWords, AreThoseOfGlslsFormulas) {
  const Rulebook rules = Rulebook::open("vulkan1.3");
  struct Formula {
    const char* name;
    Numbers numbers;
    int bits;
    double most;
  };
  for (const Formula& row :
       {Formula{"packUnorm4x8", {0.25F, 0.5F, 0.8125F, 1}, 8, 255},
        Formula{"packSnorm4x8", {-0.25F, 0.375F, -1, 1}, 8, 127}, Formula{"packUnorm2x16", {0.25F, 0.8125F}, 16, 65535},
        Formula{"packSnorm2x16", {-0.25F, 0.8125F}, 16, 32767}}) {
    const Bits word = packed_by_glsl(row.numbers, row.bits, row.most);
    const PackedFunction function = find_packed(row.name).value();
    EXPECT_EQ(wrong(rules, function, as_bits(row.numbers), word), "") << row.name;
    EXPECT_EQ(wrong(rules, function, as_bits(row.numbers), word ^ 0x10), "x") << row.name;
    EXPECT_EQ(wrong(rules, function, as_bits(row.numbers), word ^ Bits{0x10} << row.bits), "y") << row.name;
  }
  EXPECT_EQ(wrong(rules, find_packed("packHalf2x16").value(), as_bits({1, -2}), 0xc0003c00), "");
  EXPECT_EQ(wrong(rules, find_packed("packHalf2x16").value(), as_bits({-2, 1}), 0xc0003c00), "x y");
  EXPECT_EQ(wrong(rules, find_packed("unpackHalf2x16").value(), as_bits({1, -2}), 0xc0003c00), "");
}

// One component in two's complement after the other: of the two codes next to c * 511 either may be.
TEST(PackedWords, HaveSignedComponentsOf10And2BitsInVulkan) {
  const Rulebook rules = Rulebook::open("vulkan1.3");
  const PackedFunction function = find_packed("pack_A2B10G10R10_SNORM_PACK32").value();
  EXPECT_EQ(function.word, PixelFormat::rgb10a2_snorm);
  const std::vector<Bits> numbers = as_bits({-1, 0.5F, -0.5F, -1});
  // -511, 255.5, -255.5 and -1.
  for (const Bits word : {Bits{0x201} | Bits{255} << 10 | Bits{0x301} << 20 | Bits{3} << 30,
                          Bits{0x201} | Bits{256} << 10 | Bits{0x300} << 20 | Bits{3} << 30}) {
    EXPECT_EQ(wrong(rules, function, numbers, word), "");
    EXPECT_EQ(wrong(rules, function, numbers, word ^ 1), "x") << "the second -1 is not written";
    EXPECT_EQ(wrong(rules, function, numbers, word + (Bits{2} << 10)), "y");
    EXPECT_EQ(wrong(rules, function, numbers, word + (Bits{2} << 20)), "z");
    EXPECT_EQ(wrong(rules, function, numbers, word ^ Bits{1} << 31), "w");
  }
  const PackedFunction unpacks = find_packed("unpack_A2R10G10B10_SNORM_PACK32").value();
  const Bits word = Bits{0x200} | Bits{0x1ff} << 10 | Bits{0x201} << 20 | Bits{2} << 30;
  EXPECT_EQ(wrong(rules, unpacks, as_bits({-1, 1, -1, -1}), word), "");
  EXPECT_EQ(wrong(rules, unpacks, as_bits({-1, 1, -512 / 511.0F, -1}), word), "z");
  EXPECT_EQ(wrong(rules, unpacks, as_bits({-1, 1, -1, -2}), word), "w");
}

/// What the converter makes of a pixel of another format.
template <typename To, typename From>
To converted(PixelFormat from, PixelFormat to, const Rulebook& rules, const From& pixel) {
  std::array<std::byte, 16> source{};
  std::array<std::byte, 16> destination{};
  std::memcpy(source.data(), &pixel, std::min(sizeof(pixel), source.size()));
  const auto bytes = [](PixelFormat format) { return static_cast<std::size_t>(info(format).bytes_per_pixel); };
  Converter(from, to, rules).convert(std::span(source).first(bytes(from)), std::span(destination).first(bytes(to)));
  To result{};
  std::memcpy(&result, destination.data(), sizeof(result));
  return result;
}

constexpr std::array<float, 4> kPixel = {0.3F, 0.6F, 0.2F, 0.7F};

/// Those of the components that the format has.
Numbers numbers_of(PixelFormat format, const std::array<float, 4>& pixel) {
  Numbers numbers;
  for (const Channel channel : {Channel::red, Channel::green, Channel::blue, Channel::alpha}) {
    for (const PixelComponent& one : info(format).components()) {
      if (one.channel == channel) numbers.push_back(pixel[static_cast<std::size_t>(channel)]);
    }
  }
  return numbers;
}

bool is_word(const PixelFormatInfo& row) { return !row.is_integer() && row.bytes_per_pixel <= 8; }

/// A rulebook that has the format's components: of signed ones with 10 bits Vulkan's alone.
const Rulebook& book_of(const PixelFormatInfo& row) {
  static const Rulebook kDirect3d = Rulebook::open("d3d11");
  static const Rulebook kVulkan = Rulebook::open("vulkan1.3");
  return row.components().front().format_name() == "snorm10" ? kVulkan : kDirect3d;
}

TEST(PackedWords, OfTheConverterPassAndShowTheComponentThatIsChanged) {
  int formats = 0;
  for (const PixelFormatInfo& row : pixel_formats()) {
    if (!is_word(row)) continue;
    const Rulebook& rules = book_of(row);
    const PackedFunction function = find_packed("pack_" + std::string(row.name)).value();
    const std::vector<Bits> numbers = as_bits(numbers_of(row.format, kPixel));
    const auto word = converted<Bits>(PixelFormat::rgba32_float, row.format, rules, kPixel);
    EXPECT_EQ(wrong(rules, function, numbers, word), "") << row.name;
    for (const PixelComponent& one : row.components()) {
      const Bits changed = word ^ Bits { 1 } << (one.first_bit + one.bits - 1);
      const std::string names = wrong(rules, function, numbers, changed);
      if (one.kind == ComponentKind::shared_exponent) {
        EXPECT_EQ(names, "x, y, z");
        continue;
      }
      std::size_t place = 0;
      for (const PixelComponent& other : row.components()) place += other.channel < one.channel ? 1 : 0;
      EXPECT_EQ(names, std::string(1, "xyzw"[place])) << row.name;
    }
    ++formats;
  }
  EXPECT_GE(formats, 30);
}

TEST(PackedWords, ThatAreUnpackedPassAsTheConverterReadsThem) {
  for (const PixelFormatInfo& row : pixel_formats()) {
    if (!is_word(row)) continue;
    const Rulebook& rules = book_of(row);
    const PackedFunction function = find_packed("unpack_" + std::string(row.name)).value();
    const auto word = converted<Bits>(PixelFormat::rgba32_float, row.format, rules, kPixel);
    const auto pixel = converted<std::array<float, 4>>(row.format, PixelFormat::rgba32_float, rules, word);
    std::vector<Bits> numbers = as_bits(numbers_of(row.format, pixel));
    EXPECT_EQ(wrong(rules, function, numbers, word), "") << row.name;
    numbers.back() ^= 0x800000;
    EXPECT_EQ(wrong(rules, function, numbers, word), std::string(1, "xyzw"[numbers.size() - 1])) << row.name;
  }
}

TEST(PackedWords, HaveZerosInARegistersOtherBits) {
  const PackedFunction packs = find_packed("f32tof16").value();
  EXPECT_EQ(packs.register_bits(), 32);
  EXPECT_EQ(unused_bits(packs, 0x3c00), 0U);
  EXPECT_EQ(unused_bits(packs, 0x80013c00), 0x80010000U);
  const PackedFunction unpacks = find_packed("f16tof32").value();
  EXPECT_EQ(unused_bits(unpacks, 0xfedc3c00), 0U);
  EXPECT_EQ(wrong(Rulebook::open("d3d11"), unpacks, as_bits({1}), 0xfedc3c00), "");
  EXPECT_EQ(wrong(Rulebook::open("d3d11"), unpacks, as_bits({1}), 0xfedcc000), "x");
  EXPECT_EQ(unused_bits(find_packed("pack_rgb9e5_float").value(), 0xffffffff), 0U);
}

TEST(PackedWords, HaveTheNamesOfLanguagesAndOfFormats) {
  EXPECT_EQ(find_packed("pack_half_to_unorm10a2").value().number, Format::binary16);
  EXPECT_EQ(find_packed("pack_rgba8_unorm", Format::binary16).value().number, Format::binary16);
  EXPECT_EQ(find_packed("pack_A2B10G10R10_UNORM_PACK32").value().word, PixelFormat::rgb10a2_unorm);
  EXPECT_FALSE(find_packed("unpack4x8unorm").value().packs);
  for (const char* const name : {"pack_", "pack_rgba9", "packUnorm", "rgba8_unorm", "PackUnorm4x8 PackSnorm4x8", ""}) {
    EXPECT_FALSE(find_packed(name)) << name;
  }
}

TEST(PackedWords, RefuseWhatTheyCannotHold) {
  const auto kind = [](const char* name, const std::vector<Bits>& numbers, Bits word) {
    try {
      static_cast<void>(packed_parts(find_packed(name).value(), numbers, word));
    } catch (const Error& error) {
      return error.kind();
    }
    return Error::Kind::kInternal;
  };
  EXPECT_EQ(kind("pack_rgba8_unorm", {0, 0, 0}, 0), Error::Kind::kUsage);
  EXPECT_EQ(kind("pack_rgba8_uint", {0, 0, 0, 0}, 0), Error::Kind::kUsage);
  EXPECT_EQ(kind("pack_rgba32_float", {0, 0, 0, 0}, 0), Error::Kind::kUsage);
  EXPECT_EQ(kind("pack_rgba8_unorm", {0, 0, 0, 0}, Bits{1} << 32), Error::Kind::kInput);
}

}  // namespace
}  // namespace halfulp
