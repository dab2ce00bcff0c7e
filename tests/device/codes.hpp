// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "device/lanes.hpp"
#include "halfulp/device.hpp"

namespace halfulp::test {

/// A pair of conversions between a format of pixels and 32 bits.
struct Conversion {
  Format code;
  Operation decode;
  Operation encode;
};

/// Whether a way of converting is tried.
using Takes = bool (*)(const Variant& way);
inline bool takes_all(const Variant& /*way*/) { return true; }

inline std::vector<std::string> names_of(const std::vector<Variant>& ways) {
  std::vector<std::string> names;
  names.reserve(ways.size());
  for (const Variant& way : ways) names.push_back(way.name);
  return names;
}

inline std::vector<Bits> all_codes(Format format) {
  std::vector<Bits> codes(std::size_t{1} << info(format).bits);
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = i;
  return codes;
}

inline std::int64_t signed_code(Format format, Bits code) {
  const FormatInfo& row = info(format);
  const auto unsigned_code = static_cast<std::int64_t>(code);
  const bool negative = row.has_sign && (code >> (row.bits - 1)) != 0;
  return negative ? unsigned_code - (std::int64_t{1} << row.bits) : unsigned_code;
}

/// What a code of a normalised format stands for.
inline double value_of(Format format, Bits code) {
  const FormatInfo& row = info(format);
  const double encoded = static_cast<double>(signed_code(format, code)) / static_cast<double>(row.scale());
  if (row.kind == FormatKind::snorm) return std::max(encoded, -1.0);
  if (row.kind != FormatKind::srgb) return encoded;
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

/// How far the next code's value is at least.
inline double gap_below(Format format, Bits code) {
  return code == 0 ? value_of(format, 1) : std::fabs(value_of(format, code) - value_of(format, code - 1));
}

inline Bits binary32(double value) { return std::bit_cast<std::uint32_t>(static_cast<float>(value)); }
inline double value32(Bits bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

inline bool is_nan(Format format, Bits code) {
  const FormatInfo& row = info(format);
  const Bits unsigned_code = code & ((Bits{1} << (row.exponent_bits + row.fraction_bits)) - 1);
  return unsigned_code > ((Bits{1} << row.exponent_bits) - 1) << row.fraction_bits;
}

/// What a code of a floating format stands for.
inline double float_of(Format format, Bits code) {
  const FormatInfo& row = info(format);
  const auto fraction = static_cast<double>(code & ((Bits{1} << row.fraction_bits) - 1));
  const auto exponent = static_cast<int>(code >> row.fraction_bits & ((Bits{1} << row.exponent_bits) - 1));
  const double sign = row.has_sign && (code >> (row.bits - 1)) != 0 ? -1 : 1;
  if (exponent == (1 << row.exponent_bits) - 1) return sign * HUGE_VAL;
  const double unit = std::ldexp(1.0, row.min_exponent() - row.fraction_bits);
  if (exponent == 0) return sign * fraction * unit;
  return sign * std::ldexp(fraction + std::ldexp(1.0, row.fraction_bits), exponent - 1) * unit;
}

/// Expects each way to read a code of a normalised format as its own value. The components other than the one that is
/// asked hold other codes, so that no way passes that takes another component.
inline void expect_codes_read(Device& device, const Conversion& conversion, Takes takes) {
  const std::vector<Bits> codes = all_codes(conversion.code);
  const auto decodes = device.variants(conversion.decode, conversion.code);
  EXPECT_FALSE(decodes.empty()) << info(conversion.decode).name;
  for (std::size_t i = 0; i < decodes.size(); ++i) {
    if (!takes(decodes[i])) continue;
    const auto values = compute_bits(device, conversion.decode, conversion.code, i, {{codes}});
    for (const Bits code : codes) {
      // Nearer to this code than to another: lavapipe samples formats of 5 and 6 bits with 8 bits of precision.
      ASSERT_NEAR(value32(values[code]), value_of(conversion.code, code), gap_below(conversion.code, code) * 0.49)
          << info(conversion.decode).name << ", " << decodes[i].name << ", code " << code;
    }
  }
}

/// The same, and to write it back.
inline void expect_codes_kept(Device& device, const Conversion& conversion, Takes takes) {
  expect_codes_read(device, conversion, takes);
  std::vector<Bits> codes = all_codes(conversion.code);
  // No value becomes the most negative code.
  if (info(conversion.code).has_sign) std::erase(codes, Bits{1} << (info(conversion.code).bits - 1));
  std::vector<Bits> values;
  for (const Bits code : codes) values.push_back(binary32(value_of(conversion.code, code)));
  const auto encodes = device.variants(conversion.encode, Format::binary32);
  EXPECT_FALSE(encodes.empty()) << info(conversion.encode).name;
  for (std::size_t i = 0; i < encodes.size(); ++i) {
    if (!takes(encodes[i])) continue;
    EXPECT_EQ(compute_bits(device, conversion.encode, Format::binary32, i, {{values}}), codes)
        << info(conversion.encode).name << ", " << encodes[i].name;
  }
}

/// Expects each way to read exactly these values of the codes and to write these codes of the values.
inline void expect_values_kept(Device& device, const Conversion& conversion, const std::vector<Bits>& codes,
                               const std::vector<Bits>& values, Takes takes) {
  const Format wide = info(conversion.encode).operand_format(0, Format::binary32);
  const auto decodes = device.variants(conversion.decode, conversion.code);
  const auto encodes = device.variants(conversion.encode, wide);
  EXPECT_FALSE(decodes.empty() || encodes.empty()) << info(conversion.code).name;
  for (std::size_t i = 0; i < decodes.size(); ++i) {
    if (!takes(decodes[i])) continue;
    EXPECT_EQ(compute_bits(device, conversion.decode, conversion.code, i, {{codes}}), values) << decodes[i].name;
  }
  for (std::size_t i = 0; i < encodes.size(); ++i) {
    if (!takes(encodes[i])) continue;
    EXPECT_EQ(compute_bits(device, conversion.encode, wide, i, {{values}}), codes) << encodes[i].name;
  }
}

/// The same of all numbers of a floating format that are values of binary32.
inline void expect_numbers_kept(Device& device, const Conversion& conversion, Takes takes) {
  std::vector<Bits> codes = all_codes(conversion.code);
  std::erase_if(codes, [&](Bits code) { return is_nan(conversion.code, code); });
  std::vector<Bits> values;
  for (const Bits code : codes) values.push_back(binary32(float_of(conversion.code, code)));
  expect_values_kept(device, conversion, codes, values, takes);
}

/// The same of all integers of 8 and 16 bits.
inline void expect_integers_kept(Device& device, Takes takes) {
  using enum Operation;
  for (const Conversion& conversion : {Conversion{Format::sint8, sint8_to_sint32, sint32_to_sint8},
                                       Conversion{Format::sint16, sint16_to_sint32, sint32_to_sint16},
                                       Conversion{Format::uint8, uint8_to_uint32, uint32_to_uint8},
                                       Conversion{Format::uint16, uint16_to_uint32, uint32_to_uint16}}) {
    const std::vector<Bits> codes = all_codes(conversion.code);
    std::vector<Bits> values;
    for (const Bits code : codes) values.push_back(static_cast<std::uint32_t>(signed_code(conversion.code, code)));
    expect_values_kept(device, conversion, codes, values, takes);
  }
}

/// Expects filter_srgb8 to give the mean of the values, and not the value of the mean code. Each value may be as far
/// off as where it is read alone.
inline void expect_means_of_srgb(Device& device) {
  // Part of a row, one row and a part, more than a texture of 1,024 * 256 texels.
  for (const std::size_t cases : {1U, 511U, 513U, (1U << 17U) + 3U}) {
    std::vector<std::vector<Bits>> codes(2);
    for (std::size_t i = 0; i < cases; ++i) {
      codes[0].push_back(i * 7919 % 256);
      codes[1].push_back(i / 256 * 104729 % 256);
    }
    const auto results = compute_bits(device, Operation::filter_srgb8, Format::srgb8, 0, codes);
    for (std::size_t i = 0; i < cases; ++i) {
      const Bits x = codes[0][i];
      const Bits y = codes[1][i];
      const double mean = (value_of(Format::srgb8, x) + value_of(Format::srgb8, y)) / 2;
      ASSERT_NEAR(value32(results[i]), mean, (gap_below(Format::srgb8, x) + gap_below(Format::srgb8, y)) / 2 * 0.49)
          << x << " and " << y;
    }
  }
}

/// Expects each way to move normal numbers, zeros and infinities of binary32 as they are: a denormal may be flushed.
inline void expect_binary32_kept(Device& device) {
  std::vector<Bits> values{0, 0x80000000, 0x7f7fffff, 0xff7fffff, 0x00800000, 0x80800001, 0x7f800000, 0xff800000};
  for (Bits i = 0; i < 3000; ++i) values.push_back(0x00800000 + i * 0xabcdf % 0x7f000000);
  const auto variants = device.variants(Operation::binary32_to_binary32, Format::binary32);
  EXPECT_FALSE(variants.empty());
  for (std::size_t i = 0; i < variants.size(); ++i) {
    EXPECT_EQ(compute_bits(device, Operation::binary32_to_binary32, Format::binary32, i, {{values}}), values)
        << variants[i].name;
  }
}

}  // namespace halfulp::test
