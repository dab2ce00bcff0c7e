// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>

#include "halfulp/format.hpp"

namespace halfulp::number {

/// The value at an index of a lane whose values have so many bytes.
inline Bits load(ConstLane lane, int bytes, std::size_t index) {
  Bits bits = 0;
  std::memcpy(&bits, lane.data() + index * static_cast<std::size_t>(bytes), static_cast<std::size_t>(bytes));
  return bits;
}

/// Puts a value there.
inline void store(Lane lane, int bytes, std::size_t index, Bits bits) {
  std::memcpy(lane.data() + index * static_cast<std::size_t>(bytes), &bits, static_cast<std::size_t>(bytes));
}

}  // namespace halfulp::number
