// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::exact {

/// The exact result, rounded once: to nearest, ties to even. Denormals are kept, NaN is the canonical one, and what is
/// below zero is zero in a format without a sign; codes of NaN are 0. Operands: arity many bits of their formats.
/// Correctly rounded.
[[nodiscard]] Bits nearest_even(Operation operation, Format format, std::span<const Bits> operands);

/// The same; codes of normalised and fixed-point formats and components of rgb9e5 have ties away from zero.
[[nodiscard]] Bits nearest_away(Operation operation, Format format, std::span<const Bits> operands);

/// The same, rounded toward zero: no finite value becomes infinite.
[[nodiscard]] Bits toward_zero(Operation operation, Format format, std::span<const Bits> operands);

/// The same, rounded toward positive infinity.
[[nodiscard]] Bits upward(Operation operation, Format format, std::span<const Bits> operands);

/// The same, rounded toward negative infinity.
[[nodiscard]] Bits downward(Operation operation, Format format, std::span<const Bits> operands);

}  // namespace halfulp::exact
