// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "judge/definition/permitted.hpp"

namespace halfulp::judge {

/// The largest error among the permitted results, in ULP of the exact result. Nothing where none is measured or
/// anything is permitted.
[[nodiscard]] std::optional<double> largest_permitted_error(const Ruling& ruling, std::span<const Bits> operands);

}  // namespace halfulp::judge
