// SPDX-License-Identifier: Apache-2.0
// Metal's conversions between formats and to and from integers, and its comparisons. The expected values are those of
// exact arithmetic.
#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <string>
#include <vector>

#include "judge/judged.hpp"

namespace halfulp {
namespace {

using test::permitted;
using enum Operation;
using enum Format;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr Bits kTrue = 0xffffffff;
constexpr Bits kFalse = 0;

Bits bits(float x) { return std::bit_cast<std::uint32_t>(x); }

TEST(MetalConversions, ToHalfMayFlushDenormalsBeforeMetal4) {
  for (const char* name : {"metal1", "metal1.2", "metal2.1"}) {
    const PermittedSet set = permitted(name, binary32_to_binary16, {0x33800000});
    for (const Bits result : {Bits{0}, Bits{0x8000}, Bits{1}}) EXPECT_TRUE(set.contains(result)) << name << result;
    EXPECT_FALSE(set.contains(2)) << name;
  }
  EXPECT_EQ(permitted("metal4", binary32_to_binary16, {0x33800000}).text(), "{0x1p-24}");
}

TEST(MetalConversions, ToHalfOverflowTowardZeroOrToInfinity) {
  // 65520 lies halfway from the largest half to 2^16, the even one.
  const PermittedSet set = permitted("metal2.1", binary32_to_binary16, {bits(65520)});
  EXPECT_TRUE(set.contains(0x7bff));
  EXPECT_TRUE(set.contains(0x7c00));
  EXPECT_EQ(permitted("metal4", binary32_to_binary16, {bits(65520)}).text(), "{inf}");
  EXPECT_EQ(permitted("metal4", binary32_to_binary16, {bits(65519)}).text(), "{0x1.ffcp+15}");
}

TEST(MetalConversions, ToIntegersLeaveOpenWhatIsOutOfRange) {
  EXPECT_TRUE(permitted("metal1.2", ftoi, {bits(0x1p31F)}).anything);
  EXPECT_TRUE(permitted("metal1.2", ftoi, {0xcf000001}).anything) << "-2^31 - 256";
  EXPECT_FALSE(permitted("metal1.2", ftoi, {0x4effffff}).anything) << "2^31 - 128";
  EXPECT_TRUE(permitted("metal4", ftou, {bits(-1)}).anything);
  EXPECT_TRUE(permitted("metal4", ftou, {bits(0x1p32F)}).anything);
  EXPECT_TRUE(permitted("metal4", ftoi, {bits(kInf)}).anything);
  EXPECT_TRUE(permitted("metal4", ftou, {0xfc00}, {}, binary16).anything) << "-INF in half";
}

TEST(MetalConversions, ChangeWithFastMathBeforeMetal4Only) {
  EXPECT_TRUE(permitted("metal2.1-fast", ftoi, {0x7fc00000}).anything);
  EXPECT_EQ(permitted("metal4-fast", ftoi, {0x7fc00000}).text(), "{0}");
  EXPECT_TRUE(permitted("metal2.1-fast", binary32_to_binary16, {bits(kInf)}).anything);
  EXPECT_EQ(permitted("metal4-fast", binary32_to_binary16, {bits(kInf)}).text(), "{inf}");
}

TEST(MetalConversions, ToFormatsWithoutASignTakeTheNearestValue) {
  // Ties: both neighbours are within 0.5 ULP.
  EXPECT_EQ(permitted("metal1.2", binary32_to_ufloat11, {0x3f810000}).text(), "{0x1p+0, 0x1.04p+0}");
  EXPECT_EQ(permitted("metal1.2", binary32_to_ufloat11, {bits(-0.0F)}).text(), "{0}");
  EXPECT_EQ(permitted("metal1.2", binary32_to_ufloat10, {bits(-0x1p-30F)}).text(), "{0}");
  EXPECT_EQ(permitted("metal1.2", binary32_to_ufloat11, {bits(65536)}).text(), "{inf}");
  EXPECT_TRUE(permitted("metal1.2", binary32_to_ufloat11, {bits(kInf)}).anything);
  EXPECT_TRUE(permitted("metal1.2", binary32_to_ufloat11, {0x7fc00000}).anything);
}

TEST(MetalComparisons, MayFlushDenormals) {
  const PermittedSet set = permitted("metal1.2", eq, {1, 0});
  EXPECT_TRUE(set.contains(kTrue));
  EXPECT_TRUE(set.contains(kFalse));
  EXPECT_FALSE(permitted("metal1.2", eq, {0x00800000, 0}).contains(kTrue));
}

}  // namespace
}  // namespace halfulp
