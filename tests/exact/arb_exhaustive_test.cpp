// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "exact/arb_oracle.hpp"

namespace halfulp::exact::second {
namespace {

TEST(ByArbExhaustive, AllOperandsOfBinary16) {
  const FloatFormat& format = float_format(Format::binary16);
  for (const Operation operation : kFunctionsOfOneOperand) {
    for (Bits x = 0; x < 0x10000; ++x) {
      const std::array<Bits, 1> operands = {x};
      EXPECT_EQ(function_disagreement(operation, format, operands), "");
    }
  }
}

}  // namespace
}  // namespace halfulp::exact::second
