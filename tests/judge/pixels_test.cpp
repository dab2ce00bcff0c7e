// SPDX-License-Identifier: Apache-2.0
// Every rule on the conversions of a pixel's components: a result that it permits, and one that it alone forbids. The
// values follow by hand from the codes' scales; quotients and the sRGB curve are from mpmath.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "judge/charged_rule.hpp"
#include "judge/judged.hpp"
#include "judge/pixel_rules.hpp"

namespace halfulp {
namespace {

using test::book;
using test::permitted;

struct Row {
  std::string rule;
  std::string rulebook;
  Operation operation;
  std::vector<std::string> operands;
  std::string right;
  std::string wrong;
  Readings readings = {};
};

/// GoogleTest finds it by its name.
void PrintTo(const Row& row, std::ostream* stream) { *stream << row.rule << ' ' << info(row.operation).name; }

using enum Operation;

const std::vector<Row> kRows = {
    // 127 / 255 = 0x1.fdfdfdfe...p-2; 1 / 65535 is a denormal of binary16 that is kept
    {"D3D-UNORM-TO-FLOAT", "d3d10", unorm8_to_binary32, {"127/255"}, "0x3efefeff", "0x3efeff00"},
    {"D3D-UNORM-TO-FLOAT", "d3d11", unorm16_to_binary16, {"1/65535"}, "0x0100", "0"},
    {"D3D-UNORM-TO-FLOAT", "d3d11", unorm10_to_binary32, {"100/1023"}, "0x3dc8320d", "0x3dc8320c"},
    {"D3D-UNORM-ENDS", "d3d10", unorm24_to_binary32, {"0/16777215"}, "0", "-0"},
    {"D3D-UNORM-ENDS", "d3d11", unorm1_to_binary16, {"1/1"}, "1", "0x3bff"},
    {"D3D-SNORM-TO-FLOAT", "d3d10", snorm8_to_binary32, {"-64/127"}, "0xbf010204", "0xbf010203"},
    {"D3D-SNORM-ENDS", "d3d10", snorm8_to_binary32, {"-128/127"}, "-1", "0xbf810204"},
    {"D3D-SNORM-ENDS", "d3d11", snorm16_to_binary16, {"-32767/32767"}, "-1", "0xbbff"},
    // 10 is from 0.00288350634371 to 0.00318830090443, on the straight part; 128 from 0.2140411405 to 0.2176888490
    {"D3D-SRGB-TO-FLOAT", "d3d10", srgb8_to_binary32, {"10/255"}, "0x3b3cf936", "0x3b3cf935"},
    {"D3D-SRGB-TO-FLOAT", "d3d11", srgb8_to_binary32, {"128/255"}, "0x3e5ee9d2", "0x3e5ee9d4"},
    {"D3D-SRGB-ENDS", "d3d10", srgb8_to_binary32, {"255/255"}, "1", "0x3f7fffff"},
    {"D3D-SRGB-ENDS", "d3d10", srgb8_to_binary16, {"0/255"}, "0", "0x0001"},
    // the mean of the values; the value of the mean code
    {"D3D-SRGB-BEFORE-FILTER", "d3d10", filter_srgb8, {"0/255", "255/255"}, "0.5", "0.21404114"},
    {"D3D-SRGB-BEFORE-FILTER", "d3d11", filter_srgb8, {"192/255", "64/255"}, "0x3e941103", "0.2158605"},
    // by the curve 127 is 0.2122
    {"D3D-SRGB-ALPHA-TO-FLOAT", "d3d10", srgb8_alpha_to_binary32, {"127/255"}, "0x3efefeff", "0x3e595305"},
    {"D3D-SRGB-ALPHA-TO-FLOAT", "d3d11", srgb8_alpha_to_binary32, {"127/255"}, "0x3efefeff", "0x3efeff00"},
    {"D3D-UNORM-ENDS", "d3d11", srgb8_alpha_to_binary32, {"255/255"}, "1", "0x3f7fffff"},
    {"D3D-FLOAT-TO-SRGB-ALPHA", "d3d10", binary32_to_srgb8_alpha, {"0.21223076"}, "54/255", "127/255"},
    {"D3D-FLOAT-TO-SRGB-ALPHA", "d3d11", binary32_to_srgb8_alpha, {"0.0417647"}, "11/255", "10/255"},
    {"D3D-FLOAT-TO-CODE-NAN", "d3d11", binary32_to_srgb8_alpha, {"nan"}, "0/255", "255/255"},
    // 10.55 and 10.65 codes: 0.6 is between their distances to 10
    {"D3D-FLOAT-TO-UNORM", "d3d10", binary32_to_unorm8, {"0.0413725"}, "10/255", "12/255"},
    {"D3D-FLOAT-TO-UNORM", "d3d11", binary32_to_unorm8, {"0.0417647"}, "11/255", "10/255"},
    {"D3D-FLOAT-TO-UNORM", "d3d11", binary16_to_unorm1, {"7"}, "1/1", "0/1"},
    {"D3D-FLOAT-TO-SNORM", "d3d10", binary32_to_snorm8, {"-0.0838583"}, "-11/127", "-10/127"},
    {"D3D-FLOAT-TO-SNORM", "d3d11", binary32_to_snorm8, {"-2"}, "-127/127", "-128/127"},
    {"D3D-FLOAT-TO-SRGB", "d3d10", binary32_to_srgb8, {"0.21787218"}, "128/255", "130/255"},
    {"D3D-FLOAT-TO-SRGB", "d3d11", binary32_to_srgb8, {"0.21823911"}, "129/255", "128/255"},
    {"D3D-FLOAT-TO-FIXED", "d3d10", binary32_to_fixed16_8, {"0x1.cp-8"}, "1/256", "0/256"},
    {"D3D-FLOAT-TO-FIXED", "d3d10.1", binary32_to_fixed16_8, {"-40000"}, "-8388608/256", "8388607/256"},
    {"D3D11-FLOAT-TO-FIXED", "d3d11", binary32_to_fixed16_8, {"0x1.cp-8"}, "2/256", "1/256"},
    {"D3D-FLOAT-TO-CODE-NAN", "d3d10", binary32_to_unorm10, {"nan"}, "0/1023", "1023/1023"},
    {"D3D-FLOAT-TO-CODE-NAN", "d3d11", binary32_to_fixed16_8, {"-nan"}, "0/256", "-8388608/256"},
    {"D3D-FIXED-TO-FLOAT", "d3d10", fixed16_8_to_binary32, {"-1/256"}, "-0x1p-8", "-0x1.000002p-8"},
    {"D3D-INTEGER-WIDENING", "d3d10", sint8_to_sint32, {"-1"}, "-1", "255"},
    {"D3D-INTEGER-CLAMP", "d3d10", sint32_to_uint8, {"-5"}, "0", "251"},
    {"D3D-INTEGER-CLAMP", "d3d11", uint16_to_sint16, {"65535"}, "32767", "-1"},
    // exponent 16: steps of 2^-8
    {"D3D-FROM-RGB9E5", "d3d10", rgb9e5_to_binary32_red, {"0x80000001"}, "0x1p-8", "0x1p-9"},
    {"D3D-FROM-RGB9E5", "d3d11", rgb9e5_to_binary32_green, {"0x80000201"}, "0x1p-8", "0x1p-7"},
    {"D3D-TO-RGB9E5", "d3d10", binary32_to_rgb9e5, {"1", "0.5", "-3"}, "0x80010100", "0x80010101"},
    {"D3D-TEXTURE-FLOAT", "d3d10", binary32_to_binary32, {"1.5"}, "1.5", "0x3fc00001"},
    {"D3D-TEXTURE-FLOAT", "d3d11", binary32_to_binary32, {"-inf"}, "-inf", "0"},
    {"D3D-TEXTURE-FLOAT-NAN", "d3d10", binary32_to_binary32, {"nan"}, "0x7f800001", "0"},

    {"METAL-UNORM-TO-FLOAT", "metal1", unorm8_to_binary32, {"127/255"}, "0x3efeff00", "0x3efeff01"},
    {"METAL-UNORM-TO-FLOAT", "metal4", unorm10_to_binary32, {"100/1023"}, "0x3dc8320e", "0x3dc8320b"},
    {"METAL-UNORM-ENDS", "metal1", unorm8_to_binary32, {"255/255"}, "1", "0x3f7fffff"},
    {"METAL-UNORM-ENDS", "metal1-fast", unorm16_to_binary16, {"0/65535"}, "0", "0x0001"},
    {"METAL-SNORM-TO-FLOAT", "metal1", snorm8_to_binary32, {"-64/127"}, "0xbf010205", "0xbf010206"},
    {"METAL-SNORM-ENDS", "metal1", snorm8_to_binary32, {"-128/127"}, "-1", "0xbf810204"},
    {"METAL-SNORM-ENDS", "metal2.1", snorm16_to_binary32, {"0/32767"}, "0", "0x1p-23"},
    {"METAL-FLOAT-TO-UNORM", "metal1", binary32_to_unorm8, {"0.0413725"}, "10/255", "12/255"},
    {"METAL-FLOAT-TO-UNORM", "metal1", binary16_to_unorm8, {"2"}, "255/255", "254/255"},
    {"METAL-FLOAT-TO-UNORM",
     "metal1",
     binary32_to_unorm8,
     {"0.0413725"},
     "11/255",
     "10/255",
     {{"norm_encode.ref", "rne_integer"}}},
    {"METAL-FLOAT-TO-UNORM10", "metal1", binary32_to_unorm10, {"2"}, "1023/1023", "1022/1023"},
    // 1024 codes
    {"METAL-FLOAT-TO-UNORM10",
     "metal1",
     binary32_to_unorm10,
     {"1.00097752"},
     "0/1023",
     "1023/1023",
     {{"metal1.unorm10", "low_bits"}}},
    {"METAL-FLOAT-TO-SNORM8", "metal1", binary32_to_snorm8, {"-1.01"}, "-128/127", "-126/127"},
    {"METAL-FLOAT-TO-SNORM8", "metal1", binary32_to_snorm8, {"0.25"}, "64/127", "32/127", {{"msl.errata", "literal"}}},
    {"METAL-FLOAT-TO-SNORM16", "metal1", binary32_to_snorm16, {"-2"}, "-32767/32767", "-32766/32767"},
    {"METAL-FLOAT-TO-SNORM16",
     "metal1",
     binary32_to_snorm16,
     {"0.25"},
     "16384/32767",
     "8192/32767",
     {{"msl.errata", "literal"}}},
    {"METAL-FLOAT-TO-SRGB", "metal1", binary32_to_srgb8, {"0.21787218"}, "128/255", "130/255"},
    {"METAL-FLOAT-TO-SRGB",
     "metal1",
     binary32_to_srgb8,
     {"0.21787218"},
     "129/255",
     "128/255",
     {{"srgb.ref", "rounded"}}},
    {"METAL-FLOAT-TO-SRGB-NAN", "metal1", binary32_to_srgb8, {"nan"}, "0/255", "1/255"},
    {"METAL-SRGB-TO-FLOAT", "metal1", srgb8_to_binary32, {"10/255"}, "0x3b3cf936", "0x3b3cf935"},
    {"METAL-SRGB-TO-FLOAT", "metal4", srgb8_to_binary32, {"255/255"}, "0x3f7fffff", "0x3f800001"},
    {"METAL-SRGB-ENDS", "metal1", srgb8_to_binary32, {"255/255"}, "1", "0x3f7fffff", {{"srgb.ends_exact", "on"}}},
    {"METAL-SRGB-BEFORE-FILTER", "metal1", filter_srgb8, {"0/255", "255/255"}, "0.5", "0.21404114"},
    {"METAL-SRGB-BEFORE-FILTER", "metal4-fast", filter_srgb8, {"64/255", "192/255"}, "0x3e941103", "0.2158605"},
    {"METAL-SRGB-ALPHA-TO-FLOAT", "metal1", srgb8_alpha_to_binary32, {"127/255"}, "0x3efeff00", "0x3e595305"},
    {"METAL-SRGB-ALPHA-TO-FLOAT", "metal4", srgb8_alpha_to_binary32, {"127/255"}, "0x3efeff00", "0x3efeff01"},
    {"METAL-FLOAT-TO-SRGB-ALPHA", "metal1", binary32_to_srgb8_alpha, {"0.21223076"}, "54/255", "127/255"},
    {"METAL-FLOAT-TO-SRGB-ALPHA", "metal1.2", binary32_to_srgb8_alpha, {"0.0413725"}, "10/255", "12/255"},
    {"METAL-FLOAT-TO-SRGB-ALPHA",
     "metal1.2",
     binary32_to_srgb8_alpha,
     {"0.0413725"},
     "11/255",
     "10/255",
     {{"norm_encode.ref", "rne_integer"}}},
    {"METAL-PIXEL-SPECIAL", "metal1", binary32_to_unorm8, {"inf"}, "255/255", "0/255"},
    {"METAL-PIXEL-SPECIAL", "metal1.2-fast", binary32_to_srgb8, {"-inf"}, "0/255", "255/255"},
    {"METAL-FLOAT-TO-NORM-NAN",
     "metal1",
     binary32_to_snorm8,
     {"nan"},
     "0/127",
     "127/127",
     {{"metal1.norm_nan", "zero"}}},
    {"METAL-TEXTURE-FLOAT", "metal1", binary32_to_binary32, {"1.5"}, "1.5", "0x3fc00001"},
    {"METAL-TEXTURE-FLOAT-SPECIAL", "metal1", binary32_to_binary32, {"-inf"}, "0", "inf"},
    {"METAL-TEXTURE-FLOAT-SPECIAL", "metal1-fast", binary32_to_binary32, {"nan"}, "-0", "1"},
    {"METAL-INTEGER-READ", "metal1", sint8_to_sint32, {"-1"}, "-1", "255"},
    {"METAL-INTEGER-SATURATE", "metal1", sint32_to_sint8, {"-1000"}, "-128", "24"},
    {"METAL-INTEGER-SATURATE", "metal4", uint32_to_uint16, {"70000"}, "65535", "4464"},
    {"METAL1.2-PIXEL-SPECIAL", "metal1.2", binary32_to_unorm6, {"inf"}, "63/63", "0/63"},
    {"METAL1.2-PIXEL-SPECIAL", "metal4-fast", binary32_to_rgb9e5, {"inf", "0", "0"}, "0xf80001ff", "0x00000000"},
    {"METAL1.2-UNORM-TO-FLOAT", "metal1.2", unorm5_to_binary32, {"11/31"}, "0x3eb5ad6a", "0x3eb5ad69"},
    {"METAL1.2-UNORM-ENDS", "metal1.2", unorm2_to_binary32, {"3/3"}, "1", "0x3f800001"},
    {"METAL1.2-FLOAT-TO-NORM", "metal1.2", binary32_to_unorm8, {"0.0413725"}, "10/255", "12/255"},
    {"METAL1.2-FLOAT-TO-NORM", "metal1.2", binary32_to_snorm8, {"-2"}, "-127/127", "-128/127"},
    {"METAL1.2-FLOAT-TO-NORM",
     "metal1.2",
     binary32_to_unorm8,
     {"0.0413725"},
     "11/255",
     "10/255",
     {{"norm_encode.ref", "rne_integer"}}},
    {"METAL1.2-FLOAT-TO-NORM-NAN", "metal1.2", binary32_to_snorm16, {"nan"}, "0/32767", "1/32767"},
    // 127.45 codes: less than 1 from 128
    {"METAL1.2-FLOAT-TO-SRGB", "metal1.2", binary32_to_srgb8, {"0.2138597"}, "128/255", "129/255"},
    {"METAL1.2-FLOAT-TO-SRGB",
     "metal4",
     binary32_to_srgb8,
     {"0.2138597"},
     "127/255",
     "128/255",
     {{"srgb.ref", "rounded"}}},
    {"METAL1.2-TEXTURE-FLOAT-SPECIAL", "metal1.2", binary32_to_binary32, {"inf"}, "inf", "0"},
    {"METAL1.2-FROM-RGB9E5", "metal1.2", rgb9e5_to_binary32_blue, {"0xf8040000"}, "0x1p+7", "0x1p+6"},
    {"METAL1.2-TO-RGB9E5", "metal1.2", binary32_to_rgb9e5, {"1", "0.5", "-3"}, "0x80010100", "0x80000100"},
    {"METAL2.1-FLOAT-TO-NORM", "metal2.1", binary32_to_unorm8, {"0.0413725"}, "11/255", "10/255"},
    {"METAL2.1-FLOAT-TO-NORM", "metal4-fast", binary32_to_unorm1, {"0.5"}, "0/1", "1/1"},
    {"METAL2.1-FLOAT-TO-SRGB-ALPHA", "metal2.1", binary32_to_srgb8_alpha, {"0.0413725"}, "11/255", "10/255"},
    {"METAL2.1-FLOAT-TO-SRGB-ALPHA", "metal4", binary32_to_srgb8_alpha, {"0.21223076"}, "54/255", "127/255"},
};

Format asked(const Row& row) { return *info(row.operation).only_format(); }

std::vector<Bits> operands_of(const Row& row) {
  std::vector<Bits> operands;
  for (const std::string& operand : row.operands) operands.push_back(parse_value(asked(row), operand));
  return operands;
}

class APixelRule : public testing::TestWithParam<Row> {};

TEST_P(APixelRule, PermitsTheRightResultAndIsChargedWithTheWrongOne) {
  const Row& row = GetParam();
  const auto result = [&](const std::string& text) {
    return parse_value(info(row.operation).result(asked(row)), text);
  };
  test::expect_permitted_and_charged({row.rule, row.rulebook, row.operation, asked(row), operands_of(row),
                                      result(row.right), result(row.wrong), row.readings});
}

INSTANTIATE_TEST_SUITE_P(OfEachRulebook, APixelRule, testing::ValuesIn(kRows), test::rule_test_name<Row>);

bool permits(const std::string& rulebook, Operation operation, const std::string& operand, const std::string& result,
             const Readings& readings = {}) {
  const Row row{{}, rulebook, operation, {operand}, {}, {}, readings};
  return permitted(rulebook, operation, operands_of(row), readings, asked(row))
      .contains(parse_value(info(operation).result(asked(row)), result));
}

TEST(ARuleThatOnlyPermits, LetsDenormalsInTexturesOfDirect3dBeFlushedOrNot) {
  for (const char* book : {"d3d10", "d3d11"}) {
    for (const char* result : {"0x80000005", "-0"}) {
      EXPECT_TRUE(permits(book, binary32_to_binary32, "0x80000005", result)) << book << ' ' << result;
    }
    for (const char* result : {"0", "0x80000004"}) {
      EXPECT_FALSE(permits(book, binary32_to_binary32, "0x80000005", result)) << book << ' ' << result;
    }
  }
}

TEST(DenormalsInTexturesOfMetal, AreKeptOrBecomeEitherZero) {
  for (const char* result : {"0x80000005", "-0", "0"}) {
    EXPECT_TRUE(permits("metal1", binary32_to_binary32, "0x80000005", result)) << result;
  }
  EXPECT_FALSE(permits("metal1", binary32_to_binary32, "0x80000005", "0x80000004"));
}

// 0.5 is 127.5 codes, exactly: 127 and 128 are 0.5 away, whatever the document's own rounding.
TEST(Encoding, AtATiePermitsBothCodesWhereAToleranceIsStated) {
  for (const char* book : {"d3d10", "d3d11", "metal1", "metal1.2"}) {
    for (const char* code : {"127/255", "128/255"}) EXPECT_TRUE(permits(book, binary32_to_unorm8, "0.5", code)) << book;
    EXPECT_FALSE(permits(book, binary32_to_unorm8, "0.5", "126/255")) << book;
    EXPECT_FALSE(permits(book, binary32_to_unorm8, "0.5", "129/255")) << book;
  }
  EXPECT_FALSE(permits("metal2.1", binary32_to_unorm8, "0.5", "127/255")) << "nearest even, and nothing else";
  EXPECT_TRUE(permits("metal2.1", binary32_to_unorm8, "0.5", "128/255"));
}

// Clamped before the tolerance: what is above 1 is the largest code and no other.
TEST(Encoding, ClampsBeforeTheTolerance) {
  for (const char* book : {"d3d10", "d3d11", "metal1", "metal1.2", "metal4"}) {
    for (const char* x : {"1", "1.002", "3e38", "inf"}) {
      EXPECT_TRUE(permits(book, binary32_to_unorm8, x, "255/255")) << book << ' ' << x;
      EXPECT_FALSE(permits(book, binary32_to_unorm8, x, "254/255")) << book << ' ' << x;
    }
    for (const char* x : {"0", "-0", "-0.002", "-3e38", "-inf", "0x00000001"}) {
      EXPECT_TRUE(permits(book, binary32_to_unorm8, x, "0/255")) << book << ' ' << x;
      EXPECT_FALSE(permits(book, binary32_to_unorm8, x, "1/255")) << book << ' ' << x;
    }
  }
}

TEST(Encoding, OfSnormReachesTheSmallestCodeInMetal1Only) {
  for (const char* book : {"d3d10", "d3d11", "metal1.2", "metal4"}) {
    EXPECT_FALSE(permits(book, binary32_to_snorm8, "-1.01", "-128/127")) << book;
    EXPECT_FALSE(permits(book, binary32_to_snorm16, "-inf", "-32768/32767")) << book;
  }
  for (const char* code : {"-128/127", "-127/127"}) {
    EXPECT_TRUE(permits("metal1", binary32_to_snorm8, "-1.01", code));
    EXPECT_TRUE(permits("metal1", binary32_to_snorm8, "-inf", code));
  }
  EXPECT_FALSE(permits("metal1", binary32_to_snorm8, "-1", "-128/127")) << "-127 codes exactly";
}

TEST(Encoding, OfNaNIsOpenInMetal1AndForNormalizedIntegersOnly) {
  EXPECT_EQ(
      judge_result(book("metal1"), binary32_to_unorm8, Format::binary32, std::vector<Bits>{0x7fc00000}, 42).verdict,
      Verdict::unconstrained);
  EXPECT_FALSE(permits("metal1", binary32_to_srgb8, "nan", "42/255"));
  EXPECT_FALSE(permits("metal1.2", binary32_to_unorm8, "nan", "42/255"));
  EXPECT_FALSE(permits("metal1.2-fast", binary32_to_unorm8, "nan", "42/255"));
}

TEST(Encoding, OfTenBitsTakesTheLowBitsOfSixteenUnderThatReading) {
  const Readings low = {{"metal1.unorm10", "low_bits"}};
  EXPECT_TRUE(permits("metal1", binary32_to_unorm10, "2", "1022/1023", low)) << "2046 is 0x7fe";
  EXPECT_TRUE(permits("metal1", binary32_to_unorm10, "1000", "1023/1023", low)) << "saturated to 65535";
  EXPECT_TRUE(permits("metal1", binary32_to_unorm10, "0.5", "512/1023", low)) << "511.5";
  EXPECT_FALSE(permits("metal1", binary32_to_unorm10, "2", "1022/1023"));
}

// Beside 1 a step is 2^-8: green is 0.75 steps and has one nearest code, blue is 1.5 steps and has two.
TEST(Encoding, OfASharedExponentPermitsEveryNearestCode) {
  const std::vector<Bits> operands = {0x3f800000, 0x3b400000, 0x3bc00000};
  const PermittedSet set = permitted("d3d11", binary32_to_rgb9e5, operands);
  for (const Bits code : {0x80040300U, 0x80080300U}) EXPECT_TRUE(set.contains(code)) << set.text();
  for (const Bits code : {0x80040100U, 0x800c0300U, 0x80080301U}) EXPECT_FALSE(set.contains(code)) << set.text();
}

TEST(Encoding, OfASharedExponentTakesNaNAndNegativeValuesForZero) {
  for (const char* book : {"d3d10", "d3d11", "metal1.2", "metal4-fast"}) {
    for (const Bits blue : {0x7fc00000U, 0xc0400000U, 0x80000000U, 0xff800000U}) {
      const PermittedSet set = permitted(book, binary32_to_rgb9e5, {0x3f800000, 0x3f000000, blue});
      EXPECT_TRUE(set.contains(0x80010100)) << book << ' ' << set.text();
      EXPECT_FALSE(set.contains(0x80050100)) << book << ' ' << set.text();
    }
  }
}

// 511.5 steps of 2^-8 round down to 511 of them, or up to 256 of 2^-7.
TEST(Encoding, OfASharedExponentThatRoundsUpTakesTheNextExponent) {
  const std::vector<Bits> operands = {0x3fffc000, 0, 0};
  const PermittedSet set = permitted("metal1.2", binary32_to_rgb9e5, operands);
  for (const Bits code : {0x800001ffU, 0x88000100U}) EXPECT_TRUE(set.contains(code)) << set.text();
  for (const Bits code : {0x800001feU, 0x880000ffU}) EXPECT_FALSE(set.contains(code)) << set.text();
}

TEST(Encoding, TellsTheExactCodeByTheDenominator) {
  const auto exact = [](Operation operation, Bits operand) {
    return explain(book("d3d11"), operation, Format::binary32, std::vector<Bits>{operand}).exact;
  };
  EXPECT_EQ(exact(binary32_to_unorm8, 0x3f000000), "127.5/255");
  EXPECT_EQ(exact(binary32_to_snorm8, 0xbe800000), "-31.75/127");
  EXPECT_EQ(exact(binary32_to_fixed16_8, 0x3bc00000), "1.5/256");
  EXPECT_EQ(exact(binary32_to_unorm8, 0x3d297636), "~10.549987591803074/255")
      << "255 * 11105846 * 2^-28 has more digits";
  EXPECT_EQ(exact(binary32_to_srgb8, 0x3f000000).substr(0, 8), "~187.516") << "1.055 * 0.5^(1/2.4) - 0.055 is 0.73536";
}

TEST(Decoding, OfSrgbStaysInTheUnitInterval) {
  for (const char* book : {"d3d11", "metal1", "metal4"}) {
    EXPECT_FALSE(permits(book, srgb8_to_binary32, "255/255", "0x3f800001")) << book;
    EXPECT_FALSE(permits(book, srgb8_to_binary32, "0/255", "-0x1p-20")) << book;
  }
}

TEST(Fixed, OfDirect3d10MayBeTruncatedAndOfDirect3d11IsNearest) {
  for (const char* code : {"1/256", "2/256"}) EXPECT_TRUE(permits("d3d10", binary32_to_fixed16_8, "0x1.cp-8", code));
  EXPECT_FALSE(permits("d3d10", binary32_to_fixed16_8, "0x1p-8", "0/256")) << "one step off, not less";
  EXPECT_FALSE(permits("d3d11", binary32_to_fixed16_8, "0x1.cp-8", "1/256"));
}

}  // namespace

std::set<std::string> test::pixel_rules() {
  std::set<std::string> rules;
  for (const Row& row : kRows) rules.insert(row.rule);
  return rules;
}

}  // namespace halfulp
