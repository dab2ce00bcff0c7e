// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "judge/definition/permitted.hpp"

namespace halfulp::judge {

/// One observed result, and under which rules and policies it was found to be permitted.
class JudgedCase {
 public:
  JudgedCase(ExactCase& of, Bits observed) : of_(of), observed_(observed) {}

  [[nodiscard]] ExactCase& of() { return of_; }
  [[nodiscard]] Bits observed() const { return observed_; }

  /// Whether a ruling's rules permit the result under policies. Evaluated unless an evaluation with the same answer is
  /// known: under policies that, where it asked them, are no wider and permit it, or are as wide and do not.
  [[nodiscard]] bool permits(const Ruling& rules, const Policies& policies) {
    for (const Known& known : known_) {
      const auto& [wider, other] =
          known.permits ? std::tie(policies, known.policies) : std::tie(known.policies, policies);
      if (known.rules == &rules && is_as_wide(wider, other, known.asked)) return known.permits;
    }
    const Permitted decision = permitted(rules, of_, policies);
    note(rules, policies, decision);
    return known_.back().permits;
  }

  /// Takes in what an evaluation has found.
  void note(const Ruling& rules, const Policies& policies, const Permitted& decision) {
    known_.push_back({&rules, policies, decision.asked, decision.set.contains(observed_)});
    asked_ |= decision.asked;
  }

  /// The policies that some evaluation so far has asked.
  [[nodiscard]] PolicySet asked() const { return asked_; }

 private:
  struct Known {
    const Ruling* rules = nullptr;
    Policies policies;
    PolicySet asked = 0;
    bool permits = false;
  };

  ExactCase& of_;
  Bits observed_;
  std::vector<Known> known_;
  PolicySet asked_ = 0;
};

/// The rule that a result outside the permitted set breaks: the first whose relaxation would admit it (flushing, zero
/// signs, NaN and infinity, the policies that readings tighten), else the rule that decided the case.
[[nodiscard]] std::string broken_rule(const Ruling& ruling, JudgedCase& judged, const Permitted& decision);

}  // namespace halfulp::judge
