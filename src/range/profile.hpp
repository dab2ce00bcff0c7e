// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "range/answer.hpp"

namespace halfulp::range {

/// How far from the result without rounding the first component of the result may be, for one operand of a range.
struct ProfilePoint {
  Bits operand;
  std::optional<double> below;  ///< in ULP of that result; nothing where there is none, or anything is permitted
  std::optional<double> above;
};

/// The operand that alone is in a range of numbers, all others being one value each; nothing where none or several are.
[[nodiscard]] std::optional<std::size_t> ranging_operand(std::span<const judge::ValueSet> operands);

/// Points of the range of operand `ranging`, from its least value to its greatest: evenly by value over up to 8 binades
/// of one sign or a range across zero of no more than 8, else by the order of values.
[[nodiscard]] std::vector<ProfilePoint> profile_of(const Program& program, std::span<const judge::ValueSet> operands,
                                                   std::size_t ranging, std::size_t points);

}  // namespace halfulp::range
