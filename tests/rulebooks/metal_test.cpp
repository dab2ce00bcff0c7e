// SPDX-License-Identifier: Apache-2.0
// Metal's textures, and which operations its rulebooks have.
#include <gtest/gtest.h>

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

TEST(MetalHalf, HasFunctionsFromMetal2On) {
  for (const char* name : {"metal1", "metal1-fast", "metal1.2", "metal1.2-fast"}) {
    EXPECT_FALSE(book(name).has(add, binary16)) << name;
    EXPECT_FALSE(book(name).has(Operation::sin, binary16)) << name;
  }
  for (const char* name : {"metal2.1", "metal2.1-fast", "metal4", "metal4-fast"}) {
    for (const OperationInfo& row : operations()) {
      if (row.family == OperationFamily::texture || !book(name).has(row.operation, binary32)) continue;
      const bool is_conversion = row.operand_formats.front() == binary32 || row.operation == binary32_to_binary16;
      EXPECT_EQ(book(name).has(row.operation, binary16), !is_conversion) << name << ' ' << row.name;
    }
    EXPECT_EQ(book(name).has(Operation::nextafter, binary16), std::string(name).starts_with("metal4")) << name;
  }
}

}  // namespace
}  // namespace halfulp
