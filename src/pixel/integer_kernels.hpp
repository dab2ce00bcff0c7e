// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "halfulp/pixel_format.hpp"
#include "pixel/kernels.hpp"

namespace halfulp::pixel {

/// The kernel that takes components of one kind and width to another, where both are integers of 8, 16 or 32 bits, or
/// one is and the other is binary32; else nullptr. Integers are clamped to the range of their destination; floats go
/// toward zero, NaN to 0, before that; integers become the nearest float, ties to even.
[[nodiscard]] Kernel integer_kernel(const PixelComponent& from, const PixelComponent& to);

}  // namespace halfulp::pixel
