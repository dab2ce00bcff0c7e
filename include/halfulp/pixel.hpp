// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "halfulp/pixel_format.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp {

namespace pixel {
class Conversion;
}

/// An image in memory: rows of pixels, each row at a fixed distance in bytes from the one before.
struct ImageLayout {
  std::size_t width = 0;               ///< pixels in a row; may be 0
  std::size_t height = 0;              ///< rows; may be 0
  std::size_t source_stride = 0;       ///< bytes from row to row of the source; 0: width pixels, without padding
  std::size_t destination_stride = 0;  ///< the same of the destination
};

/// Converts pixels from one format to another by the rules of a rulebook. Cheap to copy, safe to share between threads.
///
/// What a conversion gives, for any pair of formats:
/// - Equal formats: a copy of the bits.
/// - Each pixel is decoded to red, green, blue and alpha, then encoded. For formats of real numbers (unorm, snorm, srgb
///   and float) these are four binary32 values, for integer formats (uint, sint) four integers. A component that the
///   source lacks is 0, alpha 1; one that the destination lacks is dropped.
/// - Decoding: unorm and snorm give the binary32 value nearest to code / (2^bits - 1) and code / (2^(bits-1) - 1), the
///   most negative snorm code -1 [D3D11.3 §3.2.3.2]; srgb gives the one nearest to the exact transfer function;
///   binary16, ufloat11, ufloat10 and shared exponents are exact, a NaN becoming quiet; binary32 is kept bit for bit,
///   denormals and NaN too.
/// - Encoding a real number, whatever it is: to unorm, snorm and srgb NaN gives 0, the rest is clamped to the format's
///   range and the exact product rounded once to the nearest code, ties as the rulebook has them (Direct3D: away from
///   zero; Metal: to even); the most negative snorm code is never written; srgb codes are those nearest to the exact
///   transfer function. To binary16 and ufloat: toward zero where the rulebook asks for that (Direct3D; what is finite
///   stays finite), else to nearest, ties to even (Metal); infinity stays, NaN stays NaN (quiet, its payload cut off),
///   denormals are kept; for ufloat what is below zero gives 0. To shared exponents: NaN gives 0, clamped to [0,
///   65408], the exponent from the largest component, each component rounded to the nearest, ties to even (Direct3D) or
///   up (Metal) [EXT_texture_shared_exponent].
/// - Integers to integers: clamped to the destination's range.
/// - Real numbers to integers: toward zero, clamped to the destination's range, NaN gives 0, as ftoi and ftou.
///   Integers to real numbers: the nearest binary32 value, ties to even, which is then encoded.
///
/// Each of the two steps is exact but for the one rounding named. The calling thread's floating-point environment
/// (rounding mode, flushing) does not matter and is left as it was.
class Converter {
 public:
  /// Prepares a conversion. The rulebook is read here and not needed later; any will do: where it has no rule for
  /// conversions to narrower floats they round to nearest.
  Converter(PixelFormat from, PixelFormat to, const Rulebook& rulebook);

  [[nodiscard]] PixelFormat from() const noexcept;
  [[nodiscard]] PixelFormat to() const noexcept;

  /// Converts pixels that follow each other without gaps.
  /// `source`: n whole pixels; n may be 0. `destination`: room for n pixels or more; bytes beyond stay as they are. No
  /// alignment is needed. Source and destination do not overlap, or both begin at the same byte and a pixel of the
  /// destination is no larger than one of the source (in place).
  /// Throws Error(kUsage), before anything is written, when the sizes or the overlap are not so.
  void convert(std::span<const std::byte> source, std::span<std::byte> destination) const;

  /// Converts an image. `source` and `destination` hold height rows; the last row needs no padding behind it, and may
  /// have it. Padding in the destination stays as it is. Source and destination do not overlap, or both begin at the
  /// same byte and neither the pixels nor the rows (the strides) of the destination are larger than those of the
  /// source. Throws Error(kUsage), before anything is written, when a stride is less than a row, a span is too small, a
  /// size does not fit in std::size_t, or the overlap is another.
  void convert(std::span<const std::byte> source, std::span<std::byte> destination, const ImageLayout& layout) const;

 private:
  std::shared_ptr<const pixel::Conversion> conversion_;
};

}  // namespace halfulp
