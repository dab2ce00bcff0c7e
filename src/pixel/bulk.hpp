// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "halfulp/pixel_format.hpp"
#include "pixel/component.hpp"
#include "pixel/kernels.hpp"

namespace halfulp::pixel {

/// The orders of the floats of four components.
using Channels = std::array<Channel, 4>;
inline constexpr Channels kRgba = {Channel::red, Channel::green, Channel::blue, Channel::alpha};
inline constexpr Channels kBgra = {Channel::blue, Channel::green, Channel::red, Channel::alpha};

/// The kernels that decode and encode the pixels of a format as floats that follow each other without gaps.
struct Bulk {
  Kernel decode;
  Kernel encode;
  std::size_t items_per_pixel;    ///< what the kernels count: components, or pixels
  std::vector<Channel> channels;  ///< of each float of a pixel, in order
};

/// Of a format of real numbers. Those of binary32 are copies.
[[nodiscard]] Bulk bulk_of(const PixelFormatInfo& format, Rules rules);

/// Whether the pixels of a format are floats as Bulk has them.
[[nodiscard]] bool is_binary32(const PixelFormatInfo& format);

}  // namespace halfulp::pixel
