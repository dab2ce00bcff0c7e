// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "diagnosis/hypotheses.hpp"
#include "number/lane.hpp"

namespace halfulp::diagnosis {
namespace {

void add(Tally::Group& into, std::uint64_t count, const Witness& first) {
  if (count == 0) return;
  if (into.count == 0 || first.index < into.example.index) into.example = first;
  into.count += count;
}

/// A hypothesis that explains less than this part of the failures is not told: it may be by chance.
constexpr std::uint64_t kLeastPart = 1000;
constexpr std::size_t kMostParts = 4;

}  // namespace

void HypothesisCounts::note(std::string_view rule, HypothesisSet explaining, const Witness& witness) {
  auto found = broken.find(rule);
  if (found == broken.end()) found = broken.emplace(rule, Sets()).first;
  add(found->second[explaining], 1, witness);
}

void note_failures(std::uint64_t first_index, std::span<const ConstLane> operands, ConstLane results,
                   std::span<const Failure> failures, const HypothesisTest& test, FailureCounts& failure_counts,
                   HypothesisCounts& counts) {
  const auto& rows = failure_counts.class_tuple().rows();
  const int result_bytes = info(info(test.operation()).result(test.format())).bytes;
  for (const Failure& failure : failures) {
    Witness witness;
    witness.index = first_index + failure.position;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      witness.operands[i] = number::load(operands[i], rows[i]->bytes, failure.position);
    }
    witness.observed = number::load(results, result_bytes, failure.position);
    const std::span<const Bits> given = std::span(witness.operands).first(rows.size());
    failure_counts.note(failure.rule, given);
    counts.note(failure.rule, test.explaining(given, witness.observed), witness);
  }
}

void merge(HypothesisCounts::Sets& into, const HypothesisCounts::Sets& from) {
  for (const auto& [set, group] : from) add(into[set], group.count, group.example);
}

void HypothesisCounts::merge(const HypothesisCounts& other) {
  for (const auto& [rule, sets] : other.broken) diagnosis::merge(broken[rule], sets);
}

ExplainedFailures explained(const HypothesisCounts::Sets& sets) {
  ExplainedFailures result;
  for (const auto& [set, group] : sets) result.failures += group.count;
  const auto count = [&](HypothesisSet of, HypothesisSet but) {
    std::uint64_t total = 0;
    for (const auto& [set, group] : sets) {
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
    if (most == 0 || most < result.failures / kLeastPart) break;
    const HypothesisSet one = HypothesisSet{1} << best;
    result.parts.push_back({all[best], count(one, 0)});
    chosen |= one;
  }
  for (const auto& [set, group] : sets) {
    if ((set & chosen) == 0) add(result.unexplained, group.count, group.example);
  }
  return result;
}

}  // namespace halfulp::diagnosis
