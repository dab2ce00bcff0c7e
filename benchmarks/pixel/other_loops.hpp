// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "halfulp/pixel_format.hpp"
#include "pixel/kernels.hpp"

namespace halfulp::benchmarks {

/// What else converts pixels.
struct OtherLoop {
  std::string_view name;
  PixelFormat from;
  PixelFormat to;
  pixel::Kernel convert;
};

/// Those that this CPU can run. Imath and the compiler's own conversion round to nearest.
[[nodiscard]] std::span<const OtherLoop> other_loops();

}  // namespace halfulp::benchmarks
