// SPDX-License-Identifier: Apache-2.0
#include "range/executions.hpp"

#include <gtest/gtest.h>

#include "halfulp/error.hpp"
#include "judge/random_rulebook.hpp"
#include "number/layout.hpp"
#include "range/evaluate.hpp"
#include "range/reading/parse.hpp"

namespace halfulp::test {
namespace {

using judge::ValueSet;
using range::Evaluator;
using range::Program;

/// An expression for all of which the rulebook has rules.
Program drawn_program(const Rulebook& book, Format format, Random& random, std::string& text) {
  const std::vector<std::string> names = {"x", "y", "z"};
  while (true) {
    text = drawn_expression(random);
    const range::Freedom freedom{.contract = draw(random, 2) == 0, .reassociate = draw(random, 2) == 0};
    try {
      return range::parse_program(text, names, book, format, {}, freedom);
    } catch (const Error& error) {
      if (error.kind() != Error::Kind::kUsage) throw;
    }
  }
}

std::string sets_text(std::span<const ValueSet> sets) {
  std::string text;
  for (const ValueSet& set : sets) text += "; operand in " + set.permitted().text();
  return text;
}

std::string operands_text(const Program& program, std::span<const Bits> operands) {
  std::string text;
  for (const Bits bits : operands) text += bits_text(program.format->format, bits) + " ";
  return text;
}

}  // namespace

ExecutionCounts expect_bounds_hold(const Rulebook& book, Format format, Random& random, int expressions, int boxes,
                                   int executions) {
  ExecutionCounts counts;
  for (int e = 0; e < expressions; ++e) {
    std::string text;
    const Program program = drawn_program(book, format, random, text);
    Evaluator evaluator(program);
    const std::size_t result = program.results.front();
    ++counts.expressions;
    for (int b = 0; b < boxes; ++b) {
      std::vector<ValueSet> sets;
      for (int i = 0; i < 3; ++i) sets.push_back(drawn_set(random, format));
      const range::NodeSets outer = evaluator.outer(sets);
      for (int n = 0; n < executions; ++n) {
        std::vector<Bits> operands;
        std::vector<ValueSet> points;
        for (const ValueSet& set : sets) {
          operands.push_back(drawn_member(random, set));
          points.push_back(range::set_of(format, operands.back()));
        }
        const std::vector<Bits> values = evaluator.execution(
            operands, [&](const ValueSet& set) { return drawn_member(random, set); },
            [&](std::size_t ways) { return draw(random, ways); });
        ++counts.executions;
        // Every step, so that a bound that is too narrow is found where it arises.
        for (std::size_t i = 0; i < values.size(); ++i) {
          if (outer[i].contains(values[i])) continue;
          ADD_FAILURE() << book.id() << ": " << text << " at " << operands_text(program, operands) << ": "
                        << program.nodes[i].text << " = " << hex_text(program.nodes[i].format, values[i]) << ", not in "
                        << outer[i].permitted().text() << sets_text(sets);
          return counts;
        }
        if (n % 4 != 0) continue;
        const range::NodeSets of_point = evaluator.outer(points);
        const auto exact = evaluator.exact(operands, 2000);
        EXPECT_TRUE(of_point[result].contains(values[result]))
            << book.id() << ": " << text << " at " << operands_text(program, operands) << ": "
            << hex_text(format, values[result]) << ", not in " << of_point[result].permitted().text();
        if (!exact) continue;
        ++counts.exact;
        EXPECT_TRUE(exact->front().contains(values[result]))
            << book.id() << ": " << text << " at " << operands_text(program, operands) << ": "
            << hex_text(format, values[result]) << ", not in " << exact->front().permitted().text();
        for (const ValueSet& set : *exact) EXPECT_FALSE(set.empty());
      }
      if (testing::Test::HasFailure()) return counts;
    }
  }
  return counts;
}

int expect_bounds_hold_for_users(std::uint64_t first, std::uint64_t end, Random& random, int expressions, int boxes,
                                 int executions) {
  int rulebooks = 0;
  for (std::uint64_t seed = first; seed < end; ++seed) {
    try {
      const Rulebook book = Rulebook::parse(random_rulebook(seed).toml, "drawn.toml");
      expect_bounds_hold(book, Format::binary32, random, expressions, boxes, executions);
      ++rulebooks;
    } catch (const Error&) {
      // It is none, or permits nothing in some case.
    }
    if (!testing::Test::HasFailure()) continue;
    ADD_FAILURE() << "seed " << seed;
    return rulebooks;
  }
  return rulebooks;
}

}  // namespace halfulp::test
