// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/causes/causes.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace halfulp::diagnosis {
namespace {

/// Failures of one rule in one result that the same hypotheses explain.
struct Group {
  Charge charge;
  HypothesisSet set = 0;
  bool counts = true;
  bool charged = false;
};

/// A hypothesis and the format of its denormals.
using Key = std::pair<std::size_t, std::optional<Format>>;

/// How many of the failures that are left a cause explains: of the results that count, and of all.
using Score = std::pair<std::uint64_t, std::uint64_t>;

constexpr std::uint64_t kLeastPart = 20;

/// The format of the operation's first floating operand, or else of its result.
std::optional<Format> format_of(Scope scope, const FailingResult& result) {
  if (scope == Scope::all) return std::nullopt;
  const OperationInfo& row = info(result.operation);
  for (int i = 0; scope == Scope::operands && i < row.arity; ++i) {
    const Format format = row.operand_format(i, result.format);
    if (info(format).kind == FormatKind::floating) return format;
  }
  return row.result(result.format);
}

/// The groups of one rule, their counts scaled from those tried to all failures. What the division leaves over goes to
/// the first group. Hypotheses that explain too few are taken out of the sets.
void add_groups(const FailuresBySet& failures, Group group, std::vector<Group>& groups) {
  std::uint64_t tried = 0;
  for (const auto& [set, of_set] : failures.tried) tried += of_set.count;
  if (tried == 0) return;
  HypothesisSet enough = 0;
  for (std::size_t i = 0; i < hypotheses().size(); ++i) {
    std::uint64_t explains = 0;
    for (const auto& [set, of_set] : failures.tried) explains += (set >> i & 1) != 0 ? of_set.count : 0;
    const std::uint64_t most = hypotheses()[i].whole ? 1 : kLeastPart;
    if (explains * most >= tried) enough |= HypothesisSet{1} << i;
  }
  const std::size_t first = groups.size();
  std::uint64_t left = failures.failures;
  for (const auto& [set, of_set] : failures.tried) {
    // Fewer than 2^20 failures are tried, so that the product has 64 bits up to 2^43 failures.
    const std::uint64_t share =
        failures.failures / tried * of_set.count + failures.failures % tried * of_set.count / tried;
    left -= share;
    group.charge.count = share;
    group.charge.example = of_set.example;
    group.set = set & enough;
    groups.push_back(group);
  }
  groups[first].charge.count += left;
}

std::vector<Group> groups_of(std::span<const FailingResult> results) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < results.size(); ++i) {
    for (const auto& [rule, of_rule] : results[i].failures.broken) {
      Group group;
      group.charge.result = i;
      group.charge.rule = rule;
      group.counts = results[i].counts;
      add_groups(results[i].failures.of_rule(rule), group, groups);
    }
  }
  return groups;
}

/// Adds a group to the last charge, if that is of the same rule of the same result.
void add(std::vector<Charge>& charges, const Charge& more) {
  if (charges.empty() || charges.back().result != more.result || charges.back().rule != more.rule) {
    charges.push_back(more);
    return;
  }
  Charge& last = charges.back();
  last.count += more.count;
  if (more.example.index < last.example.index) last.example = more.example;
}

}  // namespace

std::string FoundCause::id() const {
  const std::string id(hypotheses()[hypothesis].id);
  return format ? id + '.' + std::string(info(*format).name) : id;
}

std::string FoundCause::statement() const {
  std::string says(hypotheses()[hypothesis].says);
  if (format) says.insert(says.find("denormal"), std::string(info(*format).name) + ' ');
  return says;
}

FoundCauses causes_of(std::span<const FailingResult> results) {
  std::vector<Group> groups = groups_of(results);
  const auto all = hypotheses();
  const auto key = [&](std::size_t i, const Group& group) {
    return Key{i, format_of(all[i].scope, results[group.charge.result])};
  };
  FoundCauses found;
  for (const HypothesisSet tier :
       {~(broad_hypotheses() | vague_hypotheses()), broad_hypotheses(), vague_hypotheses()}) {
    for (;;) {
      std::map<Key, Score> scores;
      for (const Group& group : groups) {
        if (group.charged) continue;
        for (HypothesisSet left = group.set & tier; left != 0; left &= left - 1) {
          Score& score = scores[key(static_cast<std::size_t>(std::countr_zero(left)), group)];
          score.second += group.charge.count;
          if (group.counts) score.first += group.charge.count;
        }
      }
      const auto best = std::ranges::max_element(scores, {}, [](const auto& entry) { return entry.second; });
      if (best == scores.end()) break;
      FoundCause& cause = found.causes.emplace_back(FoundCause{best->first.first, best->first.second, {}});
      for (Group& group : groups) {
        const bool explained = !group.charged && (group.set >> cause.hypothesis & 1) != 0;
        if (!explained || key(cause.hypothesis, group) != best->first) continue;
        group.charged = true;
        add(cause.charges, group.charge);
      }
    }
  }
  for (const Group& group : groups) {
    if (!group.charged) add(found.unexplained, group.charge);
  }
  return found;
}

std::optional<std::size_t> cause_in(const FoundCauses& found, std::span<const FailingResult> results,
                                    std::size_t result, HypothesisSet set) {
  const auto same_operation = [&](const Charge& charge) {
    const FailingResult& other = results[charge.result];
    return other.operation == results[result].operation && other.format == results[result].format;
  };
  for (std::size_t i = 0; i < found.causes.size(); ++i) {
    const FoundCause& cause = found.causes[i];
    const bool is_in = ((set & ~vague_hypotheses()) >> cause.hypothesis & 1) != 0;
    if (is_in && std::ranges::any_of(cause.charges, same_operation)) return i;
  }
  return std::nullopt;
}

}  // namespace halfulp::diagnosis
