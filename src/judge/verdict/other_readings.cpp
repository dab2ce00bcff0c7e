// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/other_readings.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

/// A reading and its options other than the chosen one.
struct Choice {
  std::string id;
  std::vector<std::string> options;
  bool replaces_rules;  ///< some option changes more than policies
};

/// Whether some bound counts in ULP, so that the definition of the ULP matters.
bool counts_in_ulp(const Bound& bound) {
  return bound.kind == Bound::Kind::ulp || std::ranges::any_of(bound.parts, counts_in_ulp) ||
         std::ranges::any_of(bound.steps, [](const auto& step) { return counts_in_ulp(step.second); });
}

/// The definitions of the ULP that could change what a ruling permits.
std::span<const Ulp> ulp_definitions(const Ruling& ruling) {
  static constexpr std::array<Ulp, 4> kAll = {Ulp::muller_a, Ulp::muller_b, Ulp::goldberg_of_result, Ulp::bit_steps};
  const bool any = std::ranges::any_of(ruling.accuracy, [](const auto& piece) { return counts_in_ulp(piece.bound); });
  return std::span<const Ulp>(kAll).first(any ? kAll.size() : 1);
}

/// The policies that a reading may change to more than one value, of those that no single value makes loosest.
struct Varying {
  bool operands = false;
  bool results = false;
  bool specials = false;
  bool nan = false;
  bool infinity = false;
};

/// Policies that permit everything that the same rules permit under any option of any reading, but for the definition
/// of the ULP and overflow, of which no value permits all that the others do.
Policies loosest(Policies loose, const Varying& varying) {
  loose.tie_to_even = false;
  loose.exact_if_representable = false;
  loose.flush_test = FlushTest::both;
  loose.flush_slack = true;
  loose.any_cancelled_zero = loose.any_underflowed_zero = true;
  loose.any_compared_zero = loose.any_rounded_zero = true;
  loose.allow_range_edge = true;
  loose.orders = Orders::all_trees;
  loose.reachable_set = false;
  loose.fused_nan_is_anything = true;
  loose.special_advisory = loose.special_advisory || varying.specials;
  loose.nan_undefined = loose.nan_undefined || varying.nan;
  loose.infinity_undefined = loose.infinity_undefined || varying.infinity;
  if (varying.operands) loose.operands = Denormals::may_flush;
  if (varying.results) loose.results = Denormals::may_flush;
  return loose;
}

}  // namespace

struct OtherReadings::State {
  /// Other options and the ruling under them.
  using Candidate = std::pair<const Readings, Ruling>;

  State(const Rulebook& book, Operation op, Format fmt, const Readings& readings)
      : rulebook(book), operation(op), format(fmt), chosen(readings) {
    for (const Reading* reading : rulebook::readings_for(rulebook.model(), operation, format)) {
      if (reading->on_request) continue;
      const auto found = chosen.find(reading->id);
      const std::string& current = found != chosen.end() ? found->second : reading->chosen;
      Choice choice{reading->id, {}, replaces_rules(reading->id, operation)};
      for (const ReadingOption& option : reading->options) {
        if (option.name != current) choice.options.push_back(option.name);
      }
      choices.push_back(std::move(choice));
    }
  }

  /// Whether that reading replaces more of an operation's rules than policies.
  [[nodiscard]] bool replaces_rules(const std::string& id, Operation of) const {
    return std::ranges::any_of(rulebook::rules_for(rulebook.model(), of, format), [&](const rulebook::Rule* rule) {
      return rule->reading == id && rule->body.policy.empty();
    });
  }

  [[nodiscard]] Varying varying(Operation of) const {
    const auto varies = [&](const std::string& policy) {
      const auto rules = rulebook::rules_for(rulebook.model(), of, format);
      return std::ranges::any_of(rules, [&](const rulebook::Rule* rule) {
        const auto changes = [&](const Choice& choice) { return choice.id == rule->reading; };
        return rule->body.policy.contains(policy) && std::ranges::any_of(choices, changes);
      });
    };
    return {.operands = varies("denormal_operands"),
            .results = varies("denormal_results"),
            .specials = varies("special_results"),
            .nan = varies("nan"),
            .infinity = varies("infinity")};
  }

  const Candidate& candidate(const Readings& changed) {
    const std::scoped_lock lock(mutex);
    const auto found = candidates.find(changed);
    if (found != candidates.end()) return *found;
    Readings all = chosen;
    for (const auto& [id, option] : changed) all[id] = option;
    return *candidates.emplace(changed, Ruling::of(rulebook, operation, format, all)).first;
  }

  /// Makes each option alone, the combinations of options that replace rules, and the loosest rulings.
  void list() {
    for (const Choice& choice : choices) {
      for (const std::string& option : choice.options) {
        singles.push_back({&candidate({{choice.id, option}}), choice.replaces_rules});
      }
    }
    std::vector<Readings> combinations(1);
    for (const Choice& choice : choices) {
      if (!choice.replaces_rules) continue;
      const std::size_t without = combinations.size();
      for (const std::string& option : choice.options) {
        for (std::size_t i = 0; i < without; ++i) {
          Readings with = combinations[i];
          with[choice.id] = option;
          combinations.push_back(std::move(with));
        }
      }
    }
    for (const Readings& changed : combinations) {
      const Ruling& ruling = candidate(changed).second;
      bodies.push_back(&ruling);
      if (!ruling.parts.empty()) {
        add_loosest_steps(changed);
      } else {
        add_loosest(ruling, !changed.empty(), loosest_rulings);
      }
    }
    for (const auto& [single, replaces] : singles) {
      const std::string& id = single->first.begin()->first;
      const bool replaces_step =
          std::ranges::any_of(single->second.parts, [&](const auto& part) { return replaces_rules(id, part.first); });
      if (!replaces && replaces_step) add_loosest_steps(single->first);
    }
  }

  /// A ruling that permits all that some combinations of options permit.
  struct Loosest {
    Ruling ruling;
    bool replaces_rules;    ///< the combinations change more than policies
    bool reaches_infinity;  ///< it matters only where infinity or the largest finite value is observed
  };

  void add_loosest(const Ruling& ruling, bool replaces_rules, std::vector<Loosest>& list) {
    const Policies loose = loosest(ruling.policies, varying(operation));
    for (const Ulp ulp : ulp_definitions(ruling)) {
      for (const Overflow overflow : {Overflow::ulp_extended, Overflow::interval_inf_or_max}) {
        Loosest one{ruling, replaces_rules, overflow == Overflow::interval_inf_or_max && !loose.infinity_undefined};
        one.ruling.policies = loose;
        one.ruling.policies.ulp = ulp;
        one.ruling.policies.overflow = overflow;
        list.push_back(std::move(one));
      }
    }
  }

  /// The same of an expression whose steps have rules of their own: the steps' policies are the loosest, too, under
  /// each definition of the ULP.
  void add_loosest_steps(const Readings& changed) {
    std::vector<Readings> defined{changed};
    for (const Choice& choice : choices) {
      if (!sets_ulp(choice.id)) continue;
      for (const std::string& option : choice.options) {
        defined.push_back(changed);
        defined.back()[choice.id] = option;
      }
    }
    for (const Readings& readings : defined) {
      const Ruling& ruling = candidate(readings).second;
      if (!ruling.parts.empty()) add_loosest(with_loosest_steps(ruling), false, loosest_of_steps);
    }
  }

  [[nodiscard]] bool sets_ulp(const std::string& id) const {
    return std::ranges::any_of(
        rulebook::rules_for(rulebook.model(), operation, format),
        [&](const rulebook::Rule* rule) { return rule->reading == id && rule->body.policy.contains("ulp"); });
  }

  [[nodiscard]] Ruling with_loosest_steps(const Ruling& ruling) const {
    Ruling loose = ruling;
    for (auto& [part, made] : loose.parts) {
      Ruling step = with_loosest_steps(*made);
      step.policies = loosest(step.policies, varying(part));
      step.policies.overflow = Overflow::interval_inf_or_max;
      made = std::make_shared<const Ruling>(std::move(step));
    }
    return loose;
  }

  /// How many options may have to be changed, and whether one that replaces rules must be among them.
  struct Extent {
    std::size_t options = 0;
    bool needs_replaced_rules = false;
  };

  [[nodiscard]] Extent extent(std::span<const Bits> operands, Bits observed) const {
    const FormatInfo& row = info(info(operation).result(format));
    const number::Layout layout(row);
    const bool overflows = row.kind == FormatKind::floating &&
                           (layout.is_infinite(observed) || layout.magnitude(observed) == layout.max_finite());
    const auto permits_observed = [&](const Loosest& one) {
      return (overflows || !one.reaches_infinity) && permits(one.ruling, operands, observed);
    };
    const auto found = std::ranges::find_if(loosest_rulings, permits_observed);
    if (found != loosest_rulings.end()) return {choices.size(), found->replaces_rules};
    // Of an expression's steps no more than two options are changed: each is another search over expressions.
    constexpr std::size_t kMostOfSteps = 2;
    return {std::ranges::any_of(loosest_of_steps, permits_observed) ? kMostOfSteps : 0, false};
  }

  /// Changes `count` of the choices from `from` on, in order, beside those in `changed`.
  const Readings* search(std::size_t from, std::size_t count, Readings& changed, std::span<const Bits> operands,
                         Bits observed) {
    if (count == 0) {
      const auto& [readings, ruling] = candidate(changed);
      return permits(ruling, operands, observed) ? &readings : nullptr;
    }
    for (std::size_t i = from; i + count <= choices.size(); ++i) {
      for (const std::string& option : choices[i].options) {
        changed[choices[i].id] = option;
        if (const Readings* found = search(i + 1, count - 1, changed, operands, observed)) return found;
      }
      changed.erase(choices[i].id);
    }
    return nullptr;
  }

  Rulebook rulebook;
  Operation operation;
  Format format;
  Readings chosen;
  std::vector<Choice> choices;

  std::once_flag listed;
  struct Single {
    const Candidate* candidate;
    bool replaces_rules;
  };
  std::vector<Single> singles;
  std::vector<const Ruling*> bodies;
  std::vector<Loosest> loosest_rulings;
  std::vector<Loosest> loosest_of_steps;

  std::mutex mutex;  ///< of candidates
  std::map<Readings, Ruling> candidates;
};

OtherReadings::OtherReadings(const Rulebook& rulebook, Operation operation, Format format, const Readings& chosen)
    : state_(std::make_unique<State>(rulebook, operation, format, chosen)) {}
OtherReadings::~OtherReadings() = default;
OtherReadings::OtherReadings(OtherReadings&&) noexcept = default;
OtherReadings& OtherReadings::operator=(OtherReadings&&) noexcept = default;

const Readings* OtherReadings::first_permitting(std::span<const Bits> operands, Bits observed) const {
  if (state_->choices.empty()) return nullptr;
  std::call_once(state_->listed, [this] { state_->list(); });
  // Most results are permitted by no combination, which a few rulings that permit all that any does decide.
  const State::Extent extent = state_->extent(operands, observed);
  if (extent.options == 0) return nullptr;
  for (const auto& [candidate, replaces_rules] : state_->singles) {
    if (extent.needs_replaced_rules && !replaces_rules) continue;
    if (permits(candidate->second, operands, observed)) return &candidate->first;
  }
  for (std::size_t count = 2; count <= std::min(extent.options, state_->choices.size()); ++count) {
    Readings changed;
    if (const Readings* found = state_->search(0, count, changed, operands, observed)) return found;
  }
  return nullptr;
}

std::vector<const Ruling*> OtherReadings::rulings() const {
  std::call_once(state_->listed, [this] { state_->list(); });
  return state_->bodies;
}

}  // namespace halfulp::judge
