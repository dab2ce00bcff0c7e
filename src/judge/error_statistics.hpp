// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "halfulp/error_profile.hpp"
#include "halfulp/operation.hpp"
#include "judge/definition/distance.hpp"
#include "judge/definition/ruling.hpp"

namespace halfulp::judge {

/// The axis and the bounds by which the errors of an operation are counted.
struct ErrorScale {
  explicit ErrorScale(const Ruling& ruling);

  ErrorAxis axis;
  /// A bound of the accuracy rule: its kind, whether it states a distance with a constant amount, and the least part of
  /// that amount that counts.
  struct Bound {
    rulebook::Bound::Kind kind;
    bool states_distance;
    double least;
  };
  std::vector<Bound> bounds;

  [[nodiscard]] bool states_distances() const;
};

/// Takes the errors of a span's cases into a profile: each error counts in the histogram; the largest of each binade
/// and bound are kept with their cases. No verdict depends on it.
class ErrorStatistics {
 public:
  /// Both must outlive this.
  ErrorStatistics(const ErrorScale& scale, ErrorProfile& profile);

  /// Takes one case in. `key`: the value of ErrorScale::axis; `bound_index`: of the bound that holds for the operands.
  /// True where the error is measured, and the largest of its binade so far; of equal ones that of the smallest index.
  bool add(std::uint64_t index, Bits key, const Distance& distance, std::size_t bound_index);

  /// The next case from `index` on, itself or a later one, of those of which errors of half an ULP at most are
  /// measured, whichever test passes them.
  [[nodiscard]] static std::uint64_t next_sampled(std::uint64_t index) {
    return index < ErrorProfile::kAllMeasured ? index : index + -index % ErrorProfile::kMeasuredOf;
  }
  [[nodiscard]] static bool is_sampled(std::uint64_t index) { return next_sampled(index) == index; }
  /// Counts cases in the histogram whose errors are half an ULP at most.
  void count_nearest(std::uint64_t cases) { profile_.histogram.front() += cases; }
  /// Counts an error in the histogram, and keeps it if it is the largest of its binade so far, as add(): then true.
  bool take(std::uint64_t index, Bits key, double error_ulp) {
    ++profile_.histogram[ErrorProfile::bin_of(error_ulp)];
    ErrorProfile::Peak& peak = profile_.by_binade[scale_.axis.axis.of(key)];
    const double amount = error_ulp < ErrorProfile::kLeastError ? 0 : error_ulp;
    if (amount < peak.amount || (amount == peak.amount && index >= peak.index)) return false;
    peak = {index, amount};
    return true;
  }

  /// The largest amount of each bound that was used so far, in its unit; infinity for a bound that states none.
  [[nodiscard]] std::span<const double> most_used() const { return most_used_; }
  /// Takes in how much of a bound was used.
  void note_used(std::uint64_t index, const Distance& distance, std::size_t bound_index);

 private:
  const ErrorScale& scale_;
  ErrorProfile& profile_;
  std::vector<double> most_used_;
};

}  // namespace halfulp::judge
