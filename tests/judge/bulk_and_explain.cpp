// SPDX-License-Identifier: Apache-2.0
#include "judge/bulk_and_explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "judge/definition/distance.hpp"
#include "judge/definition/ruling.hpp"
#include "judge/verdict/judge_case.hpp"
#include "number/lane.hpp"
#include "number/targets.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::test {
namespace {

std::vector<std::byte> lane_of(Format format, std::span<const Bits> values) {
  const int bytes = info(format).bytes;
  std::vector<std::byte> lane(values.size() * static_cast<std::size_t>(bytes));
  for (std::size_t i = 0; i < values.size(); ++i) number::store(lane, bytes, i, values[i]);
  return lane;
}

/// The tally of one case.
Tally tally_of(const Judgement& judgement, const Witness& witness) {
  const auto count = [&](Verdict verdict) { return judgement.verdict == verdict ? 1U : 0U; };
  Tally tally;
  tally.cases = 1;
  tally.passed = count(Verdict::pass);
  tally.failed = count(Verdict::fail);
  tally.reading = count(Verdict::reading);
  tally.unconstrained = count(Verdict::unconstrained);
  tally.invalid_operand = count(Verdict::invalid_operand);
  const Tally::Group group{1, witness};
  if (judgement.rounding == Rounding::nearest) tally.to_nearest = group;
  if (judgement.rounding == Rounding::toward_zero) tally.toward_zero = group;
  if (judgement.verdict == Verdict::fail) tally.broken[judgement.rule] = group;
  std::string options;
  for (const auto& [id, option] : judgement.under)
    options.append(options.empty() ? "" : ", ").append(id + '=' + option);
  if (judgement.verdict == Verdict::reading) tally.under[options] = group;
  return tally;
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

/// What the explain path says of one case, as the tally of that case alone; `errors`: where its error is added, -1
/// for none.
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
  Tally tally = tally_of(judgement, witness);
  const bool measured = judgement.verdict == Verdict::pass ||
                        (judgement.verdict == Verdict::fail && judgement.rule == ruling.rules.accuracy_rule);
  errors.push_back(-1);
  if (measured && judgement.error_ulp) {
    tally.worst = witness;
    errors.back() = distance.ulp;
    tally.errors = errors_of(ruling, operands, seen.results[i], i, distance);
  }
  return tally;
}

std::string group_text(const std::string& name, const Tally::Group& group) {
  return " " + name + " " + std::to_string(group.count) + " (first " + std::to_string(group.example.index) + ")";
}

std::string groups_text(const std::map<std::string, Tally::Group>& groups) {
  std::string text;
  for (const auto& [name, group] : groups) text += group_text(name, group);
  return text;
}

/// The fast path measures errors in doubles, and not at all where they are zero.
constexpr double kErrorTolerance = 0x1p-20;

/// Whether an error in ULP may be that of the nearest value: of those the fast path measures some.
bool is_of_nearest(double error) { return error <= ErrorProfile::kNearest + kErrorTolerance; }

/// Whether two errors are as large, but for what the fast path rounds; it does not measure those below 2^-20 units.
bool are_near(double a, double b, double unit) {
  const double larger = std::max(a, b);
  const double smaller = std::max(std::min(a, b), 0.0);
  return larger - smaller <= kErrorTolerance * std::max(unit, larger);
}

double worst_error(const Tally& tally) { return tally.worst ? *tally.worst->error_ulp : 0; }

bool have_one_worst(const Tally& a, const Tally& b) {
  return are_near(worst_error(a), worst_error(b), 1) ||
         (is_of_nearest(worst_error(a)) && is_of_nearest(worst_error(b)));
}

/// Where two profiles differ; "" if they do not. The fast path may leave out errors of nearest values. `errors`: in
/// ULP, of each case.
std::string difference(const ErrorProfile& bulk, const ErrorProfile& explained, const std::vector<double>& errors) {
  using Peaks = std::vector<ErrorProfile::Peak>;
  const auto compare = [&](const Peaks& quick, const Peaks& slow, double unit, const std::string& kind) -> std::string {
    const auto at = [](const Peaks& peaks, std::size_t i) { return i < peaks.size() ? peaks[i].amount : 0; };
    for (std::size_t i = 0; i < std::max(quick.size(), slow.size()); ++i) {
      if (are_near(at(quick, i), at(slow, i), unit)) continue;
      if (at(quick, i) < at(slow, i) && is_of_nearest(errors[slow[i].index])) continue;
      return kind + std::to_string(i) + ": " + std::to_string(at(quick, i)) + ", explained " +
             std::to_string(at(slow, i));
    }
    return "";
  };
  const std::string found = compare(bulk.by_binade, explained.by_binade, 1, "binade ");
  // In the units of their bounds; the fast path does not measure pieces whose bounds depend on the operands.
  if (!found.empty() || bulk.by_piece.empty()) return found;
  return compare(bulk.by_piece, explained.by_piece, 0x1p-40, "piece ");
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
                         std::uint64_t before) const {
  const OperationInfo& row = info(operation);
  std::vector<std::vector<std::byte>> memory;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Format of_operand = row.operand_format(static_cast<int>(k), format);
    memory.push_back(lane_of(of_operand, std::span(operands[k]).subspan(first, count)));
  }
  const std::vector<ConstLane> lanes(memory.begin(), memory.end());
  judge.judge(before + first, lanes, lane_of(row.result(format), std::span(results).subspan(first, count)), tally);
}

Tally Observations::judged_by(const SpanJudge& judge_of_spans, std::uint64_t before) const {
  Tally tally;
  judge(judge_of_spans, 0, size(), tally, before);
  return tally;
}

void Observations::add(const std::vector<Bits>& given, Bits result) {
  for (std::size_t k = 0; k < given.size(); ++k) operands[k].push_back(given[k]);
  results.push_back(result);
}

std::string counts_text(const Tally& tally) {
  return "cases " + std::to_string(tally.cases) + " passed " + std::to_string(tally.passed) + " failed " +
         std::to_string(tally.failed) + " reading " + std::to_string(tally.reading) + " unconstrained " +
         std::to_string(tally.unconstrained) + " invalid " + std::to_string(tally.invalid_operand) + " broken" +
         groups_text(tally.broken) + " under" + groups_text(tally.under) + group_text("to nearest", tally.to_nearest) +
         group_text("toward zero", tally.toward_zero);
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
  const judge::Ruling ruling = judge::Ruling::of(rulebook, seen.operation, seen.format, readings);
  const judge::OtherReadings others(rulebook, seen.operation, seen.format, readings);
  std::vector<double> errors;
  // Many cases in blocks: a difference shows in the block's counts, errors or first witnesses.
  const std::size_t block = seen.size() > kFew ? kBlock : 1;
  std::vector<Tally> parts((seen.size() + block - 1) / block);
  Tally slow;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    parts[i / block].merge(explained(ruling, others, seen, i, errors));
    if ((i + 1) % block == 0 || i + 1 == seen.size()) slow.merge(parts[i / block]);
  }
  const bool takes_steps = rulebook::is_composed(rulebook.model(), seen.operation, seen.format);
  for (const std::int64_t target : takes_steps ? first_targets() : targets()) {
    const Target chosen(target);
    SCOPED_TRACE(rulebook.id() + ' ' + std::string(info(seen.operation).name) + ' ' + target_name(target));
    const SpanJudge judge(rulebook, seen.operation, seen.format, readings);
    int differences = 0;
    for (std::size_t k = 0; k < parts.size() && differences < 3; ++k) {
      Tally quick;
      seen.judge(judge, k * block, std::min(block, seen.size() - k * block), quick);
      const bool is_same = have_one_worst(parts[k], quick);
      if (counts_text(quick) == counts_text(parts[k]) && is_same) continue;
      ++differences;
      ADD_FAILURE() << "from " << case_text(seen, k * block) << " on\n bulk:    " << counts_text(quick) << " error "
                    << worst_error(quick) << "\n explain: " << counts_text(parts[k]) << " error "
                    << worst_error(parts[k]);
    }
    const Tally bulk = seen.judged_by(judge);
    EXPECT_EQ(counts_text(bulk), counts_text(slow));
    EXPECT_EQ(difference(bulk.errors.histogram, errors), "");
    EXPECT_EQ(difference(bulk.errors, slow.errors, errors), "");
    EXPECT_TRUE(have_one_worst(bulk, slow)) << worst_error(bulk) << ' ' << worst_error(slow);
    if (takes_steps) continue;
    // Correctly rounded results take another path from kAllMeasured on.
    const Tally unmeasured = seen.judged_by(judge, ErrorProfile::kAllMeasured);
    EXPECT_EQ(std::tie(unmeasured.passed, unmeasured.failed, unmeasured.reading, unmeasured.unconstrained),
              std::tie(slow.passed, slow.failed, slow.reading, slow.unconstrained));
  }
}

}  // namespace halfulp::test
