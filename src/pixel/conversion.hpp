// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "halfulp/pixel_format.hpp"
#include "pixel/block.hpp"
#include "pixel/integer_codec.hpp"
#include "pixel/real_codec.hpp"

namespace halfulp::pixel {

/// A conversion prepared for one pair of formats: pixels without gaps, sizes checked by the caller.
class Conversion {
 public:
  Conversion(PixelFormat from, PixelFormat to, Rules rules);

  [[nodiscard]] const PixelFormatInfo& from() const { return from_; }
  [[nodiscard]] const PixelFormatInfo& to() const { return to_; }

  /// Whether one kernel does it all. In place it does not: kernels do not overlap.
  [[nodiscard]] bool is_direct() const { return direct_.has_value(); }

  /// Converts n pixels, in the default floating-point environment. In place: the two may overlap, but the destination
  /// begins no later than the source and its pixels are no larger.
  void convert(const std::byte* source, std::byte* destination, std::size_t n, bool in_place) const;

 private:
  struct Block {
    Reals reals;
    Integers integers;
  };
  /// One kernel for the whole conversion: one side is floats and the other has just these, both are a pair that has a
  /// kernel, both are integers of whole bytes, or only bytes move.
  struct Direct {
    Kernel kernel;
    std::size_t items_per_pixel;
  };
  [[nodiscard]] static std::optional<Direct> direct(const PixelFormatInfo& from, const PixelFormatInfo& to,
                                                    Rules rules);
  [[nodiscard]] static std::optional<Direct> direct_of_integers(const PixelFormatInfo& from, const PixelFormatInfo& to);

  /// kBlockPixels pixels at most; all of them are read before the first is written.
  void convert_block(const std::byte* source, std::byte* destination, std::size_t n, Block& block) const;

  const PixelFormatInfo& from_;
  const PixelFormatInfo& to_;
  std::optional<Direct> direct_;
  std::optional<RealCodec> real_from_;  ///< of the two codecs of a side the one that its format needs
  std::optional<IntegerCodec> integer_from_;
  std::optional<RealCodec> real_to_;
  std::optional<IntegerCodec> integer_to_;
};

}  // namespace halfulp::pixel
