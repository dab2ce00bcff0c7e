// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "device/lanes.hpp"
#include "device/reference/reference_device.hpp"
#include "halfulp/error.hpp"

namespace halfulp {
namespace {

using test::compute;
using test::Words;

TEST(Reference, IsOfTheBookThatItsNameSaysElseOfTheOptionsElseOfD3d11) {
  DeviceOptions options;
  EXPECT_EQ(open_device("reference", options)->description().name, "reference:d3d11");
  options.rulebook = Rulebook::open("d3d10.1");
  EXPECT_EQ(open_device("reference", options)->description().name, "reference:d3d10.1");
  EXPECT_EQ(open_device("reference:d3d10", options)->description().name, "reference:d3d10");
}

TEST(Reference, OffersWhatItsBookHasRulesFor) {
  const Rulebook book = Rulebook::open("d3d11");
  const auto reference = open_device("reference:d3d11", {});
  for (const OperationInfo& row : operations()) {
    EXPECT_EQ(!reference->variants(row.operation, Format::binary32).empty(), book.has(row.operation, Format::binary32))
        << row.name;
  }
}

TEST(Reference, FlushesAndRoundsToNearest) {
  const auto reference = open_device("reference:d3d11", {});
  EXPECT_EQ(compute(*reference, Operation::add, {{0x3f800001, 0x00000001}, {0x33800000, 0x80000000}}),
            (Words{0x3f800002, 0x00000000}));
  EXPECT_EQ(compute(*reference, Operation::min, {{0x7fc00000}, {0x3f800000}}), (Words{0x3f800000}));
  EXPECT_EQ(compute(*reference, Operation::ftoi, {{0x4f000000, 0x7fc00000}}), (Words{0x7fffffff, 0x00000000}));
}

TEST(Reference, OfAnUnknownBookSaysSo) {
  EXPECT_THROW(static_cast<void>(open_device("reference:d3d12000", {})), Error);
}

}  // namespace
}  // namespace halfulp
