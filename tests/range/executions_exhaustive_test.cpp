// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "halfulp/error.hpp"
#include "judge/random_rulebook.hpp"
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
  int rulebooks = 0;
  for (std::uint64_t seed = 1000; seed < 2000; ++seed) {
    try {
      const Rulebook book = Rulebook::parse(test::random_rulebook(seed).toml, "drawn.toml");
      test::expect_bounds_hold(book, Format::binary32, random, 10, 10, 20);
      ++rulebooks;
    } catch (const Error&) {
      // It is none, or permits nothing in some case.
    }
    if (HasFailure()) FAIL() << "seed " << seed;
  }
  EXPECT_GT(rulebooks, 500);
}

}  // namespace
}  // namespace halfulp
