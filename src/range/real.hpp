// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "exact/rational.hpp"
#include "halfulp/operation.hpp"
#include "range/program.hpp"

namespace halfulp::range {

/// An operation on real numbers, computed to some 180 bits: nothing where the result is no real number, or the
/// operation is none that has one.
[[nodiscard]] std::optional<RealEnclosure> real_result(Operation operation, std::span<const RealEnclosure> operands);

/// What the program gives for operands if no step rounds, one enclosure for each component of the result; nothing where
/// an operand is not finite or some step has no real result. Of the ways of a step the first counts.
[[nodiscard]] std::optional<std::vector<RealEnclosure>> real_results(const Program& program,
                                                                     std::span<const Bits> operands);

/// The value of the format nearest to a number, ties to even; of an enclosure that holds a tie, that of its middle.
[[nodiscard]] Bits nearest(const FormatInfo& row, const RealEnclosure& value);

}  // namespace halfulp::range
