// SPDX-License-Identifier: Apache-2.0
#include "report/ways.hpp"

#include <gtest/gtest.h>

namespace halfulp::report {
namespace {

Result way(const std::string& instruction, std::uint64_t failed) {
  Result result;
  result.variant = {.name = instruction, .instruction = instruction, .operands = "storage image"};
  result.principal = false;
  result.planned = 100;
  result.tally.cases = 100;
  result.tally.passed = 100 - failed;
  result.tally.failed = failed;
  if (failed > 0) result.tally.broken["RULE"].count = failed;
  return result;
}

std::vector<std::string> instructions(const std::vector<Result>& results) {
  std::vector<const Result*> all;
  for (const Result& result : results) all.push_back(&result);
  std::vector<std::string> texts;
  for (const Ways& ways : folded(all)) texts.push_back(ways.instruction);
  return texts;
}

using Texts = std::vector<std::string>;

TEST(Ways, ThatPassAsThePrincipalOneAreOneRow) {
  EXPECT_EQ(instructions({way("A", 0), way("B", 0), way("C", 0), way("D", 1)}),
            (Texts{"A", "2 more ways: the same verdict", "D"}));
  EXPECT_EQ(instructions({way("A", 0), way("B", 0)}), (Texts{"A", "B"}));
}

TEST(Ways, OfOneComponentEachAreOneRow) {
  EXPECT_EQ(instructions({way("A", 0), way("RGBA.x Op", 2), way("RGBA.y Op", 2), way("RGBA.z Op", 2)}),
            (Texts{"A", "RGBA.xyz Op"}));
  EXPECT_EQ(instructions({way("RGBA.x", 2), way("RGBA.y", 2), way("GLSL.std.450 Op", 2)}),
            (Texts{"RGBA.xy", "GLSL.std.450 Op"}));
}

TEST(Ways, ThatFailDifferentlyHaveTheirOwnRows) {
  EXPECT_EQ(instructions({way("A", 0), way("RGBA.x Op", 2), way("RGBA.y Op", 3), way("BGRA.x Op", 2)}),
            (Texts{"A", "RGBA.x Op", "RGBA.y Op", "BGRA.x Op"}));
  Result other = way("RGBA.y Op", 2);
  other.tally.broken = {{"ANOTHER", {2, {}}}};
  EXPECT_EQ(instructions({way("A", 0), way("RGBA.x Op", 2), other}), (Texts{"A", "RGBA.x Op", "RGBA.y Op"}));
}

TEST(Ways, ThatDoNotCountAreNotOneRowWithThoseThatDo) {
  Result shown = way("B", 0);
  shown.variant.counts = false;
  EXPECT_EQ(instructions({way("A", 0), shown}), (Texts{"A", "B"}));
  EXPECT_EQ(instructions({way("A", 0), shown, way("C", 0), way("D", 0)}),
            (Texts{"A", "2 more ways: the same verdict", "B"}));
}

TEST(Ways, AreCountedTogether) {
  const Result first = way("RGBA.x Op", 2);
  const Result second = way("RGBA.y Op", 2);
  const Result* const both[] = {&first, &second};
  const std::vector<Ways> rows = folded(both);
  ASSERT_EQ(rows.size(), 1);
  EXPECT_EQ(rows.front().tally.cases, 200);
  EXPECT_EQ(rows.front().tally.failed, 4);
}

}  // namespace
}  // namespace halfulp::report
