// SPDX-License-Identifier: Apache-2.0
#include "report/found_causes.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace halfulp::report {
namespace {

using diagnosis::broad_hypotheses;
using diagnosis::FailuresBySet;
using diagnosis::hypotheses;
using diagnosis::Hypothesis;
using diagnosis::HypothesisSet;
using diagnosis::Scope;
using diagnosis::vague_hypotheses;

/// Failures of one rule in one result that the same hypotheses explain.
struct Group {
  Charge charge;
  HypothesisSet set = 0;
  bool counts = true;
  bool charged = false;
};

/// A hypothesis and the format of its denormals. Of denormals those that narrow one hypothesis are one with it.
using Key = std::pair<std::size_t, std::optional<Format>>;

/// How many of the failures that are left a cause explains: of the results that count, and of all.
using Score = std::pair<std::uint64_t, std::uint64_t>;

/// A hypothesis is tried on a rule if it explains one in kLeastPart of the rule's failures, or one in kEstablished of
/// another rule's.
constexpr std::uint64_t kLeastPart = 20;
constexpr std::uint64_t kEstablished = 2;

HypothesisSet one(std::size_t hypothesis) { return HypothesisSet{1} << hypothesis; }

/// The place of a hypothesis in hypotheses().
std::size_t place_of(std::string_view id) {
  return static_cast<std::size_t>(std::ranges::find(hypotheses(), id, &Hypothesis::id) - hypotheses().begin());
}

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

/// The hypotheses that explain at least one in `part` of the failures that were tried.
HypothesisSet explaining_one_in(std::uint64_t part, const FailuresBySet& failures) {
  std::uint64_t tried = 0;
  std::vector<std::uint64_t> explains(hypotheses().size());
  for (const auto& [set, of_set] : failures.tried) {
    tried += of_set.count;
    for (std::size_t i = 0; i < explains.size(); ++i) explains[i] += (set & one(i)) != 0 ? of_set.count : 0;
  }
  HypothesisSet some = 0;
  for (std::size_t i = 0; i < explains.size(); ++i) {
    if (explains[i] > 0 && explains[i] * part >= tried) some |= one(i);
  }
  return some;
}

/// Those of `some` that do not fit the failures of a rule by chance.
HypothesisSet fitting(HypothesisSet some, const FailuresBySet& failures) {
  const auto every = [&](const auto& is) {
    return std::ranges::all_of(failures.tried, [&](const auto& entry) { return is(entry.first); });
  };
  const auto all = hypotheses();
  HypothesisSet whole = 0;
  for (std::size_t i = 0; i < all.size(); ++i) whole |= all[i].whole ? one(i) : 0;
  const HypothesisSet others = some & ~(whole | broad_hypotheses() | vague_hypotheses());
  HypothesisSet fit = some;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool leaves_some = !every([&](HypothesisSet set) { return (set & (one(i) | others)) != 0; });
    if (all[i].whole && leaves_some) fit &= ~one(i);
    if (all[i].narrows.empty() || all[i].scope != Scope::all || (fit & one(i)) == 0) continue;
    const HypothesisSet wide = one(place_of(all[i].narrows));
    if (every([&](HypothesisSet set) { return (set & wide) == 0 || (set & one(i)) != 0; })) fit &= ~wide;
  }
  return fit;
}

/// The groups of one rule, their counts scaled from those tried to all failures. What the division leaves over goes to
/// the first group.
void add_groups(const FailuresBySet& failures, HypothesisSet established, Group group, std::vector<Group>& groups) {
  std::uint64_t tried = 0;
  for (const auto& [set, of_set] : failures.tried) tried += of_set.count;
  if (tried == 0) return;
  const HypothesisSet fit = fitting(explaining_one_in(kLeastPart, failures) | established, failures);
  const std::size_t first = groups.size();
  std::uint64_t left = failures.failures;
  for (const auto& [set, of_set] : failures.tried) {
    // Fewer than 2^20 failures are tried, so that the product has 64 bits up to 2^43 failures.
    const std::uint64_t share =
        failures.failures / tried * of_set.count + failures.failures % tried * of_set.count / tried;
    left -= share;
    group.charge.count = share;
    group.charge.example = of_set.example;
    group.set = set & fit;
    groups.push_back(group);
  }
  groups[first].charge.count += left;
}

std::vector<Group> groups_of(std::span<const FailingResult> results) {
  std::vector<std::pair<FailuresBySet, Group>> rules;
  HypothesisSet established = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    for (const auto& [rule, of_rule] : results[i].failures.broken) {
      const FailuresBySet failures = results[i].failures.of_rule(rule);
      established |= fitting(explaining_one_in(kEstablished, failures), failures);
      rules.emplace_back(failures, Group{{i, rule, 0, {}}, 0, results[i].counts});
    }
  }
  std::vector<Group> groups;
  for (const auto& [failures, group] : rules) add_groups(failures, established, group, groups);
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
  const auto keys_of = [&](const Group& group, HypothesisSet tier) {
    std::map<Key, HypothesisSet> keys;
    for (HypothesisSet left = group.charged ? 0 : group.set & tier; left != 0; left &= left - 1) {
      const auto i = static_cast<std::size_t>(number::trailing_zeros(left));
      const Hypothesis& hypothesis = hypotheses()[i];
      const bool by_format = hypothesis.scope != Scope::all && !hypothesis.narrows.empty();
      const std::optional<Format> format = format_of(hypothesis.scope, results[group.charge.result]);
      keys[{by_format ? place_of(hypothesis.narrows) : i, format}] |= one(i);
    }
    return keys;
  };
  FoundCauses found;
  for (const HypothesisSet tier :
       {~(broad_hypotheses() | vague_hypotheses()), broad_hypotheses(), vague_hypotheses()}) {
    for (;;) {
      std::map<Key, Score> scores;
      for (const Group& group : groups) {
        for (const auto& [key, set] : keys_of(group, tier)) {
          Score& score = scores[key];
          score.second += group.charge.count;
          if (group.counts) score.first += group.charge.count;
        }
      }
      const auto best = std::ranges::max_element(scores, {}, [](const auto& entry) { return entry.second; });
      if (best == scores.end()) break;
      FoundCause& cause = found.causes.emplace_back(FoundCause{best->first.first, best->first.second, {}});
      HypothesisSet common = tier;
      for (Group& group : groups) {
        const auto of_group = keys_of(group, tier);
        const auto explaining = of_group.find(best->first);
        if (explaining == of_group.end()) continue;
        group.charged = true;
        common &= explaining->second;
        add(cause.charges, group.charge);
      }
      if (common != 0) cause.hypothesis = static_cast<std::size_t>(number::trailing_zeros(common));
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
    const bool is_in = (set & ~vague_hypotheses() & one(cause.hypothesis)) != 0;
    if (is_in && std::ranges::any_of(cause.charges, same_operation)) return i;
  }
  return std::nullopt;
}

}  // namespace halfulp::report
