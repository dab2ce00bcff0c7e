// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::number {

/// What `use` returns for a zero of the unsigned type that has `bytes` bytes: 1, 2, 4 or 8.
template <class Use>
auto with_word(int bytes, Use use) {
  switch (bytes) {
    case 1:
      return use(std::uint8_t{});
    case 2:
      return use(std::uint16_t{});
    case 4:
      return use(std::uint32_t{});
    default:
      return use(std::uint64_t{});
  }
}

/// The value at an index of a lane whose values have `bytes` bytes: 1, 2, 4 or 8.
inline Bits load(ConstLane lane, int bytes, std::size_t index) {
  return with_word(bytes, [&]<class Word>(Word value) -> Bits {
    std::memcpy(&value, lane.data() + index * sizeof value, sizeof value);
    return value;
  });
}

/// Whether a value has no bits above its format's width.
constexpr bool fits(const FormatInfo& format, Bits bits) {
  constexpr int kBits = 64;
  return format.bits == kBits || bits >> format.bits == 0;
}

/// What is wrong with the first value that has bits above its format's width: its index, and a clause; nothing if none
/// has.
struct TooWide {
  std::size_t index;
  std::string says;  ///< "0x7ff; unorm10 has 10 bits, and those above are zero"
};
[[nodiscard]] std::optional<TooWide> find_too_wide(ConstLane lane, const FormatInfo& format);

/// How many values the lanes of an operation's operands have, each a Lane or a ConstLane. Throws Error(kUsage) unless
/// there is one for each operand, all of as many whole values.
template <class AnyLane>
[[nodiscard]] std::size_t count_values(Operation operation, Format format, std::span<const AnyLane> operands);

/// Throws Error(kUsage) unless there are as many operands as the operation has, Error(kInput) when one has bits above
/// its format's width. `naming`: of the message.
void check_operands(Operation operation, Format format, std::span<const Bits> operands, Naming naming);
/// The same of one value, "operand x" or "the result".
void check_width(const FormatInfo& format, Bits bits, const std::string& what);

/// Throws Error(kUsage) unless there is a lane for each operand and `results` has as many values, Error(kInput) when a
/// value has bits above its format's width.
void check_lanes(Operation operation, Format format, std::span<const ConstLane> operands, ConstLane results);

/// Puts a value there.
inline void store(Lane lane, int bytes, std::size_t index, Bits bits) {
  std::memcpy(lane.data() + index * static_cast<std::size_t>(bytes), &bits, static_cast<std::size_t>(bytes));
}

}  // namespace halfulp::number
