// SPDX-License-Identifier: Apache-2.0
#include "judge/alternatives.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <utility>

#include "judge/quick/quick.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

/// The definitions of ULP that could matter: all if some bound counts in ULP.
std::span<const Ulp> ulp_definitions(const Ruling& ruling) {
  static constexpr std::array<Ulp, 4> kAll = {Ulp::muller_a, Ulp::muller_b, Ulp::goldberg_of_result, Ulp::bit_steps};
  const auto counts = [](const Bound& bound, const auto& self) -> bool {
    return bound.kind == Bound::Kind::ulp ||
           std::ranges::any_of(bound.parts, [&](const Bound& part) { return self(part, self); }) ||
           std::ranges::any_of(bound.steps, [&](const auto& step) { return self(step.second, self); });
  };
  const bool any = std::ranges::any_of(ruling.accuracy, [&](const auto& piece) { return counts(piece.bound, counts); });
  return any ? std::span<const Ulp>(kAll) : std::span<const Ulp>(kAll).first(1);
}

/// A reading and its options other than the chosen one.
struct Choice {
  std::string id;
  std::vector<std::string> options;
  bool replaces_body;  ///< some option changes more than policies
};

/// Which changes could make a failure pass; `two`: as many at most are tried.
enum class Hope : std::uint8_t { none, any, only_with_a_body, two };

}  // namespace

struct Alternatives::State {
  State(const Rulebook& book, Operation op, Format fmt, const Readings& readings)
      : rulebook(book), operation(op), format(fmt), chosen(readings) {
    for (const Reading* reading : rulebook::readings_for(rulebook.model(), operation, format)) {
      if (reading->on_request) continue;
      const auto found = chosen.find(reading->id);
      const std::string& current = found != chosen.end() ? found->second : reading->chosen;
      Choice choice{reading->id, {}, replaces_body(reading->id, operation)};
      for (const ReadingOption& option : reading->options) {
        if (option.name != current) choice.options.push_back(option.name);
      }
      choices.push_back(std::move(choice));
    }
    own = varying(operation);
  }

  /// What depends on a choice that is left.
  struct Varying {
    bool operands = false;  ///< what becomes of denormal ones
    bool results = false;
    bool specials = false;
    bool nan = false;
    bool infinity = false;
  };
  [[nodiscard]] Varying varying(Operation of) const {
    // Whether a reading that may be chosen changes that policy.
    const auto vary = [&](const std::string& policy) {
      return std::ranges::any_of(choices, [&](const Choice& choice) { return sets(choice.id, policy, of); });
    };
    return {.operands = vary("denormal_operands"),
            .results = vary("denormal_results"),
            .specials = vary("special_results"),
            .nan = vary("nan"),
            .infinity = vary("infinity")};
  }

  /// A ruling under other options, and what it decides plainly.
  struct Other {
    Other(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings)
        : ruling(Ruling::of(rulebook, operation, format, readings)), quick(ruling) {}
    Ruling ruling;
    Quick quick;
  };

  struct Candidate {
    const Readings* changed;
    const Other* other;
    bool replaces_body;
  };

  const std::pair<const Readings, Other>& other_and_changes(const Readings& changed) {
    const std::scoped_lock lock(mutex);
    return other_unlocked(changed);
  }
  const Other& other(const Readings& changed) { return other_and_changes(changed).second; }

  const std::pair<const Readings, Other>& other_unlocked(const Readings& changed) {
    const auto found = others.find(changed);
    if (found != others.end()) return *found;
    Readings all = chosen;
    for (const auto& [id, option] : changed) all[id] = option;
    const auto made = others.try_emplace(changed, rulebook, operation, format, all).first;
    if (!own.operands) made->second.quick.leave_out_kept_operands();
    return *made;
  }

  /// What can be said without exact arithmetic: the readings that save a result, or that none does, or nothing.
  struct Quickly {
    bool known = false;
    const Readings* saving = nullptr;
  };
  /// `whatever_policies`: the chosen body forbids it under all policies, so that only options that replace bodies may
  /// save it.
  Quickly search_quickly(std::span<const Bits> operands, Bits observed, bool whatever_policies) {
    std::call_once(listed, [this] { list(); });
    bool all_forbid = true;  // of the bodies that one option makes
    for (const Candidate& one : singles) {
      if (whatever_policies && !one.replaces_body) continue;
      const Quick::Answer answer = one.other->quick.answer(operands, observed);
      if (answer == Quick::Answer::undecided) return {};
      if (Quick::is_pass(answer) || answer == Quick::Answer::unconstrained) return {true, one.changed};
      all_forbid = all_forbid && (!one.replaces_body || forbids(answer, false));
    }
    const bool known =
        all_forbid && (whatever_policies || forbids(chosen_body->quick.answer(operands, observed), false));
    return {known && all_fail(several_bodies, operands, observed, false), nullptr};
  }

  /// Whether a body permits it under no policies; `by_ulp`: but for another definition of an ULP.
  [[nodiscard]] bool forbids(Quick::Answer answer, bool by_ulp) const {
    const bool is_forbidden_flushed =
        answer == Quick::Answer::forbidden_flushed || answer == Quick::Answer::forbidden_unless_kept;
    return answer == Quick::Answer::fails || answer == Quick::Answer::breaks_special ||
           answer == Quick::Answer::breaks_identity || answer == Quick::Answer::breaks_nan ||
           answer == Quick::Answer::breaks_fused_nan || answer == Quick::Answer::breaks_below_zero ||
           (by_ulp && (answer == Quick::Answer::forbidden_by_ulp || (is_forbidden_flushed && !own.operands)));
  }
  [[nodiscard]] bool all_fail(std::span<const Candidate> candidates, std::span<const Bits> operands, Bits observed,
                              bool by_ulp) const {
    return std::ranges::all_of(
        candidates, [&](const Candidate& one) { return forbids(one.other->quick.answer(operands, observed), by_ulp); });
  }

  /// Makes every option alone, in the rulebook's order, and every combination of those that replace bodies, each under
  /// every definition of an ULP too.
  void list() {
    const auto add = [this](std::vector<Candidate>& candidates, const Readings& changed, bool replaces_body) {
      const std::scoped_lock lock(mutex);
      const auto& made = other_unlocked(changed);
      candidates.push_back({&made.first, &made.second, replaces_body});
    };
    for (const Choice& choice : choices) {
      for (const std::string& option : choice.options) add(singles, {{choice.id, option}}, choice.replaces_body);
    }
    for (const Readings& changed : body_variants()) {
      if (changed.empty()) chosen_body = &other(changed);
      if (changed.size() > 1) add(several_bodies, changed, true);
      add(definitions, changed, true);
      for (const Choice& choice : choices) {
        if (!sets(choice.id, "ulp", operation)) continue;
        for (const std::string& option : choice.options) {
          Readings defined = changed;
          defined[choice.id] = option;
          add(definitions, defined, true);
        }
      }
    }
  }

  [[nodiscard]] std::vector<Ulp> definitions_of(const Choice& choice) const {
    std::vector<Ulp> of_options;
    Readings readings = chosen;
    for (const std::string& option : choice.options) {
      readings[choice.id] = option;
      of_options.push_back(Ruling::of(rulebook, operation, format, readings).policies.ulp);
    }
    return of_options;
  }

  static bool permits_under(const Other& other, std::span<const Bits> operands, Bits observed) {
    const Quick::Answer answer = other.quick.answer(operands, observed);
    if (answer == Quick::Answer::undecided) return permits(other.ruling, operands, observed);
    return Quick::is_pass(answer) || answer == Quick::Answer::unconstrained;
  }

  /// Changes exactly `count` of the choices from `from` on, in order; the first changes that permit it.
  const Readings* search(std::size_t from, std::size_t count, Readings& changed, std::span<const Bits> operands,
                         Bits observed, Hope hope) {
    if (count == 0) {
      const auto& [readings, made] = other_and_changes(changed);
      return permits_under(made, operands, observed) ? &readings : nullptr;
    }
    for (std::size_t i = from; i + count <= choices.size(); ++i) {
      const bool last_chance = count == 1 && changed.empty() && hope == Hope::only_with_a_body;
      if (last_chance && !choices[i].replaces_body) continue;
      for (const std::string& option : choices[i].options) {
        changed[choices[i].id] = option;
        if (const Readings* found = search(i + 1, count - 1, changed, operands, observed, hope)) return found;
      }
      changed.erase(choices[i].id);
    }
    return nullptr;
  }

  /// How far, in ULP, a normal result of a normal exact result may lie from it under any reading: other definitions of
  /// ULP triple a bound at most (muller_B at a power of two, whose ULP is the gap below it by muller_A), and a rounding
  /// adds a step. Infinite where some bound does not count in ULP.
  double reach() {
    const std::vector<Readings>& bodies = body_variants();
    const std::scoped_lock lock(mutex);
    if (farthest) return *farthest;
    double most = 0;
    for (const Readings& changed : bodies) {
      for (const Ruling::Piece& piece : other_unlocked(changed).second.ruling.accuracy) {
        if (!piece.bound.parts.empty() || !piece.bound.steps.empty() || !piece.bound.constant) most = HUGE_VAL;
        switch (piece.bound.kind) {
          case Bound::Kind::ulp:
            most = std::max(most, piece.bound.amount.to_double());
            break;
          case Bound::Kind::nearest:
          case Bound::Kind::nearest_even:
          case Bound::Kind::toward_zero:
          case Bound::Kind::either:
            most = std::max(most, 1.0);
            break;
          default:
            most = HUGE_VAL;
        }
      }
    }
    farthest = 3 * most + 4;
    return *farthest;
  }

  [[nodiscard]] bool is_far_off(std::span<const Bits> operands, Bits observed, std::optional<double> error_ulp) {
    const FormatInfo& row = info(info(operation).result(format));
    if (!error_ulp || row.kind != FormatKind::floating || has_denormal(operands)) return false;
    const number::Layout layout(row);
    const Bits magnitude = layout.magnitude(observed);
    // Away from zero and from overflow, where flushes and other policies have their say.
    const bool normal = magnitude >= layout.min_normal() * 2 && magnitude < layout.max_finite();
    return normal && *error_ulp > reach();
  }

  [[nodiscard]] bool has_denormal(std::span<const Bits> operands) const {
    for (std::size_t k = 0; k < operands.size(); ++k) {
      const FormatInfo& row = info(info(operation).operand_format(static_cast<int>(k), format));
      if (row.kind == FormatKind::floating && number::Layout(row).is_denormal(operands[k])) return true;
    }
    return false;
  }

  /// What a combination may help by.
  Hope hope(std::span<const Bits> operands, Bits observed) {
    std::call_once(listed, [this] { list(); });
    const FormatInfo& row = info(info(operation).result(format));
    const number::Layout layout(row);
    const bool overflows = row.kind == FormatKind::floating &&
                           (layout.is_infinite(observed) || layout.magnitude(observed) == layout.max_finite());
    const auto permits = [&](const OrdinalSet& set) { return set.contains(observed); };
    for (const Readings& bodies : body_variants()) {
      const Hope found = bodies.empty() ? Hope::any : Hope::only_with_a_body;
      const Other& made = other(bodies);
      if (!made.ruling.parts.empty()) continue;
      if (!bodies.empty() && made.quick.passes(operands, observed)) return found;
      if (any_of_loosest(made.ruling, operands, overflows, permits)) return found;
    }
    // The steps of an expression are other operations, whose bodies readings may replace too.
    std::call_once(loosened, [this] { loosen(); });
    const bool may_steps = std::ranges::any_of(
        loose_steps, [&](const Ruling& ruling) { return any_of_loosest(ruling, operands, overflows, permits); });
    return may_steps ? Hope::two : Hope::none;
  }

  /// Makes what includes all that steps may give under each definition of an ULP and each option that replaces a body.
  void loosen() {
    const auto add = [this](const Candidate& one) {
      if (!one.other->ruling.parts.empty()) loose_steps.push_back(with_loose_steps(one.other->ruling));
    };
    std::ranges::for_each(definitions, add);
    for (const Candidate& one : singles) {
      const auto replaces = [&](const auto& part) { return replaces_body(one.changed->begin()->first, part.first); };
      if (!one.replaces_body && std::ranges::any_of(one.other->ruling.parts, replaces)) add(one);
    }
  }

  [[nodiscard]] Ruling with_loose_steps(const Ruling& ruling) const {
    Ruling loose = ruling;
    for (auto& [part, made] : loose.parts) {
      Ruling step = with_loose_steps(*made);
      step.policies = loosest(step.policies, varying(part));
      step.policies.overflow = Overflow::interval_inf_or_max;  // it includes the others
      made = std::make_shared<const Ruling>(std::move(step));
    }
    return loose;
  }

  /// Those that permit all that any option of a reading has them permit, but for the definition of an ULP and overflow.
  static Policies loosest(Policies loose, const Varying& varying) {
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

  /// Whether `holds` for some of a few permitted sets that include those of every combination of a body and policies:
  /// policies at their loosest, each definition of ULP. `overflows`: whether infinities and the largest value matter,
  /// as they do wherever an infinity may become anything.
  template <class Holds>
  bool any_of_loosest(const Ruling& ruling, std::span<const Bits> operands, bool overflows, Holds holds) {
    Policies loose = loosest(ruling.policies, own);
    for (const Ulp ulp : ulp_definitions(ruling)) {
      loose.ulp = ulp;
      loose.overflow = Overflow::ulp_extended;
      if (holds(permit(ruling, operands, loose).set)) return true;
      if (!overflows && !loose.infinity_undefined) continue;
      loose.overflow = Overflow::interval_inf_or_max;
      if (holds(permit(ruling, operands, loose).set)) return true;
    }
    return false;
  }

  /// Every combination of options that replace more than policies.
  const std::vector<Readings>& body_variants() {
    const std::scoped_lock lock(mutex);
    if (!variants.empty()) return variants;
    variants.push_back({});
    for (const Choice& choice : choices) {
      for (const std::string& option : choice.options) {
        if (!choice.replaces_body) continue;
        const std::size_t before = variants.size();
        for (std::size_t i = 0; i < before; ++i) {
          if (variants[i].contains(choice.id)) continue;
          Readings extended = variants[i];
          extended[choice.id] = option;
          variants.push_back(std::move(extended));
        }
      }
    }
    return variants;
  }

  /// Whether that reading replaces more of an operation's rules than policies.
  [[nodiscard]] bool replaces_body(const std::string& id, Operation of) const {
    const auto rules = rulebook::rules_for(rulebook.model(), of, format);
    return std::ranges::any_of(
        rules, [&](const rulebook::Rule* rule) { return rule->reading == id && rule->body.policy.empty(); });
  }

  /// Whether it changes that policy.
  [[nodiscard]] bool sets(const std::string& id, const std::string& policy, Operation of) const {
    const auto rules = rulebook::rules_for(rulebook.model(), of, format);
    return std::ranges::any_of(
        rules, [&](const rulebook::Rule* rule) { return rule->reading == id && rule->body.policy.contains(policy); });
  }

  Rulebook rulebook;
  Operation operation;
  Format format;
  Readings chosen;
  std::vector<Choice> choices;
  Varying own;
  std::mutex mutex;
  std::map<Readings, Other> others;
  std::vector<Readings> variants;
  std::once_flag listed;
  std::once_flag loosened;
  std::vector<Ruling> loose_steps;        ///< with steps that give all that any policy has them give
  std::vector<Candidate> singles;         ///< one option
  const Other* chosen_body = nullptr;     ///< none
  std::vector<Candidate> several_bodies;  ///< options that replace bodies, together
  std::vector<Candidate> definitions;     ///< every combination of these, under every definition of an ULP
  std::optional<double> farthest;         ///< reach(), once it is known
};

Alternatives::Alternatives(const Rulebook& rulebook, Operation operation, Format format, const Readings& chosen)
    : state_(std::make_unique<State>(rulebook, operation, format, chosen)) {}
Alternatives::~Alternatives() = default;
Alternatives::Alternatives(Alternatives&&) noexcept = default;
Alternatives& Alternatives::operator=(Alternatives&&) noexcept = default;

const Readings* Alternatives::saving_of_failure(std::span<const Bits> operands, Bits observed,
                                                std::optional<double> error_ulp) const {
  if (state_->choices.empty()) return nullptr;
  const State::Quickly quickly = state_->search_quickly(operands, observed, true);
  return quickly.known ? quickly.saving : saving(operands, observed, error_ulp);
}

bool Alternatives::take_steps() const {
  return std::ranges::any_of(state_->body_variants(),
                             [&](const Readings& bodies) { return !state_->other(bodies).ruling.parts.empty(); });
}

std::vector<OrdinalSet> Alternatives::loosest_permitted(std::span<const Bits> operands) const {
  std::vector<OrdinalSet> sets;
  for (const Readings& bodies : state_->body_variants()) {
    state_->any_of_loosest(state_->other(bodies).ruling, operands, true, [&](const OrdinalSet& set) {
      sets.push_back(set);
      return false;
    });
  }
  return sets;
}

std::vector<const Quick*> Alternatives::other_bodies() const {
  std::vector<const Quick*> quicks;
  for (const Readings& changed : state_->body_variants()) {
    if (!changed.empty()) quicks.push_back(&state_->other(changed).quick);
  }
  return quicks;
}

std::vector<Ulp> Alternatives::definitions() const {
  for (const Choice& choice : state_->choices) {
    if (state_->sets(choice.id, "ulp", state_->operation)) return state_->definitions_of(choice);
    if (choice.replaces_body) break;
  }
  return {};
}

bool Alternatives::forbid_by_ulp(std::span<const Bits> operands, Bits observed) const {
  std::call_once(state_->listed, [this] { state_->list(); });
  // But the first, the chosen one.
  return state_->all_fail(std::span(state_->definitions).subspan(1), operands, observed, true);
}

const Readings* Alternatives::saving_quickly(std::span<const Bits> operands, Bits observed) const {
  return state_->search_quickly(operands, observed, false).saving;
}

const Readings* Alternatives::saving(std::span<const Bits> operands, Bits observed,
                                     std::optional<double> error_ulp) const {
  if (state_->choices.empty()) return nullptr;
  if (state_->is_far_off(operands, observed, error_ulp)) return nullptr;
  const State::Quickly quickly = state_->search_quickly(operands, observed, false);
  if (quickly.known) return quickly.saving;
  const Hope hope = state_->hope(operands, observed);
  if (hope == Hope::none) return nullptr;
  const std::size_t most = hope == Hope::two ? 2 : state_->choices.size();
  for (std::size_t count = 1; count <= std::min(most, state_->choices.size()); ++count) {
    Readings changed;
    if (const Readings* found = state_->search(0, count, changed, operands, observed, hope)) return found;
  }
  return nullptr;
}

}  // namespace halfulp::judge
