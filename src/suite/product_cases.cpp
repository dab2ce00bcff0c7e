// SPDX-License-Identifier: Apache-2.0
#include "suite/product_cases.hpp"

#include <algorithm>
#include <utility>

#include "suite/random_cases.hpp"
#include "suite/value.hpp"

namespace halfulp::suite {
namespace {

/// x = a * 2^i and y = b * 2^k, of random signs and order, with i + k = exponent and both normal.
void write_product(const Setting& setting, std::uint64_t a, std::uint64_t b, int exponent, Random& random,
                   Tuple& tuple) {
  const auto x = static_cast<Wide>(a);
  const auto y = static_cast<Wide>(b);
  const ExponentPair leading = factor_exponents(setting, exponent_of(x) + exponent_of(y) + exponent, random);
  tuple[0] = with_random_sign(setting, compose(setting, x, leading.first - exponent_of(x)), random);
  tuple[1] = with_random_sign(setting, compose(setting, y, leading.second - exponent_of(y)), random);
  if (random.coin()) std::swap(tuple[0], tuple[1]);
}

/// a * b within 2^p of 2^(2p - 1), that is within 2^(1 - p) relative; exactly there in one case of sixteen.
void product_near_power(const Setting& setting, int power, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const int p = setting.precision;
  const std::uint64_t a = random.bits(4) == 0 ? std::uint64_t{1} << (p - 1) : random_significand(setting, random);
  const auto target = UnsignedWide{1} << (2 * p - 1);
  const auto below = static_cast<std::uint64_t>(target / a);
  const std::uint64_t b = random.coin() || target % a == 0 ? below : below + 1;
  write_product(setting, a, b, power - (2 * p - 1), random, tuple);
}

/// x / y = (b + j) / b * 2^power with j = -1, 0, 1: within 2^(1 - p) relative of 2^power. x and y are normal for every
/// j when y's exponent is in first ... last.
void quotient_near_power(const Setting& setting, int power, int first, int last, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const int p = setting.precision;
  const auto b = static_cast<Wide>(random_significand(setting, random));
  const Wide a = b + random.between(-1, 1);
  const int exponent = random.between(first, last) - (p - 1);
  tuple[0] = with_random_sign(setting, compose(setting, a, exponent + power), random);
  tuple[1] = with_random_sign(setting, compose(setting, b, exponent), random);
}

/// The exponent of 2^126: the reciprocal of anything larger is denormal.
int largest_safe_divisor(const Setting& setting) { return -setting.min_exponent; }

}  // namespace

void product_ties(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const int p = setting.precision;
  // a and b odd with a * b of p + 1 bits. a < 2^(p - 1), so that the range of b holds an odd number.
  const std::uint64_t a = random.of_length(random.between(2, p - 1)) | 1;
  const std::uint64_t least = ((std::uint64_t{1} << p) + a - 1) / a;
  const std::uint64_t most = ((std::uint64_t{1} << (p + 1)) - 1) / a;
  std::uint64_t b = (least + random.below(most - least + 1)) | 1;
  if (b > most) b -= 2;
  const int exponent = random.between(setting.min_exponent - p, setting.max_exponent - p - 1);
  write_product(setting, a, b, exponent, random, tuple);
}

void products_near_smallest_normal(const Setting& setting, const Place& place, Tuple& tuple) {
  product_near_power(setting, setting.min_exponent, place, tuple);
}

void products_near_overflow(const Setting& setting, const Place& place, Tuple& tuple) {
  product_near_power(setting, setting.max_exponent + 1, place, tuple);
}

void quotients_near_smallest_normal(const Setting& setting, const Place& place, Tuple& tuple) {
  quotient_near_power(setting, setting.min_exponent, 1, setting.max_exponent, place, tuple);
}

void quotients_near_overflow(const Setting& setting, const Place& place, Tuple& tuple) {
  quotient_near_power(setting, setting.max_exponent + 1, setting.min_exponent, -3, place, tuple);
}

void reciprocals_near_smallest_normal(const Setting& setting, const Place& place, Tuple& tuple) {
  const Bits centre = encode(setting, place.index % 2 != 0, largest_safe_divisor(setting), 0);
  tuple[0] = centre - 1 + place.index / 2;
}

void large_divisors(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const int least = largest_safe_divisor(setting);
  const int exponent = random.between(least, setting.max_exponent);
  const Bits fraction = random_fraction(setting, random);
  const Bits at_least_one = exponent == least ? 1 : 0;  // 2^126 itself is not above 2^126
  const Bits divisor = encode(setting, random.coin(), exponent, std::max(fraction, at_least_one));
  if (setting.arity == 1) {
    tuple[0] = divisor;
    return;
  }
  tuple[1] = divisor;
  const bool negative = random.coin();
  switch (place.index % 8) {
    case 0:
      tuple[0] = setting.layout.infinity(negative);
      break;
    case 1:
      tuple[0] = setting.layout.max_finite(negative);
      break;
    case 2:
      tuple[0] = random_normal(setting, random.between(setting.max_exponent - 27, setting.max_exponent), random);
      break;
    case 3:
      tuple[0] = random_normal(setting, random.between(setting.min_exponent, setting.max_exponent), random);
      break;
    case 4:
      tuple[0] = random_normal(setting, random.between(setting.min_exponent, setting.min_exponent / 2), random);
      break;
    case 5:
      tuple[0] = setting.layout.zero(negative);
      break;
    case 6:
      tuple[0] = setting.layout.one(negative);
      break;
    default:
      tuple[0] = divisor ^ random.bits(random.between(0, 3));
      break;
  }
}

void identities(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const bool sum = setting.operation == Operation::add || setting.operation == Operation::sub;
  const bool negative = random.coin();
  const Bits neutral = sum ? setting.layout.zero(negative) : setting.layout.one(negative);
  const int exponents = setting.max_exponent - setting.min_exponent + 2;
  const int exponent = setting.min_exponent - 1 + static_cast<int>(place.index % static_cast<std::uint64_t>(exponents));
  const Bits fraction = random_fraction(setting, random);
  tuple[0] = encode(setting, random.coin(), exponent, fraction);
  tuple[1] = neutral;
  if (setting.operation != Operation::div && random.coin()) std::swap(tuple[0], tuple[1]);
}

}  // namespace halfulp::suite
