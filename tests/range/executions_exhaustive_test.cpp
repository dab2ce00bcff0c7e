// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "range/executions.hpp"

namespace halfulp {
namespace {

using test::Random;

TEST(RangeExecutions, TenMillionOfHundredsOfExpressionsAreInTheBounds) {
  Random random(11);
  test::ExecutionCounts all;
  for (const std::string& id : Rulebook::embedded()) {
    const Rulebook book = Rulebook::open(id);
    for (const Format format : {Format::binary32, Format::binary16, Format::binary64}) {
      if (!book.has(Operation::add, format)) continue;
      const test::ExecutionCounts counts = test::expect_bounds_hold(book, format, random, 25, 30, 330);
      all.expressions += counts.expressions;
      all.executions += counts.executions;
      if (HasFailure()) return;
    }
  }
  EXPECT_GE(all.expressions, 300);
  EXPECT_GE(all.executions, 10'000'000);
}

TEST(RangeExecutions, RulebooksOfUsersToo) {
  Random random(12);
  EXPECT_GT(test::expect_bounds_hold_for_users(1000, 2000, random, 10, 10, 20), 500);
}

}  // namespace
}  // namespace halfulp
