// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>

#include "judge/definition/ruling.hpp"

namespace halfulp::lowering {

/// The first and the last tuple of operands of an interval: between them one operand changes, or several that are one
/// number or its negative; the others are constants.
using TupleRange = std::array<std::span<const Bits>, 2>;

/// Whether the ends of what a ruling permits are monotone over an interval of operands, but for what an amount that
/// varies with an operand does to them, and whether all else in the permitted sets is the same: docs/numerics.md,
/// "Whole intervals of operands". False where that is not certain.
[[nodiscard]] bool has_monotone_ends(const judge::Ruling& ruling, const TupleRange& range);

/// The same ruling with the least and with the greatest amount that the deciding bound has over an interval for which
/// has_monotone_ends() holds, where that varies with an operand; else nothing.
[[nodiscard]] std::optional<std::array<judge::Ruling, 2>> with_constant_amounts(const judge::Ruling& ruling,
                                                                                const TupleRange& range);

/// The piece of the accuracy that alone decides over an interval for which has_monotone_ends() holds, and numbers as
/// exact results; else nothing.
[[nodiscard]] const judge::Ruling::Piece* deciding_piece(const judge::Ruling& ruling, const TupleRange& range);

}  // namespace halfulp::lowering
