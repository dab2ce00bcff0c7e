// SPDX-License-Identifier: Apache-2.0
#include "suite/boundary_cases.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <numbers>

#include "suite/random_cases.hpp"
#include "suite/value.hpp"

namespace halfulp::suite {
namespace {

/// A random integer of up to that many bits, as a value of the format.
Bits random_whole(const Setting& setting, int most_bits, Random& random) {
  const int bits_long = random.between(1, most_bits);
  return compose(setting, static_cast<Wide>(random.of_length(bits_long)), 0);
}

/// An integer and a half.
Bits random_half(const Setting& setting, Random& random) {
  const int bits_long = random.between(1, setting.precision);
  return compose(setting, static_cast<Wide>(random.of_length(bits_long) | 1), -1);
}

/// The value nearest to a multiple of pi/2, small ones and large ones.
Bits multiple_of_half_pi(const Setting& setting, Random& random) {
  const std::uint64_t k = random.of_length(random.between(1, 20));
  return nearest_multiple(setting, static_cast<std::int64_t>(k), kHalfPi);
}

/// A power of ten that is a value of the format: log10 of it is an integer.
Bits power_of_ten(const Setting& setting, Random& random) {
  Wide power = 1;
  const int most = random.between(0, setting.precision);
  for (int i = 0; i < most && fits(power * 10, setting.precision); ++i) power *= 10;
  return nearest_value(setting, power, 0);
}

/// exp, exp10, sinh, cosh: where e^x (10^x, e^x / 2) starts to count, overflows, becomes denormal or zero, and where an
/// implementation reduces x by a multiple of log(2) (log10(2)).
Bits exponential_boundary(const Setting& setting, std::uint64_t turn, Random& random) {
  const Operation operation = setting.operation;
  const Constant& step = operation == Operation::exp10 ? kLog10Of2 : kLog2;
  const bool halved = operation == Operation::sinh || operation == Operation::cosh;
  switch (turn % 4) {
    case 0:
      return power_of_two(setting, random.between(-setting.precision - 2, -1));
    case 1:
      return nearest_multiple(setting, setting.max_exponent + (halved ? 2 : 1), step);
    case 2:
      return nearest_multiple(setting,
                              (random.coin() ? 0 : random.between(0, setting.precision)) - setting.min_exponent, step);
    default:
      if (operation == Operation::exp10 && random.coin()) {
        return random_whole(setting, exponent_of(setting.max_exponent) - 1, random);
      }
      return nearest_multiple(setting, random.between(1, 2 * setting.max_exponent),
                              {step.digits, step.exponent - 1});  // odd multiples are midway
  }
}

/// ftoi ... ftou8: 1, the powers of two where the ranges end, and integers.
Bits integer_boundary(const Setting& setting, std::uint64_t turn, Random& random) {
  const int bits = info(setting.result).bits;
  if (turn % 4 < 2) return power_of_two(setting, turn % 4 == 0 ? bits - 1 : bits);
  if (turn % 4 == 2) return setting.layout.one();
  // The integer nearest to the range's end, and halves, where the format has them there.
  const bool has_halves = setting.precision > bits && turn % 8 == 7;
  if (!has_halves) return random_whole(setting, bits, random);
  return compose(setting, (Wide{1} << random.between(bits, bits + 1)) - random.between(1, 2), -1);
}

constexpr std::array kArcs = {Operation::acos,   Operation::acosh, Operation::asin,   Operation::asinh,
                              Operation::atan,   Operation::atanh, Operation::acospi, Operation::asinpi,
                              Operation::atanpi, Operation::tanh};

/// kArcs: the ends of their domains, where x^3 and 1 / x start to count, and where the result saturates.
Bits arc_boundary(const Setting& setting, std::uint64_t turn, Random& random) {
  const int p = setting.precision;
  const int small = random.between(-p / 2 - 2, -1);
  switch (setting.operation) {
    case Operation::acosh:
      if (turn % 4 == 1) return power_of_two(setting, 1);
      if (turn % 4 == 2) return power_of_two(setting, random.between(p / 2 - 1, p / 2 + 2));
      if (turn % 4 == 3) return power_of_two(setting, random.between(0, setting.max_exponent));
      break;
    case Operation::asinh:
    case Operation::atan:
    case Operation::atanpi:
      if (turn % 4 == 1) return power_of_two(setting, random.between(p / 2 - 1, p + 2));
      if (turn % 4 == 2) return power_of_two(setting, random.between(setting.min_exponent, setting.max_exponent));
      if (turn % 4 == 3) return power_of_two(setting, small);
      break;
    case Operation::tanh:
      if (turn % 4 == 1) return nearest_multiple(setting, random.between(p, p + 3), {kLog2.digits, kLog2.exponent - 1});
      [[fallthrough]];
    default:  // acos, asin, atanh
      if (turn % 4 == 1) return power_of_two(setting, -1);
      if (turn % 4 == 2) return power_of_two(setting, random.between(setting.min_exponent, setting.min_exponent + 2));
      if (turn % 4 == 3) return power_of_two(setting, small);
      break;
  }
  return setting.layout.one();
}

/// A magnitude at which something changes; `turn` goes through the kinds of them.
Bits boundary(const Setting& setting, std::uint64_t turn, Random& random) {
  const number::Layout& layout = setting.layout;
  const int p = setting.precision;
  if (setting.to_integer()) return integer_boundary(setting, turn, random);
  if (std::ranges::find(kArcs, setting.operation) != kArcs.end()) return arc_boundary(setting, turn, random);
  switch (setting.operation) {
    case Operation::exp:
    case Operation::exp10:
    case Operation::expm1:
    case Operation::sinh:
    case Operation::cosh:
      return exponential_boundary(setting, turn, random);
    case Operation::log10:
      if (turn % 8 >= 4) return power_of_ten(setting, random);
      [[fallthrough]];
    case Operation::log:
    case Operation::log2:
      switch (turn % 4) {
        case 0:
          return power_of_two(setting, -1);
        case 1:
          return layout.one();
        case 2:
          return power_of_two(setting, 1);
        default:
          return power_of_two(setting, random.between(setting.min_exponent, setting.max_exponent));
      }
    case Operation::sincos_sin:
    case Operation::sincos_cos:
    case Operation::tan:
      if (turn % 8 == 0) return nearest_multiple(setting, 2, kHalfPi);  // the fast functions' domain ends
      [[fallthrough]];
    case Operation::sin:
    case Operation::cos:
      switch (turn % 4) {
        case 0:
          return nearest_value(setting, 100 * std::numbers::pi);
        case 1:
          return power_of_two(setting, random.between(-p / 2 - 2, 2));  // where x^2 / 2, x^3 / 6 start to count
        case 2:
          return layout.min_normal();
        default:
          return multiple_of_half_pi(setting, random);
      }
    case Operation::exp2:
      switch (turn % 4) {
        case 0:
          return power_of_two(setting, random.between(-p - 2, -1));  // where 1 + x * ln(2) starts to count
        case 1:
          return nearest_value(setting, setting.max_exponent + random.between(0, 1));
        case 2:  // 126, where results become denormal, or the exponents of denormals, to 150
          return nearest_value(setting, (random.coin() ? 0 : random.between(0, p)) - setting.min_exponent);
        default:
          return random_whole(setting, exponent_of(setting.max_exponent) + 1, random);
      }
    case Operation::sinpi:
    case Operation::cospi:
    case Operation::tanpi:
      switch (turn % 4) {
        case 0:
          return power_of_two(setting, random.between(-p / 2 - 2, 0));
        case 1:  // quarters: where |sin| = |cos|
          return compose(setting, static_cast<Wide>(random.of_length(random.between(1, p)) | 1), -2);
        case 2:
          return random_half(setting, random);
        default:  // from 2^p on, all values are even
          return random.coin() ? power_of_two(setting, random.between(p - 2, p + 1)) : random_whole(setting, p, random);
      }
    case Operation::frexp_fraction:
    case Operation::frexp_exponent:
    case Operation::ilogb:
      switch (turn % 4) {
        case 0:
          return power_of_two(setting, random.between(setting.min_exponent, setting.max_exponent));
        case 1:  // powers of two among the denormals
          return Bits{1} << random.between(0, p - 2);
        case 2:
          return layout.min_normal();
        default:
          return layout.infinity();
      }
    case Operation::round:
      if (turn % 8 == 0) return power_of_two(setting, -1);  // the last value below it is no tie
      [[fallthrough]];
    case Operation::modf_fraction:
    case Operation::modf_integer:
    case Operation::frc:
    case Operation::round_ne:
    case Operation::round_ni:
    case Operation::round_pi:
    case Operation::round_z:
      switch (turn % 4) {
        case 0:
          return power_of_two(setting, random.between(setting.min_exponent, 0));
        case 1:
          return power_of_two(setting, random.between(p - 3, p + 1));
        case 2:
          return random_half(setting, random);
        default:
          return random_whole(setting, p, random);
      }
    case Operation::reciprocal:
    case Operation::rcp:
      switch (turn % 4) {
        case 0:
          return power_of_two(setting, -setting.min_exponent);
        case 1:
          return power_of_two(setting, setting.max_exponent);
        case 2:
          return layout.min_normal();
        default:
          return power_of_two(setting, random.between(setting.min_exponent, setting.max_exponent));
      }
    case Operation::rsq:
    case Operation::sqrt: {
      if (turn % 4 == 0) return layout.min_normal();
      if (turn % 4 == 1) return power_of_two(setting, random.between(setting.min_exponent, setting.max_exponent));
      const std::uint64_t root = random.of_length(random.between(1, p / 2));
      return compose(setting, static_cast<Wide>(root * root), 2 * random.between(setting.min_exponent / 2, 0));
    }
    default:  // sat, sign-bit operations, moves
      switch (turn % 4) {
        case 0:
          return layout.one();
        case 1:
          return layout.min_normal();
        case 2:
          return layout.infinity();
        default:
          return random.coin() ? layout.canonical_nan() : layout.zero();
      }
  }
}

/// The value `steps` away in the format's bits; past zero it continues with the other sign.
Bits stepped(const Setting& setting, Bits magnitude_bits, std::int64_t steps) {
  const std::int64_t moved = static_cast<std::int64_t>(magnitude_bits) + steps;
  const auto most = static_cast<std::int64_t>(setting.layout.magnitude_mask());
  if (moved < 0) return static_cast<Bits>(-moved) | setting.layout.sign_mask();
  return static_cast<Bits>(std::min(moved, most));
}

/// Every second one within 4 steps, the others up to 4096, small distances as often as large ones.
std::int64_t random_steps(Random& random) {
  const int bits_long = random.coin() ? 2 : random.between(3, 12);
  const auto distance = static_cast<std::int64_t>(random.bits(bits_long));
  return random.coin() ? -distance : distance;
}

}  // namespace

void half_integers(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const Bits half = random_half(setting, random);
  tuple[0] = with_random_sign(setting, half, random);
}

void integer_ties(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const bool has_sign = info(setting.formats[0]).has_sign;
  const int most_bits = std::min(has_sign ? 31 : 32, setting.max_exponent + 1);
  const std::uint64_t tie = random.of_length(setting.precision + 1) | 1;
  const auto n = static_cast<std::uint32_t>(tie << random.between(0, most_bits - setting.precision - 1));
  tuple[0] = has_sign && setting.has_sign() && random.coin() ? std::uint32_t{0} - n : n;
}

void fraction_ties(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const int p = setting.precision;
  const int bits_long = random.between(1, p);
  tuple[0] = compose(setting, -static_cast<Wide>(random.of_length(bits_long) | 1), -p - 1);
}

void near_rule_boundary(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const Bits centre = boundary(setting, place.index, random);
  const Bits bits = stepped(setting, centre, random_steps(random));
  tuple[0] = with_random_sign(setting, bits, random);
}

void integers_near_boundary(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  constexpr int kBits = 32;
  const bool rounds = setting.precision < kBits;
  Tuple tie{};
  if (rounds) integer_ties(setting, place, tie);
  const auto power =
      static_cast<std::uint32_t>(std::uint64_t{1} << random.between(rounds ? setting.precision - 1 : 0, kBits - 1));
  auto centre = place.index % 2 == 0 && rounds ? static_cast<std::uint32_t>(tie[0]) : power;
  if (setting.max_exponent < kBits - 1 && place.index % 4 == 1) {  // the largest value, and where its step ends
    const std::uint32_t limit = std::uint32_t{1} << (setting.max_exponent + 1);
    const std::uint32_t half_step = limit >> (setting.precision + 1);
    centre = limit - half_step * static_cast<std::uint32_t>(random.below(4));
    if (info(setting.formats[0]).has_sign && random.coin()) centre = std::uint32_t{0} - centre;
  }
  const auto steps = static_cast<std::uint32_t>(random_steps(random));
  tuple[0] = static_cast<std::uint32_t>(centre + steps);
}

void close_pairs(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const number::Layout& layout = setting.layout;
  const auto exponents = static_cast<std::uint64_t>(setting.max_exponent - setting.min_exponent + 2);
  const int exponent = setting.min_exponent - 1 + static_cast<int>(place.index / 8 % exponents);
  const Bits fraction = random_fraction(setting, random);
  Bits x = encode(setting, random.coin(), exponent, fraction);
  Bits y = x;
  switch (place.index % 8) {
    case 0:
      break;
    case 1:
      y = x + 1;
      break;
    case 2:
      y = x == layout.zero(layout.is_negative(x)) ? x : x - 1;
      break;
    case 3:
      y = negated(setting, x);
      break;
    case 4:
      x = with_random_sign(setting, 0, random);
      y = with_random_sign(setting, 0, random);
      break;
    case 5:
      x = with_random_sign(setting, random_fraction(setting, random), random);
      y = with_random_sign(setting, random_fraction(setting, random), random);
      break;
    case 6:
      x = with_random_sign(setting, random_fraction(setting, random), random);
      y = with_random_sign(setting, 0, random);
      break;
    default:
      x = with_random_sign(setting, random_fraction(setting, random), random);
      y = with_random_sign(setting, layout.min_normal() + random.below(2), random);
      break;
  }
  const bool swapped = random.coin();
  tuple[0] = swapped ? y : x;
  tuple[1] = swapped ? x : y;
}

void directed_pairs(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const number::Layout& layout = setting.layout;
  const Bits magnitudes[] = {
      layout.zero(),          1,
      layout.fraction_mask(), layout.min_normal(),
      layout.one(),           power_of_two(setting, random.between(setting.min_exponent, setting.max_exponent)),
      layout.max_finite(),    layout.infinity()};
  constexpr std::uint64_t kDirections = 8;
  const Bits x = with_random_sign(setting, magnitudes[place.index % std::size(magnitudes)], random);
  tuple[0] = x;
  switch (place.index / std::size(magnitudes) % kDirections) {
    case 0:
      tuple[1] = x;
      break;
    case 1:
      tuple[1] = stepped(setting, layout.magnitude(x), random.coin() ? 1 : -1) ^ (x & layout.sign_mask());
      break;
    case 2:
      tuple[1] = negated(setting, x);
      break;
    case 3:
      tuple[1] = with_random_sign(setting, layout.zero(), random);
      break;
    case 4:
      tuple[1] = with_random_sign(setting, layout.infinity(), random);
      break;
    case 5:
      tuple[1] = with_random_sign(setting, layout.max_finite(), random);
      break;
    case 6:
      tuple[1] = layout.canonical_nan();
      break;
    default:
      tuple[1] = random_normal(setting, random.between(setting.min_exponent, setting.max_exponent), random);
      break;
  }
}

void power_at_smallest_normal(const Setting& setting, const Place&, Tuple& tuple) {
  tuple[0] = nearest_value(setting, setting.min_exponent);
}

void power_at_overflow(const Setting& setting, const Place&, Tuple& tuple) {
  tuple[0] = nearest_value(setting, setting.max_exponent + 1);
}

}  // namespace halfulp::suite
