// SPDX-License-Identifier: Apache-2.0
// Bounds of an expression of 29 steps, of given operands and of boxes. Next to it one execution, each of whose steps is
// a case for the definition.
#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "parts.hpp"
#include "range/evaluate.hpp"
#include "range/reading/parse.hpp"
#include "range/reading/where.hpp"

namespace halfulp::benchmarks {
namespace {

constexpr std::string_view kExpression =
    "let a = x * x + 1; let b = sqrt(a); let c = rcp(b) * x; let d = exp2(c) * log2(a); let e = sin(d) * 0.5 + cos(c) "
    "* "
    "0.25; let f = e * e - d * c; let g = rsqrt(f * f + 2); let h = min(max(g * f, 0), 1); h * h * (3 - 2 * h) + a * x";

/// The expression, and its operand in a set.
struct Question {
  range::Program program;
  std::vector<judge::ValueSet> sets;
  range::Evaluator evaluator{program};

  Question(const std::string& where, const std::string& book)
      : program(range::parse_program(kExpression, std::vector<std::string>{"x"}, Rulebook::open(book), Format::binary32,
                                     {}, {})),
        sets({range::parse_where(where, Format::binary32)[0].set}) {}

  void bound() {
    if (evaluator.outer(sets).back().empty()) throw std::runtime_error("no result");
  }
  void execute() const {
    const Bits operands[] = {0x3f333333};
    const auto first = [&](const judge::ValueSet& set) {
      return set.permitted().ranges.empty() ? Bits{0x7fc00000} : set.permitted().ranges.front().first;
    };
    if (evaluator.execution(operands, first, [](std::size_t) { return std::size_t{0}; }).empty()) {
      throw std::runtime_error("no result");
    }
  }
};

Benchmark row(const std::string& name, const std::string& where, const std::string& book) {
  return {.name = fmt::format("range/{}/{}", name, book),
          .unit = "expressions",
          .instruction_set = instruction_set(),
          .prepare = [=] {
            const auto question = std::make_shared<Question>(where, book);
            return Workload{
                .items = 1,
                .contenders = {{"halfulp", [question](std::size_t, std::size_t) { question->bound(); }},
                               {"one_execution", [question](std::size_t, std::size_t) { question->execute(); }}}};
          }};
}

}  // namespace

std::vector<Benchmark> range_benchmarks() {
  return {row("given", "x = 0.7", "d3d11"), row("box", "x in [0.7, 0.71]", "d3d11"),
          row("given", "x = 0.7", "metal4-fast"), row("box", "x in [0.7, 0.71]", "metal4-fast")};
}

}  // namespace halfulp::benchmarks
