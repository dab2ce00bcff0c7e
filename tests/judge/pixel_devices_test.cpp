// SPDX-License-Identifier: Apache-2.0

// Devices that convert pixels in known wrong ways, and the exact code that explanations print.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "exact/pixel_oracle.hpp"
#include "judge/bulk_and_explain.hpp"
#include "judge/judged.hpp"

namespace halfulp {
namespace {

bool passes(const char* book, Operation operation, Bits operand, Bits observed) {
  const std::array<Bits, 1> operands = {operand};
  const auto judgement =
      judge_result(test::book(book), operation, *info(operation).operand_formats[0], operands, observed);
  return judgement.verdict == Verdict::pass;
}
Bits bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST(PixelDevices, ThatMultiplyByAReciprocalMisroundAsManyCodesAsPublished) {
  struct Row {
    Operation operation;
    std::int64_t first;
    std::int64_t last;
    std::uint64_t misrounded;
  };
  for (const Row& row :
       {Row{Operation::unorm8_to_binary32, 0, 255, 126}, Row{Operation::snorm8_to_binary32, -127, 127, 16},
        Row{Operation::snorm16_to_binary32, -32767, 32767, 1536}}) {
    const exact::second::CodeFormat& from = *exact::second::find_code_format(*info(row.operation).operand_formats[0]);
    test::Observations seen{row.operation, {{}}, {}, from.format};
    const float factor = 1.0F / static_cast<float>(from.most());
    for (std::int64_t code = row.first; code <= row.last; ++code) {
      const volatile float product = static_cast<float>(code) * factor;
      seen.add({from.bits_of(code)}, bits_of(product));
    }
    const auto judged = [&](const char* book, const Readings& readings) {
      return seen.judged_by(SpanJudge(test::book(book), row.operation, from.format, readings));
    };
    const Tally direct3d = judged("d3d11", {});
    EXPECT_EQ(direct3d.reading, row.misrounded) << info(row.operation).name;
    EXPECT_EQ(direct3d.passed, seen.size() - row.misrounded) << info(row.operation).name;
    EXPECT_EQ(judged("d3d11", {{"norm_decode", "allow_reciprocal"}}).passed, seen.size());
    EXPECT_EQ(judged("metal1", {}).passed, seen.size());
  }
}

TEST(PixelDevices, ThatReadSrgbByAPowerOfTwoPointTwoFail) {
  int failed = 0;
  for (Bits code = 0; code < 256; ++code) {
    const float linear = std::pow(static_cast<float>(code) / 255.0F, 2.2F);
    if (!passes("d3d11", Operation::srgb8_to_binary32, code, bits_of(linear))) ++failed;
    const double c = static_cast<double>(code) / 255;
    const double curve = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    EXPECT_TRUE(passes("d3d11", Operation::srgb8_to_binary32, code, bits_of(static_cast<float>(curve)))) << code;
  }
  EXPECT_GT(failed, 100);
}

TEST(Encoding, PrintsTheExactCodeByTheDenominator) {
  const auto exact = [](Operation operation, Bits operand) {
    return explain(test::book("d3d11"), operation, Format::binary32, std::vector<Bits>{operand}).exact;
  };
  using enum Operation;
  EXPECT_EQ(exact(binary32_to_unorm8, 0x3f000000), "127.5/255");
  EXPECT_EQ(exact(binary32_to_snorm8, 0xbe800000), "-31.75/127");
  EXPECT_EQ(exact(binary32_to_fixed16_8, 0x3bc00000), "1.5/256");
  // 255 * 11105846 * 2^-28 has more digits.
  EXPECT_EQ(exact(binary32_to_unorm8, 0x3d297636), "~10.549987591803074/255");
  // 1.055 * 0.5^(1/2.4) - 0.055 is 0.73536.
  EXPECT_EQ(exact(binary32_to_srgb8, 0x3f000000).substr(0, 8), "~187.516");
}

}  // namespace
}  // namespace halfulp
