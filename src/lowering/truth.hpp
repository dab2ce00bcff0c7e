// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "judge/definition/condition.hpp"

namespace halfulp::lowering {

/// Doubles with numbers between them, both ends included.
using judge::Enclosure;
/// By operand.
using Box = std::array<Enclosure, kMaxArity>;

enum class Truth : std::uint8_t { no, yes, varies };

/// A formula over all finite operands in a box: an enclosure of its values.
[[nodiscard]] Enclosure values_over(const judge::Formula& formula, const Box& box);

/// Whether a condition holds for all finite operands in a box, for none, or neither is certain.
[[nodiscard]] Truth holds_over(const judge::Condition& condition, const Box& box);

}  // namespace halfulp::lowering
