// SPDX-License-Identifier: Apache-2.0
#include "number/operand_class.hpp"

#include <gtest/gtest.h>

namespace halfulp::number {
namespace {

TEST(OperandClass, IsThatOfTheValue) {
  const FormatInfo& row = info(Format::binary32);
  const auto minus = [](OperandKind kind) { return static_cast<std::size_t>(kind) + kOperandKinds; };
  const auto plus = [](OperandKind kind) { return static_cast<std::size_t>(kind); };
  EXPECT_EQ(operand_class(row, 0x00000000), plus(OperandKind::zero));
  EXPECT_EQ(operand_class(row, 0x80000000), minus(OperandKind::zero));
  EXPECT_EQ(operand_class(row, 0x007fffff), plus(OperandKind::denormal));
  EXPECT_EQ(operand_class(row, 0x80000001), minus(OperandKind::denormal));
  EXPECT_EQ(operand_class(row, 0x00800000), plus(OperandKind::normal));
  EXPECT_EQ(operand_class(row, 0xff7fffff), minus(OperandKind::normal));
  EXPECT_EQ(operand_class(row, 0x7f800000), plus(OperandKind::infinity));
  EXPECT_EQ(operand_class(row, 0xff800001), minus(OperandKind::signalling_nan));
  EXPECT_EQ(operand_class(row, 0x7fbfffff), plus(OperandKind::signalling_nan));
  EXPECT_EQ(operand_class(row, 0x7fc00000), plus(OperandKind::quiet_nan));
  const FormatInfo& code = info(Format::snorm8);
  EXPECT_EQ(operand_class(code, 0x80), minus(OperandKind::infinity));
  EXPECT_EQ(operand_class(code, 0x81), minus(OperandKind::normal));
  EXPECT_EQ(operand_class(code, 0x7f), plus(OperandKind::infinity));
  EXPECT_EQ(binade(row, 0xbf800000), 256U + 127U);
  EXPECT_EQ(binade(code, 0xff), 65U + 1U);
}

}  // namespace
}  // namespace halfulp::number
