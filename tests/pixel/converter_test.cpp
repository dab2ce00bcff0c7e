// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <string>

#include "halfulp/error.hpp"
#include "halfulp/pixel.hpp"
#include "pixel/conversion.hpp"
#include "pixels.hpp"
#include "reference.hpp"

namespace halfulp::pixel {
namespace {

const Rulebook& direct3d() {
  static const Rulebook kBook = Rulebook::open("d3d11");
  return kBook;
}

const Rulebook& metal() {
  static const Rulebook kBook = Rulebook::open("metal4");
  return kBook;
}

Bytes converted(const Converter& converter, const Bytes& source) {
  const std::size_t n = source.size() / static_cast<std::size_t>(info(converter.from()).bytes_per_pixel);
  Bytes result(n * static_cast<std::size_t>(info(converter.to()).bytes_per_pixel));
  converter.convert(source, result);
  return result;
}

template <typename Value>
Bytes bytes_of(const std::vector<Value>& values) {
  Bytes bytes(values.size() * sizeof(Value));
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <typename Value>
std::vector<Value> values_of(const Bytes& bytes) {
  std::vector<Value> values(bytes.size() / sizeof(Value));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

std::string hex(const std::byte* bytes, int n) {
  std::string text;
  for (int i = n; i-- > 0;) {
    static constexpr char kDigits[] = "0123456789abcdef";
    text += kDigits[static_cast<int>(bytes[i]) >> 4];
    text += kDigits[static_cast<int>(bytes[i]) & 15];
  }
  return text;
}

/// The first pixel in which two conversions of the same source differ, or "".
std::string difference(PixelFormat from, PixelFormat to, const Bytes& source, const Bytes& got, const Bytes& want) {
  if (got.size() != want.size()) return "sizes differ";
  const auto place = std::ranges::mismatch(got, want).in1 - got.begin();
  if (place == std::ssize(got)) return "";
  const int from_bytes = info(from).bytes_per_pixel;
  const int to_bytes = info(to).bytes_per_pixel;
  const auto pixel = place / to_bytes;
  return std::string(info(from).name) + " to " + std::string(info(to).name) + ", pixel " + std::to_string(pixel) +
         ": 0x" + hex(source.data() + pixel * from_bytes, from_bytes) + " gives 0x" +
         hex(got.data() + pixel * to_bytes, to_bytes) + ", not 0x" + hex(want.data() + pixel * to_bytes, to_bytes);
}

std::string difference(const Converter& converter, Api api, const Bytes& source) {
  return difference(converter.from(), converter.to(), source, converted(converter, source),
                    reference(converter.from(), converter.to(), api, source));
}

TEST(Converter, EveryPairOfFormatsIsTheReferences) {
  // More than two blocks, and an odd number.
  constexpr std::size_t kPixels = 579;
  std::uint64_t seed = 1;
  for (const PixelFormatInfo& from : pixel_formats()) {
    const Bytes source = some_pixels(from.format, kPixels, seed++);
    for (const PixelFormatInfo& to : pixel_formats()) {
      EXPECT_EQ(difference(Converter(from.format, to.format, direct3d()), Api::direct3d, source), "");
      EXPECT_EQ(difference(Converter(from.format, to.format, metal()), Api::metal, source), "");
    }
  }
}

TEST(Converter, EveryEncodingOfManyFloatsIsTheReferences) {
  const Bytes source = some_pixels(PixelFormat::rgba32_float, 30000, 99);
  for (const PixelFormatInfo& to : pixel_formats()) {
    EXPECT_EQ(difference(Converter(PixelFormat::rgba32_float, to.format, direct3d()), Api::direct3d, source), "");
    EXPECT_EQ(difference(Converter(PixelFormat::rgba32_float, to.format, metal()), Api::metal, source), "");
  }
}

/// Pixels in which every component takes each of its codes, of those that have 16 bits or fewer.
Bytes all_codes(PixelFormat format);

TEST(Converter, EveryDecodingOfEveryCodeIsTheReferences) {
  int formats = 0;
  for (const PixelFormatInfo& from : pixel_formats()) {
    if (from.components().front().bits > 16) continue;
    ++formats;
    const PixelFormat to = from.is_integer() ? PixelFormat::rgba32_sint : PixelFormat::rgba32_float;
    EXPECT_EQ(difference(Converter(from.format, to, metal()), Api::metal, all_codes(from.format)), "");
  }
  EXPECT_EQ(formats, 48);
}

Bytes all_codes(PixelFormat format) {
  const PixelFormatInfo& row = info(format);
  int widest = 0;
  for (const PixelComponent& component : row.components()) widest = std::max(widest, component.bits);
  const std::size_t codes = std::size_t{1} << widest;
  const auto bytes = static_cast<std::size_t>(row.bytes_per_pixel);
  Bytes pixels(codes * bytes);
  for (std::size_t i = 0; i < codes; ++i) {
    std::uint64_t word = 0;
    for (const PixelComponent& component : row.components()) {
      const auto mask = (std::size_t{1} << component.bits) - 1;
      // Odd multiples: every code of each component, in another order in each.
      word |= static_cast<std::uint64_t>((i * static_cast<std::size_t>(2 * component.first_bit + 1)) & mask)
              << component.first_bit;
    }
    std::memcpy(pixels.data() + i * bytes, &word, bytes);
  }
  return pixels;
}

/// Codes whose value has another, canonical code: snorm's second -1; NaN that were signalling.
std::uint32_t canonical(std::uint32_t code, const PixelComponent& component) {
  const std::uint32_t top = 1U << (component.bits - 1);
  if (component.kind == ComponentKind::snorm && code == top) return code + 1;
  const int fraction_bits = component.kind == ComponentKind::floating ? 10
                            : component.kind == ComponentKind::ufloat ? component.bits - 5
                                                                      : 0;
  if (fraction_bits == 0) return code;
  const std::uint32_t magnitude = component.kind == ComponentKind::floating ? code & 0x7fff : code;
  return magnitude > 31U << fraction_bits ? code | 1U << (fraction_bits - 1) : code;
}

Bytes canonical(PixelFormat format, Bytes pixels) {
  const auto bytes = static_cast<std::size_t>(info(format).bytes_per_pixel);
  for (std::size_t at = 0; at < pixels.size(); at += bytes) {
    std::uint64_t word = 0;
    std::uint64_t result = 0;
    std::memcpy(&word, pixels.data() + at, bytes);
    for (const PixelComponent& component : info(format).components()) {
      const auto code = static_cast<std::uint32_t>(word >> component.first_bit & ((1U << component.bits) - 1));
      result |= static_cast<std::uint64_t>(canonical(code, component)) << component.first_bit;
    }
    std::memcpy(pixels.data() + at, &result, bytes);
  }
  return pixels;
}

TEST(Converter, ACodeReadAndWrittenIsTheSameCode) {
  int formats = 0;
  for (const PixelFormatInfo& row : pixel_formats()) {
    const bool narrow =
        std::ranges::all_of(row.components(), [](const PixelComponent& component) { return component.bits <= 16; });
    // Many shared exponents write the same value; the next test has those.
    if (!narrow || row.format == PixelFormat::rgb9e5_float) continue;
    ++formats;
    const bool has_sign = row.components().front().kind == ComponentKind::sint;
    const PixelFormat wide = !row.is_integer() ? PixelFormat::rgba32_float
                             : has_sign        ? PixelFormat::rgba32_sint
                                               : PixelFormat::rgba32_uint;
    const Bytes codes = all_codes(row.format);
    for (const Rulebook& book : {direct3d(), metal()}) {
      const Bytes back =
          converted(Converter(wide, row.format, book), converted(Converter(row.format, wide, book), codes));
      EXPECT_EQ(difference(row.format, row.format, codes, back, canonical(row.format, codes)), "") << book.id();
    }
  }
  EXPECT_EQ(formats, 47);
}

TEST(Converter, ASharedExponentReadAndWrittenHasTheSameValue) {
  const Bytes codes = some_pixels(PixelFormat::rgb9e5_float, 100000, 7);
  for (const Rulebook& book : {direct3d(), metal()}) {
    const Converter decode(PixelFormat::rgb9e5_float, PixelFormat::rgb32_float, book);
    const Bytes values = converted(decode, codes);
    const Bytes again = converted(decode, converted(Converter(decode.to(), decode.from(), book), values));
    EXPECT_EQ(difference(decode.from(), decode.to(), codes, again, values), "");
  }
}

std::vector<std::string> direct_pairs() {
  std::vector<std::string> pairs;
  for (const PixelFormatInfo& from : pixel_formats()) {
    for (const PixelFormatInfo& to : pixel_formats()) {
      if (Conversion(from.format, to.format, kMetalRules).is_direct()) {
        pairs.push_back(std::string(from.name) + " " + std::string(to.name));
      }
    }
  }
  return pairs;
}

TEST(Direct, KernelsDoThePairsThatPeopleUse) {
  const std::vector<std::string> pairs = direct_pairs();
  for (const char* pair : {"rgba32_float rgba16_float",    "rgba16_float rgba32_float",    "rgba32_float rgba8_unorm",
                           "rgba8_unorm rgba32_float",     "rgba32_float rgba8_srgb",      "rgba8_srgb rgba32_float",
                           "rgba32_float r11g11b10_float", "r11g11b10_float rgba32_float", "rgba32_float rgb9e5_float",
                           "rgb9e5_float rgba32_float",    "rgba32_float rgb10a2_unorm",   "rgba16_snorm rgba32_float",
                           "r32_float r16_float",          "rg32_float rg16_unorm",        "rgba8_unorm bgra8_unorm",
                           "rgba32_float bgra8_unorm",     "bgra8_unorm rgba32_float",     "rgba32_float bgra8_srgb",
                           "bgra8_srgb rgba32_float",      "rgba8_uint rgba32_uint",       "rgba32_sint rgba16_sint",
                           "rg16_sint rg32_float",         "rgba32_float rgba32_uint",     "rgba8_unorm rgba16_float",
                           "rgba16_float bgra8_unorm",     "rgba8_srgb rgba16_float",      "r8_unorm r16_float",
                           "rgb10a2_unorm rgba16_float",   "rgba16_float r11g11b10_float", "rg16_unorm rg16_float"}) {
    EXPECT_NE(std::ranges::find(pairs, pair), pairs.end()) << pair;
  }
  for (const char* pair : {"rgba32_float r16_float", "rgb32_float r11g11b10_float", "rgba32_float bgr10a2_unorm",
                           "rgba8_snorm bgra8_snorm", "rgba32_float bgra8_uint", "rgba16_float rgba16_uint",
                           "rg8_unorm rgba16_float", "rg16_float r11g11b10_float", "rgba16_float bgr10a2_unorm"}) {
    EXPECT_EQ(std::ranges::find(pairs, pair), pairs.end()) << pair;
  }
}

/// In place a conversion goes block by block through floats or integers; else, where it can, by one kernel.
TEST(Direct, IsTheSameAsThroughTheBlocks) {
  int pairs = 0;
  for (const PixelFormatInfo& from : pixel_formats()) {
    for (const PixelFormatInfo& to : pixel_formats()) {
      for (const Rules rules : {kDirect3dRules, kMetalRules}) {
        const Conversion conversion(from.format, to.format, rules);
        if (!conversion.is_direct()) continue;
        ++pairs;
        constexpr std::size_t kPixels = 20011;
        const Bytes source = some_pixels(from.format, kPixels, 17);
        Bytes direct(kPixels * static_cast<std::size_t>(to.bytes_per_pixel));
        Bytes blocks = direct;
        conversion.convert(source.data(), direct.data(), kPixels, false);
        conversion.convert(source.data(), blocks.data(), kPixels, true);
        EXPECT_EQ(difference(from.format, to.format, source, direct, blocks), "");
      }
    }
  }
  EXPECT_EQ(pairs, 2 * static_cast<int>(direct_pairs().size()));
}

TEST(Converter, Direct3DAndMetalDifferWhereTheirDocumentsDo) {
  const auto half = [](const Rulebook& book, float x) {
    return values_of<std::uint16_t>(
        converted(Converter(PixelFormat::r32_float, PixelFormat::r16_float, book), bytes_of<float>({x})))[0];
  };
  EXPECT_EQ(half(direct3d(), 1.0F + 0x1.8p-10F), 0x3c01);  // toward zero [D3D11.3 §3.2.2]
  EXPECT_EQ(half(metal(), 1.0F + 0x1.8p-10F), 0x3c02);     // a tie, to even
  EXPECT_EQ(half(direct3d(), 65535.0F), 0x7bff);           // what is finite stays finite
  EXPECT_EQ(half(metal(), 65535.0F), 0x7c00);
  EXPECT_EQ(half(direct3d(), INFINITY), 0x7c00);

  const auto unorm8 = [](const Rulebook& book, float x) {
    return static_cast<int>(
        converted(Converter(PixelFormat::r32_float, PixelFormat::r8_unorm, book), bytes_of<float>({x}))[0]);
  };
  EXPECT_EQ(unorm8(direct3d(), 0.5F), 128);  // 127.5
  EXPECT_EQ(unorm8(metal(), 0.5F), 128);
  const auto unorm1 = [](const Rulebook& book, float x) {
    return static_cast<int>(converted(Converter(PixelFormat::rgba32_float, PixelFormat::bgr5a1_unorm, book),
                                      bytes_of<float>({0, 0, 0, x}))[1] >>
                            7);
  };
  EXPECT_EQ(unorm1(direct3d(), 0.5F), 1);  // 0.5
  EXPECT_EQ(unorm1(metal(), 0.5F), 0);

  const auto shared = [](const Rulebook& book, float x) {
    return values_of<std::uint32_t>(
        converted(Converter(PixelFormat::r32_float, PixelFormat::rgb9e5_float, book), bytes_of<float>({x})))[0];
  };
  // 1 + 2^-9 is 256.5 / 256: to even, or up.
  EXPECT_EQ(shared(direct3d(), 1.0F + 0x1p-9F), 16U << 27 | 256U);
  EXPECT_EQ(shared(metal(), 1.0F + 0x1p-9F), 16U << 27 | 257U);
}

TEST(Converter, GivesWhatTheReadmeShows) {
  const Converter converter(PixelFormat::rgba32_float, PixelFormat::r11g11b10_float, direct3d());
  EXPECT_EQ(values_of<std::uint32_t>(converted(converter, bytes_of<float>({1.0F, 0.5F, 65535.0F, 1.0F}))),
            std::vector<std::uint32_t>{0xf7dc03c0});
}

TEST(Converter, TakesTheRulesFromTheRulebookNotFromItsName) {
  const Rulebook nearest = Rulebook::parse(
      "[rulebook]\nid = \"d3d11-mine\"\ntitle = \"Mine\"\nextends = \"d3d11\"\n"
      "[[rule]]\nid = \"MINE\"\noperations = [\"binary32_to_binary16\"]\naccuracy = { rounded = \"nearest_even\" }\n"
      "source = { document = \"MINE\", clause = \"1\", says = \"to nearest\" }\nstatus = \"stated\"\n",
      "mine.toml");
  const Bytes source = bytes_of<float>({1.0F + 0x1.8p-10F});
  EXPECT_EQ(values_of<std::uint16_t>(
                converted(Converter(PixelFormat::r32_float, PixelFormat::r16_float, nearest), source))[0],
            0x3c02);
  for (const std::string& id : Rulebook::embedded()) {
    // Others round to nearest, or as they like.
    if (!id.starts_with("d3d") && !id.starts_with("metal")) continue;
    const Rulebook book = Rulebook::open(id);
    EXPECT_EQ(difference(Converter(PixelFormat::r32_float, PixelFormat::r16_float, book),
                         book.naming() == Naming::direct3d ? Api::direct3d : Api::metal, source),
              "")
        << id;
  }
}

TEST(Converter, MissingComponentsAreZeroAndAlphaOne) {
  const auto floats = [](PixelFormat from, const Bytes& pixel) {
    return values_of<float>(converted(Converter(from, PixelFormat::rgba32_float, direct3d()), pixel));
  };
  EXPECT_EQ(floats(PixelFormat::r8_unorm, bytes_of<std::uint8_t>({255})), (std::vector<float>{1, 0, 0, 1}));
  EXPECT_EQ(floats(PixelFormat::a8_unorm, bytes_of<std::uint8_t>({0})), (std::vector<float>{0, 0, 0, 0}));
  EXPECT_EQ(floats(PixelFormat::rg8_uint, bytes_of<std::uint8_t>({7, 200})), (std::vector<float>{7, 200, 0, 1}));
  EXPECT_EQ(values_of<std::uint8_t>(converted(Converter(PixelFormat::r16_sint, PixelFormat::rgba8_uint, metal()),
                                              bytes_of<std::int16_t>({-5, 300}))),
            (std::vector<std::uint8_t>{0, 0, 0, 1, 255, 0, 0, 1}));
  EXPECT_EQ(values_of<std::uint8_t>(
                converted(Converter(PixelFormat::r32_float, PixelFormat::bgra8_unorm, metal()), bytes_of<float>({1}))),
            (std::vector<std::uint8_t>{0, 0, 255, 255}));
}

TEST(Converter, EveryNumberOfPixelsIsConverted) {
  const Converter converter(PixelFormat::rgba32_float, PixelFormat::r11g11b10_float, direct3d());
  const Bytes source = some_pixels(PixelFormat::rgba32_float, 600, 3);
  const Bytes whole = converted(converter, source);
  for (std::size_t n = 0; n <= 600; ++n) {
    Bytes destination(whole.size(), std::byte{0xa5});
    converter.convert(std::span(source).first(n * 16), destination);
    ASSERT_TRUE(std::equal(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n * 4), destination.begin()))
        << n;
    ASSERT_EQ(std::ranges::count(std::span(destination).subspan(n * 4), std::byte{0xa5}),
              std::ssize(whole) - std::ssize(std::span(destination).first(n * 4)))
        << "bytes behind pixel " << n << " were written";
  }
}

TEST(Converter, NothingNeedsToBeAligned) {
  for (const PixelFormatInfo& from : pixel_formats()) {
    for (const PixelFormat to : {PixelFormat::rgba32_float, PixelFormat::rg16_unorm, PixelFormat::rgb9e5_float,
                                 PixelFormat::rgba32_sint, PixelFormat::bgra8_srgb, PixelFormat::rgba16_float}) {
      const Converter converter(from.format, to, metal());
      const Bytes source = some_pixels(from.format, 301, 5);
      const Bytes want = converted(converter, source);
      Bytes shifted(source.size() + 1);
      std::ranges::copy(source, shifted.begin() + 1);
      Bytes result(want.size() + 3);
      converter.convert(std::span(shifted).subspan(1), std::span(result).subspan(3));
      EXPECT_EQ(difference(from.format, to, source, Bytes(result.begin() + 3, result.end()), want), "");
    }
  }
}

TEST(Converter, ConvertsInPlaceWhatDoesNotGrow) {
  constexpr std::size_t kPixels = 700;
  for (const PixelFormatInfo& from : pixel_formats()) {
    for (const PixelFormatInfo& to : pixel_formats()) {
      if (to.bytes_per_pixel > from.bytes_per_pixel) continue;
      const Converter converter(from.format, to.format, direct3d());
      const Bytes source = some_pixels(from.format, kPixels, 11);
      const Bytes want = converted(converter, source);
      Bytes both = source;
      converter.convert(both, both);
      EXPECT_EQ(difference(from.format, to.format, source, Bytes(both.begin(), both.begin() + std::ssize(want)), want),
                "");
    }
  }
}

TEST(Converter, TheCallersRoundingModeDoesNotMatter) {
  const Bytes source = some_pixels(PixelFormat::rgba32_float, 300, 21);
  const Bytes integers = some_pixels(PixelFormat::r32_sint, 300, 22);
  const Converter encode(PixelFormat::rgba32_float, PixelFormat::rgba16_unorm, metal());
  const Converter round(PixelFormat::r32_sint, PixelFormat::r32_float, metal());
  const Bytes want = converted(encode, source);
  const Bytes want_rounded = converted(round, integers);
  std::fesetround(FE_UPWARD);
  const Bytes got = converted(encode, source);
  const Bytes got_rounded = converted(round, integers);
  const int mode = std::fegetround();
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(got, want);
  EXPECT_EQ(got_rounded, want_rounded);
  EXPECT_EQ(mode, FE_UPWARD);
}

/// An image of rows with padding, against the rows one by one.
TEST(Image, RowsLieAtTheirStrides) {
  for (const std::size_t width : {0U, 1U, 3U, 255U, 256U, 257U, 520U}) {
    for (const std::size_t height : {0U, 1U, 2U, 5U}) {
      const Converter converter(PixelFormat::rgba8_srgb, PixelFormat::rgba16_float, metal());
      const ImageLayout layout{
          .width = width, .height = height, .source_stride = width * 4 + 13, .destination_stride = width * 8 + 5};
      const Bytes source = some_pixels(PixelFormat::r8_uint, layout.source_stride * height, width + height);
      Bytes destination(layout.destination_stride * height, std::byte{0xa5});
      Bytes want = destination;
      for (std::size_t y = 0; y < height; ++y) {
        converter.convert(std::span(source).subspan(y * layout.source_stride, width * 4),
                          std::span(want).subspan(y * layout.destination_stride, width * 8));
      }
      converter.convert(source, destination, layout);
      EXPECT_EQ(destination, want) << width << " x " << height;
    }
  }
}

TEST(Image, TheLastRowNeedsNoPadding) {
  const Converter converter(PixelFormat::r8_unorm, PixelFormat::r16_unorm, direct3d());
  const Bytes source = some_pixels(PixelFormat::r8_unorm, 10 + 3, 1);
  Bytes destination(8 + 6);
  converter.convert(source, destination, {.width = 3, .height = 2, .source_stride = 10, .destination_stride = 8});
  EXPECT_EQ(destination[12], source[12]);  // unorm8 c is unorm16 257 c
  EXPECT_EQ(destination[13], source[12]);
}

TEST(Image, IsConvertedInPlaceWhereStridesDoNotGrow) {
  for (const PixelFormat to : {PixelFormat::rgba16_float, PixelFormat::rgb9e5_float, PixelFormat::rgba32_float}) {
    const Converter converter(PixelFormat::rgba32_float, to, metal());
    const auto bytes = static_cast<std::size_t>(info(to).bytes_per_pixel);
    constexpr std::size_t kWidth = 300;
    constexpr std::size_t kHeight = 7;
    ImageLayout layout{.width = kWidth, .height = kHeight, .source_stride = kWidth * 16 + 32};
    Bytes image = some_pixels(PixelFormat::rgba32_float, layout.source_stride * kHeight / 16, 8);
    Bytes want(kWidth * bytes * kHeight);
    converter.convert(image, want, layout);
    converter.convert(image, image, layout);
    EXPECT_TRUE(std::equal(want.begin(), want.end(), image.begin()));
  }
}

std::string complaint(const Converter& converter, std::span<const std::byte> source, std::span<std::byte> destination,
                      const ImageLayout& layout) {
  try {
    converter.convert(source, destination, layout);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage);
    return error.what();
  }
  return "";
}

std::string complaint(const Converter& converter, std::span<const std::byte> source, std::span<std::byte> destination) {
  try {
    converter.convert(source, destination);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage);
    return error.what();
  }
  return "";
}

TEST(Sizes, ThatDoNotFitAreRefused) {
  const Converter converter(PixelFormat::rgba8_unorm, PixelFormat::rgba16_float, direct3d());
  Bytes source(40);
  Bytes destination(80, std::byte{1});
  EXPECT_EQ(complaint(converter, source, destination), "");
  EXPECT_EQ(complaint(converter, {}, {}), "");
  std::ranges::fill(destination, std::byte{1});
  EXPECT_EQ(complaint(converter, std::span(source).first(39), destination),
            "the source's 39 bytes are no whole pixels of rgba8_unorm (4 bytes): 3 are left over");
  EXPECT_NE(complaint(converter, source, std::span(destination).first(79)), "");
  EXPECT_NE(complaint(converter, source, destination, {.width = 11, .height = 1}), "");
  EXPECT_NE(complaint(converter, source, destination, {.width = 5, .height = 3}), "");
  EXPECT_EQ(std::ranges::count(destination, std::byte{1}), 80) << "something was written";
  EXPECT_EQ(complaint(converter, source, destination, {.width = 5, .height = 2}), "");
}

TEST(Sizes, StridesBelowARowAreRefused) {
  const Converter converter(PixelFormat::rgba8_unorm, PixelFormat::rgba16_float, direct3d());
  Bytes source(40);
  Bytes destination(80);
  EXPECT_EQ(complaint(converter, source, destination, {.width = 5, .height = 2, .source_stride = 19}),
            "the source: a stride of 19 bytes is less than a row of 5 pixels of rgba8_unorm, 20 bytes");
  EXPECT_NE(complaint(converter, source, destination, {.width = 5, .height = 2, .destination_stride = 39}), "");
}

TEST(Sizes, BeyondMemoryAreRefused) {
  const Converter converter(PixelFormat::rgba8_unorm, PixelFormat::rgba16_float, direct3d());
  Bytes source(40);
  Bytes destination(80);
  constexpr std::size_t kHuge = std::size_t{1} << 62;
  EXPECT_NE(complaint(converter, source, destination, {.width = kHuge, .height = 1}), "");
  EXPECT_NE(complaint(converter, source, destination, {.width = 2, .height = kHuge}), "");
  EXPECT_NE(complaint(converter, source, destination, {.width = 1, .height = 5, .source_stride = kHuge}), "");
  EXPECT_NE(complaint(converter, source, destination, {.width = 1, .height = 2, .source_stride = SIZE_MAX}), "");
}

TEST(Overlap, IsRefusedUnlessBothBeginAtTheSameByte) {
  const Converter narrower(PixelFormat::rgba8_unorm, PixelFormat::r8_unorm, direct3d());
  Bytes bytes(80);
  const std::span all(bytes);
  EXPECT_EQ(complaint(narrower, all.first(40), all.subspan(40)), "");
  EXPECT_EQ(complaint(narrower, all.subspan(10, 40), all.first(10)), "");
  EXPECT_EQ(complaint(narrower, all.subspan(10, 40), all.first(11)), "") << "the eleventh byte is not written";
  EXPECT_NE(complaint(narrower, all.subspan(9, 40), all.first(10)), "");
  EXPECT_NE(complaint(narrower, all.first(40), all.subspan(39, 10)), "");
  EXPECT_NE(complaint(narrower, all.first(40), all.subspan(1, 10)), "");
  EXPECT_EQ(complaint(narrower, all.first(40), all), "");
}

TEST(Overlap, InPlaceNothingMayGrow) {
  const Converter wider(PixelFormat::r8_unorm, PixelFormat::rgba8_unorm, direct3d());
  Bytes bytes(80);
  EXPECT_EQ(complaint(wider, std::span(bytes).first(20), bytes),
            "in place the destination's pixels may not be larger: rgba8_unorm has 4 bytes, r8_unorm has 1");
  const Converter same(PixelFormat::bgra8_unorm, PixelFormat::rgba8_unorm, direct3d());
  EXPECT_EQ(complaint(same, bytes, bytes), "");
  EXPECT_NE(complaint(same, bytes, bytes, {.width = 2, .height = 3, .source_stride = 8, .destination_stride = 9}), "");
  EXPECT_EQ(complaint(same, bytes, bytes, {.width = 2, .height = 3, .source_stride = 9, .destination_stride = 8}), "");
}

}  // namespace
}  // namespace halfulp::pixel
