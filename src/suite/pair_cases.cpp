// SPDX-License-Identifier: Apache-2.0
#include "suite/pair_cases.hpp"

#include <algorithm>
#include <iterator>

#include "suite/random_cases.hpp"
#include "suite/value.hpp"

namespace halfulp::suite {
namespace {

/// The value up to four steps away, short of infinity and of zero; of the same sign.
Bits next_to(const Setting& setting, Bits bits, Random& random) {
  const auto most = static_cast<std::int64_t>(setting.layout.max_finite());
  const std::int64_t moved = static_cast<std::int64_t>(setting.layout.magnitude(bits)) + random.between(-4, 4);
  const auto magnitude = static_cast<Bits>(std::clamp(moved, std::int64_t{1}, most));
  return magnitude | (bits & setting.layout.sign_mask());
}

/// log2 of a normal value in units of 2^-kLogFraction, within some units: each squaring yields a bit.
constexpr int kLogFraction = 58;
Wide log2_of(const Setting& setting, Bits bits) {
  const auto parts = setting.layout.parts(bits);
  std::uint64_t x = parts.significand << (64 - setting.precision);  // in units of 2^-63, from 1 to 2
  Wide fraction = 0;
  for (int i = 0; i < kLogFraction; ++i) {
    const UnsignedWide square = static_cast<UnsignedWide>(x) * x;
    const bool at_least_two = (square >> 127) != 0;
    x = static_cast<std::uint64_t>(square >> (at_least_two ? 64 : 63));
    fraction = 2 * fraction + (at_least_two ? 1 : 0);
  }
  return static_cast<Wide>(parts.exponent + setting.precision - 1) * (Wide{1} << kLogFraction) + fraction;
}

/// x^y near 2^power: x is above 2 or below 1/2, on that side where y is positive if the format has no sign.
void power_near(const Setting& setting, int power, const Place& place, Tuple& tuple) {
  constexpr int kShift = 56;
  Random random(place.key, place.index);
  const bool above_one = setting.has_sign() ? random.coin() : power > 0;
  const int exponent = above_one ? random.between(1, setting.max_exponent) : random.between(setting.min_exponent, -2);
  const Bits x = encode(setting, false, exponent, random_fraction(setting, random));
  const Wide y = power * (Wide{1} << (kLogFraction + kShift)) / log2_of(setting, x);
  tuple[0] = x;
  tuple[1] = next_to(setting, nearest_value(setting, y, -kShift), random);
}

UnsignedWide integer_power(std::uint64_t base, int exponent) {
  UnsignedWide result = 1;
  for (int i = 0; i < exponent; ++i) result *= base;
  return result;
}

int floor_of_quotient(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

/// x * 2^n, about 2^exponent: x up to `below` steps below a power of two, or up to `above` steps above it.
void scaled_near(const Setting& setting, int exponent, int below, int above, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const int scale = random.between(setting.min_exponent + 1, setting.max_exponent);
  const Bits x =
      power_of_two(setting, scale) + static_cast<Bits>(random.between(0, below + above)) - static_cast<Bits>(below);
  tuple[0] = with_random_sign(setting, x, random);
  tuple[1] = static_cast<std::uint32_t>(exponent - scale);
}

}  // namespace

void power_ties(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const int p = setting.precision;
  std::uint64_t base = 0;
  int y = 0;
  do {
    y = random.between(2, (p + 1) / 2);
    base = random.of_length((p + 1) / y + random.between(0, 1)) | 1;
  } while (length(integer_power(base, y)) != p + 1);
  // x = base * 2^exponent; the result's leading bit is at p + y * exponent.
  const int least = -floor_of_quotient(p - setting.min_exponent, y);
  const int most = floor_of_quotient(setting.max_exponent - 1 - p, y);
  const Bits x = compose(setting, static_cast<Wide>(base), random.between(least, most));
  tuple[0] = setting.operation == Operation::pow ? with_random_sign(setting, x, random) : x;
  tuple[1] = compose(setting, y, 0);
}

void powers_near_smallest_normal(const Setting& setting, const Place& place, Tuple& tuple) {
  power_near(setting, setting.min_exponent, place, tuple);
}

void powers_near_overflow(const Setting& setting, const Place& place, Tuple& tuple) {
  power_near(setting, setting.max_exponent + 1, place, tuple);
}

void powers_of_almost_one(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const int steps_bits = random.between(1, std::min(8, setting.precision - 2));
  const Bits steps = random.of_length(steps_bits);
  const Bits one = setting.layout.one();
  tuple[0] = random.coin() ? one + steps : one - steps;
  // log2(x) is about 2^(steps_bits - p); beyond the largest exponent the result leaves the range.
  const int leaves = setting.precision - steps_bits + exponent_of(setting.max_exponent) + 2;
  const int exponent = random.between(setting.precision - steps_bits - 4, std::min(leaves, setting.max_exponent));
  tuple[1] = random_normal(setting, exponent, random);
}

void powers_of_negatives(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const int p = setting.precision;
  const int x_exponent =
      random.coin() ? random.between(-2, 2) : random.between(setting.min_exponent - 1, setting.max_exponent);
  tuple[0] = encode(setting, true, x_exponent, random.bits(2) == 0 ? 0 : random_fraction(setting, random));
  const int most_bits = random.coin() ? std::min(6, p) : p;
  const std::uint64_t integer = random.of_length(random.between(1, most_bits));
  Bits y = 0;
  switch (place.index % 8) {
    case 0:
    case 1:
    case 2:
      y = compose(setting, static_cast<Wide>(integer | 1), 0);
      break;
    case 3:
    case 4:
      y = compose(setting, static_cast<Wide>(integer), 1);
      break;
    case 5:
      y = compose(setting, static_cast<Wide>(integer | 1), -1);
      break;
    case 6:  // odd integers end at 2^p
      y = power_of_two(setting, p) - 2 + random.below(4);
      break;
    default:
      y = encode(setting, false, random.between(setting.min_exponent, setting.max_exponent),
                 random_fraction(setting, random));
      break;
  }
  tuple[1] = with_random_sign(setting, y, random);
}

void near_multiples(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const int p = setting.precision;
  const auto y = static_cast<Wide>(random.of_length(random.between(1, p)));
  const auto quotient = static_cast<Wide>(random.of_length(random.between(1, p)));
  const int most = setting.max_exponent - 1 - exponent_of(y * quotient);
  const int exponent = random.between(setting.min_exponent, std::max(most, setting.min_exponent));
  const Bits x = nearest_value(setting, y * quotient, exponent);
  tuple[0] = with_random_sign(setting, place.index % 2 == 0 ? x : next_to(setting, x, random), random);
  tuple[1] = with_random_sign(setting, compose(setting, y, exponent), random);
}

void huge_quotients(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const int apart = random.between(setting.precision + 1, setting.max_exponent - setting.min_exponent);
  const int exponent = random.between(setting.min_exponent, setting.max_exponent - apart);
  tuple[0] = random_normal(setting, exponent + apart, random);
  tuple[1] = random_normal(setting, exponent, random);
}

void scaled_ties(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const auto tie = static_cast<Wide>(random.of_length(random.between(1, setting.precision)) | 1);
  const int exponent = random.between(setting.min_exponent, setting.max_exponent) - exponent_of(tie);
  tuple[0] = with_random_sign(setting, compose(setting, tie, exponent), random);
  tuple[1] = static_cast<std::uint32_t>(setting.lowest_exponent() - 1 - exponent);
}

void scaled_near_smallest_normal(const Setting& setting, const Place& place, Tuple& tuple) {
  scaled_near(setting, setting.min_exponent, 1, 1, place, tuple);
}

void scaled_near_overflow(const Setting& setting, const Place& place, Tuple& tuple) {
  scaled_near(setting, setting.max_exponent + 1, 2, 1, place, tuple);
}

void angles(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const number::Layout& layout = setting.layout;
  const int p = setting.precision;
  const int range = setting.max_exponent - setting.min_exponent;
  const int exponent = random.between(setting.min_exponent, setting.max_exponent);
  const Bits x = random_normal(setting, exponent, random);
  Bits other = 0;
  switch (place.index % 8) {
    case 0:
      other = x;
      break;
    case 1:
      other = next_to(setting, x, random);
      break;
    case 2:
      other = layout.zero();
      break;
    case 3:
      other = layout.infinity();
      break;
    case 4:  // the quotient's square, or the quotient next to pi / 2, stops to count
      other =
          random_normal(setting, std::max(exponent - random.between(p / 2 - 1, p + 2), setting.min_exponent), random);
      break;
    case 5:  // the quotient is about the smallest normal value, or its inverse
      other = random_normal(
          setting, std::max(exponent + setting.min_exponent + random.between(-1, 1), setting.min_exponent), random);
      break;
    case 6:  // as far apart as can be
      other =
          random_normal(setting, std::max(exponent - random.between(range - p, range), setting.min_exponent), random);
      break;
    default:
      other = random_fraction(setting, random);
      break;
  }
  const bool swapped = random.coin();
  other = with_random_sign(setting, other, random);
  tuple[0] = swapped ? x : other;
  tuple[1] = swapped ? other : x;
}

void texel_edges(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  constexpr int kLargestExtent = 15;  // bits: 16384 texels, and somewhat more
  const std::uint64_t extent = random.of_length(random.between(1, kLargestExtent));
  tuple[1] = extent;
  if (!setting.is_floating(0)) {
    const std::uint64_t coordinates[] = {0,          extent - 1,           extent,     extent + 1,
                                         extent / 2, random.below(extent), 0x7fffffff, 0xffffffff};
    tuple[0] = coordinates[place.index % std::size(coordinates)];
    return;
  }
  constexpr int kShift = 100;
  const auto half_texels = static_cast<Wide>(random.below(2 * extent + 1));
  const Bits edge = nearest_value(setting, (half_texels << kShift) / static_cast<Wide>(2 * extent), -kShift);
  const Bits coordinate = place.index % 2 == 0 || edge == 0 ? edge : next_to(setting, edge, random);
  tuple[0] = random.bits(3) == 0 ? negated(setting, coordinate) : coordinate;
}

}  // namespace halfulp::suite
