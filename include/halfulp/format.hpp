// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace halfulp {

/// The bits of one value of any format, in the low bits; the bits above the format's width are zero.
using Bits = std::uint64_t;

/// A format: how a value is laid out in bits.
enum class Format : std::uint8_t {
  binary16,
  binary32,
  binary64,
  ufloat11,
  ufloat10,
  bool32,
  sint32,
  uint32,
  sint16,
  sint8,
  uint16,
  uint8,
  unorm24,
  unorm16,
  unorm10,
  unorm8,
  unorm6,
  unorm5,
  unorm4,
  unorm2,
  unorm1,
  snorm16,
  snorm8,
  srgb8,
  fixed16_8,
  rgb9e5,
  bfloat16,  ///< the upper half of binary32
  snorm10,
  snorm2,  ///< -1, 0 and 1
};

enum class FormatKind : std::uint8_t {
  floating,
  boolean,
  signed_integer,
  unsigned_integer,
  unorm,            ///< code / (2^bits - 1)
  snorm,            ///< code / (2^(bits-1) - 1), at least -1
  srgb,             ///< as unorm, on sRGB's scale
  fixed,            ///< code / 2^fraction_bits
  shared_exponent,  ///< three significands and one exponent: one value for each component
};

/// One row of the table of formats.
struct FormatInfo {
  Format format;
  std::string_view name;
  FormatKind kind;
  int bits;           ///< width
  int bytes;          ///< size of one value in a lane: 1, 2, 4 or 8
  int exponent_bits;  ///< 0 for formats that are not floating
  int fraction_bits;  ///< of floating and fixed-point formats
  bool has_sign;

  [[nodiscard]] constexpr int bias() const noexcept { return (1 << exponent_bits >> 1) - 1; }
  /// Exponent of the smallest normal value: -126 for binary32.
  [[nodiscard]] constexpr int min_exponent() const noexcept { return 1 - bias(); }
  /// Exponent of the largest finite value: 127 for binary32.
  [[nodiscard]] constexpr int max_exponent() const noexcept { return bias(); }
  /// The code of 1 in a normalised format: 255 for unorm8, 127 for snorm8.
  [[nodiscard]] constexpr std::int64_t scale() const noexcept {
    return (std::int64_t{1} << (has_sign ? bits - 1 : bits)) - 1;
  }
  /// Hexadecimal digits that write one value: 8 for binary32, 3 for ufloat11.
  [[nodiscard]] constexpr int hex_digits() const noexcept { return (bits + 3) / 4; }
};

/// The row of a format.
[[nodiscard]] const FormatInfo& info(Format format) noexcept;

/// All formats, in the order of the enumeration.
[[nodiscard]] std::span<const FormatInfo> formats() noexcept;

/// The format of that name (`binary32`), or nothing.
[[nodiscard]] std::optional<Format> find_format(std::string_view name) noexcept;

/// Reads one value: a number, or bits. Bits are `0x` and exactly hex_digits() digits, or the digits alone where one is
/// a letter. A number of a floating format is a decimal, a hex float (`0x1.8p-3`), `inf`, `-inf`, `nan` or `-nan`, and
/// is rounded to nearest-even; of an integer format it is a number without a fraction, of bool32 `true`, `false` or
/// `0`; of normalised and fixed-point formats a fraction whose denominator is that of the format (`127/255`), or its
/// code alone. rgb9e5 has bits only. Numbers may have marks between digits (`1'000`, `1_000`) and a suffix (`1.0f`).
/// Throws Error(kInput) that names the forms when the text has none of them or more than 4,000 letters, when a finite
/// number is beyond the format, and when there are two ways to read it (`1` of unorm8: a code or a value).
[[nodiscard]] Bits parse_value(Format format, std::string_view text);

/// `0x3f800000`: `0x` and hex_digits() digits.
[[nodiscard]] std::string bits_text(Format format, Bits bits);

/// The value as a person reads it: the shortest decimal that reads back to the same bits (`0.1`), `-0`, `inf`, `nan`,
/// `true`; integers in decimal; normalised and fixed-point values as fractions (`127/255`); rgb9e5 as its components.
[[nodiscard]] std::string value_text(Format format, Bits bits);

/// The value as a hex float (`0x1.8p-3`), exact; `inf`, `nan`; formats that are not floating as value_text() has them.
[[nodiscard]] std::string hex_text(Format format, Bits bits);

/// Values of one format in memory: value i at byte i * info(format).bytes, little-endian, aligned to that size, the
/// bits above the format's width zero.
using Lane = std::span<std::byte>;
using ConstLane = std::span<const std::byte>;

}  // namespace halfulp
