// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "halfulp/pixel_format.hpp"
#include "pixel/block.hpp"
#include "pixel/bulk.hpp"
#include "pixel/component.hpp"

namespace halfulp::pixel {

/// Decodes and encodes blocks of a format of real numbers.
class RealCodec {
 public:
  RealCodec(const PixelFormatInfo& format, Rules rules);

  /// n pixels to floats; channels that the format lacks stay as they are. n: kBlockPixels at most.
  void decode(const std::byte* pixels, Reals& rgba, std::size_t n) const;
  void encode(const Reals& rgba, std::byte* pixels, std::size_t n) const;

 private:
  /// How the kernels' floats lie in a block.
  enum class Order : std::uint8_t { rgba, bgra, other };

  Bulk bulk_;
  Order order_;
};

}  // namespace halfulp::pixel
