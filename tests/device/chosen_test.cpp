// SPDX-License-Identifier: Apache-2.0
#include "device/chosen.hpp"

#include <gtest/gtest.h>

namespace halfulp::device {
namespace {

TEST(Chosen, IsAnyWhereNothingIsSaid) { EXPECT_TRUE(is_chosen("", 3, "llvmpipe")); }

TEST(Chosen, IsByIndexOrByAPartOfTheTitle) {
  EXPECT_TRUE(is_chosen("3", 3, "llvmpipe"));
  EXPECT_FALSE(is_chosen("2", 3, "llvmpipe"));
  EXPECT_TRUE(is_chosen("PIPE", 3, "llvmpipe"));
  EXPECT_FALSE(is_chosen("pipes", 3, "llvmpipe"));
}

// A device that is missing must not become another one, whose title has its digits.
TEST(Chosen, TakesDigitsForAnIndexAlways) {
  EXPECT_FALSE(is_chosen("256", 0, "llvmpipe (256 bits)"));
  EXPECT_FALSE(is_chosen("99999999999999999999999", 0, "99999999999999999999999"));
  EXPECT_TRUE(is_chosen("256 bits", 0, "llvmpipe (256 bits)"));
}

}  // namespace
}  // namespace halfulp::device
