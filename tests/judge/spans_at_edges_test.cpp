// SPDX-License-Identifier: Apache-2.0
#include "judge/spans_at_edges.hpp"

#include <gtest/gtest.h>

#include "judge/judged.hpp"

namespace halfulp {
namespace {

TEST(SpansAtEdges, AreToldOfWhatIsToldOfEachCase) {
  for (const char* const rulebook : {"d3d10", "d3d11", "metal1", "metal4"}) {
    for (const Operation operation : test::operations_in_binary32(test::book(rulebook))) {
      EXPECT_EQ(test::SpansAtEdges(rulebook, operation).difference(8, 100), "")
          << rulebook << ' ' << info(operation).name;
    }
  }
}

}  // namespace
}  // namespace halfulp
