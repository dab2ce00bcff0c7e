// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "halfulp/error_profile.hpp"
#include "halfulp/operation.hpp"
#include "judge/definition/distance.hpp"
#include "judge/definition/ruling.hpp"

namespace halfulp::judge {

/// What the errors of an operation are counted by.
struct ErrorScale {
  explicit ErrorScale(const Ruling& ruling);

  ErrorAxis axis;
  /// Of each bound of the accuracy rule: its kind, whether it states a distance with a constant amount, and less of
  /// that than counts.
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
  /// True where the error is the largest of its binade so far.
  bool add(std::uint64_t index, Bits key, const Distance& distance, std::size_t bound_index);

  /// Counts errors, fewer than 2^32 of them, in the histogram alone; those below 0 are none. finish() adds them to the
  /// profile.
  void count(std::span<const float> errors);
  void finish();

  /// Whether an error is larger than those of its binade so far, where the two differ as floats.
  [[nodiscard]] bool is_larger(std::size_t binade, float error_ulp) const { return error_ulp > largest_[binade]; }
  /// Whether one of some errors may be larger, of cases whose keys are `keys`, each of `bytes` bytes.
  [[nodiscard]] bool may_be_larger(std::span<const float> errors, const std::byte* keys, int bytes) const;
  /// Takes in the largest error of a binade, counted before. True where it is the largest so far.
  bool note(std::uint64_t index, std::size_t binade, double error_ulp);

  /// The largest amount of each bound that was used so far, in its unit; infinity for a bound that states none.
  [[nodiscard]] std::span<const double> most_used() const { return most_used_; }
  /// Takes in how much of a bound was used.
  void note_used(std::uint64_t index, const Distance& distance, std::size_t bound_index);

 private:
  const ErrorScale& scale_;
  ErrorProfile& profile_;
  // Bin 0 is for what is not measured; four histograms, so that no count waits for the one before.
  static constexpr std::size_t kHistograms = 4;
  std::array<std::array<std::uint32_t, ErrorProfile::kBins + 1>, kHistograms> counts_{};
  std::array<float, BinadeAxis::kMost> largest_;
  std::vector<double> most_used_;
};

}  // namespace halfulp::judge
