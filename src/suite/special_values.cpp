// SPDX-License-Identifier: Apache-2.0
#include "suite/special_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "suite/pixel_cases.hpp"
#include "suite/value.hpp"

namespace halfulp::suite {
namespace {

/// Magnitudes around which the range of the format changes, and the NaN: both signs of each are added later.
std::vector<Bits> core_magnitudes(const Setting& setting) {
  const number::Layout& layout = setting.layout;
  const Bits quiet = layout.canonical_nan();
  const Bits one = layout.one();
  const Bits inverse_overflows =
      encode(setting, false, setting.max_exponent - 1, 0);                     // 2^126: 1/x is the smallest normal
  const Bits largest_power = encode(setting, false, setting.max_exponent, 0);  // 2^127
  return {layout.zero(),
          1,                       // the smallest denormal
          layout.fraction_mask(),  // the largest denormal
          layout.min_normal(),
          layout.min_normal() + 1,
          one,
          one + 1,
          inverse_overflows - 1,
          inverse_overflows,
          inverse_overflows + 1,
          largest_power - 1,
          largest_power,
          largest_power + 1,
          layout.max_finite(),
          layout.infinity(),
          quiet,                    // quiet NaN, smallest and
          layout.magnitude_mask(),  // largest payload
          layout.infinity() + 1,    // signalling NaN, smallest and
          quiet - 1};               // largest payload
}

void add_around(std::vector<Bits>& values, Bits centre) {
  if (centre == 0) return;  // zero and its neighbours are there
  values.insert(values.end(), {centre - 1, centre, centre + 1});
}

/// Points where a rule changes, or where an implementation may change its method.
std::vector<Bits> rule_magnitudes(const Setting& setting) {
  std::vector<Bits> values;
  const auto around = [&](double x) { add_around(values, nearest_value(setting, x)); };
  for (const double x : {0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 8.0, 10.0, 1.0 / 3.0}) around(x);
  around(std::numbers::pi / 2);
  around(std::numbers::pi);
  around(std::numbers::pi * 2);
  for (int extra = -2; extra <= 1; ++extra) {  // around 2^22 ... 2^25: where fractions, then odd integers, end
    add_around(values, encode(setting, false, setting.precision - 1 + extra, 0));
  }
  add_around(values, setting.layout.min_normal());
  values.push_back(setting.layout.max_finite() - 1);
  return values;
}

/// Conversions to fewer bits: the result's smallest values, its smallest normal value, its largest, with the midpoints
/// next to them; NaN whose payload is in the bits that are lost.
std::vector<Bits> narrowing_magnitudes(const Setting& setting) {
  std::vector<Bits> values;
  const FormatInfo& result = info(setting.result);
  const int kept = result.fraction_bits;
  const auto around = [&](Wide n, int exponent) { add_around(values, nearest_value(setting, n, exponent)); };
  const int half_denormal = result.min_exponent() - kept - 1;
  for (int halves = 1; halves <= 5; ++halves) around(halves, half_denormal);
  const Wide normal = Wide{2} << kept;
  for (int halves = -3; halves <= 3; ++halves) around(normal + halves, half_denormal);
  const Wide limit = Wide{4} << kept;  // in half steps of the largest values
  for (int halves = -4; halves <= 1; ++halves) around(limit + halves, result.max_exponent() - kept - 1);
  const Bits lost = (Bits{1} << (setting.layout.fraction_bits - kept)) - 1;
  for (const Bits quiet : {Bits{0}, setting.layout.canonical_nan()}) {
    for (const Bits payload : {Bits{1}, lost, lost + 1}) values.push_back(setting.layout.infinity() | quiet | payload);
  }
  return values;
}

std::vector<Bits> operation_magnitudes(const Setting& setting) {
  if (setting.narrows) return narrowing_magnitudes(setting);
  std::vector<Bits> values;
  const auto around_multiple = [&](std::int64_t k, const Constant& constant) {
    add_around(values, nearest_multiple(setting, k, constant));
  };
  const auto around = [&](double x) { add_around(values, nearest_value(setting, x)); };
  const int beyond_range = setting.precision - setting.min_exponent;  // 150: half the smallest denormal
  switch (setting.operation) {
    case Operation::exp:
    case Operation::expm1:
    case Operation::sinh:
    case Operation::cosh:
      for (const int k : {1, setting.max_exponent + 1, setting.max_exponent + 2, -setting.min_exponent, beyond_range}) {
        around_multiple(k, kLog2);
      }
      break;
    case Operation::exp10:
      for (const int k : {1, setting.max_exponent + 1, -setting.min_exponent, beyond_range}) {
        around_multiple(k, kLog10Of2);
      }
      break;
    case Operation::log10:
      for (const double power : {100.0, 1000.0, 1e10, 0.1, 0.01}) around(power);
      break;
    case Operation::sinpi:
    case Operation::cospi:
    case Operation::tanpi:
      for (const double x : {0.75, 1.25, 3.5, 1000.5, 1001.0}) around(x);
      break;
    case Operation::tgamma:
    case Operation::lgamma:
      for (const double x : {1.4616321449683623, 2.4570247382208006, 4.5, 35.0401, 171.6243769}) around(x);
      break;
    case Operation::pow:
    case Operation::powr:
      around(5.0);
      around(setting.max_exponent + 1);
      break;
    case Operation::tan:
    case Operation::sincos_sin:
    case Operation::sincos_cos:
    case Operation::sin:
    case Operation::cos:
      around(100 * std::numbers::pi);
      for (const double k : {0.25, 0.75, 1.5, 2.5, 3.0, 4.0, 1000.0, 1000000.0}) around(k * std::numbers::pi);
      break;
    case Operation::exp2:
      around(setting.max_exponent);
      around(setting.max_exponent + 1);
      around(-setting.min_exponent);
      around(-setting.min_exponent + setting.precision - 1);  // 149
      around(-setting.min_exponent + setting.precision);      // 150
      break;
    case Operation::ftoi:
    case Operation::ftou:
    case Operation::ftoi16:
    case Operation::ftou16:
    case Operation::ftoi8:
    case Operation::ftou8: {
      const int bits = info(setting.result).bits;
      const double most = std::ldexp(1, bits);
      around(most / 2);
      around(most);
      if (setting.precision > bits) {  // the ends of the ranges are values, and so are the halves beyond them
        for (const double x : {most / 2 - 1, most / 2 - 0.5, most / 2 + 0.5, most / 2 + 1, most - 1, most - 0.5}) {
          around(x);
        }
      }
      break;
    }
    case Operation::rsq:
    case Operation::sqrt:
      around(9.0);
      around(0.0625);
      break;
    default:
      break;
  }
  return values;
}

void add_signs(const Setting& setting, std::vector<Bits>& values) {
  const std::size_t count = values.size();
  for (std::size_t i = 0; i < count; ++i) values.push_back(negated(setting, values[i]));
}

void sort_unique(std::vector<Bits>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

std::vector<Bits> floating_values(const Setting& setting) {
  std::vector<Bits> values = core_magnitudes(setting);
  if (setting.arity <= 2) {
    for (const std::vector<Bits>& more : {rule_magnitudes(setting), operation_magnitudes(setting)}) {
      values.insert(values.end(), more.begin(), more.end());
    }
  }
  add_signs(setting, values);
  sort_unique(values);
  return values;
}

/// Condition words: any set bit counts [D3D11.3 §22.9].
std::vector<Bits> condition_values() {
  std::vector<Bits> values{0, 0x7fffffff, 0xfffffffe, 0xffffffff};
  for (int bit = 0; bit < 32; ++bit) values.push_back(Bits{1} << bit);
  return values;
}

/// Integers where conversion to a significand of `precision` bits starts to round, ties, and the ends of the range:
/// their low bits, as many as the integer has.
std::vector<Bits> integer_values(const Setting& setting, const FormatInfo& integer) {
  std::vector<std::uint32_t> values{0, 1, 2, 3, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
  for (int bit = 2; bit < 32; ++bit) {
    const std::uint32_t power = std::uint32_t{1} << bit;
    values.insert(values.end(), {power - 1, power, power + 1});
    const int excess = bit - setting.precision;
    if (excess < 0) continue;
    const std::uint32_t half = std::uint32_t{1} << excess;  // half a step of the values between power and 2 * power
    values.insert(values.end(),
                  {power + half, power + 3 * half, power + (power - half), power + half + 1, power + half - 1});
  }
  if (integer.has_sign) {
    const std::size_t count = values.size();
    for (std::size_t i = 0; i < count; ++i) values.push_back(std::uint32_t{0} - values[i]);
  }
  const Bits mask = (Bits{1} << integer.bits) - 1;
  std::vector<Bits> result(values.begin(), values.end());
  for (Bits& value : result) value &= mask;
  sort_unique(result);
  return result;
}

/// Words of bytes and their sums: bytes at their ends, and the sums from which four products reach past 32 bits.
std::vector<Bits> word_values() {
  return {0,          1,          0x7f,       0x80,       0xff,       0x01010101, 0x7f7f7f7f, 0x7f80ff01, 0x7ffeffff,
          0x7fff0000, 0x7fffffff, 0x80000000, 0x8000fdff, 0x8000fe00, 0x80808080, 0xfffc07fb, 0xfffc07fc, 0xffffffff};
}

/// Exponents of ldexp: those that carry x across the range, and the ends of the integers.
std::vector<Bits> scale_values(const Setting& setting) {
  const int p = setting.precision;
  const int range = setting.max_exponent - setting.min_exponent;
  std::vector<std::uint32_t> values{0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0x10000, 0x1000000};
  for (const int centre : {1, p, -setting.min_exponent, setting.max_exponent + 1, p - setting.min_exponent, range,
                           range + p, 2 * (range + p)}) {
    for (const int n : {centre - 1, centre, centre + 1}) values.push_back(static_cast<std::uint32_t>(n));
  }
  const std::size_t count = values.size();
  for (std::size_t i = 0; i < count; ++i) values.push_back(std::uint32_t{0} - values[i]);
  std::vector<Bits> result(values.begin(), values.end());
  sort_unique(result);
  return result;
}

}  // namespace

std::vector<Bits> special_values(const Setting& setting, int operand) {
  const FormatInfo& row = info(setting.formats[static_cast<std::size_t>(operand)]);
  if (info(setting.operation).family == OperationFamily::pixel && !setting.all_floating) return special_codes(row);
  if (setting.operation == Operation::dot4add_i8packed || setting.operation == Operation::dot4add_u8packed) {
    return word_values();
  }
  if (info(setting.operation).family == OperationFamily::fixed_function) {
    return row.kind == FormatKind::floating ? Setting(Operation::add, row.format).specials[0] : special_codes(row);
  }
  switch (row.kind) {
    case FormatKind::floating:
      return floating_values(setting);
    case FormatKind::signed_integer:
      return setting.operation == Operation::ldexp ? scale_values(setting) : integer_values(setting, row);
    default:
      break;
  }
  return setting.operation == Operation::movc ? condition_values() : integer_values(setting, row);
}

}  // namespace halfulp::suite
