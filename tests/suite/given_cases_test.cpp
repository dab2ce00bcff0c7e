// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

#include "halfulp/suite.hpp"

namespace halfulp {
namespace {

TEST(GivenCases, AreFilledInFromAnyPlace) {
  const auto x = std::make_shared<std::vector<std::uint16_t>>(std::vector<std::uint16_t>{10, 11, 12, 13});
  const std::vector<std::uint32_t> c = {20, 21, 22, 23};
  const Suite suite(Operation::movc, Format::binary16,
                    {std::as_bytes(std::span(c)), std::as_bytes(std::span(*x)), std::as_bytes(std::span(*x))},
                    {{"given", 4}}, x);
  EXPECT_EQ(suite.cases(), 4U);
  EXPECT_EQ(suite.coverage().front().kind, "given");
  std::vector<std::uint32_t> c2(2);
  std::vector<std::uint16_t> x2(2);
  std::vector<std::uint16_t> y2(2);
  const Lane lanes[] = {std::as_writable_bytes(std::span(c2)), std::as_writable_bytes(std::span(x2)),
                        std::as_writable_bytes(std::span(y2))};
  suite.fill(1, lanes);
  EXPECT_EQ(c2, (std::vector<std::uint32_t>{21, 22}));
  EXPECT_EQ(x2, (std::vector<std::uint16_t>{11, 12}));
  EXPECT_EQ(y2, x2);
}

TEST(GivenCases, AreKeptAsLongAsTheSuite) {
  auto x = std::make_shared<std::vector<std::uint32_t>>(1000, 7);
  const std::weak_ptr<const void> watched = x;
  {
    std::optional<Suite> suite;
    suite.emplace(Operation::sqrt, Format::binary32, std::vector<ConstLane>{std::as_bytes(std::span(*x))},
                  std::vector<Coverage>{{"given", 1000}}, x);
    x.reset();
    const Suite copy = *suite;
    suite.reset();
    EXPECT_EQ(copy.cases(), 1000U);
    EXPECT_FALSE(watched.expired());
  }
  EXPECT_TRUE(watched.expired());
}

}  // namespace
}  // namespace halfulp
