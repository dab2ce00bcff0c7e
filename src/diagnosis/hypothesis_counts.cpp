// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "diagnosis/hypotheses.hpp"
#include "number/lane.hpp"

namespace halfulp::diagnosis {
namespace {

/// Gives up the lowest levels as long as more than kMostTried failures would be tried. The whole of a run gives up the
/// levels that any part of it gives up, since it has no fewer failures.
void give_up_levels(HypothesisCounts::OfRule& rule) {
  std::uint64_t tried = 0;
  for (std::size_t l = rule.least; l < rule.levels.size(); ++l) tried += rule.levels[l].failures + rule.before[l];
  for (; tried > HypothesisCounts::kMostTried && rule.least + 1 < rule.levels.size(); ++rule.least) {
    tried -= rule.levels[rule.least].failures + rule.before[rule.least];
  }
  for (std::size_t l = 0; l < rule.least; ++l) rule.levels[l].tried.clear();
}

/// A hypothesis that explains fewer than one in kLeastPart failures is left out: it may fit them by chance.
constexpr std::uint64_t kLeastPart = 1000;
constexpr std::size_t kMostParts = 4;

}  // namespace

void FailuresBySet::merge(const FailuresBySet& other) {
  failures += other.failures;
  for (const auto& [set, group] : other.tried) tried[set].merge(group);
}

FailuresBySet HypothesisCounts::OfRule::all() const {
  FailuresBySet all;
  for (const FailuresBySet& level : levels) all.merge(level);
  return all;
}

void HypothesisCounts::OfRule::merge(const OfRule& other) {
  for (std::size_t l = 0; l < levels.size(); ++l) levels[l].merge(other.levels[l]);
  least = std::max(least, other.least);
  give_up_levels(*this);
}

std::size_t HypothesisCounts::level(std::uint64_t index) noexcept {
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;  // 2^64 times the golden ratio's fraction: spreads evenly
  return std::min(static_cast<std::size_t>(std::countl_zero(index * kGolden)) / 4, kLevels - 1);
}

void HypothesisCounts::note(std::string_view rule, const Witness& witness,
                            const std::function<HypothesisSet()>& explaining) {
  auto found = broken.find(rule);
  if (found == broken.end()) found = broken.emplace(rule, OfRule()).first;
  OfRule& of_rule = found->second;
  const std::size_t level = HypothesisCounts::level(witness.index);
  ++of_rule.levels[level].failures;
  if (level < of_rule.least) return;
  of_rule.levels[level].tried[explaining()].merge({1, witness});
  give_up_levels(of_rule);
}

FailuresBySet HypothesisCounts::of_rule(std::string_view rule) const {
  HypothesisSet common = ~vague_hypotheses();
  FailuresBySet all;
  for (const auto& [id, one] : broken) {
    for (const auto& [set, group] : one.all().tried) common &= set;
    if (id == rule) all = one.all();
  }
  FailuresBySet failures{all.failures, {}};
  for (const auto& [set, group] : all.tried) failures.tried[common != 0 ? common : set].merge(group);
  return failures;
}

void HypothesisCounts::merge(const HypothesisCounts& other) {
  for (const auto& [rule, of_rule] : other.broken) broken[rule].merge(of_rule);
}

void HypothesisCounts::hand_over() {
  for (auto& [rule, of_rule] : broken) {
    for (std::size_t l = 0; l < kLevels; ++l) of_rule.before[l] += of_rule.levels[l].failures;
    of_rule.levels = {};
  }
}

void note_failures(std::uint64_t first_index, std::span<const ConstLane> operands, ConstLane results,
                   std::span<const Failure> failures, const HypothesisTest& test, FailureCounts& failure_counts,
                   HypothesisCounts& counts, const std::function<void()>& check) {
  const auto& rows = failure_counts.class_tuple().rows();
  const int result_bytes = info(info(test.operation()).result(test.format())).bytes;
  for (const Failure& failure : failures) {
    if (!failure.under.empty()) continue;
    if (check) check();
    Witness witness;
    witness.index = first_index + failure.position;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      witness.operands[i] = number::load(operands[i], rows[i]->bytes, failure.position);
    }
    witness.observed = number::load(results, result_bytes, failure.position);
    const std::span<const Bits> given = std::span(witness.operands).first(rows.size());
    failure_counts.note(failure.rule, given);
    counts.note(failure.rule, witness, [&] { return test.explaining(given, witness.observed); });
  }
}

ExplainedFailures explained(const FailuresBySet& failures) {
  ExplainedFailures result;
  std::uint64_t tried = 0;
  for (const auto& [set, group] : failures.tried) tried += group.count;
  result.failures = failures.failures;
  result.untried = failures.failures - tried;
  const auto count = [&](HypothesisSet of, HypothesisSet but) {
    std::uint64_t total = 0;
    for (const auto& [set, group] : failures.tried) {
      if ((set & of) != 0 && (set & but) == 0) total += group.count;
    }
    return total;
  };
  HypothesisSet& chosen = result.chosen;
  const auto all = hypotheses();
  while (result.parts.size() < kMostParts) {
    std::size_t best = 0;
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::uint64_t more = count(HypothesisSet{1} << i, chosen);
      if (more <= most) continue;
      most = more;
      best = i;
    }
    if (most == 0 || most < tried / kLeastPart) break;
    const HypothesisSet one = HypothesisSet{1} << best;
    result.parts.push_back({all[best], count(one, 0)});
    chosen |= one;
  }
  for (const auto& [set, group] : failures.tried) {
    if ((set & chosen) == 0) result.unexplained.merge(group);
  }
  return result;
}

}  // namespace halfulp::diagnosis
