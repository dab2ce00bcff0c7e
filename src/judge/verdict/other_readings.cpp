// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/other_readings.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
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

/// Whether rulings of one operation differ in policies only.
bool have_same_rules(const Ruling& a, const Ruling& b) {
  const rulebook::Resolved& x = a.rules;
  const rulebook::Resolved& y = b.rules;
  const auto same_step = [](const auto& one, const auto& other) {
    return one.first == other.first && one.second->policies == other.second->policies &&
           have_same_rules(*one.second, *other.second);
  };
  return x.special == y.special && x.accuracy == y.accuracy &&
         std::ranges::equal(x.identities, y.identities, {}, &rulebook::Resolved::NamedIdentity::identity,
                            &rulebook::Resolved::NamedIdentity::identity) &&
         std::ranges::equal(x.allowances, y.allowances, {}, &rulebook::Resolved::NamedAllowance::allowance,
                            &rulebook::Resolved::NamedAllowance::allowance) &&
         std::ranges::equal(x.requirements, y.requirements, {}, &rulebook::Resolved::NamedRequirement::requirement,
                            &rulebook::Resolved::NamedRequirement::requirement) &&
         std::ranges::equal(a.parts, b.parts, same_step);
}

/// Whether some bound counts in ULP, so that the definition of the ULP matters.
bool counts_in_ulp(const Bound& bound) {
  return bound.kind == Bound::Kind::ulp || std::ranges::any_of(bound.parts, counts_in_ulp) ||
         std::ranges::any_of(bound.steps, [](const auto& step) { return counts_in_ulp(step.second); });
}

/// Whether no bound in ULP is so wide that Ulp::any need not hold what the definitions do.
bool are_ulps_narrow(const Bound& bound, const FormatInfo& row) {
  const auto is_narrow = [&](const Bound& part) { return are_ulps_narrow(part, row); };
  if (bound.kind == Bound::Kind::ulp) {
    return bound.constant && bound.amount < Rational::power_of_two(row.fraction_bits - 2);
  }
  return std::ranges::all_of(bound.parts, is_narrow) &&
         std::ranges::all_of(bound.steps, [&](const auto& step) { return is_narrow(step.second); });
}

/// The definitions of the ULP that could change what a ruling permits.
std::span<const Ulp> ulp_definitions(const Ruling& ruling) {
  static constexpr std::array<Ulp, 4> kAll = {Ulp::muller_a, Ulp::muller_b, Ulp::goldberg_of_result, Ulp::bit_steps};
  const bool any = std::ranges::any_of(ruling.accuracy, [](const auto& piece) { return counts_in_ulp(piece.bound); });
  return std::span<const Ulp>(kAll).first(any ? kAll.size() : 1);
}

/// Policies that permit everything that the same rules permit under any option of any reading, but for the definition
/// of the ULP, overflow and results below zero, of which no value permits all that the others do. `varying`: policies
/// that some option changes, for this operation or a step of it.
Policies loosest(Policies loose, PolicySet varying) {
  const auto varies = [&](Policy policy) { return (varying & bit(policy)) != 0; };
  loose.tie_to_even = false;
  loose.exact_if_representable = false;
  loose.flush_test = FlushTest::both;
  loose.no_flush_slack = false;
  loose.any_flushed_sign = true;
  loose.any_cancelled_zero = loose.any_underflowed_zero = true;
  loose.any_compared_zero = loose.any_rounded_zero = true;
  loose.allow_range_edge = true;
  loose.orders = Orders::all_trees;
  loose.reachable_set = false;
  loose.fused_nan_is_anything = true;
  loose.special_advisory = loose.special_advisory || varies(Policy::special_results);
  loose.nan_undefined = loose.nan_undefined || varies(Policy::nan);
  loose.infinity_undefined = loose.infinity_undefined || varies(Policy::infinity);
  if (varies(Policy::denormal_operands)) loose.operands = Denormals::may_flush;
  if (varies(Policy::denormal_results)) loose.results = Denormals::may_flush;
  return loose;
}

}  // namespace

struct OtherReadings::State {
  /// Other options and the ruling under them.
  struct Candidate {
    Ruling ruling;
    const Ruling* rules = nullptr;  ///< the first candidate's that differs in policies only

    [[nodiscard]] bool permits(JudgedCase& judged) const { return judged.permits(*rules, ruling.policies); }
  };
  using Candidates = std::map<Readings, Candidate>;

  State(const Rulebook& book, Operation op, Format fmt, const Readings& readings)
      : rulebook(book), operation(op), format(fmt), chosen(readings) {
    for (const Reading* reading : rulebook::readings_for(rulebook.model(), operation, format)) {
      if (reading->on_request) continue;
      const auto found = chosen.find(reading->id);
      const std::string& current = found != chosen.end() ? found->second : reading->chosen;
      Choice choice{
          reading->id, {}, replaces_rules(reading->id, operation), policies_of(rulebook.model(), reading->id)};
      for (const ReadingOption& option : reading->options) {
        if (option.name != current) choice.options.push_back(option.name);
      }
      varying |= choice.policies;
      choices.push_back(std::move(choice));
    }
  }

  /// Whether that reading replaces more of an operation's rules than policies.
  [[nodiscard]] bool replaces_rules(const std::string& id, Operation of) const {
    return std::ranges::any_of(rulebook::rules_for(rulebook.model(), of, format), [&](const rulebook::Rule* rule) {
      return rule->reading == id && rule->body.policy.empty();
    });
  }

  const Candidates::value_type& candidate(const Readings& changed) {
    const std::scoped_lock lock(mutex);
    const auto found = candidates.find(changed);
    if (found != candidates.end()) return *found;
    Readings all = chosen;
    for (const auto& [id, option] : changed) all[id] = option;
    Candidates::value_type& made =
        *candidates.try_emplace(changed, Candidate{Ruling::of(rulebook, operation, format, all)}).first;
    Candidate& candidate = made.second;
    const auto same =
        std::ranges::find_if(all_rules, [&](const Ruling* one) { return have_same_rules(*one, candidate.ruling); });
    candidate.rules = same != all_rules.end() ? *same : all_rules.emplace_back(&candidate.ruling);
    return made;
  }

  /// Makes each option alone, the combinations of options that replace rules, and the loosest rulings.
  void list() {
    chosen_rules = candidate({}).second.rules;
    for (const Choice& choice : choices) {
      for (const std::string& option : choice.options) {
        singles.push_back({&choice, &candidate({{choice.id, option}})});
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
      const Candidate& made = candidate(changed).second;
      bodies.push_back(&made.ruling);
      if (!made.ruling.parts.empty()) {
        add_loosest_steps(changed);
      } else {
        add_loosest(*made.rules, made.ruling.policies, !changed.empty(), loosest_rulings);
      }
    }
    for (const auto& [choice, single] : singles) {
      const auto& parts = single->second.ruling.parts;
      const bool replaces_step =
          std::ranges::any_of(parts, [&](const auto& part) { return replaces_rules(choice->id, part.first); });
      if (!choice->replaces_rules && replaces_step) add_loosest_steps(single->first);
    }
  }

  /// A ruling that permits all that some combinations of options permit.
  struct Loosest {
    const Ruling* rules;
    Policies policies;
    bool replaces_rules;            ///< the combinations change more than policies
    bool reaches_infinity;          ///< it matters only where infinity or the largest finite value is observed
    std::optional<Policies> wider;  ///< permit all that `policies` do, and what other definitions of the ULP do
  };

  void add_loosest(const Ruling& ruling, const Policies& policies, bool replaces_rules, std::vector<Loosest>& list) {
    Policies loose = loosest(policies, varying);
    add_definitions(ruling, loose, replaces_rules, list);
    if ((varying & bit(Policy::below_zero)) == 0) return;
    loose.clamp_below_zero = !loose.clamp_below_zero;
    add_definitions(ruling, loose, replaces_rules, list);
  }

  /// Adds loosest policies with each definition of the ULP and of overflow that the others do not include.
  static void add_definitions(const Ruling& ruling, const Policies& loose, bool replaces_rules,
                              std::vector<Loosest>& list) {
    const bool has_any_ulp = ruling.parts.empty() && ulp_definitions(ruling).size() > 1 &&
                             std::ranges::all_of(ruling.accuracy, [&](const Ruling::Piece& piece) {
                               return are_ulps_narrow(piece.bound, *ruling.result_format);
                             });
    for (const Ulp ulp : ulp_definitions(ruling)) {
      for (const Overflow overflow : {Overflow::ulp_extended, Overflow::interval_inf_or_max}) {
        const bool reaches_infinity = overflow == Overflow::interval_inf_or_max && !loose.infinity_undefined;
        Loosest one{&ruling, loose, replaces_rules, reaches_infinity, {}};
        one.policies.overflow = overflow;
        if (has_any_ulp) one.wider = one.policies;
        if (has_any_ulp) one.wider->ulp = Ulp::any;
        one.policies.ulp = ulp;
        list.push_back(one);
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
      const Ruling& ruling = candidate(readings).second.ruling;
      if (ruling.parts.empty()) continue;
      loose_steps.push_back(with_loosest_steps(ruling));
      add_loosest(loose_steps.back(), ruling.policies, false, loosest_of_steps);
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
      step.policies = loosest(step.policies, varying);
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

  [[nodiscard]] Extent extent(JudgedCase& judged) const {
    const FormatInfo& row = info(info(operation).result(format));
    const number::Layout layout(row);
    const bool overflows =
        row.kind == FormatKind::floating &&
        (layout.is_infinite(judged.observed()) || layout.magnitude(judged.observed()) == layout.max_finite());
    const auto permits_observed = [&](const Loosest& one) {
      if (one.reaches_infinity && !overflows) return false;
      if (one.wider && !judged.permits(*one.rules, *one.wider)) return false;
      return judged.permits(*one.rules, one.policies);
    };
    const auto found = std::ranges::find_if(loosest_rulings, permits_observed);
    if (found != loosest_rulings.end() && !found->replaces_rules) return {choices.size(), false};
    const bool is_by_steps = std::ranges::any_of(loosest_of_steps, permits_observed);
    if (found != loosest_rulings.end()) return {choices.size(), !is_by_steps};
    // Of an expression's steps no more than two options are changed: each is another search over expressions.
    constexpr std::size_t kMostOfSteps = 2;
    return {is_by_steps ? kMostOfSteps : 0, false};
  }

  /// Whether an option of a choice may change a decision that was evaluated so far: one that changes no rule and no
  /// policy that any evaluation asked leaves each of them as it is.
  ///
  /// So no combination of k options is missed when it is the first that permits a result: without one of its options it
  /// does not, since fewer options were tried before. By induction a combination without that option was evaluated, or
  /// goes the same way as one that was; the option changes its decision, and so a rule or a policy that it asked.
  [[nodiscard]] bool may_matter(const Choice& choice, const JudgedCase& judged) const {
    return choice.replaces_rules || !loosest_of_steps.empty() || (choice.policies & judged.asked()) != 0;
  }

  /// Changes `count` of the choices from `from` on, in order, beside those in `changed`.
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
  const Ruling* chosen_rules = nullptr;
  struct Single {
    const Choice* choice;
    const Candidates::value_type* candidate;
  };
  std::vector<Single> singles;
  std::vector<const Ruling*> bodies;
  std::vector<Loosest> loosest_rulings;
  std::vector<Loosest> loosest_of_steps;
  std::deque<Ruling> loose_steps;

  std::mutex mutex;  ///< of candidates
  Candidates candidates;
  std::vector<const Ruling*> all_rules;  ///< of candidates, each once
};

OtherReadings::OtherReadings(const Rulebook& rulebook, Operation operation, Format format, const Readings& chosen)
    : state_(std::make_unique<State>(rulebook, operation, format, chosen)) {}
OtherReadings::~OtherReadings() = default;
OtherReadings::OtherReadings(OtherReadings&&) noexcept = default;
OtherReadings& OtherReadings::operator=(OtherReadings&&) noexcept = default;

const Readings* OtherReadings::first_permitting(std::span<const Bits> operands, Bits observed) const {
  if (state_->choices.empty()) return nullptr;
  ExactCase of(state_->operation, state_->format, operands);
  JudgedCase judged(of, observed);
  const Ruling& chosen = state_->candidate({}).second.ruling;
  return first_permitting(judged, permitted(chosen, of, chosen.policies));
}

const Readings* OtherReadings::first_permitting(JudgedCase& judged, const Permitted& decision) const {
  if (state_->choices.empty()) return nullptr;
  std::call_once(state_->listed, [this] { state_->list(); });
  judged.note(*state_->chosen_rules, state_->chosen_rules->policies, decision);
  // Most results are permitted by no combination, which a few rulings that permit all that any does decide.
  const State::Extent extent = state_->extent(judged);
  if (extent.options == 0) return nullptr;
  for (const auto& [choice, candidate] : state_->singles) {
    if (extent.needs_replaced_rules && !choice->replaces_rules) continue;
    if (state_->may_matter(*choice, judged) && candidate->second.permits(judged)) return &candidate->first;
  }
  for (std::size_t count = 2; count <= std::min(extent.options, state_->choices.size()); ++count) {
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
