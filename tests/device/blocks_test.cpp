// SPDX-License-Identifier: Apache-2.0
#include "device/blocks.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace halfulp {
namespace {

constexpr std::size_t kBytes = sizeof(std::uint32_t);

/// A driver that writes the first `written` results of a block, each `value`.
struct Driver {
  std::size_t written;
  std::uint32_t value;
  int asked = 0;
  std::vector<std::uint32_t> results = {};

  /// What is said of the block, or "".
  std::string computes(std::size_t cases) {
    results.assign(cases, 0);
    try {
      device::compute_all(std::as_writable_bytes(std::span(results)), kBytes, [this] {
        ++asked;
        std::fill_n(results.begin(), written, value);
      });
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
};

TEST(Blocks, AreAskedOnceWhereTheirResultsAreWritten) {
  Driver driver{.written = 1000, .value = 7};
  EXPECT_EQ(driver.computes(1000), "");
  EXPECT_EQ(driver.asked, 1);
  EXPECT_EQ(driver.results, std::vector<std::uint32_t>(1000, 7));
}

TEST(Blocks, AreLostWhereTheirEndIsNotWritten) {
  for (const std::size_t written : {0U, 500U, 984U}) {
    Driver driver{.written = written, .value = 7};
    EXPECT_EQ(driver.computes(1000).substr(0, 73),
              "the driver reported no error and left the last 16 of 1000 results unwritt");
  }
  Driver driver{.written = 0, .value = 7};
  EXPECT_EQ(driver.computes(3).substr(0, 54), "the driver reported no error and left the last 3 of 3 ");
}

// Of other places the judge says that their results are wrong.
TEST(Blocks, AreNotLostWhereOneOfTheLastIsWritten) {
  Driver driver{.written = 985, .value = 7};
  EXPECT_EQ(driver.computes(1000), "");
}

TEST(Blocks, MayHaveThePatternsAsResults) {
  for (const std::uint32_t pattern : {0xa5a5a5a5U, 0x5a5a5a5aU}) {
    Driver driver{.written = 100, .value = pattern};
    EXPECT_EQ(driver.computes(100), "");
    EXPECT_EQ(driver.results, std::vector<std::uint32_t>(100, pattern));
  }
}

}  // namespace
}  // namespace halfulp
