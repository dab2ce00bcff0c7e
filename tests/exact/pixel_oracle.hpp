// SPDX-License-Identifier: Apache-2.0
#pragma once

// Conversions of pixel components as the documents write them, on GMP's rationals. sRGB's curve is compared with a
// rational by fifth and twelfth powers, so every answer here is exact.

#include <gmpxx.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "exact/algebraic_oracle.hpp"
#include "exact/second_oracle.hpp"

namespace halfulp::exact::second {

/// Conversions: all operations on pixels but a filter.
inline std::vector<Operation> pixel_operations() {
  std::vector<Operation> result;
  for (const OperationInfo& row : operations()) {
    const bool converts = row.operation != Operation::filter_srgb8;
    if (row.family == OperationFamily::pixel && converts) result.push_back(row.operation);
  }
  return result;
}

inline mpq_class power(const mpq_class& x, unsigned n) {
  mpq_class result;
  mpz_pow_ui(result.get_num_mpz_t(), x.get_num_mpz_t(), n);
  mpz_pow_ui(result.get_den_mpz_t(), x.get_den_mpz_t(), n);
  return result;  // still in lowest terms
}
inline mpq_class ratio(long numerator, long denominator) {
  mpq_class result(numerator, denominator);
  result.canonicalize();
  return result;
}
inline mpq_class clamp(const mpq_class& x, const mpq_class& least, const mpq_class& most) {
  return x < least ? least : x > most ? most : x;
}
inline int sign_of_difference(const mpq_class& x, const mpq_class& y) { return x < y ? -1 : x > y ? 1 : 0; }

/// What a code is: a number of steps of its format. Not of floating formats, not of rgb9e5.
struct CodeFormat {
  enum class Kind : std::uint8_t { unorm, snorm, srgb, fixed, integer };
  Format format;
  Kind kind;
  int bits;
  bool has_sign;

  [[nodiscard]] std::int64_t most() const { return (std::int64_t{1} << (has_sign ? bits - 1 : bits)) - 1; }
  /// The smallest code; of snorm there is a second one for -1.
  [[nodiscard]] std::int64_t least() const { return has_sign ? -most() - 1 : 0; }
  /// The smallest code that a conversion gives [FS 3.2.3.4].
  [[nodiscard]] std::int64_t least_made() const { return kind == Kind::snorm ? -most() : least(); }
  [[nodiscard]] std::int64_t code(Bits in) const {
    const auto value = static_cast<std::int64_t>(in);
    return has_sign && value > most() ? value - 2 * (most() + 1) : value;
  }
  [[nodiscard]] Bits bits_of(std::int64_t value) const { return static_cast<Bits>(value) & ((Bits{1} << bits) - 1); }
};

inline constexpr std::array<CodeFormat, 21> kCodeFormats = {
    {{Format::unorm24, CodeFormat::Kind::unorm, 24, false},  {Format::unorm16, CodeFormat::Kind::unorm, 16, false},
     {Format::unorm10, CodeFormat::Kind::unorm, 10, false},  {Format::unorm8, CodeFormat::Kind::unorm, 8, false},
     {Format::unorm6, CodeFormat::Kind::unorm, 6, false},    {Format::unorm5, CodeFormat::Kind::unorm, 5, false},
     {Format::unorm4, CodeFormat::Kind::unorm, 4, false},    {Format::unorm2, CodeFormat::Kind::unorm, 2, false},
     {Format::unorm1, CodeFormat::Kind::unorm, 1, false},    {Format::snorm16, CodeFormat::Kind::snorm, 16, true},
     {Format::snorm8, CodeFormat::Kind::snorm, 8, true},     {Format::snorm10, CodeFormat::Kind::snorm, 10, true},
     {Format::snorm2, CodeFormat::Kind::snorm, 2, true},     {Format::srgb8, CodeFormat::Kind::srgb, 8, false},
     {Format::fixed16_8, CodeFormat::Kind::fixed, 24, true}, {Format::sint32, CodeFormat::Kind::integer, 32, true},
     {Format::uint32, CodeFormat::Kind::integer, 32, false}, {Format::sint16, CodeFormat::Kind::integer, 16, true},
     {Format::uint16, CodeFormat::Kind::integer, 16, false}, {Format::sint8, CodeFormat::Kind::integer, 8, true},
     {Format::uint8, CodeFormat::Kind::integer, 8, false}}};

inline const CodeFormat* find_code_format(Format format) {
  for (const CodeFormat& candidate : kCodeFormats) {
    if (candidate.format == format) return &candidate;
  }
  return nullptr;
}
inline bool is_floating(Format format) { return info(format).kind == FormatKind::floating; }

// ---- sRGB [FS 3.2.3.7, 3.2.3.8; MSL 7.7.7] --------------------------------------------------------------------------

/// The sign of 255 * (the curve at c) - t; 0 <= c <= 1. c > 0.0031308 is 1.055 c^(5/12) - 0.055.
inline int compare_srgb_code(const mpq_class& c, const mpq_class& t) {
  if (c <= ratio(31308, 10000000)) return sign_of_difference(ratio(1292, 100) * c * 255, t);
  const mpq_class s = (t / 255 + ratio(55, 1000)) / ratio(1055, 1000);
  if (s <= 0) return 1;
  return sign_of_difference(power(c, 5), power(s, 12));
}
/// The sign of (the linear value of a code) - t. Above 0.04045 it is ((c + 0.055) / 1.055)^(12/5).
inline int compare_linear(std::int64_t code, const mpq_class& t) {
  const mpq_class c = ratio(code, 255);
  if (c <= ratio(4045, 100000)) return sign_of_difference(c * 100 / 1292, t);
  if (t <= 0) return 1;
  return sign_of_difference(power((c + ratio(55, 1000)) * 1000 / 1055, 12), power(t, 5));
}

// ---- Floating formats to codes --------------------------------------------------------------------------------------

/// The real that becomes a code when it is rounded: a rational, or sRGB's curve at `number`.
struct Scaled {
  bool curve = false;
  mpq_class number;

  [[nodiscard]] int compare(const mpq_class& t) const {
    return curve ? compare_srgb_code(number, t) : sign_of_difference(number, t);
  }
  /// The largest integer not above it.
  [[nodiscard]] mpz_class whole() const {
    if (!curve) return floor(number);
    long k = 0;
    for (long step = 256; step != 0; step /= 2) {
      if (compare(mpq_class(k + step)) >= 0) k += step;
    }
    return k;
  }
  /// Whether |code - it| is at most (or, if `open`, below) `reach`.
  [[nodiscard]] bool within(std::int64_t code, const mpq_class& reach, bool open = false) const {
    const int above = compare(mpq_class(code) - reach);
    const int below = compare(mpq_class(code) + reach);
    return open ? above > 0 && below < 0 : above >= 0 && below <= 0;
  }
};

/// Clamped to what the format holds, and scaled. `x` is not NaN.
inline Scaled scaled(const CodeFormat& to, const Value& x) {
  const mpq_class number = x.is_infinite() ? mpq_class(x.negative ? -1 : 1) << 40 : x.number;
  switch (to.kind) {
    case CodeFormat::Kind::unorm:
      return {false, clamp(number, 0, 1) * to.most()};
    case CodeFormat::Kind::snorm:
      return {false, clamp(number, -1, 1) * to.most()};
    case CodeFormat::Kind::srgb:
      return {true, clamp(number, 0, 1)};
    case CodeFormat::Kind::fixed:
      return {false, clamp(number, -32768, mpq_class(32768) - ratio(1, 256)) * 256};
    default:
      return {false, clamp(number, to.least(), to.most())};
  }
}

enum class CodeRounding : std::uint8_t { nearest_even, nearest_away, toward_zero };

inline std::int64_t rounded(const Scaled& x, CodeRounding rounding) {
  const mpz_class below = x.whole();
  const std::int64_t low = below.get_si();
  const bool negative = low < 0;
  if (x.compare(mpq_class(below)) == 0) return low;
  if (rounding == CodeRounding::toward_zero) return negative ? low + 1 : low;
  const int half = x.compare(mpq_class(below) + ratio(1, 2));
  if (half != 0) return half < 0 ? low : low + 1;
  if (rounding == CodeRounding::nearest_away) return negative ? low : low + 1;
  return low % 2 == 0 ? low : low + 1;
}

// ---- rgb9e5 [EXT_texture_shared_exponent, "Encoding of Floating-Point Textures"] ------------------------------------

inline constexpr int kSharedBits = 9;
inline constexpr int kSharedBias = 15;
inline constexpr int kSharedMaxExponent = 31;

struct SharedExponent {
  std::array<mpq_class, 3> clamped;  ///< components in [0, 65408]
  int exponent = 0;

  [[nodiscard]] mpq_class unit() const { return Dyadic{1, exponent - kSharedBias - kSharedBits}.number(); }
  /// A component in units.
  [[nodiscard]] mpq_class significand(std::size_t i) const { return clamped[i] / unit(); }
};

inline SharedExponent shared_exponent(std::span<const Bits> components) {
  SharedExponent result;
  const FloatFormat& binary32 = float_format(Format::binary32);
  mpq_class largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Value x = decoded(binary32, components[i]);
    const mpq_class number = x.is_nan()        ? mpq_class(0)
                             : x.is_infinite() ? mpq_class(x.negative ? 0 : 65408)
                                               : clamp(x.number, 0, 65408);
    result.clamped[i] = number;
    if (number > largest) largest = number;
  }
  // max(-B - 1, floor(log2(largest))) + 1 + B
  int log = -kSharedBias - 1;
  while (log < kSharedMaxExponent - kSharedBias && Dyadic{1, log + 1}.number() <= largest) ++log;
  result.exponent = log + 1 + kSharedBias;
  if (floor(largest / result.unit() + ratio(1, 2)) == 512) ++result.exponent;
  return result;
}

inline Bits shared_bits(int exponent, const std::array<std::uint32_t, 3>& significands) {
  return Bits{significands[0]} | Bits{significands[1]} << 9 | Bits{significands[2]} << 18 |
         static_cast<Bits>(exponent) << 27;
}
/// Ties to even, or as the extension's floor(x + 0.5) has them.
inline Bits rgb9e5_of(std::span<const Bits> components, CodeRounding rounding) {
  const SharedExponent shared = shared_exponent(components);
  std::array<std::uint32_t, 3> significands{};
  for (std::size_t i = 0; i < 3; ++i) {
    significands[i] = static_cast<std::uint32_t>(rounded(Scaled{false, shared.significand(i)}, rounding));
  }
  return shared_bits(shared.exponent, significands);
}
inline mpq_class rgb9e5_component(Bits bits, int component) {
  const auto significand = static_cast<std::uint64_t>(bits >> (kSharedBits * component)) & 511;
  return Dyadic{significand, static_cast<int>(bits >> 27 & 31) - kSharedBias - kSharedBits}.number();
}

// ---- Codes to floating formats --------------------------------------------------------------------------------------

/// The value of a code; not of srgb8.
inline mpq_class value_of_code(const CodeFormat& from, Bits bits) {
  const std::int64_t code = from.code(bits);
  switch (from.kind) {
    case CodeFormat::Kind::unorm:
      return ratio(code, from.most());
    case CodeFormat::Kind::snorm:
      return code < -from.most() ? mpq_class(-1) : ratio(code, from.most());
    case CodeFormat::Kind::fixed:
      return ratio(code, 256);
    default:
      return mpq_class(code);
  }
}

/// Compares the exact value of a conversion to a float with t: -1, 0 or 1.
inline int compare_decoded(Operation operation, Bits operand, const mpq_class& t) {
  const Format from = *info(operation).operand_formats[0];
  if (from == Format::srgb8) return compare_linear(static_cast<std::int64_t>(operand), t);
  if (from == Format::rgb9e5) {
    const int component = operation == Operation::rgb9e5_to_binary32_red     ? 0
                          : operation == Operation::rgb9e5_to_binary32_green ? 1
                                                                             : 2;
    return sign_of_difference(rgb9e5_component(operand, component), t);
  }
  return sign_of_difference(value_of_code(*find_code_format(from), operand), t);
}

/// Where the decoded value, which is not zero, lies among the values of a float.
inline Position decoded_position(Operation operation, Bits operand) {
  const FloatFormat& to = float_format(*info(operation).result_format);
  const Format from = *info(operation).operand_formats[0];
  if (from != Format::srgb8 && from != Format::rgb9e5) {
    // The host's quotient is near enough to start from.
    const mpq_class value = value_of_code(*find_code_format(from), operand);
    const mpq_class size = abs(value);
    const Bits guess = to.format == Format::binary32
                           ? 2 * Bits{std::bit_cast<std::uint32_t>(static_cast<float>(size.get_d()))}
                           : position_of(to, size).below;
    Bits below = guess + 3;
    while (to.step(below).number() > size) --below;
    if (below < guess + 3) return {value < 0, below, to.step(below).number() == size};
  }
  const bool negative = compare_decoded(operation, operand, 0) < 0;
  const auto side_of = [&](Dyadic step) {
    return negative ? -compare_decoded(operation, operand, -step.number())
                    : compare_decoded(operation, operand, step.number());
  };
  const Bits below = last_step(to, [&](Dyadic step) { return side_of(step) >= 0; });
  return {negative, below, side_of(to.step(below)) == 0};
}

/// The floats around `number`: two at or below its size and two above.
inline void add_neighbours(const FloatFormat& format, const mpq_class& number, std::vector<Bits>& operands) {
  if (number == 0) return;
  const Position position = position_of(format, number);
  const Bits middle = position.below / 2;
  for (Bits magnitude = middle - std::min<Bits>(middle, 1); magnitude <= middle + 2; ++magnitude) {
    if (magnitude <= format.infinity()) {
      operands.push_back(magnitude | (position.negative ? format.sign_bit() : 0));
    }
  }
}

/// About where the value is that becomes `code`, which need not be whole, before it is rounded. Exact but for srgb8.
inline mpq_class place_of_code(const CodeFormat& to, const mpq_class& code) {
  switch (to.kind) {
    case CodeFormat::Kind::fixed:
      return code / 256;
    case CodeFormat::Kind::integer:
      return code;
    case CodeFormat::Kind::srgb:
      if (code > ratio(1031475, 100000)) return mpq_class(std::pow((code.get_d() / 255 + 0.055) / 1.055, 2.4));
      return code / 255 * 100 / 1292;
    default:
      return code / to.most();
  }
}

/// The floats on both sides of every place where a code's permission may begin or end: 0, 0.4, 0.5 and 0.6 from
/// `code`.
inline void add_boundaries(const CodeFormat& to, const FloatFormat& from, std::int64_t code,
                           std::vector<Bits>& operands) {
  for (const int tenths : {-6, -5, -4, 0, 4, 5, 6}) {
    add_neighbours(from, place_of_code(to, mpq_class(code) + ratio(tenths, 10)), operands);
  }
}

}  // namespace halfulp::exact::second
