// SPDX-License-Identifier: Apache-2.0
// Expressions that other tools take as benchmarks: FPBench's and Herbie's, and lines of shaders. Their inputs are those
// benchmarks' ranges.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "range/answer.hpp"
#include "range/drawn.hpp"
#include "range/reading/parse.hpp"
#include "range/reading/where.hpp"

namespace halfulp {
namespace {

struct Example {
  std::string name;
  std::string expression;
  std::string where;
};

const std::array<Example, 18> kExamples = {{
    {"2sqrt", "sqrt(x + 1) - sqrt(x)", "x in [0, 1e10]"},
    {"doppler1", "let t1 = 331.4 + 0.6 * t; (-t1 * v) / ((t1 + u) * (t1 + u))",
     "u in [-100, 100]; v in [20, 20000]; t in [-30, 50]"},
    {"rigidBody1", "((-(x1 * x2) - (2 * x2) * x3) - x1) - x3", "x1 in [-15, 15]; x2 in [-15, 15]; x3 in [-15, 15]"},
    {"sine", "((x - (x * x * x) / 6) + (x * x * x * x * x) / 120) - (x * x * x * x * x * x * x) / 5040",
     "x in [-1.57, 1.57]"},
    {"sqroot", "(((1 + 0.5 * x) - (0.125 * x) * x) + ((0.0625 * x) * x) * x) - (((0.0390625 * x) * x) * x) * x",
     "x in [0, 1]"},
    {"carbonGas", "(p + 0.401 / (v * v)) * (v - 1000 * 42.7e-6) - 1.3806503e-23 * 1000 * 300",
     "p in [1e6, 1e7]; v in [0.1, 0.5]"},
    {"verhulst", "(4 * x) / (1 + x / 1.11)", "x in [0.1, 0.3]"},
    {"predatorPrey", "((4 * x) * x) / (1 + (x / 1.11) * (x / 1.11))", "x in [0.1, 0.3]"},
    {"nmse3.1", "rsqrt(x) - rsqrt(x + 1)", "x in [1, 1e6]"},
    {"nmse3.2", "sin(x + e1) - sin(x)", "x in [0, 3]; e1 in [0.001, 0.01]"},
    {"quadratic", "let d = sqrt(b * b - 4 * a * c); (-b + d) / (2 * a)", "a in [1, 2]; b in [10, 20]; c in [1, 2]"},
    {"hypot", "sqrt(x * x + y * y)", "x in [1, 100]; y in [1, 100]"},
    {"half Lambert", "let h = dot(n, l) * 0.5 + 0.5; h * h", "n.xyz in [-1, 1]; l.xyz in [-1, 1]"},
    {"Schlick", "f + (1 - f) * pow(1 - saturate(dot(v, h)), 5)", "f in [0.02, 1]; v.xyz in [0, 1]; h.xyz in [0, 1]"},
    {"Blinn-Phong", "pow(saturate(dot(normalize(n), normalize(h))), 32)", "n.xyz in [0.1, 1]; h.xyz in [0.1, 1]"},
    {"gamma", "pow(x, 1 / 2.2)", "x in [0.001, 1]"},
    {"luma", "dot(c, float3(0.299, 0.587, 0.114))", "c.xyz in [0, 1]"},
    {"smoothstep", "smoothstep(0.2, 0.8, x)", "x in [0, 1]"},
}};

TEST(RangeBenchmarks, HoldEveryAdmissibleExecution) {
  test::Random random(5);
  for (const std::string id : {"d3d11", "metal4-fast", "metal1-fast", "vulkan1.3"}) {
    for (const Example& example : kExamples) {
      std::vector<std::string> names;
      std::vector<judge::ValueSet> sets;
      for (const range::Operand& operand : range::parse_where(example.where, Format::binary32)) {
        names.push_back(operand.name);
        sets.push_back(operand.set);
      }
      const range::Program program =
          range::parse_program(example.expression, names, Rulebook::open(id), Format::binary32, {}, {});
      const range::Answer answer = range::answer(program, sets, {.cases = 1000, .boxes = 60});
      const range::Evaluator evaluator(program);
      for (int i = 0; i < 150; ++i) {
        std::vector<Bits> operands;
        for (const judge::ValueSet& set : sets) operands.push_back(test::drawn_member(random, set));
        const auto values = evaluator.execution(
            operands, [&](const judge::ValueSet& set) { return test::drawn_member(random, set); },
            [&](std::size_t ways) { return test::draw(random, ways); });
        const Bits result = values[program.results[0]];
        EXPECT_TRUE(answer.components[0].outer.contains(result))
            << id << ", " << example.name << ": " << hex_text(Format::binary32, result) << " is not in "
            << answer.components[0].outer.permitted().text();
      }
    }
  }
}

}  // namespace
}  // namespace halfulp
