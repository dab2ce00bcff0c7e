// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a second oracle of the exact results shares: the floating formats, written from IEEE 754 and not from
// src/number; where an exact number lies among a format's values; operands; and the comparison with what src/exact
// gives.

#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <ostream>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "exact/nearest.hpp"
#include "exact/rational_library.hpp"
#include "exact/result.hpp"
#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::exact::second {

/// significand * 2^exponent.
struct Dyadic {
  std::uint64_t significand;
  int exponent;

  [[nodiscard]] mpq_class number() const {
    mpq_class result;
    mpz_import(result.get_num_mpz_t(), 1, 1, sizeof significand, 0, 0, &significand);
    if (exponent >= 0) {
      mpq_mul_2exp(result.get_mpq_t(), result.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
    } else {
      mpq_div_2exp(result.get_mpq_t(), result.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
    }
    return result;
  }
};

/// A floating format. Its magnitudes are its bits without the sign, 0 ... infinity(). Its steps are the magnitudes and
/// the middles between them: step 2m is magnitude m and step 2m + 1 the middle of m and m + 1; in other words the
/// values of a format with one more fraction bit. Step 2 * infinity() is the power of two that follows the largest
/// finite value.
struct FloatFormat {
  Format format;
  int exponent_bits;
  int fraction_bits;
  bool has_sign;

  [[nodiscard]] Bits infinity() const { return ((Bits{1} << exponent_bits) - 1) << fraction_bits; }
  [[nodiscard]] Bits nan() const { return infinity() | Bits{1} << (fraction_bits - 1); }
  [[nodiscard]] Bits most() const { return infinity() - 1; }
  [[nodiscard]] Bits min_normal() const { return Bits{1} << fraction_bits; }
  [[nodiscard]] Bits one() const { return ((Bits{1} << (exponent_bits - 1)) - 1) << fraction_bits; }
  [[nodiscard]] Bits sign_bit() const { return has_sign ? Bits{1} << (exponent_bits + fraction_bits) : 0; }
  [[nodiscard]] Bits magnitude(Bits bits) const { return bits & (infinity() | (min_normal() - 1)); }
  [[nodiscard]] bool is_negative(Bits bits) const { return (bits & sign_bit()) != 0; }
  [[nodiscard]] int width() const { return exponent_bits + fraction_bits + (has_sign ? 1 : 0); }

  [[nodiscard]] Dyadic step(Bits k) const {
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const int bits = fraction_bits + 1;
    const auto biased = static_cast<int>(k >> bits);
    const Bits fraction = k & ((Bits{1} << bits) - 1);
    return {biased == 0 ? fraction : fraction | Bits{1} << bits, std::max(biased, 1) - bias - bits};
  }
  [[nodiscard]] Dyadic value(Bits magnitude) const { return step(2 * magnitude); }
};

inline constexpr std::array<FloatFormat, 6> kFloatFormats = {{{Format::binary16, 5, 10, true},
                                                              {Format::binary32, 8, 23, true},
                                                              {Format::binary64, 11, 52, true},
                                                              {Format::bfloat16, 8, 7, true},
                                                              {Format::ufloat11, 5, 6, false},
                                                              {Format::ufloat10, 5, 5, false}}};

/// GoogleTest finds it by its name.
inline void PrintTo(const FloatFormat& format, std::ostream* stream) { *stream << info(format.format).name; }

inline const FloatFormat& float_format(Format format) {
  return *std::find_if(kFloatFormats.begin(), kFloatFormats.end(),
                       [format](const FloatFormat& candidate) { return candidate.format == format; });
}

/// Where a number other than zero is: its size is step `below` if exact, else strictly between that step and the next
/// (above it, if it is the last step).
struct Position {
  bool negative;
  Bits below;
  bool exact;

  [[nodiscard]] Bits nearest_even(const FloatFormat& format) const {
    if (negative && !format.has_sign) return 0;
    Bits magnitude = below / 2;
    const bool tie = exact && below % 2 == 1;
    if (tie ? magnitude % 2 == 1 : below % 2 == 1) ++magnitude;
    return std::min(magnitude, format.infinity()) | (negative ? format.sign_bit() : 0);
  }
};

/// The last step of which `reached` holds; it holds of step 0 and of all steps up to some one.
template <typename Reached>
Bits last_step(const FloatFormat& format, const Reached& reached) {
  Bits low = 0;
  Bits high = 2 * format.infinity() + 1;
  while (high - low > 1) {
    const Bits middle = low + (high - low) / 2;
    (reached(format.step(middle)) ? low : high) = middle;
  }
  return low;
}

inline Position position_of(const FloatFormat& format, const mpq_class& number) {
  const mpq_class size = abs(number);
  const Bits below = last_step(format, [&size](Dyadic step) { return step.number() <= size; });
  return {number < 0, below, format.step(below).number() == size};
}

/// An operand or an expected result.
struct Value {
  enum class Kind : std::uint8_t {
    nan,
    infinity,
    zero,
    number,    ///< the rational `number`, not zero
    position,  ///< irrational, or a rational of which only the position is known
    bits,
    undefined,
  };
  Kind kind = Kind::nan;
  bool negative = false;  ///< of infinity and zero
  mpq_class number;
  Position position = {};
  Bits bits = 0;

  [[nodiscard]] bool is_nan() const { return kind == Kind::nan; }
  [[nodiscard]] bool is_infinite() const { return kind == Kind::infinity; }
  [[nodiscard]] bool is_zero() const { return kind == Kind::zero; }
  [[nodiscard]] bool is_negative() const { return kind == Kind::number ? number < 0 : negative; }

  static Value nan() { return {}; }
  static Value undefined() { return of(Kind::undefined, false); }
  static Value infinity(bool negative = false) { return of(Kind::infinity, negative); }
  static Value zero(bool negative = false) { return of(Kind::zero, negative); }
  /// A rational; zero has the sign `negative_zero`.
  static Value rational(const mpq_class& number, bool negative_zero = false) {
    if (number == 0) return zero(negative_zero);
    Value value = of(Kind::number, false);
    value.number = number;
    return value;
  }
  static Value at(Position position) {
    Value value = of(Kind::position, false);
    value.position = position;
    return value;
  }
  static Value moved(Bits bits) {
    Value value = of(Kind::bits, false);
    value.bits = bits;
    return value;
  }

 private:
  static Value of(Kind kind, bool negative) {
    Value value;
    value.kind = kind;
    value.negative = negative;
    return value;
  }
};

inline Value decoded(const FloatFormat& format, Bits bits) {
  const Bits magnitude = format.magnitude(bits);
  const bool negative = format.is_negative(bits);
  if (magnitude > format.infinity()) return Value::nan();
  if (magnitude == format.infinity()) return Value::infinity(negative);
  const mpq_class size = format.value(magnitude).number();
  return Value::rational(negative ? mpq_class(-size) : size, negative);
}

inline std::string call_text(Operation operation, Format format, std::span<const Bits> operands) {
  std::string text = std::string(info(format).name) + ' ' + std::string(info(operation).name);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    text += ' ' + bits_text(info(operation).operand_format(static_cast<int>(i), format), operands[i]);
  }
  return text;
}

/// Nothing if exact_result and nearest_even agree with `expected`, else what they gave. The result is a float of
/// `result_format`, or an integer or a truth value if that is null.
inline std::string disagreement(Operation operation, Format format, std::span<const Bits> operands,
                                const FloatFormat* result_format, const Value& expected) {
  const Result result = exact_result(operation, format, operands);
  const Bits nearest = nearest_even(operation, format, operands);
  const auto sign = [&](bool negative) { return result_format != nullptr && negative ? result_format->sign_bit() : 0; };
  const auto compared = [&](Bits step) {
    const Dyadic dyadic = result_format->step(step);
    return result.value.compare(Rational::dyadic(dyadic.significand, dyadic.exponent, expected.position.negative)) *
           (expected.position.negative ? -1 : 1);
  };
  Bits expected_bits = 0;
  bool same = false;
  switch (expected.kind) {
    case Value::Kind::nan:
      same = result.kind == Result::Kind::nan;
      expected_bits = result_format->nan();
      break;
    case Value::Kind::infinity:
      same = result.kind == Result::Kind::infinity && result.negative == expected.negative;
      expected_bits =
          expected.negative && !result_format->has_sign ? 0 : result_format->infinity() | sign(expected.negative);
      break;
    case Value::Kind::zero:
      same = result.kind == Result::Kind::zero && result.negative == expected.negative;
      expected_bits = sign(expected.negative);
      break;
    case Value::Kind::number:
      same = result.kind == Result::Kind::finite && result.value.is_rational() &&
             mpq_equal(Rational::Library::View(result.value.rational()), expected.number.get_mpq_t()) != 0;
      if (result_format != nullptr) {
        expected_bits = position_of(*result_format, expected.number).nearest_even(*result_format);
      } else {
        expected_bits = static_cast<std::uint32_t>(mpz_class(expected.number.get_num()).get_si());
      }
      break;
    case Value::Kind::position: {
      same = result.kind == Result::Kind::finite;
      const Bits below = expected.position.below;
      if (same && expected.position.exact) {
        same = result.value.is_rational() && compared(below) == 0;
      } else if (same) {
        same = compared(below) > 0 && (below == 2 * result_format->infinity() || compared(below + 1) < 0);
      }
      expected_bits = expected.position.nearest_even(*result_format);
      break;
    }
    case Value::Kind::bits:
      same = result.kind == Result::Kind::bits && result.bits == expected.bits;
      expected_bits = expected.bits;
      break;
    case Value::Kind::undefined:
      same = result.kind == Result::Kind::undefined;
      expected_bits = nearest;  // there is nothing to round
      break;
  }
  if (same && nearest == expected_bits) return {};
  const Format shown = info(operation).result(format);
  return call_text(operation, format, operands) + ": exactly " + result.text(info(shown)) + ", nearest " +
         bits_text(shown, nearest) + "; expected the nearest " + bits_text(shown, expected_bits) +
         (same ? "" : " and another exact result");
}

/// Zeros, denormals, the ends of the ranges, one, small integers, halves and quarters with their neighbours,
/// infinities, NaN; with both signs.
inline std::vector<Bits> special_operands(const FloatFormat& format) {
  std::vector<Bits> result;
  const auto add = [&](Bits magnitude) {
    result.push_back(magnitude);
    if (format.has_sign) result.push_back(magnitude | format.sign_bit());
  };
  for (const Bits magnitude :
       {Bits{0}, Bits{1}, Bits{2}, Bits{3}, format.min_normal() - 2, format.min_normal() - 1, format.min_normal(),
        format.min_normal() + 1, format.one() - 2, format.one() - 1, format.one() + 1, format.one() + 2,
        format.most() - 1, format.most(), format.infinity(), format.infinity() + 1, format.nan()}) {
    add(magnitude);
  }
  for (const int quarters : {1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 16, 20, 40}) {
    add(position_of(format, mpq_class(quarters, 4)).nearest_even(format));
  }
  // The last numbers with a half, the last odd integers, and the first even ones.
  const Bits unit = format.one() + (static_cast<Bits>(format.fraction_bits) << format.fraction_bits);
  if (unit + format.min_normal() < format.infinity()) {
    for (const Bits magnitude :
         {unit - 1, unit, unit + 1, unit + format.min_normal() - 1, unit + format.min_normal()}) {
      add(magnitude);
    }
  }
  return result;
}

/// One of eight kinds by turns: any bits; exponents near 0; exponents within 2 of 0; few fraction bits; magnitudes near
/// an end of the normal or denormal range; positive ones more often than not.
inline Bits random_operand(const FloatFormat& format, std::mt19937_64& random, int turn) {
  const Bits fraction_mask = format.min_normal() - 1;
  Bits bits = random() & (format.infinity() | fraction_mask | format.sign_bit());
  const auto with_exponent_within = [&](std::uint64_t reach) {
    const Bits middle = format.one() >> format.fraction_bits;
    const Bits exponent = middle - std::min(reach, middle) + random() % (2 * std::min(reach, middle) + 1);
    bits = (bits & (fraction_mask | format.sign_bit())) | exponent << format.fraction_bits;
  };
  switch (turn % 8) {
    case 0:
      return bits;
    case 1:
    case 2:
      with_exponent_within(12);
      return bits;
    case 3:
      with_exponent_within(2);
      return bits;
    case 4:
      with_exponent_within(12);
      return bits & ~(fraction_mask >> (1 + random() % 4));
    case 5: {
      const std::array<Bits, 4> ends = {Bits{0}, format.min_normal(), format.one(), format.infinity()};
      const Bits end = ends[random() % ends.size()];
      const Bits away = random() % 64;
      const Bits magnitude = random() % 2 == 0 ? end - std::min(end, away) : end + away;
      return std::min(magnitude, format.infinity() | fraction_mask) | (bits & format.sign_bit());
    }
    case 6:
      return bits & ~format.sign_bit();
    default:
      with_exponent_within(6);
      return bits & ~format.sign_bit();
  }
}

}  // namespace halfulp::exact::second
