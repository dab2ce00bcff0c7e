// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "halfulp/judge.hpp"
#include "judge/permit/distance.hpp"
#include "judge/permit/policies.hpp"
#include "judge/permit/ruling.hpp"
#include "judge/quick/quick.hpp"

namespace halfulp::judge {

/// The readings that could make a failure pass. Rulings under other options are made when they are first asked for;
/// safe to share between threads.
class Alternatives {
 public:
  Alternatives(const Rulebook& rulebook, Operation operation, Format format, const Readings& chosen);
  ~Alternatives();
  Alternatives(Alternatives&&) noexcept;
  Alternatives& operator=(Alternatives&&) noexcept;

  /// The fewest changed options under which `observed` is permitted (the first such in the rulebook's order), or
  /// nullptr. They live as long as this does, the same in one place. `error_ulp`: its distance from the exact result,
  /// where that is known.
  [[nodiscard]] const Readings* saving(std::span<const Bits> operands, Bits observed,
                                       std::optional<double> error_ulp) const;
  /// The same for a result that fails whatever the policies are.
  [[nodiscard]] const Readings* saving_of_failure(std::span<const Bits> operands, Bits observed,
                                                  std::optional<double> error_ulp) const;

  /// Whether an expression's steps, which have rules of their own, tell what is permitted, under some options at least.
  [[nodiscard]] bool take_steps() const;

  /// Sets that together include whatever is permitted under any combination of options, if none takes steps; as many
  /// for all operands, in the same order.
  [[nodiscard]] std::vector<OrdinalSet> loosest_permitted(std::span<const Bits> operands) const;

  /// What is decided plainly under each combination of other options that replace more than policies. They live as long
  /// as this does.
  [[nodiscard]] std::vector<const Quick*> other_bodies() const;

  /// The other definitions of an ULP, where each is an option of one reading and no other before it replaces more than
  /// policies; in the order in which they are tried.
  [[nodiscard]] std::vector<Ulp> definitions() const;

  /// Whether no reading permits what is Quick::Answer::forbidden_by_ulp under the chosen ones; false where that takes
  /// more to know.
  [[nodiscard]] bool forbid_by_ulp(std::span<const Bits> operands, Bits observed) const;

  /// The first option that alone makes `observed` plainly permitted where all before it plainly forbid it; nullptr
  /// where that takes more to know.
  [[nodiscard]] const Readings* saving_quickly(std::span<const Bits> operands, Bits observed) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Whether to name the rule that a result breaks when it passes under another reading: in bulk nobody asks.
enum class RuleOfReadings : bool { left_out, named };

/// The explain path's verdict on one result. `distance`: where to write how far it is from the exact one, if asked.
[[nodiscard]] Judgement judge_case(const Ruling& ruling, const Alternatives& alternatives,
                                   std::span<const Bits> operands, Bits observed, RuleOfReadings rule_of_readings,
                                   Distance* distance = nullptr);

}  // namespace halfulp::judge
