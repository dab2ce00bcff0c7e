// SPDX-License-Identifier: Apache-2.0
#include "number/lane.hpp"

#include <fmt/format.h>

namespace halfulp::number {

std::optional<TooWide> find_too_wide(ConstLane lane, const FormatInfo& format) {
  if (format.bits == 8 * format.bytes) return std::nullopt;
  for (std::size_t i = 0; i < lane.size() / static_cast<std::size_t>(format.bytes); ++i) {
    const Bits bits = load(lane, format.bytes, i);
    if (bits >> format.bits == 0) continue;
    return TooWide{i, fmt::format("0x{:x}; {} has {} bits, and those above are zero", bits, format.name, format.bits)};
  }
  return std::nullopt;
}

}  // namespace halfulp::number
