// SPDX-License-Identifier: Apache-2.0
#include "lowering/truth.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string_view>
#include <tuple>
#include <utility>

#include "rulebook/expression.hpp"

namespace halfulp {
namespace {

// x in [-7, 1.5], y in [-3, 4]
TEST(FormulasOverIntervals, HaveTheEndsOfTheirFunctions) {
  lowering::Box box{};
  box[0] = {-7, 1.5};
  box[1] = {-3, 4};
  const std::array<std::string_view, 2> names = {"x", "y"};
  for (const auto& [text, low, high] :
       {std::tuple{"max(x, y)", -3.0, 4.0}, std::tuple{"max(x, -y, -2)", -2.0, 3.0}, std::tuple{"max(1, x)", 1.0, 1.5},
        std::tuple{"max(8, x, y)", 8.0, 8.0}, std::tuple{"abs(x)", 0.0, 7.0}, std::tuple{"floor(x)", -7.0, 1.0}}) {
    const judge::Formula formula(rulebook::parse_expression(text), names);
    const judge::Enclosure values = lowering::values_over(formula, box);
    EXPECT_EQ(values.low, low) << text;
    EXPECT_EQ(values.high, high) << text;
  }
}

TEST(ConditionsOverIntervals, AreDecidedWhereTheGreatestDoesNotVary) {
  lowering::Box box{};
  box[0] = {1, 2};
  box[1] = {3, 4};
  const std::array<std::string_view, 2> names = {"x", "y"};
  for (const auto& [text, truth] :
       {std::pair{"max(x, y) > 2.5", lowering::Truth::yes}, std::pair{"max(x, y) < 3", lowering::Truth::no},
        std::pair{"max(x, 2 * x) < 3", lowering::Truth::varies}, std::pair{"abs(x) >= 0", lowering::Truth::yes}}) {
    EXPECT_EQ(lowering::holds_over(judge::Condition(rulebook::parse_expression(text), names), box), truth) << text;
  }
}

}  // namespace
}  // namespace halfulp
