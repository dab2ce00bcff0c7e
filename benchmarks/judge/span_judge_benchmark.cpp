// SPDX-License-Identifier: Apache-2.0
// How many results per second the bulk path judges: d3d11, the quick suite's cases, correct results.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <string>
#include <vector>

#include "halfulp/evaluate.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/operation.hpp"
#include "halfulp/rulebook.hpp"
#include "halfulp/suite.hpp"

namespace halfulp {
namespace {

constexpr std::size_t kCases = 1 << 14;
constexpr Format kFormat = Format::binary32;

void judge_span(benchmark::State& state, Operation operation) {
  const Rulebook book = Rulebook::open("d3d11");
  const OperationInfo& row = info(operation);
  std::vector<std::vector<std::byte>> operands;
  for (int i = 0; i < row.arity; ++i) {
    operands.emplace_back(kCases * static_cast<std::size_t>(info(row.operand_format(i, kFormat)).bytes));
  }
  std::vector<std::byte> results(kCases * static_cast<std::size_t>(info(row.result(kFormat)).bytes));
  const Suite suite(SuiteSize::quick, 1, operation, kFormat);
  suite.fill(suite.cases() - kCases, std::vector<Lane>(operands.begin(), operands.end()));
  const std::vector<ConstLane> lanes(operands.begin(), operands.end());
  Evaluator(book, operation, kFormat).evaluate(lanes, results);

  const SpanJudge judge(book, operation, kFormat);
  for (auto _ : state) {
    Tally tally;
    judge.judge(0, lanes, results, tally);
    benchmark::DoNotOptimize(tally);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kCases));
}

const bool kRegistered = [] {
  for (const OperationInfo& row : operations()) {
    const Operation operation = row.operation;
    const std::string name = "SpanJudge/" + std::string(row.name);
    benchmark::RegisterBenchmark(name.c_str(), [operation](benchmark::State& state) { judge_span(state, operation); });
  }
  return true;
}();

}  // namespace
}  // namespace halfulp
