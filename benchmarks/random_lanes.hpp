// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::benchmarks {

/// Values of 32 bits.
using Words = std::vector<std::uint32_t>;

/// So many that branch predictors do not learn them.
constexpr std::size_t kRandomValues = std::size_t{1} << 20;

/// Lanes of random bit patterns, the same in each run.
inline std::vector<Words> random_lanes(int lanes) {
  std::mt19937 random(1);
  std::vector<Words> values(static_cast<std::size_t>(lanes), Words(kRandomValues));
  for (Words& lane : values) {
    for (std::uint32_t& value : lane) value = static_cast<std::uint32_t>(random());
  }
  return values;
}

/// As many values side by side, as in a run over all of them: some from the middle of each binade of either sign.
inline Words values_in_order() {
  constexpr std::size_t kBinades = 512;
  constexpr std::size_t kOfBinade = kRandomValues / kBinades;
  Words values(kRandomValues);
  for (std::size_t i = 0; i < kRandomValues; ++i) {
    values[i] = static_cast<std::uint32_t>(i / kOfBinade << 23 | 1U << 22 | i % kOfBinade);
  }
  return values;
}

inline ConstLane part_of(const Words& lane, std::size_t first, std::size_t count) {
  return std::as_bytes(std::span(lane).subspan(first, count));
}

/// Parts of lanes; they take no memory, which would be among what is measured.
struct Parts {
  std::array<ConstLane, kMaxArity> lanes;
  std::size_t count = 0;
  operator std::span<const ConstLane>() const { return std::span(lanes).first(count); }
};

inline Parts parts_of(const std::vector<Words>& lanes, std::size_t first, std::size_t count) {
  Parts parts;
  for (const Words& lane : lanes) parts.lanes[parts.count++] = part_of(lane, first, count);
  return parts;
}

}  // namespace halfulp::benchmarks
