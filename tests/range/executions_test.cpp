// SPDX-License-Identifier: Apache-2.0
#include "range/executions.hpp"

#include <gtest/gtest.h>

namespace halfulp {
namespace {

using test::Random;

TEST(RangeExecutions, EveryAdmissibleExecutionIsInTheBounds) {
  for (const std::string& id : Rulebook::embedded()) {
    const Rulebook book = Rulebook::open(id);
    for (const Format format : {Format::binary32, Format::binary16}) {
      if (!book.has(Operation::add, format)) continue;
      Random random(1);  // of its own: what another rulebook rules does not change the expressions
      const test::ExecutionCounts counts = test::expect_bounds_hold(book, format, random, 15, 6, 12);
      EXPECT_GT(counts.exact, 100) << id;
      if (HasFailure()) return;
    }
  }
}

TEST(RangeExecutions, SoItIsUnderRulebooksOfUsers) {
  Random random(2);
  EXPECT_GT(test::expect_bounds_hold_for_users(0, 40, random, 5, 4, 12), 20);
}

}  // namespace
}  // namespace halfulp
