// SPDX-License-Identifier: Apache-2.0

// What SpanJudge refuses; its verdicts are compared with the definition's in any_rulebook_test.cpp and
// bulk_equals_explain_test.cpp.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "halfulp/error.hpp"
#include "halfulp/judge.hpp"

namespace halfulp {
namespace {

/// What judging throws.
std::string complaint(const SpanJudge& judge, std::span<const ConstLane> operands, ConstLane results,
                      Error::Kind kind) {
  Tally tally;
  try {
    judge.judge(0, operands, results, tally);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    EXPECT_EQ(tally.cases, 0U);
    return error.what();
  }
  return "";
}

TEST(SpanJudge, RefusesOperandsThatAreWiderThanTheirFormat) {
  const SpanJudge judge(Rulebook::open("d3d11"), Operation::unorm24_to_binary32, Format::unorm24);
  const std::array<std::uint32_t, 3> operands{0, 0xffffff, 0xff000001};
  const std::array<std::uint32_t, 3> results{0, 0x3f800000, 0};
  const ConstLane lane = std::as_bytes(std::span(operands));
  EXPECT_EQ(complaint(judge, {&lane, 1}, std::as_bytes(std::span(results)), Error::Kind::kInput),
            "unorm24_to_binary32: operand x of case 2 (from 0) is 0xff000001; unorm24 has 24 bits, and those above "
            "are zero");
}

TEST(SpanJudge, RefusesResultsThatAreWiderThanTheirFormat) {
  const Rulebook book = Rulebook::open("d3d11");
  const SpanJudge judge(book, Operation::binary32_to_ufloat11, Format::binary32);
  const std::array<std::uint32_t, 2> operands{0x3f800000, 0x3f800000};
  const std::array<std::uint16_t, 2> results{0x03c0, 0x83c0};
  const ConstLane lane = std::as_bytes(std::span(operands));
  EXPECT_EQ(
      complaint(judge, {&lane, 1}, std::as_bytes(std::span(results)), Error::Kind::kInput),
      "binary32_to_ufloat11: the result of case 1 (from 0) is 0x83c0; ufloat11 has 11 bits, and those above are zero");
  const std::array<Bits, 1> one{0x3f800000};
  EXPECT_EQ(judge_result(book, Operation::binary32_to_ufloat11, Format::binary32, one, 0x03c0).verdict, Verdict::pass);
  EXPECT_THROW(static_cast<void>(judge_result(book, Operation::binary32_to_ufloat11, Format::binary32, one, 0x83c0)),
               Error);
  const std::array<Bits, 1> wide{0x800};
  EXPECT_THROW(static_cast<void>(explain(book, Operation::ufloat11_to_binary32, Format::ufloat11, wide)), Error);
}

TEST(SpanJudge, RefusesLanesOfOtherSizes) {
  const SpanJudge judge(Rulebook::open("d3d11"), Operation::add, Format::binary32);
  const std::array<std::byte, 40> memory{};
  const ConstLane ten = memory;
  const auto said = [&](const std::vector<ConstLane>& operands, ConstLane results) {
    return complaint(judge, operands, results, Error::Kind::kUsage);
  };
  EXPECT_EQ(said({ten, ten}, ten), "");
  EXPECT_EQ(said({ten}, ten), "add takes 2 lanes of operands, not 1");
  EXPECT_EQ(said({ten, ten, ten}, ten), "add takes 2 lanes of operands, not 3");
  EXPECT_EQ(said({ten, ten.first(36)}, ten), "add: the lane of operand y has 36 bytes; 10 values of binary32 have 40");
  EXPECT_EQ(said({ten.first(39), ten}, ten), "add: the lane of operand x has 39 bytes; 9 values of binary32 have 36");
  EXPECT_EQ(said({ten, ten}, ten.first(36)), "add: the results have 36 bytes; 10 values of binary32 have 40");
}

}  // namespace
}  // namespace halfulp
