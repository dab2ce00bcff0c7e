// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "device/host/host_device.hpp"
#include "device/lanes.hpp"
#include "halfulp/error.hpp"

namespace halfulp {
namespace {

using test::compute;
using test::Words;

constexpr std::uint32_t kSmallestDenormal = 0x00000001;
constexpr std::uint32_t kSmallestNormal = 0x00800000;

TEST(Host, OffersEveryOperationOfBinary32ButPipelineState) {
  const auto host = open_device("host", {});
  for (const OperationInfo& row : operations()) {
    EXPECT_EQ(host->variants(row.operation, Format::binary32).empty(), row.operation == Operation::state_value)
        << row.name;
    EXPECT_TRUE(host->variants(row.operation, Format::binary16).empty()) << row.name;
  }
}

TEST(Host, TellsTheExpressionThatItComputes) {
  const auto host = open_device("host", {});
  EXPECT_EQ(host->variants(Operation::add, Format::binary32).at(0).instruction, "x + y");
  const auto mad = host->variants(Operation::mad, Format::binary32);
  ASSERT_EQ(mad.size(), 2U);
  EXPECT_EQ(mad[0].instruction, "std::fma(x, y, z)");
  EXPECT_EQ(mad[1].instruction, "x * y + z");
}

TEST(Host, RoundsAsIeee754Does) {
  const auto host = open_device("host", {});
  // 1 + 2^-24 is a tie that goes to 1; 1 + 3 * 2^-24 is one that goes to 1 + 2^-22; 1 / 3.
  EXPECT_EQ(compute(*host, Operation::add, {{0x3f800000, 0x3f800001}, {0x33800000, 0x33800000}}),
            (Words{0x3f800000, 0x3f800002}));
  EXPECT_EQ(compute(*host, Operation::div, {{0x3f800000}, {0x40400000}}), (Words{0x3eaaaaab}));
  EXPECT_EQ(compute(*host, Operation::rsq, {{0x40800000, 0x80000000}}), (Words{0x3f000000, 0xff800000}));
  EXPECT_EQ(compute(*host, Operation::round_ne, {{0x3f000000, 0x3fc00000}}), (Words{0x00000000, 0x40000000}));
}

TEST(Host, FusesOnlyWhereItSaysSo) {
  const auto host = open_device("host", {});
  // (1 + 2^-12)^2 - (1 + 2^-11) is 2^-24; the product alone rounds to 1 + 2^-11.
  const std::vector<Words> operands{{0x3f800800}, {0x3f800800}, {0xbf801000}};
  EXPECT_EQ(compute(*host, Operation::mad, 0, operands), (Words{0x33800000}));
  EXPECT_EQ(compute(*host, Operation::mad, 1, operands), (Words{0x00000000}));
}

TEST(Host, GivesBooleansAsAllOnesOrZero) {
  const auto host = open_device("host", {});
  EXPECT_EQ(compute(*host, Operation::lt, {{0x3f800000, 0x7fc00000}, {0x40000000, 0x3f800000}}),
            (Words{0xffffffff, 0x00000000}));
  EXPECT_EQ(compute(*host, Operation::ne, {{0x7fc00000}, {0x7fc00000}}), (Words{0xffffffff}));
}

TEST(Host, ReadsEachOperandInItsOwnFormat) {
  const auto host = open_device("host", {});
  EXPECT_EQ(compute(*host, Operation::itof, {{0xffffffff}}), (Words{0xbf800000}));
  EXPECT_EQ(compute(*host, Operation::utof, {{0xffffffff}}), (Words{0x4f800000}));
  // A condition is any set bit, also one that is a denormal as a float.
  EXPECT_EQ(compute(*host, Operation::movc, {{1, 0}, {7, 7}, {9, 9}}), (Words{7, 9}));
}

TEST(Host, KeepsDenormals) {
  const auto host = open_device("host", {});
  EXPECT_EQ(compute(*host, Operation::add, {{kSmallestDenormal}, {0}}), (Words{kSmallestDenormal}));
  EXPECT_EQ(compute(*host, Operation::mul, {{kSmallestNormal}, {0x3f000000}}), (Words{0x00400000}));
}

#if defined(__x86_64__)
TEST(Host, FlushesDenormalsWhereAskedAndNowhereElse) {
  const auto flush = open_device("host:flush", {});
  EXPECT_EQ(compute(*flush, Operation::add, {{kSmallestDenormal}, {0}}), (Words{0}));
  EXPECT_EQ(compute(*flush, Operation::mul, {{kSmallestNormal}, {0xbf000000}}), (Words{0x80000000}));
  volatile float denormal = 0x1p-149F;
  EXPECT_GT(denormal * 2.0F, 0.0F);
}

TEST(Host, ConvertsToIntegersAsTheCpuDoes) {
  const auto host = open_device("host", {});
  // Out of range, and for NaN, cvttss2si gives the integer indefinite [Intel SDM, CVTTSS2SI].
  EXPECT_EQ(compute(*host, Operation::ftoi, {{0xbfc00000, 0x4f000000, 0x7fc00000}}),
            (Words{0xffffffff, 0x80000000, 0x80000000}));
  EXPECT_EQ(compute(*host, Operation::ftou, {{0x4f7fffff}}), (Words{0xffffff00}));
}
#endif

TEST(Host, RefusesAWayThatItDoesNotHave) {
  try {
    static_cast<void>(open_device("host:fast", {}));
    FAIL() << "it was opened";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kDevice);
    EXPECT_NE(std::string(error.what()).find("there is no 'host:fast'"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace halfulp
