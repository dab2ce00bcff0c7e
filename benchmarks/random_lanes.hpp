// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "halfulp/format.hpp"

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

inline ConstLane part_of(const Words& lane, std::size_t first, std::size_t count) {
  return std::as_bytes(std::span(lane).subspan(first, count));
}

inline std::vector<ConstLane> parts_of(const std::vector<Words>& lanes, std::size_t first, std::size_t count) {
  std::vector<ConstLane> parts;
  for (const Words& lane : lanes) parts.push_back(part_of(lane, first, count));
  return parts;
}

}  // namespace halfulp::benchmarks
