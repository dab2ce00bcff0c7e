// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>

#include "halfulp/format.hpp"

namespace halfulp::device {

inline constexpr std::size_t kWordBytes = 4;

/// How many words a value takes: 1 or 2.
inline std::size_t words_of(Format format) {
  return (static_cast<std::size_t>(info(format).bytes) + kWordBytes - 1) / kWordBytes;
}

/// Writes a lane's values into memory of 32-bit words, value i from word i * `stride` on. A value of fewer than four
/// bytes is a word whose upper bytes are zero.
inline void write_words(ConstLane lane, Format format, std::byte* into, std::size_t stride) {
  const auto bytes = static_cast<std::size_t>(info(format).bytes);
  if (bytes == stride * kWordBytes) {
    std::memcpy(into, lane.data(), lane.size());
    return;
  }
  for (std::size_t i = 0; i < lane.size() / bytes; ++i) {
    std::byte* const word = into + i * stride * kWordBytes;
    if (bytes < kWordBytes) std::memset(word, 0, kWordBytes);
    std::memcpy(word, lane.data() + i * bytes, bytes);
  }
}

/// Fills a lane from such words.
inline void read_words(const std::byte* from, std::size_t stride, Format format, Lane lane) {
  const auto bytes = static_cast<std::size_t>(info(format).bytes);
  if (bytes == stride * kWordBytes) {
    std::memcpy(lane.data(), from, lane.size());
    return;
  }
  for (std::size_t i = 0; i < lane.size() / bytes; ++i) {
    std::memcpy(lane.data() + i * bytes, from + i * stride * kWordBytes, bytes);
  }
}

}  // namespace halfulp::device
