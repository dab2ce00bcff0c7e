// SPDX-License-Identifier: Apache-2.0
#include "lowering/intervals.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "halfulp/error.hpp"
#include "judge/random_rulebook.hpp"
#include "lowering/windows.hpp"

namespace halfulp {
namespace {

using lowering::Question;

constexpr std::size_t kWindows = 40;

bool has_one_operand(Operation operation) { return info(operation).arity == 1; }

/// Asks about every operation of one operand that both rulebooks have.
std::string difference_between(const std::string& a, const std::string& b, std::size_t windows) {
  const Rulebook book_a = Rulebook::open(a);
  const Rulebook book_b = Rulebook::open(b);
  suite::Random random(1);
  std::string found;
  for (const OperationInfo& row : operations()) {
    for (const Format format : {Format::binary16, Format::binary32}) {
      if (!has_one_operand(row.operation) || row.only_format().value_or(format) != format ||
          !book_a.has(row.operation, format) || !book_b.has(row.operation, format) ||
          rulebook::is_composed(book_a.model(), row.operation, format) ||
          rulebook::is_composed(book_b.model(), row.operation, format)) {
        continue;
      }
      const Question question{lowering::side_of_operation(book_a, row.operation, format),
                              lowering::side_of_operation(book_b, row.operation, format)};
      const std::string window = test::differing_window(question, windows, random);
      if (!window.empty()) found += fmt::format("{} in {}: {}\n", row.name, info(format).name, window);
    }
  }
  return found;
}

TEST(IntervalAnswers, AreTheDefinitionsBetweenRulebooks) {
  for (const auto& [a, b] : {std::pair{"metal1-fast", "d3d11"}, std::pair{"metal4-fast", "d3d10"},
                             std::pair{"d3d11", "metal1"}, std::pair{"d3d10", "metal4-fast"}}) {
    EXPECT_EQ(difference_between(a, b, kWindows), "") << a << ' ' << b;
  }
}

TEST(IntervalAnswers, AreTheDefinitionsOfExpressions) {
  suite::Random random(2);
  for (const auto& [expression, steps, operation] :
       {std::tuple{"rcp(sqrt(x))", "d3d11", "rsq"}, std::tuple{"x * rsq(x)", "d3d11", "sqrt"},
        std::tuple{"exp2(x * 1.4426950408889634)", "metal4-fast", "exp"},
        std::tuple{"sin(x) / cos(x)", "metal1", "tan"}, std::tuple{"x - floor(x)", "metal1", "frc"},
        std::tuple{"1 / sqrt(x)", "metal1", "rsq"}, std::tuple{"-(0 - x) * x", "d3d11", "sqrt"},
        std::tuple{"log2(x) * 0.6931472", "metal1", "log"}}) {
    const Operation asked = *find_operation(operation);
    const Rulebook book = Rulebook::open(steps);
    const Rulebook other = Rulebook::open(book.has(asked, Format::binary32) ? steps : "d3d11");
    const Question question{lowering::side_of_expression(book, expression, asked, Format::binary32,
                                                         [](std::string_view name) { return *find_operation(name); }),
                            lowering::side_of_operation(other, asked, Format::binary32)};
    EXPECT_EQ(test::differing_window(question, kWindows, random), "") << expression;
  }
}

Rulebook with_reciprocal_and_quotient(const std::string& reciprocal, const std::string& quotient) {
  const auto rule = [](std::string_view id, std::string_view operation, const std::string& accuracy) {
    return fmt::format(
        "[[rule]]\nid = \"{}\"\noperations = [\"{}\"]\nformats = [\"binary16\"]\naccuracy = {{ {} }}\n"
        "source = {{ document = \"MINE\", clause = \"1\", says = \"mine\" }}\nstatus = \"stated\"\n",
        id, operation, accuracy);
  };
  return Rulebook::parse("[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nextends = \"d3d11\"\n" +
                             rule("MINE-RECIPROCAL", "reciprocal", reciprocal) + rule("MINE-DIV", "div", quotient),
                         "mine.toml");
}

/// 1 / x is a step by the rule of the reciprocal, 2 / x one by that of division. The rule of the other one, which
/// permits the same for many operands in a row, says nothing of it.
TEST(IntervalAnswers, AreTheDefinitionsWhereTheReciprocalIsNoDivision) {
  const std::string anything = "unconstrained = true";
  const std::string truncated = "rounded = \"toward_zero\"";
  const Rulebook asked = with_reciprocal_and_quotient("rounded = \"nearest_even\"", anything);
  suite::Random random(3);
  for (const auto& [expression, steps] :
       {std::pair{"1 / x", with_reciprocal_and_quotient(truncated, anything)},
        std::pair{"1.00 / x", with_reciprocal_and_quotient(truncated, anything)},
        std::pair{"0.5 * (2 / x)", with_reciprocal_and_quotient(anything, truncated)}}) {
    const auto find = [](std::string_view name) { return *find_operation(name); };
    const Question question{
        lowering::side_of_expression(steps, expression, Operation::reciprocal, Format::binary16, find),
        lowering::side_of_operation(asked, Operation::reciprocal, Format::binary16)};
    EXPECT_EQ(test::differing_window(question, kWindows, random), "") << expression;
  }
}

/// Drawn rulebooks, each against another and against what it extends.
TEST(IntervalAnswers, AreTheDefinitionsOfDrawnRulebooks) {
  constexpr std::uint64_t kBooks = 150;
  std::size_t asked = 0;
  for (std::uint64_t seed = 1; seed <= kBooks; ++seed) {
    suite::Random random(seed);
    const auto drawn = test::random_rulebook(seed);
    try {
      const Rulebook book = Rulebook::parse(drawn.toml, "drawn.toml");
      for (const auto& [operation, format] : drawn.operations) {
        if (!has_one_operand(operation) || rulebook::is_composed(book.model(), operation, format)) continue;
        const Rulebook other = Rulebook::open(
            info(operation).family == OperationFamily::pixel || random.below(2) == 0 ? "d3d11" : "metal1");
        if (!other.has(operation, format)) continue;
        for (const bool is_asked : {false, true}) {
          const auto side = [&](bool of_drawn) {
            return lowering::side_of_operation(of_drawn ? book : other, operation, format);
          };
          ++asked;
          ASSERT_EQ(test::differing_window({side(!is_asked), side(is_asked)}, 6, random), "")
              << "seed " << seed << " " << info(operation).name << " " << is_asked << "\n"
              << drawn.toml;
        }
      }
    } catch (const Error&) {
      continue;  // the loader refuses it, or it permits nothing
    }
  }
  EXPECT_GT(asked, kBooks / 4);
}

}  // namespace
}  // namespace halfulp
