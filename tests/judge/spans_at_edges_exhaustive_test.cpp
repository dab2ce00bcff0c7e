// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "judge/judged.hpp"
#include "judge/spans_at_edges.hpp"

namespace halfulp {
namespace {

TEST(ManySpansAtEdges, AreToldOfWhatIsToldOfEachCase) {
  for (const char* const rulebook : {"d3d10", "d3d10.1", "d3d11", "metal1", "metal1-fast", "metal2.1", "metal4"}) {
    for (const Operation operation : test::operations_in_binary32(test::book(rulebook))) {
      EXPECT_EQ(test::SpansAtEdges(rulebook, operation).difference(5000, 100), "")
          << rulebook << ' ' << info(operation).name;
    }
  }
}

TEST(RightResultsOfAllOperands, PassBesideFarOnes) {
  for (const char* const rulebook : {"d3d10.1", "d3d11", "metal1-fast", "metal4"}) {
    for (const Operation operation : test::operations_in_binary32(test::book(rulebook))) {
      if (info(operation).arity != 1) continue;
      EXPECT_EQ(test::SpansAtEdges(rulebook, operation).failure_of_right_result(), "")
          << rulebook << ' ' << info(operation).name;
    }
  }
}

}  // namespace
}  // namespace halfulp
