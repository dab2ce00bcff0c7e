// SPDX-License-Identifier: Apache-2.0
#include "judge/bulk_and_explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>

#include "judge/definition/distance.hpp"
#include "judge/definition/ruling.hpp"
#include "judge/verdict/judge_case.hpp"

namespace halfulp::test {
namespace {

/// The lane of some values.
std::vector<std::byte> lane_of(Format format, std::span<const Bits> values) {
  const auto bytes = static_cast<std::size_t>(info(format).bytes);
  std::vector<std::byte> lane(values.size() * bytes);
  for (std::size_t i = 0; i < values.size(); ++i) std::memcpy(lane.data() + i * bytes, &values[i], bytes);
  return lane;
}

/// The profile of one error.
ErrorProfile errors_of(const judge::Ruling& ruling, const std::vector<Bits>& operands, Bits observed,
                       std::uint64_t index, const judge::Distance& distance) {
  ErrorProfile errors;
  const ErrorAxis axis(ruling.operation, ruling.format->format);
  errors.by_binade.resize(axis.axis.size());
  errors.by_binade[axis.axis.of(axis.is_operand ? operands[0] : observed)] = {index, distance.ulp};
  errors.by_piece.resize(ruling.accuracy.size());
  const judge::Ruling::Piece& piece = ruling.piece(operands);
  const double amount = distance.in_unit_of(piece.bound.kind);
  errors.by_piece[static_cast<std::size_t>(&piece - ruling.accuracy.data())] = {index, amount};
  return errors;
}

/// What the explain path says of one case, as the tally of that case alone; `errors`: where its error is added.
Tally explained(const judge::Ruling& ruling, const judge::OtherReadings& others, const Observations& seen,
                std::size_t i, std::vector<double>& errors) {
  const std::vector<Bits> operands = seen.at(i);
  judge::Distance distance;
  const Judgement judgement =
      judge::judge_case(ruling, others, operands, seen.results[i], judge::RuleOfReadings::named, &distance);
  Witness witness;
  witness.index = i;
  std::copy(operands.begin(), operands.end(), witness.operands.begin());
  witness.observed = seen.results[i];
  witness.error_ulp = judgement.error_ulp;
  Tally tally;
  add(tally, judgement, witness);
  const bool measured = judgement.verdict == Verdict::pass ||
                        (judgement.verdict == Verdict::fail && judgement.rule == ruling.rules.accuracy_rule);
  if (measured && judgement.error_ulp) {
    tally.worst = witness;
    errors.push_back(distance.ulp);
    tally.errors = errors_of(ruling, operands, seen.results[i], i, distance);
  }
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
constexpr double kErrorTolerance = 0x1p-20;

/// Below 2^-20 ULP the bulk path tells 0.
double worst_error(const Tally& tally) {
  const double error = tally.worst ? *tally.worst->error_ulp : 0;
  return error < 0x1p-20 ? 0 : error;
}

double error_tolerance(const Tally& tally) { return kErrorTolerance * std::max(1.0, worst_error(tally)); }

/// Whether two peaks are as high, but for what the fast path rounds.
bool are_near(const ErrorProfile::Peak& a, const ErrorProfile::Peak& b) {
  const double least = std::max(a.amount, b.amount) < ErrorProfile::kLeastError ? ErrorProfile::kLeastError : 0;
  return std::abs(std::max(a.amount, 0.0) - std::max(b.amount, 0.0)) <=
         std::max(least, kErrorTolerance * std::max(1.0, a.amount));
}

/// Where two profiles differ; "" if they do not. The fast path may leave out errors of zero.
std::string difference(const ErrorProfile& bulk, const ErrorProfile& explained) {
  const auto at = [](const std::vector<ErrorProfile::Peak>& peaks, std::size_t i) {
    return i < peaks.size() ? peaks[i] : ErrorProfile::Peak();
  };
  for (std::size_t i = 0; i < std::max(bulk.by_binade.size(), explained.by_binade.size()); ++i) {
    const auto [quick, slow] = std::pair(at(bulk.by_binade, i), at(explained.by_binade, i));
    if (!are_near(quick, slow)) {
      return "binade " + std::to_string(i) + ": " + std::to_string(quick.amount) + ", explained " +
             std::to_string(slow.amount);
    }
  }
  for (std::size_t i = 0; i < bulk.by_piece.size(); ++i) {
    const auto [quick, slow] = std::pair(bulk.by_piece[i], at(explained.by_piece, i));
    const double tolerance = 0x1p-20 * std::max({quick.amount, slow.amount, 0.0});
    if (std::abs(std::max(quick.amount, 0.0) - std::max(slow.amount, 0.0)) > tolerance + 0x1p-60) {
      return "piece " + std::to_string(i) + ": " + std::to_string(quick.amount) + ", explained " +
             std::to_string(slow.amount);
    }
  }
  return {};
}

/// Where a histogram counts more or fewer errors from a bin on than there are, but for what the fast path rounds; "" if
/// nowhere.
std::string difference(const std::vector<std::uint64_t>& histogram, const std::vector<double>& errors) {
  std::uint64_t counted = 0;
  for (std::size_t bin = histogram.size(); bin-- > 1;) {
    counted += histogram[bin];
    const double edge = ErrorProfile::least_error(bin);
    const auto reach = [&](double direction) {
      return static_cast<std::uint64_t>(std::ranges::count_if(
          errors, [&](double error) { return error + direction * kErrorTolerance * std::max(1.0, error) >= edge; }));
    };
    if (counted < reach(-1) || counted > reach(1)) {
      return std::to_string(counted) + " errors from bin " + std::to_string(bin) + " on, explained " +
             std::to_string(reach(-1)) + " to " + std::to_string(reach(1));
    }
  }
  return {};
}

constexpr std::size_t kFew = 4096;
constexpr std::size_t kBlock = 256;

}  // namespace

std::vector<Bits> Observations::at(std::size_t i) const {
  std::vector<Bits> bits;
  for (const auto& lane : operands) bits.push_back(lane[i]);
  return bits;
}

void Observations::judge(const SpanJudge& judge, std::size_t first, std::size_t count, Tally& tally,
                         std::vector<Failure>* failures) const {
  const OperationInfo& row = info(operation);
  std::vector<std::vector<std::byte>> memory;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Format of_operand = row.operand_format(static_cast<int>(k), format);
    memory.push_back(lane_of(of_operand, std::span(operands[k]).subspan(first, count)));
  }
  const std::vector<ConstLane> lanes(memory.begin(), memory.end());
  judge.judge(first, lanes, lane_of(row.result(format), std::span(results).subspan(first, count)), tally, failures);
}

void add(Tally& tally, const Judgement& judgement, const Witness& witness) {
  const auto count = [&](Tally::Group& group) {
    if (group.count++ == 0) group.example = witness;
  };
  ++tally.cases;
  switch (judgement.verdict) {
    case Verdict::pass:
      ++tally.passed;
      if (judgement.rounding == Rounding::nearest) count(tally.to_nearest);
      if (judgement.rounding == Rounding::toward_zero) count(tally.toward_zero);
      break;
    case Verdict::fail:
      ++tally.failed;
      count(tally.broken[judgement.rule]);
      break;
    case Verdict::reading: {
      ++tally.reading;
      std::string name;
      for (const auto& [id, option] : judgement.under) name.append(name.empty() ? "" : ", ").append(id + '=' + option);
      count(tally.under[name]);
      break;
    }
    case Verdict::unconstrained:
      ++tally.unconstrained;
      break;
    case Verdict::invalid_operand:
      ++tally.invalid_operand;
      break;
  }
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
  const judge::OtherReadings others(rulebook, seen.operation, seen.format, readings);
  Tally slow;
  std::vector<double> errors;
  int told_cases = 0;
  // Many cases in blocks: a difference shows in the block's counts, errors or first witnesses.
  const std::size_t block = seen.size() > kFew ? kBlock : 1;
  for (std::size_t first = 0; first < seen.size(); first += block) {
    const std::size_t count = std::min(block, seen.size() - first);
    Tally part;
    for (std::size_t i = 0; i < count; ++i) part.merge(explained(ruling, others, seen, first + i, errors));
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
  EXPECT_EQ(difference(bulk.errors.histogram, errors), "") << rulebook.id() << " " << info(seen.operation).name;
  EXPECT_EQ(difference(bulk.errors, slow.errors), "") << rulebook.id() << " " << info(seen.operation).name;
  EXPECT_NEAR(worst_error(bulk), worst_error(slow), error_tolerance(slow))
      << rulebook.id() << " " << info(seen.operation).name;
}

}  // namespace halfulp::test
