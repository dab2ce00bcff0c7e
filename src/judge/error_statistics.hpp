// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "halfulp/error_profile.hpp"
#include "judge/definition/distance.hpp"
#include "judge/definition/ruling.hpp"

namespace halfulp::judge {

/// What a span's errors are counted by. No verdict depends on it.
struct ErrorScale {
  ErrorScale(const Ruling& ruling);  // NOLINT(google-explicit-constructor)

  /// The operation's ErrorAxis.
  ErrorAxis axis;
  /// Of each bound of the accuracy rule: whether it states a distance with a constant amount, and less of that than
  /// this counts as none.
  struct Bound {
    rulebook::Bound::Kind kind;
    bool states_distance;
    double least;
  };
  std::vector<Bound> bounds;

  [[nodiscard]] bool states_distances() const;
};

/// Takes the errors of a span's cases into a profile.
class ErrorStatistics {
 public:
  /// Both must outlive this.
  ErrorStatistics(const ErrorScale& scale, ErrorProfile& profile);

  /// One case. `key`: the value of ErrorScale::axis; `bound_index`: of the bound that holds for the operands. True
  /// where the error is the largest of its binade so far.
  bool add(std::uint64_t index, Bits key, const Distance& distance, std::size_t bound_index);

 private:
  const ErrorScale& scale_;
  ErrorProfile& profile_;
};

}  // namespace halfulp::judge
