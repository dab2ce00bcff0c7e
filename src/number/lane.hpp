// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <optional>
#include <string>

#include "halfulp/format.hpp"

namespace halfulp::number {

/// The value at an index of a lane whose values have so many bytes.
inline Bits load(ConstLane lane, int bytes, std::size_t index) {
  Bits bits = 0;
  std::memcpy(&bits, lane.data() + index * static_cast<std::size_t>(bytes), static_cast<std::size_t>(bytes));
  return bits;
}

/// What is wrong with the first value that has bits above its format's width: its index, and a clause; nothing if none
/// has.
struct TooWide {
  std::size_t index;
  std::string says;  ///< "0x7ff; unorm10 has 10 bits, and those above are zero"
};
[[nodiscard]] std::optional<TooWide> find_too_wide(ConstLane lane, const FormatInfo& format);

/// Puts a value there.
inline void store(Lane lane, int bytes, std::size_t index, Bits bits) {
  std::memcpy(lane.data() + index * static_cast<std::size_t>(bytes), &bits, static_cast<std::size_t>(bytes));
}

}  // namespace halfulp::number
