// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "exact/rational.hpp"
#include "exact/real.hpp"
#include "halfulp/format.hpp"

namespace halfulp::exact {

/// The code of srgb8 that a linear value has before it is rounded: 255 times 12.92 x up to 0.0031308, above that
/// 1.055 x^(1 / 2.4) - 0.055. x is at least 0; nothing is clamped. [D3D11.3 §3.2.3.8; Metal: sRGB conversion]
[[nodiscard]] Real srgb8_code(const Rational& x);

/// The linear value whose code, before rounding, is that: the inverse of srgb8_code(), and for codes what srgb8 is
/// decoded to (a code's own branch changes at 0.04045, which no code is near).
[[nodiscard]] Real srgb8_linear(const Rational& code);

/// The mean of two such values.
[[nodiscard]] Real srgb8_mean(const Rational& x, const Rational& y);

/// A component of a value of rgb9e5: 0, 1 or 2.
[[nodiscard]] Rational rgb9e5_component(Bits code, int component);

/// Components of rgb9e5 that three values of binary32 become: from 0 to 65408, NaN 0.
[[nodiscard]] std::array<Rational, 3> rgb9e5_components(std::span<const Bits> operands);

/// How three components become one value of rgb9e5: all nearest codes, or with ties up or to even in each component.
/// Components are from 0 to 65408. The exponent is that of the largest, one more where that rounds up to 2^9 steps.
/// [D3D11.3 §19.3.2; EXT_texture_shared_exponent]
[[nodiscard]] std::vector<Bits> rgb9e5_codes(const std::array<Rational, 3>& components);
[[nodiscard]] Bits rgb9e5_nearest(const std::array<Rational, 3>& components, bool ties_up);

}  // namespace halfulp::exact
