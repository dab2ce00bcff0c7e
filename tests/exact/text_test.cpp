// SPDX-License-Identifier: Apache-2.0

// Values as people write and read them: halfulp/format.hpp.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "halfulp/error.hpp"
#include "halfulp/format.hpp"
#include "number/layout.hpp"

namespace halfulp {
namespace {

constexpr Format kF32 = Format::binary32;

Bits random_bits(std::mt19937_64& random, const FormatInfo& row) {
  const Bits mask = row.bits == 64 ? ~Bits{0} : (Bits{1} << row.bits) - 1;
  return random() & mask;
}

/// The message of the error, "" if there was none.
std::string refusal(Format format, const std::string& text) {
  try {
    static_cast<void>(parse_value(format, text));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
    return error.what();
  }
  return "";
}

TEST(Text, EveryFormReadsBackToTheSameBits) {
  std::mt19937_64 random(1);
  for (const FormatInfo& row : formats()) {
    for (int i = 0; i < 3000; ++i) {
      Bits bits = random_bits(random, row);
      if (row.kind == FormatKind::boolean && i % 2 == 0) bits = i % 4 == 0 ? 0 : 0xffffffff;
      EXPECT_EQ(parse_value(row.format, bits_text(row.format, bits)), bits);
      if (row.kind == FormatKind::floating && number::Layout(row).is_nan(bits)) {
        const Bits read = parse_value(row.format, value_text(row.format, bits));
        EXPECT_TRUE(number::Layout(row).is_nan(read)) << bits_text(row.format, bits);
        EXPECT_EQ(number::Layout(row).is_negative(read), number::Layout(row).is_negative(bits));
        continue;
      }
      if (row.kind == FormatKind::shared_exponent) continue;  // three values, which several codes may have
      EXPECT_EQ(parse_value(row.format, value_text(row.format, bits)), bits)
          << row.name << ' ' << value_text(row.format, bits);
      EXPECT_EQ(parse_value(row.format, hex_text(row.format, bits)), bits)
          << row.name << ' ' << hex_text(row.format, bits);
    }
  }
}

TEST(Text, IntegersBelow2To64AreWrittenInFull) {
  EXPECT_EQ(value_text(Format::binary32, 0x4f000000), "2147483648");
  EXPECT_EQ(value_text(Format::binary32, 0xcf800000), "-4294967296");
  EXPECT_EQ(value_text(Format::binary32, 0x5f7fffff), "18446742974197923840");
  EXPECT_EQ(value_text(Format::binary32, 0x5f800000), "1.8446744e+19") << "2^64";
  EXPECT_EQ(value_text(Format::binary64, 0x43dfffffffffffff), "9223372036854774784");
  EXPECT_EQ(value_text(Format::binary32, 0x80000000), "-0");
}

TEST(Text, SmallFormatsReadBackEveryBitPattern) {
  for (const Format format : {Format::binary16, Format::ufloat11, Format::ufloat10}) {
    const FormatInfo& row = info(format);
    for (Bits bits = 0; bits >> row.bits == 0; ++bits) {
      if (number::Layout(row).is_nan(bits)) continue;
      ASSERT_EQ(parse_value(format, value_text(format, bits)), bits) << value_text(format, bits);
      ASSERT_EQ(parse_value(format, hex_text(format, bits)), bits) << hex_text(format, bits);
    }
  }
}

/// Random decimals, and the halfway decimals between neighbours, written out in full.
std::vector<std::string> decimals(std::mt19937_64& random) {
  std::vector<std::string> result;
  char text[400];
  for (int i = 0; i < 4000; ++i) {
    const int digits = 1 + static_cast<int>(random() % 25);
    std::string number = random() % 2 == 0 ? "-" : "";
    number += static_cast<char>('0' + random() % 10);
    number += '.';
    for (int k = 0; k < digits; ++k) number += static_cast<char>('0' + random() % 10);
    number += "e" + std::to_string(static_cast<int>(random() % 100) - 55);
    result.push_back(number);
    // Halfway between two floats is a double; its decimals are finite and written exactly with enough digits.
    const auto below = static_cast<std::uint32_t>(random() % 0x7f7fffff);
    const double half =
        (static_cast<double>(std::bit_cast<float>(below)) + static_cast<double>(std::bit_cast<float>(below + 1))) / 2;
    std::snprintf(text, sizeof text, "%.150e", half);
    result.emplace_back(text);
    std::string tail = text;
    tail.insert(tail.find('e'), "1");  // just above halfway
    result.push_back(tail);
  }
  return result;
}

/// Rounded as strtof() and strtod() round it; what they take to infinity is refused.
void expect_as_the_library(const std::string& text) {
  const float single = std::strtof(text.c_str(), nullptr);
  const double wide = std::strtod(text.c_str(), nullptr);
  if (std::isinf(single)) {
    EXPECT_NE(refusal(kF32, text), "") << text;
  } else {
    EXPECT_EQ(parse_value(kF32, text), std::bit_cast<std::uint32_t>(single)) << text;
  }
  EXPECT_EQ(parse_value(Format::binary64, text), std::bit_cast<std::uint64_t>(wide)) << text;
}

TEST(Text, DecimalsAreRoundedAsTheCLibraryRoundsThem) {
  std::mt19937_64 random(2);
  for (const std::string& text : decimals(random)) {
    expect_as_the_library(text);
  }
}

TEST(Text, HexFloatsAreRoundedAsTheCLibraryRoundsThem) {
  std::mt19937_64 random(3);
  char text[100];
  for (int i = 0; i < 4000; ++i) {
    std::snprintf(text, sizeof text, "%s0x%llx.%llxp%d", i % 2 == 0 ? "-" : "",
                  static_cast<unsigned long long>(random() % 4096),
                  static_cast<unsigned long long>(random() >> (random() % 60)), static_cast<int>(random() % 300) - 160);
    expect_as_the_library(text);
  }
}

TEST(Text, TiesGoToTheEvenNeighbour) {
  EXPECT_EQ(parse_value(kF32, "16777217"), 0x4b800000U);  // 2^24 + 1
  EXPECT_EQ(parse_value(kF32, "16777219"), 0x4b800002U);  // 2^24 + 3
  EXPECT_EQ(parse_value(kF32, "16777217.000000000000000000001"), 0x4b800001U);
  EXPECT_EQ(parse_value(kF32, "0x1p-150"), 0U);
  EXPECT_EQ(parse_value(kF32, "-0x1p-150"), 0x80000000U);
  EXPECT_EQ(parse_value(kF32, "0x1.8p-149"), 2U);
  EXPECT_NE(refusal(kF32, "0x1.ffffffp127"), "");  // halfway to 2^128
  EXPECT_EQ(parse_value(kF32, "0x1.fffffefffp127"), 0x7f7fffffU);
  EXPECT_EQ(parse_value(Format::binary16, "2049"), 0x6800U);
  EXPECT_EQ(parse_value(Format::binary16, "65519.99"), 0x7bffU);
}

TEST(Text, AcceptsTheFormsOfTheManual) {
  EXPECT_EQ(parse_value(kF32, "1"), 0x3f800000U);
  EXPECT_EQ(parse_value(kF32, "-0"), 0x80000000U);
  EXPECT_EQ(parse_value(kF32, "1e-3"), parse_value(kF32, "0.001"));
  EXPECT_EQ(parse_value(kF32, "0x1.8p-3"), 0x3e400000U);
  EXPECT_EQ(parse_value(kF32, "-0x1.8p-3"), 0xbe400000U);
  EXPECT_EQ(parse_value(kF32, "0x10p0"), 0x41800000U);
  EXPECT_EQ(parse_value(kF32, "inf"), 0x7f800000U);
  EXPECT_EQ(parse_value(kF32, "-inf"), 0xff800000U);
  EXPECT_TRUE(number::Layout(info(kF32)).is_nan(parse_value(kF32, "nan")));
  EXPECT_EQ(parse_value(kF32, "0x7F800001"), 0x7f800001U);
  EXPECT_EQ(parse_value(kF32, "0xdeadbeef"), 0xdeadbeefU);
  EXPECT_EQ(parse_value(Format::binary16, "0x3c00"), 0x3c00U);
  EXPECT_EQ(parse_value(Format::binary64, "0x3ff0000000000000"), 0x3ff0000000000000U);
  EXPECT_EQ(parse_value(kF32, "1e-99999999999"), 0U);
  EXPECT_EQ(parse_value(kF32, "0e99999999999"), 0U);
}

TEST(Text, RefusesANumberBeyondTheFormat) {
  EXPECT_NE(refusal(Format::binary16, "65520").find("it is beyond the largest, 65504"), std::string::npos);
  EXPECT_NE(refusal(Format::binary16, "65536"), "");
  for (const char* text : {"1e39", "-1e39", "1e400", "-1e99999999999", "0x1p128"}) EXPECT_NE(refusal(kF32, text), "");
  EXPECT_EQ(parse_value(Format::ufloat11, "65024"), 0x7bfU);
  EXPECT_NE(refusal(Format::ufloat11, "65536"), "");
}

TEST(Text, ReadsWhatSourcesAndLogsHave) {
  for (const char* text : {"1.0f", "1F", "1.0h", "1.0L", "3F800000", "3f800000", "0x1p0f"}) {
    EXPECT_EQ(parse_value(kF32, text), 0x3f800000U) << text;
  }
  EXPECT_EQ(parse_value(kF32, "1'000"), parse_value(kF32, "1000"));
  EXPECT_EQ(parse_value(kF32, "1_000.5"), parse_value(kF32, "1000.5"));
  EXPECT_EQ(parse_value(kF32, "40000000"), parse_value(kF32, "4e7")) << "digits alone are a decimal";
  EXPECT_EQ(parse_value(Format::binary16, "3C00"), 0x3c00U);
  EXPECT_EQ(parse_value(Format::sint32, "2.0"), 2U);
  EXPECT_EQ(parse_value(Format::sint32, "-1e3"), 0xfffffc18U);
}

TEST(Text, OffersBothReadingsWhereThereAreTwo) {
  EXPECT_NE(refusal(Format::binary16, "1e04").find("write +1e04 for the decimal, 0x1e04 for the bits"),
            std::string::npos);
  EXPECT_EQ(parse_value(Format::binary16, "+1e04"), parse_value(Format::binary16, "10000"));
  EXPECT_NE(refusal(kF32, "1234567f").find("0x1234567f"), std::string::npos);
  EXPECT_NE(refusal(Format::unorm8, "1").find("write 1/255 for the code, 255/255 for the value"), std::string::npos);
  EXPECT_NE(refusal(Format::snorm8, "-1").find("write -1/127 for the code, -127/127"), std::string::npos);
  EXPECT_EQ(parse_value(Format::unorm8, "0"), 0U);
  EXPECT_EQ(parse_value(Format::unorm8, "127"), 127U);
  EXPECT_EQ(parse_value(Format::unorm1, "1"), 1U);
  EXPECT_NE(refusal(Format::unorm8, "256"), "");
  EXPECT_NE(refusal(Format::unorm8, "7F/255"), "") << "hex digits, not 7.0f";
  EXPECT_NE(refusal(kF32, "0." + std::string(20001, '0') + "1e20002").find("more than 4000 letters"),
            std::string::npos);
  EXPECT_EQ(parse_value(kF32, "0x1" + std::string(3900, '0') + "p-15600"), 0x3f800000U);
}

/// What a message offers to write instead: what stands before each " for the ".
std::vector<std::string> offers(const std::string& message) {
  std::vector<std::string> found;
  for (std::size_t at = message.find(" for the "); at != std::string::npos; at = message.find(" for the ", at + 1)) {
    const std::size_t begin = message.rfind(' ', at - 1) + 1;
    found.push_back(message.substr(begin, at - begin));
  }
  return found;
}

TEST(Text, ReadsEveryTextThatItOffers) {
  EXPECT_EQ(offers(refusal(Format::unorm8, "1f")), (std::vector<std::string>{"1/255", "255/255", "0x1f"}));
  std::mt19937_64 random(4);
  int doubts = 0;
  for (const FormatInfo& row : formats()) {
    for (int i = 0; i < 20000; ++i) {
      std::string text;
      for (int k = 0; k < row.hex_digits(); ++k) text += "0123456789ef"[random() % (k == 0 ? 10 : 12)];
      for (const std::string& offer : offers(refusal(row.format, text))) {
        ++doubts;
        EXPECT_EQ(refusal(row.format, offer), "") << "for '" << text << "'";
      }
    }
  }
  EXPECT_GT(doubts, 1000);
}

TEST(Text, RefusesBitsOfAnotherWidthAndNamesBothForms) {
  for (const char* text : {"0x10", "0x", "0x3f80000", "0x3f8000000", "0x1.8", "0x3f80000g"}) {
    const std::string message = refusal(kF32, text);
    EXPECT_NE(message.find(text), std::string::npos) << message;
    EXPECT_NE(message.find("0x1.8p-3"), std::string::npos) << text << ": " << message;
    EXPECT_NE(message.find("8 hex digits"), std::string::npos) << text << ": " << message;
  }
}

TEST(Text, RefusesWhatIsNoNumber) {
  for (const char* text :
       {"",   "-",  "+",  ".",    "1.2.3", "1e",  "1e+", "0x1p",     "0x.p1",  "one",         "1ff", "1g",
        " 1", "1'", "_1", "1__0", "1 ",    "--1", "+-1", "infinite", "nan(1)", "-0x3f800000", "1,5"}) {
    EXPECT_NE(refusal(kF32, text), "") << '\'' << text << '\'';
  }
}

TEST(Text, FormatsWithoutASignRefuseNegativeNumbers) {
  for (const Format format : {Format::ufloat11, Format::ufloat10}) {
    EXPECT_NE(refusal(format, "-1"), "");
    EXPECT_NE(refusal(format, "-inf"), "");
    EXPECT_NE(refusal(format, "-0x1p-3"), "");
  }
}

TEST(Text, SurplusHighBitsMustBeZero) {
  // ufloat11 has three hex digits and eleven bits: 1.0 is 0x3c0.
  EXPECT_EQ(parse_value(Format::ufloat11, "0x3c0"), 0x3c0U);
  EXPECT_EQ(parse_value(Format::ufloat11, "1"), 0x3c0U);
  EXPECT_EQ(parse_value(Format::ufloat11, "0x7ff"), 0x7ffU);
  EXPECT_NE(refusal(Format::ufloat11, "0x800"), "");
  EXPECT_NE(refusal(Format::ufloat11, "0xfff"), "");
  // ufloat10: five bits of fraction, 1.0 is 0x1e0.
  EXPECT_EQ(parse_value(Format::ufloat10, "1"), 0x1e0U);
  EXPECT_EQ(parse_value(Format::ufloat10, "0x3ff"), 0x3ffU);
  EXPECT_NE(refusal(Format::ufloat10, "0x400"), "");
}

TEST(Text, IntegersHaveTheirRange) {
  EXPECT_EQ(parse_value(Format::sint32, "-2147483648"), 0x80000000U);
  EXPECT_EQ(parse_value(Format::sint32, "2147483647"), 0x7fffffffU);
  EXPECT_EQ(parse_value(Format::sint32, "-1"), 0xffffffffU);
  EXPECT_EQ(parse_value(Format::sint32, "0xffffffff"), 0xffffffffU);
  EXPECT_EQ(parse_value(Format::uint32, "4294967295"), 0xffffffffU);
  EXPECT_EQ(parse_value(Format::uint32, "0x00000010"), 16U);
  for (const char* text :
       {"2147483648", "-2147483649", "1.5", "1e-3", "inf", "nan", "", "-", "0x10", "99999999999999999999"}) {
    EXPECT_NE(refusal(Format::sint32, text), "") << text;
  }
  for (const char* text : {"4294967296", "-1", "1.25", "0x1p-3", "99999999999999999999999"})
    EXPECT_NE(refusal(Format::uint32, text), "") << text;
  EXPECT_EQ(value_text(Format::sint32, 0x80000000U), "-2147483648");
  EXPECT_EQ(value_text(Format::uint32, 0x80000000U), "2147483648");
  EXPECT_EQ(hex_text(Format::sint32, 0xffffffffU), "-1");
}

TEST(Text, NarrowIntegersHaveTheirRange) {
  EXPECT_EQ(parse_value(Format::sint8, "-128"), 0x80U);
  EXPECT_EQ(parse_value(Format::sint8, "0xff"), 0xffU);
  EXPECT_EQ(parse_value(Format::sint16, "-1"), 0xffffU);
  EXPECT_EQ(parse_value(Format::uint16, "65535"), 0xffffU);
  EXPECT_EQ(value_text(Format::sint8, 0x80), "-128");
  EXPECT_EQ(value_text(Format::uint8, 0x80), "128");
  EXPECT_EQ(value_text(Format::sint16, 0xfffe), "-2");
  EXPECT_EQ(hex_text(Format::uint16, 0xfffe), "65534");
  for (const char* text : {"128", "-129", "0x080", "1.5"}) EXPECT_NE(refusal(Format::sint8, text), "") << text;
  for (const char* text : {"256", "-1", "0x1"}) EXPECT_NE(refusal(Format::uint8, text), "") << text;
  for (const char* text : {"32768", "-32769"}) EXPECT_NE(refusal(Format::sint16, text), "") << text;
}

TEST(Text, NormalisedAndFixedPointValuesAreFractionsOrBits) {
  EXPECT_EQ(parse_value(Format::unorm8, "127/255"), 0x7fU);
  EXPECT_EQ(parse_value(Format::unorm8, "0x7f"), 0x7fU);
  EXPECT_EQ(parse_value(Format::unorm1, "1/1"), 1U);
  EXPECT_EQ(parse_value(Format::unorm24, "16777215/16777215"), 0xffffffU);
  EXPECT_EQ(parse_value(Format::snorm8, "-127/127"), 0x81U);
  EXPECT_EQ(parse_value(Format::snorm8, "-128/127"), 0x80U) << "a code of its own, though of the same value";
  EXPECT_EQ(parse_value(Format::snorm16, "-1/32767"), 0xffffU);
  EXPECT_EQ(parse_value(Format::snorm10, "-511/511"), 0x201U);
  EXPECT_EQ(parse_value(Format::snorm2, "-1/1"), 3U);
  EXPECT_EQ(parse_value(Format::snorm2, "1"), 1U) << "the code and the value";
  EXPECT_EQ(value_text(Format::snorm10, 0x200), "-512/511");
  EXPECT_EQ(parse_value(Format::srgb8, "10/255"), 0x0aU);
  EXPECT_EQ(parse_value(Format::fixed16_8, "-8388608/256"), 0x800000U);
  EXPECT_EQ(value_text(Format::unorm10, 0x3ff), "1023/1023");
  EXPECT_EQ(value_text(Format::snorm16, 0x8000), "-32768/32767");
  EXPECT_EQ(value_text(Format::srgb8, 0x0a), "10/255");
  EXPECT_EQ(value_text(Format::fixed16_8, 0xffffff), "-1/256");
  EXPECT_EQ(hex_text(Format::unorm5, 31), "31/31");
  EXPECT_EQ(bits_text(Format::unorm10, 1), "0x001");
  EXPECT_EQ(bits_text(Format::unorm1, 1), "0x1");
}

TEST(Text, RefusesFractionsOfAnotherDenominatorAndNamesBothForms) {
  for (const char* text : {"127.5", "127/256", "256/255", "-1/255", "0.5", "1/", "/255", "0x07f", "inf", "nan"}) {
    const std::string message = refusal(Format::unorm8, text);
    EXPECT_NE(message.find("a fraction (1/255), or bits: 0x and exactly 2 hex digits (0x00)"), std::string::npos)
        << text << ": " << message;
  }
  for (const char* text : {"128/127", "-129/127", "1/255"}) EXPECT_NE(refusal(Format::snorm8, text), "") << text;
  for (const char* text : {"8388608/256", "1/255"}) EXPECT_NE(refusal(Format::fixed16_8, text), "") << text;
  EXPECT_NE(refusal(Format::unorm10, "0x400"), "") << "the bits above the tenth are zero";
  EXPECT_NE(refusal(Format::unorm1, "0x2").find("exactly 1 hex digit (0x0)"), std::string::npos);
}

// 16 in the exponent: steps of 2^-8. The components are 1, 2 and 511 steps.
TEST(Text, SharedExponentsAreReadAsBitsAndWrittenAsComponents) {
  constexpr Bits kBits = Bits{16} << 27 | Bits{511} << 18 | Bits{2} << 9 | 1;
  EXPECT_EQ(parse_value(Format::rgb9e5, "0x87fc0401"), kBits);
  EXPECT_EQ(value_text(Format::rgb9e5, kBits), "(0.00390625, 0.0078125, 1.99609375)");
  EXPECT_EQ(value_text(Format::rgb9e5, 0xffffffff), "(65408, 65408, 65408)");
  EXPECT_EQ(bits_text(Format::rgb9e5, kBits), "0x87fc0401");
  for (const char* text : {"1", "(1, 1, 1)", "0x1"}) {
    EXPECT_NE(refusal(Format::rgb9e5, text).find("write bits: 0x and exactly 8 hex digits (0x00000000)"),
              std::string::npos)
        << text << ": " << refusal(Format::rgb9e5, text);
  }
}

// Every code of the narrow formats, and those at the ends of the wide ones.
TEST(Text, OfACodeReadsBackToIt) {
  for (const FormatInfo& row : formats()) {
    if (row.kind == FormatKind::floating || row.kind == FormatKind::boolean) continue;
    if (row.kind == FormatKind::shared_exponent) continue;  // its value is three
    const Bits all = ~Bits{0} >> (64 - row.bits);
    const Bits count = row.bits <= 10 ? all + 1 : 512;
    for (Bits i = 0; i < count; ++i) {
      for (const Bits bits : {i, all - i, (all / 2 + i) & all}) {
        EXPECT_EQ(parse_value(row.format, value_text(row.format, bits)), bits) << row.name;
        EXPECT_EQ(parse_value(row.format, bits_text(row.format, bits)), bits) << row.name;
      }
    }
  }
}

TEST(Text, BooleansAreWordsOrBits) {
  EXPECT_EQ(parse_value(Format::bool32, "true"), 0xffffffffU);
  EXPECT_EQ(parse_value(Format::bool32, "false"), 0U);
  EXPECT_EQ(parse_value(Format::bool32, "0x00000001"), 1U);
  EXPECT_EQ(value_text(Format::bool32, 0xffffffffU), "true");
  EXPECT_EQ(value_text(Format::bool32, 0), "false");
  EXPECT_EQ(parse_value(Format::bool32, "0"), 0U);
  // Direct3D's true has all bits set.
  EXPECT_NE(refusal(Format::bool32, "1").find("write true, or 0x00000001 for the bits"), std::string::npos);
  for (const char* text : {"yes", "-1", "2"}) {
    EXPECT_NE(refusal(Format::bool32, text).find("write true, false, or bits: 0x and exactly 8 hex digits"),
              std::string::npos)
        << refusal(Format::bool32, text);
  }
}

TEST(Text, ValuesAreAsShortAsTheyCanBe) {
  EXPECT_EQ(value_text(kF32, 0x3dcccccd), "0.1");
  EXPECT_EQ(value_text(kF32, 0x80000000), "-0");
  EXPECT_EQ(value_text(kF32, 0xff800000), "-inf");
  EXPECT_EQ(value_text(kF32, 0x7fc00000), "nan");
  EXPECT_EQ(value_text(kF32, 0x00000001), "1e-45");
  EXPECT_EQ(value_text(kF32, 0x7f7fffff), "3.4028235e+38");
  EXPECT_EQ(hex_text(kF32, 0x3f800000), "0x1p+0");
  EXPECT_EQ(hex_text(kF32, 0x00000001), "0x1p-149");
  EXPECT_EQ(hex_text(kF32, 0x007fffff), "0x1.fffffcp-127");
  EXPECT_EQ(bits_text(Format::ufloat11, 0x3c0), "0x3c0");
  EXPECT_EQ(bits_text(Format::binary16, 1), "0x0001");
}

}  // namespace
}  // namespace halfulp
