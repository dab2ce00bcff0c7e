// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "number/wide.hpp"

namespace halfulp::suite {

/// SplitMix64's mixing step [Steele, Lea, Flood 2014]: a bijection that leaves no visible pattern.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// Random numbers that are a pure function of (key, index), so that any case can be made alone.
class Random {
 public:
  constexpr Random(std::uint64_t key, std::uint64_t index) : Random(mix(key ^ mix(index + kStep))) {}
  /// SplitMix64 itself, from that state on.
  constexpr explicit Random(std::uint64_t state) : state_(state) {}

  [[nodiscard]] constexpr std::uint64_t next() { return mix(state_ += kStep); }
  /// Uniform in 0 ... n - 1 but for a bias below n * 2^-64; n not 0.
  [[nodiscard]] constexpr std::uint64_t below(std::uint64_t n) {
    return static_cast<std::uint64_t>((static_cast<number::UnsignedWide>(next()) * n) >> 64);
  }
  /// Uniform in first ... last.
  [[nodiscard]] constexpr int between(int first, int last) {
    return first + static_cast<int>(below(static_cast<std::uint64_t>(last - first + 1)));
  }
  [[nodiscard]] constexpr bool coin() { return (next() >> 63) != 0; }
  /// n random bits, n from 0 to 64.
  [[nodiscard]] constexpr std::uint64_t bits(int n) { return n == 0 ? 0 : next() >> (64 - n); }
  /// An integer of exactly n bits, n from 1 to 64.
  [[nodiscard]] constexpr std::uint64_t of_length(int n) { return bits(n - 1) | (std::uint64_t{1} << (n - 1)); }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;
  std::uint64_t state_;
};

}  // namespace halfulp::suite
