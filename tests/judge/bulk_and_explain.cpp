// SPDX-License-Identifier: Apache-2.0
#include "judge/bulk_and_explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

#include "judge/alternatives.hpp"
#include "judge/ruling.hpp"

namespace halfulp::test {
namespace {

/// The lane of some values.
std::vector<std::byte> lane_of(Format format, std::span<const Bits> values) {
  const auto bytes = static_cast<std::size_t>(info(format).bytes);
  std::vector<std::byte> lane(values.size() * bytes);
  for (std::size_t i = 0; i < values.size(); ++i) std::memcpy(lane.data() + i * bytes, &values[i], bytes);
  return lane;
}

/// What the explain path says of one case, as the tally of that case alone.
Tally explained(const judge::Ruling& ruling, const judge::Alternatives& alternatives, const Observations& seen,
                std::size_t i) {
  const std::vector<Bits> operands = seen.at(i);
  const Judgement judgement =
      judge::judge_case(ruling, alternatives, operands, seen.results[i], judge::RuleOfReadings::named);
  Witness witness;
  witness.index = i;
  std::copy(operands.begin(), operands.end(), witness.operands.begin());
  witness.observed = seen.results[i];
  witness.error_ulp = judgement.error_ulp;
  Tally tally;
  tally.cases = 1;
  bool measured = false;
  switch (judgement.verdict) {
    case Verdict::pass:
      tally.passed = 1;
      measured = true;
      if (judgement.rounding == Rounding::nearest) tally.to_nearest = {1, witness};
      if (judgement.rounding == Rounding::toward_zero) tally.toward_zero = {1, witness};
      break;
    case Verdict::fail:
      tally.failed = 1;
      tally.broken[judgement.rule] = {1, witness};
      measured = judgement.rule == ruling.rules.accuracy_rule;
      break;
    case Verdict::reading: {
      tally.reading = 1;
      std::string name;
      for (const auto& [id, option] : judgement.under) {
        if (!name.empty()) name += ", ";
        name += id;
        name += '=';
        name += option;
      }
      tally.under[name] = {1, witness};
      break;
    }
    case Verdict::unconstrained:
      tally.unconstrained = 1;
      break;
    case Verdict::invalid_operand:
      tally.invalid_operand = 1;
      break;
  }
  if (measured && judgement.error_ulp) tally.worst = witness;
  return tally;
}

std::string told(const std::string& name, const Tally::Group& group) {
  return " " + name + " " + std::to_string(group.count) + " (first " + std::to_string(group.example.index) + ")";
}

std::string told(const std::map<std::string, Tally::Group>& groups) {
  std::string text;
  for (const auto& [name, group] : groups) text += told(name, group);
  return text;
}

/// The fast path measures errors in doubles, and not at all where they are zero.
constexpr double kErrorTolerance = 0x1p-26;

/// Below 2^-20 ULP the bulk path tells 0.
double worst_error(const Tally& tally) {
  const double error = tally.worst ? *tally.worst->error_ulp : 0;
  return error < 0x1p-20 ? 0 : error;
}

double error_tolerance(const Tally& tally) { return kErrorTolerance * std::max(1.0, worst_error(tally)); }

constexpr std::size_t kFew = 4096;
constexpr std::size_t kBlock = 256;

}  // namespace

std::vector<Bits> Observations::at(std::size_t i) const {
  std::vector<Bits> bits;
  for (const auto& lane : operands) bits.push_back(lane[i]);
  return bits;
}

void Observations::judge(const SpanJudge& judge, std::size_t first, std::size_t count, Tally& tally) const {
  const OperationInfo& row = info(operation);
  std::vector<std::vector<std::byte>> memory;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Format of_operand = row.operand_format(static_cast<int>(k), format);
    memory.push_back(lane_of(of_operand, std::span(operands[k]).subspan(first, count)));
  }
  const std::vector<ConstLane> lanes(memory.begin(), memory.end());
  judge.judge(first, lanes, lane_of(row.result(format), std::span(results).subspan(first, count)), tally);
}

std::string told(const Tally& tally) {
  return "cases " + std::to_string(tally.cases) + " passed " + std::to_string(tally.passed) + " failed " +
         std::to_string(tally.failed) + " reading " + std::to_string(tally.reading) + " unconstrained " +
         std::to_string(tally.unconstrained) + " invalid " + std::to_string(tally.invalid_operand) + " broken" +
         told(tally.broken) + " under" + told(tally.under) + told("to nearest", tally.to_nearest) +
         told("toward zero", tally.toward_zero);
}

std::string case_text(const Observations& seen, std::size_t i) {
  const OperationInfo& row = info(seen.operation);
  std::string text(row.name);
  for (std::size_t k = 0; k < seen.operands.size(); ++k) {
    text += ' ' + bits_text(row.operand_format(static_cast<int>(k), seen.format), seen.operands[k][i]);
  }
  return text + " -> " + bits_text(row.result(seen.format), seen.results[i]);
}

void expect_same_verdicts(const Rulebook& rulebook, const Observations& seen, const Readings& readings) {
  const SpanJudge judge(rulebook, seen.operation, seen.format, readings);
  const judge::Ruling ruling = judge::Ruling::of(rulebook, seen.operation, seen.format, readings);
  const judge::Alternatives alternatives(rulebook, seen.operation, seen.format, readings);
  Tally slow;
  int told_cases = 0;
  // Many cases in blocks: a difference shows in the block's counts, errors or first witnesses.
  const std::size_t block = seen.size() > kFew ? kBlock : 1;
  for (std::size_t first = 0; first < seen.size(); first += block) {
    const std::size_t count = std::min(block, seen.size() - first);
    Tally part;
    for (std::size_t i = 0; i < count; ++i) part.merge(explained(ruling, alternatives, seen, first + i));
    Tally quick;
    seen.judge(judge, first, count, quick);
    slow.merge(part);
    const bool same_errors = std::abs(worst_error(part) - worst_error(quick)) <= error_tolerance(part);
    if ((told(quick) != told(part) || !same_errors) && ++told_cases <= 3) {
      ADD_FAILURE() << rulebook.id() << " from " << case_text(seen, first) << " on\n bulk:    " << told(quick)
                    << " error " << worst_error(quick) << "\n explain: " << told(part) << " error "
                    << worst_error(part);
    }
  }
  Tally bulk;
  seen.judge(judge, 0, seen.size(), bulk);
  EXPECT_EQ(told(bulk), told(slow)) << rulebook.id() << " " << info(seen.operation).name;
  EXPECT_NEAR(worst_error(bulk), worst_error(slow), error_tolerance(slow))
      << rulebook.id() << " " << info(seen.operation).name;
}

}  // namespace halfulp::test
