// SPDX-License-Identifier: Apache-2.0
#include "number/one_line.hpp"

#include <gtest/gtest.h>

namespace halfulp::number {
namespace {

TEST(OneLine, KeepsTextAndHidesControlCharacters) {
  EXPECT_EQ(one_line(""), "");
  EXPECT_EQ(one_line("Radeon\u2122 780M, caf\u00e9 \u00a0~"), "Radeon\u2122 780M, caf\u00e9 \u00a0~");
  EXPECT_EQ(one_line("a\x1b[2Jb\nc\td\x7f\r"), "a?[2Jb?c?d??");
  EXPECT_EQ(one_line("\u0080x\u009b1m"), "?x?1m");
  EXPECT_EQ(one_line("\xc2"), "\xc2") << "an end that is cut short";
  EXPECT_EQ(one_line(std::string_view("\0", 1)), "?");
}

}  // namespace
}  // namespace halfulp::number
