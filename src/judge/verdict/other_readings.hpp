// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "halfulp/rulebook.hpp"
#include "judge/verdict/judged_case.hpp"

namespace halfulp::judge {

/// The readings, other than the chosen ones, under which a result would pass. Rulings under other options are made when
/// they are first needed. Safe to share between threads.
class OtherReadings {
 public:
  /// Throws Error(kUsage) as Ruling::of().
  OtherReadings(const Rulebook& rulebook, Operation operation, Format format, const Readings& chosen);
  ~OtherReadings();
  OtherReadings(OtherReadings&&) noexcept;
  OtherReadings& operator=(OtherReadings&&) noexcept;

  /// The fewest changed options under which the observed result of a case is permitted, which was judged under the
  /// chosen ruling and does not pass; of several combinations the first in the rulebook's order. nullptr if there is
  /// none. The same address for the same readings, valid as long as this object.
  [[nodiscard]] const Readings* first_permitting(JudgedCase& judged) const;

  /// The ruling under the chosen readings.
  [[nodiscard]] const Ruling& chosen() const;

  /// The rulings of every combination of options that replace a table, an identity, an accuracy or an allowance: with
  /// the chosen ruling's own, the first, they differ from all other combinations in policies only.
  [[nodiscard]] std::vector<const Ruling*> rulings() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace halfulp::judge
