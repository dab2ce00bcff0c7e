// SPDX-License-Identifier: Apache-2.0
// Readings permit what their sentence leaves open and no more.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "judge/judged.hpp"

namespace halfulp {
namespace {

using test::book;
using test::described;
using enum Operation;

constexpr Bits kOne = 0x3f800000;
constexpr Bits kInfinity = 0x7f800000;
constexpr Bits kMax = 0x7f7fffff;

struct Refused {
  std::string rulebook;
  Operation operation;
  Format format;
  std::vector<Bits> operands;
  Bits result;
  std::string why;
};

// Rounding to nearest even decides where infinity begins: `overflow` speaks of bounds that state a distance.
TEST(Overflow, IsNoQuestionWhereTheRoundingIsStated) {
  constexpr Bits kMaxDouble = 0x7fefffffffffffff;
  constexpr Bits kInfiniteDouble = 0x7ff0000000000000;
  const std::vector<Refused> rows = {
      {"d3d11", add, Format::binary64, {kMaxDouble, 1}, kInfiniteDouble, "the largest double and the least denormal"},
      {"d3d11", add, Format::binary64, {kMaxDouble, 0x7ca0000000000000}, kMaxDouble, "2^1024 - 2^970 + 2^970"},
      {"d3d11", div, Format::binary64, {kMaxDouble, 0x3ff0000000000001}, kInfiniteDouble, "less than the largest"},
      {"d3d11", Operation::fma, Format::binary64, {kMaxDouble, 0x3ff0000000000000, 1}, kInfiniteDouble, "rounds once"},
      {"d3d11", binary32_to_binary16, Format::binary32, {0x477fe100}, 0x7c00, "65505: 65504 by either rounding"},
      {"d3d11", binary64_to_binary32, Format::binary64, {0x47efffffefffffff}, kInfinity, "below the midpoint"},
      {"d3d11", add, Format::binary16, {0x7bff, 0x0001}, 0x7c00, "65504 + 2^-24"},
      {"d3d11", mul, Format::ufloat11, {0x7bf, 0x7bf}, 0x7bf, "65024^2"},
      {"d3d11", add, Format::binary32, {kMax, 0x00800000}, kInfinity, "nearest is within 0.5 ULP"},
      {"metal4", add, Format::binary32, {kMax, 0x00800000}, kInfinity, "correctly rounded either way"},
      {"metal4", Operation::fma, Format::binary32, {kMax, kOne, 0x00800000}, kInfinity, "correctly rounded"},
      {"metal4", add, Format::binary16, {0x7bff, 0x0001}, 0x7c00, "correctly rounded"},
      {"metal4", binary32_to_binary16, Format::binary32, {0x477fe100}, 0x7c00, "to nearest even"}};
  for (const Refused& row : rows) {
    const Judgement judgement =
        judge_result(book(row.rulebook), row.operation, row.format, row.operands, row.result, {});
    EXPECT_EQ(name(judgement.verdict), name(Verdict::fail))
        << described(row.rulebook, row.operation, row.operands, row.format) << ": " << row.why;
    EXPECT_FALSE(judgement.rule.ends_with("OVERFLOW")) << judgement.rule;
  }
}

}  // namespace
}  // namespace halfulp
