// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "judge/sieve/sieve.hpp"

namespace halfulp::judge {

/// Counts the bins of cases, as a sieve gives them: of each bin how many there are.
class BinCounts {
 public:
  /// So many at a time are counted fastest.
  static constexpr std::size_t kBlock = 2048;

  void add(std::span<const std::uint8_t> bins);
  /// Adds the counts to those of a histogram, and starts again from none.
  void give_to(std::span<std::uint64_t> histogram);

  /// Counts of vectors, in base 2: a byte has a bit for each bin of a plane of eight, and each of its lanes is counted
  /// for itself.
  struct Sliced {
    static constexpr std::size_t kFirstBins = 127;  ///< of the first planes; others are those of the next ones
    static constexpr std::size_t kFirstPlanes = 16;
    static constexpr std::size_t kPlanes = kFirstPlanes + 8;
    static constexpr std::size_t kDigits = 12;
    static constexpr std::size_t kLanes = 64;

    alignas(64) std::array<std::array<std::array<std::uint8_t, kLanes>, kDigits>, kPlanes> digits;  ///< lowest first
    unsigned planes = 0;  ///< a bit for each of those that anything is in: of others the digits are not set
    std::size_t blocks = 0;
  };
  using Counts = std::array<std::uint32_t, 256>;

 private:
  void take_sliced();

  // Several counters of each bin, so that equal bins in a row need not wait for one another.
  std::array<Counts, 8> ways_{};
  Sliced sliced_;
};

}  // namespace halfulp::judge
