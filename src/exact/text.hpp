// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "exact/rational.hpp"

namespace halfulp::exact {

/// The number that a text is as a decimal or a hex float, exactly; its exponent counts up to 20000. Marks between
/// digits (1'000, 1_000) and a suffix of a type (1.0f, 1.0h, 1.0L) are left out. Nothing where the text is something
/// else: inf, nan, bits.
[[nodiscard]] std::optional<Rational> number_of(std::string_view text);

/// Of a decimal the unit of its last digit: 1/100 of `0.50`, 10 of `1e1`. Nothing where number_of() has none, nor of a
/// hex float.
[[nodiscard]] std::optional<Rational> last_place_of(std::string_view text);

}  // namespace halfulp::exact
