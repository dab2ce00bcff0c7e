// SPDX-License-Identifier: Apache-2.0
// Metal's textures and fast math, where a case of permitted_cases.txt does not say it.
#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "judge/judged.hpp"

namespace halfulp {
namespace {

using test::book;
using enum Operation;
using enum Format;

TEST(MetalTextures, ForbidCoordinatesThatAreNotFiniteOrOutside) {
  const auto judge = [&](Operation operation, Bits coordinate) {
    return judge_result(book("metal1"), operation, Format::binary32, std::vector<Bits>{coordinate, 4}, 0);
  };
  for (const Operation operation : {sample, sample_compare, gather, gather_compare}) {
    EXPECT_EQ(judge(operation, 0x3f000000).verdict, Verdict::unconstrained);
    EXPECT_EQ(judge(operation, 0x40e00000).verdict, Verdict::unconstrained) << "outside is the sampler's address mode";
    for (const Bits coordinate : {Bits{0x7f800000}, Bits{0xff800000}, Bits{0x7fc00000}}) {
      EXPECT_EQ(judge(operation, coordinate).verdict, Verdict::invalid_operand);
      EXPECT_EQ(judge(operation, coordinate).rule, "METAL-TEXTURE-FINITE");
    }
  }
  for (const Operation operation : {Operation::read, Operation::write}) {
    EXPECT_EQ(judge(operation, 3).verdict, Verdict::unconstrained);
    EXPECT_EQ(judge(operation, 4).verdict, Verdict::invalid_operand);
    EXPECT_EQ(judge(operation, 4).rule, "METAL-TEXTURE-INSIDE");
  }
}

TEST(MetalFast, KeepsTheOtherRulesOfItsVersion) {
  for (const auto& [fast, precise] : {std::pair{"metal1-fast", "metal1"}, std::pair{"metal1.2-fast", "metal1.2"},
                                      std::pair{"metal2.1-fast", "metal2.1"}, std::pair{"metal4-fast", "metal4"}}) {
    for (const OperationInfo& row : operations()) {
      for (const FormatInfo& format : formats()) {
        EXPECT_EQ(book(fast).has(row.operation, format.format), book(precise).has(row.operation, format.format))
            << fast << ' ' << row.name << ' ' << format.name;
      }
    }
  }
}

/// The nearest result passes as an error bound, not as what the steps give.
TEST(MetalFast, AsksTheVeryStepsOfASequence) {
  const Rulebook& rulebook = book("metal2.1-fast");
  const Readings readings = {{"inherit.mode", "literal_sequence"}};
  constexpr std::array<std::uint32_t, 1> kOperand = {0x7361eecf};
  constexpr std::array<std::uint32_t, 1> kNearest = {0x59707f3c};
  EXPECT_FALSE(
      explain(rulebook, sqrt, binary32, std::vector<Bits>{kOperand[0]}, readings).permitted.contains(kNearest[0]));
  const ConstLane operands = std::as_bytes(std::span(kOperand));
  Tally tally;
  SpanJudge(rulebook, sqrt, binary32, readings).judge(0, {&operands, 1}, std::as_bytes(std::span(kNearest)), tally);
  EXPECT_EQ(tally.passed, 0U);
  EXPECT_EQ(tally.reading, 1U);
}

}  // namespace
}  // namespace halfulp
