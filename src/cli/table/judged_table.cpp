// SPDX-License-Identifier: Apache-2.0
#include "cli/table/judged_table.hpp"

#include <algorithm>

#include "number/lane.hpp"

namespace halfulp::cli {
namespace {

/// A part of a block's lanes.
std::vector<ConstLane> part_of(const TableBlock& block, std::size_t first, std::size_t count) {
  const OperationInfo& row = info(block.operation);
  std::vector<ConstLane> lanes;
  for (std::size_t k = 0; k < block.lanes.size(); ++k) {
    const bool is_result = k + 1 == block.lanes.size();
    const Format format = is_result ? row.result(block.format) : row.operand_format(static_cast<int>(k), block.format);
    const auto bytes = static_cast<std::size_t>(info(format).bytes);
    lanes.push_back(ConstLane(block.lanes[k]).subspan(first * bytes, count * bytes));
  }
  return lanes;
}

Tally judged(const SpanJudge& judge, std::vector<ConstLane> lanes, std::vector<Failure>* failures) {
  const ConstLane results = lanes.back();
  lanes.pop_back();
  Tally tally;
  judge.judge(0, lanes, results, tally, failures);
  return tally;
}

}  // namespace

const SpanJudge* JudgedTable::judge_of(Operation operation, Format format, std::uint64_t cases) {
  const std::pair key(operation, format);
  if (!book_.has(operation, format)) {
    without_rules_[key] += cases;
    return nullptr;
  }
  auto& judge = judges_[key];
  if (!judge) judge = std::make_unique<SpanJudge>(book_, operation, format, readings_);
  return judge.get();
}

void JudgedTable::keep(const TableBlock& block, std::size_t position) {
  if (results_.size() == kMostKept) return;
  JudgedResult result{block.lines[position], block.operation, block.format, {}, 0, "", {}};
  if (const auto written = block.decimals.find(position); written != block.decimals.end()) {
    result.decimal = written->second;
  }
  const OperationInfo& row = info(block.operation);
  for (int k = 0; k < row.arity; ++k) {
    result.operands.push_back(number::load(block.lanes[static_cast<std::size_t>(k)],
                                           info(row.operand_format(k, block.format)).bytes, position));
  }
  result.observed = number::load(block.lanes.back(), info(row.result(block.format)).bytes, position);
  result.judgement = judge_result(book_, block.operation, block.format, result.operands, result.observed, readings_);
  results_.push_back(std::move(result));
}

void JudgedTable::keep_readings(const SpanJudge& judge, const TableBlock& block) {
  constexpr std::size_t kPart = 64;
  for (std::size_t first = 0; first < block.cases && results_.size() < kMostKept; first += kPart) {
    const std::size_t count = std::min(kPart, block.cases - first);
    if (judged(judge, part_of(block, first, count), nullptr).reading == 0) continue;
    for (std::size_t i = first; i < first + count; ++i) {
      if (judged(judge, part_of(block, i, 1), nullptr).reading > 0) keep(block, i);
    }
  }
}

void JudgedTable::judge(const TableBlock& block) {
  const SpanJudge* const judge = judge_of(block.operation, block.format, block.cases);
  if (judge == nullptr) return;
  std::vector<Failure> failures;
  const Tally tally = judged(*judge, part_of(block, 0, block.cases), &failures);
  for (const Failure& failure : failures) keep(block, failure.position);
  if (tally.reading > 0) keep_readings(*judge, block);
  tally_.merge(tally);
}

void JudgedTable::judge(const ExpectedCase& expected) {
  // A line that has a result, too, is counted with its block.
  if (judge_of(expected.operation, expected.format, expected.has_result ? 0 : 1) == nullptr) return;
  ExpectationVerdict verdict = judge_expectation(book_, expected, readings_);
  ++fits_[static_cast<std::size_t>(verdict.fit)];
  if (expectations_.size() == kMostKept) return;
  Readings under = verdict.fit == Fit::right ? Readings() : right_under(book_, expected, readings_);
  expectations_.push_back({expected, std::move(verdict), std::move(under)});
}

std::vector<JudgedResult> JudgedTable::kept_results() const {
  std::vector<JudgedResult> results = results_;
  std::ranges::stable_sort(results, {}, &JudgedResult::line);
  return results;
}

std::vector<JudgedExpectation> JudgedTable::kept_expectations() const {
  std::vector<JudgedExpectation> expectations = expectations_;
  std::ranges::stable_sort(expectations, {}, [](const JudgedExpectation& one) { return one.expected.line; });
  return expectations;
}

}  // namespace halfulp::cli
