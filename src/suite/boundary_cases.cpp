// SPDX-License-Identifier: Apache-2.0
#include "suite/boundary_cases.hpp"

#include <algorithm>
#include <numbers>

#include "suite/random_cases.hpp"
#include "suite/value.hpp"

namespace halfulp::suite {
namespace {

Bits power_of_two(const Setting& setting, int exponent) { return encode(setting, false, exponent, 0); }

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
  return nearest_value(setting, static_cast<double>(k) * (std::numbers::pi / 2));
}

/// A magnitude at which something changes; `turn` goes through the kinds of them.
Bits boundary(const Setting& setting, std::uint64_t turn, Random& random) {
  const number::Layout& layout = setting.layout;
  const int p = setting.precision;
  switch (setting.operation) {
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
    case Operation::ftoi:
    case Operation::ftou:
      switch (turn % 4) {
        case 0:
          return power_of_two(setting, 31);
        case 1:
          return power_of_two(setting, 32);
        case 2:
          return layout.one();
        default:
          return random_whole(setting, 32, random);
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
  const int most_bits = has_sign ? 31 : 32;
  const std::uint64_t tie = random.of_length(setting.precision + 1) | 1;
  const auto n = static_cast<std::uint32_t>(tie << random.between(0, most_bits - setting.precision - 1));
  tuple[0] = has_sign && random.coin() ? std::uint32_t{0} - n : n;
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
  Tuple tie{};
  integer_ties(setting, place, tie);
  const auto power = static_cast<std::uint32_t>(std::uint64_t{1} << random.between(setting.precision - 1, 31));
  const auto centre = place.index % 2 == 0 ? static_cast<std::uint32_t>(tie[0]) : power;
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

void power_at_smallest_normal(const Setting& setting, const Place&, Tuple& tuple) {
  tuple[0] = nearest_value(setting, setting.min_exponent);
}

void power_at_overflow(const Setting& setting, const Place&, Tuple& tuple) {
  tuple[0] = nearest_value(setting, setting.max_exponent + 1);
}

}  // namespace halfulp::suite
