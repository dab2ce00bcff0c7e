// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/other_readings.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace halfulp::judge {
namespace {

/// A reading and its options other than the chosen one.
struct Choice {
  std::string id;
  std::vector<std::string> options;
  bool replaces_rules;  ///< some option changes more than policies
  PolicySet policies;   ///< that some rule sets which depends on it
};

/// The policies that rules set which depend on a reading.
PolicySet policies_of(const rulebook::Model& model, const std::string& reading) {
  PolicySet policies = 0;
  const auto add = [&](const rulebook::Body& body) {
    for (const auto& [field, value] : body.policy) policies |= bit(field);
  };
  for (const rulebook::Rule& rule : model.rules) {
    if (rule.reading != reading) continue;
    add(rule.body);
    for (const auto& [option, body] : rule.under) add(body);
  }
  return policies;
}

/// Policies that permit everything that the same rules permit under any option of any reading, but for the definition
/// of the ULP, overflow and results below zero, of which no value permits all that the others do. `varying`: policies
/// that some option changes, for this operation or a step of it; those that may permit anything stay as they are else.
Policies loosest(const Policies& policies, PolicySet varying) {
  const PolicySet never = bit(&Policies::ulp) | bit(&Policies::overflow) | bit(&Policies::clamp_below_zero);
  const PolicySet if_varying = bit(&Policies::operands) | bit(&Policies::results) | bit(&Policies::special_advisory) |
                               bit(&Policies::nan_undefined) | bit(&Policies::infinity_undefined) |
                               bit(&Policies::any_zero_sign);
  return with(policies, ~never & (~if_varying | varying));
}

}  // namespace

struct OtherReadings::State {
  /// Other options and the ruling under them.
  struct Candidate {
    Ruling ruling;
    const Ruling* rules;  ///< those of the candidate that differs in policies only

    [[nodiscard]] bool permits(JudgedCase& judged) const { return judged.permits(*rules, ruling.policies); }
  };
  using Candidates = std::map<Readings, Candidate>;

  State(const Rulebook& book, Operation op, Format fmt, const Readings& readings)
      : rulebook(book), operation(op), format(fmt), chosen(readings) {
    for (const Reading* reading : rulebook::readings_for(rulebook.model(), operation, format)) {
      if (reading->on_request) continue;
      Choice choice{reading->id, rulebook::other_options(*reading, chosen),
                    replaces_rules(reading->id, {operation, format}), policies_of(rulebook.model(), reading->id)};
      varying |= choice.policies;
      choices.push_back(std::move(choice));
    }
  }

  /// Whether that reading replaces more of an operation's rules than policies.
  [[nodiscard]] bool replaces_rules(const std::string& id, const rulebook::FormatStep& of) const {
    return std::ranges::any_of(
        rulebook::rules_for(rulebook.model(), of.first, of.second),
        [&](const rulebook::Rule* rule) { return rule->reading == id && rule->body.policy.empty(); });
  }

  const Candidates::value_type& candidate(const Readings& changed) {
    const std::scoped_lock lock(mutex);
    const auto found = candidates.find(changed);
    if (found != candidates.end()) return *found;
    Readings all = chosen;
    for (const auto& [id, option] : changed) all[id] = option;
    Candidates::value_type& made =
        *candidates.try_emplace(changed, Candidate{Ruling::of(rulebook, operation, format, all), nullptr}).first;
    Candidate& one = made.second;
    Readings replaced;
    for (const Choice& choice : choices) {
      if (choice.replaces_rules && changed.contains(choice.id)) replaced[choice.id] = changed.at(choice.id);
    }
    // Steps have policies of their own.
    const bool is_own = replaced == changed || !one.ruling.parts.empty();
    one.rules = is_own ? &one.ruling : candidate(replaced).second.rules;
    return made;
  }

  /// Makes the combinations of options that replace rules, and the loosest rulings.
  void list() {
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
      bodies.push_back(&candidate(changed).second.ruling);
      add_loosest(changed);
    }
    for (const Choice& choice : choices) {
      if (choice.replaces_rules) continue;
      for (const std::string& option : choice.options) {
        const Readings changed{{choice.id, option}};
        const auto& parts = candidate(changed).second.ruling.parts;
        const auto is_replaced = [&](const auto& part) { return replaces_rules(choice.id, part.first); };
        if (std::ranges::any_of(parts, is_replaced)) add_loosest(changed);
      }
    }
  }

  /// A ruling that permits all that some combinations of options permit, and how many options these change at most.
  struct Loosest {
    const Ruling* rules;
    Policies policies;
    std::size_t changed;
  };

  /// Adds the rules under some options with loosest policies: with each definition of the ULP, of overflow and of
  /// results below zero that the others do not include. Where steps have rules of their own, these have such policies.
  void add_loosest(const Readings& changed) {
    const Candidate& made = candidate(changed).second;
    const bool has_steps = !made.ruling.parts.empty();
    if (has_steps) loose_steps.push_back(with_loosest_steps(made.ruling));
    const Ruling& rules = has_steps ? loose_steps.back() : *made.rules;
    // Of an expression's steps no more than two options are changed: each is another search over expressions.
    const std::size_t most = has_steps ? std::min<std::size_t>(2, choices.size()) : choices.size();
    Policies loose = loosest(made.ruling.policies, varying);
    for (const bool other : {false, true}) {
      if (other && (varying & bit(&Policies::clamp_below_zero)) == 0) break;
      loose.clamp_below_zero = made.ruling.policies.clamp_below_zero != other;
      for (const Ulp ulp : {Ulp::muller_a, Ulp::muller_b, Ulp::goldberg_of_result, Ulp::bit_steps}) {
        loose.ulp = ulp;
        for (const Overflow overflow : {Overflow::ulp_extended, Overflow::interval_inf_or_max}) {
          loose.overflow = overflow;
          loosest_rulings.push_back({&rules, loose, most});
        }
      }
    }
  }

  [[nodiscard]] Ruling with_loosest_steps(const Ruling& ruling) const {
    Ruling loose = ruling;
    for (auto& [part, made] : loose.parts) {
      Ruling step = with_loosest_steps(*made);
      step.policies = with(loosest(step.policies, varying), bit(&Policies::ulp) | bit(&Policies::overflow));
      made = std::make_shared<const Ruling>(std::move(step));
    }
    return loose;
  }

  /// How many options may have to be changed.
  [[nodiscard]] std::size_t most_changed(JudgedCase& judged) const {
    std::size_t most = 0;
    for (const Loosest& one : loosest_rulings) {
      if (one.changed > most && judged.permits(*one.rules, with(one.policies, bit(&Policies::ulp))) &&
          judged.permits(*one.rules, one.policies)) {
        most = one.changed;
      }
    }
    return most;
  }

  /// Whether an option of a choice may change a decision that was evaluated so far: docs/numerics.md shows that no
  /// combination is missed.
  [[nodiscard]] bool may_matter(const Choice& choice, const JudgedCase& judged) const {
    return choice.replaces_rules || !loose_steps.empty() || (choice.policies & judged.asked()) != 0;
  }

  /// Changes `count` of the choices from `from` on, in order, in addition to those in `changed`.
  const Readings* search(std::size_t from, std::size_t count, Readings& changed, JudgedCase& judged) {
    if (count == 0) {
      const auto& [readings, candidate_of] = candidate(changed);
      return candidate_of.permits(judged) ? &readings : nullptr;
    }
    for (std::size_t i = from; i + count <= choices.size(); ++i) {
      if (!may_matter(choices[i], judged)) continue;
      for (const std::string& option : choices[i].options) {
        changed[choices[i].id] = option;
        if (const Readings* found = search(i + 1, count - 1, changed, judged)) return found;
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
  PolicySet varying = 0;  ///< policies that some choice may change, for this operation or a step of it

  std::once_flag listed;
  std::vector<const Ruling*> bodies;
  std::vector<Loosest> loosest_rulings;
  std::deque<Ruling> loose_steps;

  std::recursive_mutex mutex;  ///< of candidates
  Candidates candidates;
};

OtherReadings::OtherReadings(const Rulebook& rulebook, Operation operation, Format format, const Readings& chosen)
    : state_(std::make_unique<State>(rulebook, operation, format, chosen)) {}
OtherReadings::~OtherReadings() = default;
OtherReadings::OtherReadings(OtherReadings&&) noexcept = default;
OtherReadings& OtherReadings::operator=(OtherReadings&&) noexcept = default;

const Ruling& OtherReadings::chosen() const { return *state_->candidate({}).second.rules; }

const Readings* OtherReadings::first_permitting(JudgedCase& judged) const {
  if (state_->choices.empty()) return nullptr;
  std::call_once(state_->listed, [this] { state_->list(); });
  // Most results are permitted by no combination, which a few rulings that permit all that any does decide.
  const std::size_t most = state_->most_changed(judged);
  for (std::size_t count = 1; count <= most; ++count) {
    Readings changed;
    if (const Readings* found = state_->search(0, count, changed, judged)) return found;
  }
  return nullptr;
}

std::vector<const Ruling*> OtherReadings::rulings() const {
  std::call_once(state_->listed, [this] { state_->list(); });
  return state_->bodies;
}

}  // namespace halfulp::judge
