// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "halfulp/operation.hpp"

namespace halfulp::cli {

/// What a conversion of a pixel's components computes before it rounds: "c / 255", "clamp(x, -1, 1) * 127". c is a
/// code, x a value.
[[nodiscard]] std::string pixel_formula(Operation operation);

}  // namespace halfulp::cli
