// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "judge/ruling.hpp"

namespace halfulp::judge {

/// |observed - exact| in ULP of the exact result, for finite floating results that were not flushed to zero and
/// for which a bound is stated; of normalised and fixed-point codes in steps of the code. Nothing otherwise.
[[nodiscard]] std::optional<double> error_ulp(const Ruling& ruling, const Decision& decision, Bits observed);

}  // namespace halfulp::judge
