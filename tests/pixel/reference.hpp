// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "halfulp/pixel_format.hpp"

namespace halfulp::pixel {

/// What an API asks of conversions, written here a second time.
enum class Api { direct3d, metal };

/// The conversion of pixels without gaps, one after the other, written as the documents have it and slow. Every step is
/// exact in double or in integers; what is not is checked as it runs.
[[nodiscard]] std::vector<std::byte> reference(PixelFormat from, PixelFormat to, Api api,
                                               std::span<const std::byte> source);

}  // namespace halfulp::pixel
