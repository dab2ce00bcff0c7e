// SPDX-License-Identifier: Apache-2.0
#include "range/executions.hpp"

#include <gtest/gtest.h>

#include "halfulp/error.hpp"
#include "judge/random_rulebook.hpp"

namespace halfulp {
namespace {

using test::Random;

TEST(RangeExecutions, EveryAdmissibleExecutionIsInTheBounds) {
  Random random(1);
  for (const std::string& id : Rulebook::embedded()) {
    const Rulebook book = Rulebook::open(id);
    for (const Format format : {Format::binary32, Format::binary16}) {
      if (!book.has(Operation::add, format)) continue;
      const test::ExecutionCounts counts = test::expect_bounds_hold(book, format, random, 15, 6, 12);
      EXPECT_GT(counts.exact, 100) << id;
      if (HasFailure()) return;
    }
  }
}

TEST(RangeExecutions, SoItIsUnderRulebooksOfUsers) {
  Random random(2);
  int rulebooks = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    try {
      const Rulebook book = Rulebook::parse(test::random_rulebook(seed).toml, "drawn.toml");
      test::expect_bounds_hold(book, Format::binary32, random, 5, 4, 12);
      ++rulebooks;
    } catch (const Error&) {
      // It is none, or permits nothing in some case.
    }
    if (HasFailure()) FAIL() << "seed " << seed;
  }
  EXPECT_GT(rulebooks, 20);
}

}  // namespace
}  // namespace halfulp
