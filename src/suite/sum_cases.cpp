// SPDX-License-Identifier: Apache-2.0
#include "suite/sum_cases.hpp"

#include <algorithm>

#include "suite/random.hpp"
#include "suite/sum_terms.hpp"
#include "suite/value.hpp"

namespace halfulp::suite {
namespace {

// Each construction draws until the integers fit; at least one draw in eight does.

constexpr Wide power(int exponent) { return Wide{1} << exponent; }

bool takes_product(const Setting& setting, Random& random) {
  const bool product = random.coin();
  return product && adds_products(setting.operation);
}

std::uint64_t random_odd(int bits_long, Random& random) { return random.of_length(bits_long) | 1; }

Wide with_random_sign(Wide n, Random& random) { return random.coin() ? -n : n; }

/// A term's random sign; without one it is added, or what sub and fdim subtract.
Wide with_term_sign(const Setting& setting, Wide n, Random& random) {
  if (setting.has_sign()) return with_random_sign(n, random);
  return subtracts(setting.operation) ? -n : n;
}

/// A product of two full significands, of either sign.
Term full_product(const Setting& setting, int shift, int exponent, Random& random) {
  const auto n = static_cast<Wide>(random_significand(setting, random));
  const std::uint64_t factor = random_significand(setting, random);
  return {with_term_sign(setting, n, random), factor << shift, exponent};
}

int larger_exponent(Wide x, Wide y) { return std::max(exponent_of(x), exponent_of(y)); }

struct Losses {
  int least;
  int most;
};

/// first + second, integers of `precision` bits, loses a number of bits in that range.
void plain_loss(const Setting& setting, Losses losses, Random& random, Tuple& tuple) {
  const int p = setting.precision;
  Wide x = 0;
  Wide y = 0;
  Wide result = 0;
  do {
    x = static_cast<Wide>(random_significand(setting, random));
    const int bits_long = p - random.between(losses.least, std::min(losses.most, p - 1));
    const auto size = static_cast<Wide>(random.of_length(bits_long));
    result = setting.has_sign() ? with_random_sign(size, random) : size;
    y = result - x;
  } while (!fits(y, p) || larger_exponent(x, y) - exponent_of(result) < losses.least ||
           larger_exponent(x, y) - exponent_of(result) > losses.most);
  const int exponent = random.between(setting.min_exponent, setting.max_exponent - p);
  write_sum(setting, {x, 1, exponent}, {y, 1, exponent}, random, tuple);
}

/// A product of full significands minus a value near it; the fused residual is part of the result.
void product_loss(const Setting& setting, Losses losses, Random& random, Tuple& tuple) {
  const int p = setting.precision;
  Term product{};
  Wide addend = 0;
  Wide result = 0;
  do {
    product = full_product(setting, 0, 0, random);
    const int bits_long = exponent_of(product.size()) + 1 - random.between(losses.least, losses.most);
    const Wide aim = with_random_sign(random_of_length(bits_long, random), random);
    addend = nearest(aim - product.size(), p);
    result = product.size() + addend;
  } while (result == 0 || larger_exponent(product.size(), addend) - exponent_of(result) < losses.least ||
           larger_exponent(product.size(), addend) - exponent_of(result) > losses.most);
  product.exponent = random.between(setting.min_exponent, setting.max_exponent - 2 * p);
  write_sum(setting, product, {addend, 1, product.exponent}, random, tuple);
}

void lose_bits(const Setting& setting, Losses losses, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  if (takes_product(setting, random)) return product_loss(setting, losses, random, tuple);
  plain_loss(setting, losses, random, tuple);
}

/// The inverse of an odd number modulo 2^64: Newton's iteration doubles the correct low bits, five at first.
std::uint64_t inverse(std::uint64_t odd) {
  std::uint64_t x = (3 * odd) ^ 2;
  for (int correct = 5; correct < 64; correct *= 2) x *= 2 - odd * x;
  return x;
}

/// A product whose low bits are a chosen small number, minus its high bits: what is left of it lost up to 2p - 2
/// places.
void residual(const Setting& setting, Random& random, Tuple& tuple) {
  const int p = setting.precision;
  Wide n = 0;
  std::uint64_t factor = 0;
  Wide left = 0;
  Wide addend = 0;
  do {
    const std::uint64_t odd = random_odd(p, random);
    left = with_random_sign(static_cast<Wide>(random.of_length(random.between(1, p - 1))), random);
    factor = (static_cast<std::uint64_t>(left) * inverse(odd)) & ((std::uint64_t{1} << p) - 1);
    n = static_cast<Wide>(odd);
    addend = left - n * static_cast<Wide>(factor);
  } while (factor == 0 || addend == 0 || !fits(addend, p) ||
           larger_exponent(n * static_cast<Wide>(factor), addend) - exponent_of(left) < p);
  const int exponent = random.between(setting.min_exponent, setting.max_exponent - 2 * p);
  write_sum(setting, {n, factor, exponent}, {addend, 1, exponent}, random, tuple);
}

/// Values without a sign: an odd product of more than p bits, and a value that fills its low bits up to a half.
void positive_product_tie(const Setting& setting, Random& random, Tuple& tuple) {
  const int p = setting.precision;
  Wide n = 0;
  std::uint64_t factor = 0;
  Wide addend = 0;
  do {
    n = static_cast<Wide>(random_odd(random.between(2, p), random));
    factor = random_odd(random.between(2, p), random);
    const Wide product = n * static_cast<Wide>(factor);
    const int low_bits = exponent_of(product) + 1 - p;
    if (low_bits < 1) continue;
    addend = (power(low_bits - 1) - product) & (power(low_bits) - 1);
    if (exponent_of(product + addend) == exponent_of(product)) break;
  } while (true);
  const int exponent = random.between(setting.min_exponent, setting.max_exponent - 2 * p);
  write_sum(setting, {n, factor, exponent}, {addend, 1, exponent}, random, tuple);
}

/// A term below 2^p that is odd, and a value that completes it to an odd number of p + 1 bits.
void plain_tie(const Setting& setting, Wide smaller, Random& random, Tuple& tuple, std::uint64_t factor) {
  const int p = setting.precision;
  const Wide size = smaller * static_cast<Wide>(factor);
  Wide larger = 0;
  do larger = static_cast<Wide>(random_odd(p + 1, random)) - size;
  while (!fits(larger, p));
  const int exponent = random.between(setting.min_exponent, setting.max_exponent - p - 1);
  write_sum(setting, {smaller, factor, exponent}, {larger, 1, exponent}, random, tuple);
}

}  // namespace

void sum_ties(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const int p = setting.precision;
  const bool product = takes_product(setting, random);
  if (product && !setting.has_sign()) return positive_product_tie(setting, random, tuple);
  const Wide n = with_term_sign(setting, static_cast<Wide>(random_odd(random.between(1, p), random)), random);
  const std::uint64_t factor = product ? random_odd(random.between(1, p), random) : 1;
  const UnsignedWide size = magnitude(n) * factor;
  if (length(size) <= p) return plain_tie(setting, n, random, tuple, factor);
  // What is left of the product once a multiple of 2^p is taken away: odd, of p + 1 bits.
  const auto tie =
      static_cast<Wide>((size & (static_cast<UnsignedWide>(power(p)) - 1)) + static_cast<UnsignedWide>(power(p)));
  const Wide addend = tie - static_cast<Wide>(size);
  const int exponent = random.between(setting.min_exponent, setting.max_exponent - 2 * p);
  write_sum(setting, {n, factor, exponent}, {n < 0 ? -addend : addend, 1, exponent}, random, tuple);
}

void sums_near_smallest_normal(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const int p = setting.precision;
  const int lowest = setting.min_exponent - (p - 1);  // 1 ULP = 2^lowest
  const bool takes_products = takes_product(setting, random);
  if (!takes_products && !setting.has_sign() && !subtracts(setting.operation)) {
    const Wide sum = power(p - 1) + random.between(-1, 1);
    const Wide x = 1 + static_cast<Wide>(random.below(static_cast<std::uint64_t>(sum) - 1));
    return write_sum(setting, {x, 1, lowest}, {sum - x, 1, lowest}, random, tuple);
  }
  if (!takes_products) {
    // In ULP: x even, beyond 2^p, so that it fits and y = 2^(p-1) + aim - x is normal.
    const Wide x = power(p) + 2 + 2 * static_cast<Wide>(random.below((std::uint64_t{1} << (p - 2)) - 2));
    const Wide aim = random.between(-1, 1);
    return write_sum(setting, {x, 1, lowest}, {power(p - 1) + aim - x, 1, lowest}, random, tuple);
  }
  // In units of 2^-p ULP.
  const Wide ulp = power(p);
  const Wide smallest_normal = power(2 * p - 1);
  Term product{};
  Wide addend = 0;
  do {
    product = full_product(setting, setting.has_sign() ? random.between(0, 1) : 0, lowest - p, random);
    addend = nearest(smallest_normal - product.size(), p) / ulp * ulp + random.between(-1, 1) * ulp;
  } while (!fits(addend, p) || (setting.has_sign() ? magnitude(addend) < magnitude(smallest_normal) : addend < 0) ||
           magnitude(product.size() + addend - smallest_normal) > magnitude(ulp));
  write_sum(setting, product, {addend, 1, lowest - p}, random, tuple);
}

void sums_near_overflow(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const int p = setting.precision;
  const int unit = setting.max_exponent + 1 - 2 * p;  // the step of the largest values is 2^p units, the limit 2^(2p)
  const Wide step = power(p);
  const Wide limit = power(2 * p);
  const bool takes_products = takes_product(setting, random);
  if (!takes_products && !setting.has_sign() && subtracts(setting.operation)) {
    // x is the largest or the second largest; up to the step below x goes.
    const int fine = random.between(0, p - 2);
    const bool largest = random.bits(2) != 0;
    const Wide parts = largest ? static_cast<Wide>(random.below((std::uint64_t{1} << fine) + 1)) : 0;
    return write_sum(setting, {limit - (largest ? step : 2 * step), 1, unit}, {-(parts << (p - fine)), 1, unit}, random,
                     tuple);
  }
  if (!takes_products) {
    // x lies a few steps below the limit, y makes up for them but for a difference of up to two steps, in 2^-fine
    // steps.
    const int fine = random.between(0, p - 2);
    const Wide steps_below = 1 + static_cast<Wide>(random.below((std::uint64_t{1} << (p - fine)) - 3));
    Wide difference = static_cast<Wide>(random.below((std::uint64_t{4} << fine) + 1)) - (Wide{2} << fine);
    if (!setting.has_sign()) difference = std::max(difference, -(steps_below << fine));
    return write_sum(setting, {limit - steps_below * step, 1, unit},
                     {steps_below * step + (difference << (p - fine)), 1, unit}, random, tuple);
  }
  Term product{};
  Wide addend = 0;
  do {
    product = full_product(setting, random.between(0, 1), unit, random);
    const Wide difference = static_cast<Wide>(random.below((std::uint64_t{4} << (p - 1)) + 1)) - power(p);
    addend = nearest(limit + difference - product.size(), p);
  } while (addend == 0 || (addend < 0 && !setting.has_sign()) || magnitude(addend) >= magnitude(limit) ||
           magnitude(product.size() + addend - limit) > magnitude(2 * step));
  write_sum(setting, product, {addend, 1, unit}, random, tuple);
}

void sums_that_lose_10_bits(const Setting& setting, const Place& place, Tuple& tuple) {
  lose_bits(setting, {10, std::min(19, setting.precision - 1)}, place, tuple);
}

void sums_that_lose_20_bits(const Setting& setting, const Place& place, Tuple& tuple) {
  lose_bits(setting, {20, setting.precision - 1}, place, tuple);
}

void sums_that_lose_all_bits(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  if (adds_products(setting.operation)) return residual(setting, random, tuple);
  const auto powers = static_cast<std::uint64_t>(setting.max_exponent - setting.min_exponent);
  const std::uint64_t index = place.index / 4;
  if (index < powers) {
    const int exponent = setting.min_exponent + 1 + static_cast<int>(index) - setting.precision;
    const Wide x = power(setting.precision);
    const bool may_be_negative = setting.operation != Operation::fdim;
    return write_pair(setting, {x, 1, exponent}, {1 - x, 1, exponent}, place.index % 2 != 0 && may_be_negative,
                      place.index % 4 >= 2, tuple);
  }
  const auto x = static_cast<Wide>(random_significand(setting, random));
  const int exponent = random.between(setting.min_exponent, setting.max_exponent - setting.precision);
  write_sum(setting, {x, 1, exponent}, {-x, 1, exponent}, random, tuple);
}

}  // namespace halfulp::suite
