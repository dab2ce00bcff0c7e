// SPDX-License-Identifier: Apache-2.0
#include "suite/exponent_cases.hpp"

#include <algorithm>

#include "suite/random_cases.hpp"
#include "suite/value.hpp"

namespace halfulp::suite {
namespace {

constexpr std::uint64_t kPatterns = 6;

Bits fraction_pattern(const Setting& setting, std::uint64_t pattern, Random& random) {
  const int width = setting.layout.fraction_bits;
  const Bits mask = setting.layout.fraction_mask();
  const auto count = static_cast<int>(random.below(static_cast<std::uint64_t>(width)));
  switch (pattern % kPatterns) {
    case 0:
      return 0;
    case 1:
      return mask;
    case 2:
      return Bits{1} << count;
    case 3:
      return mask ^ (mask >> count);  // leading ones
    case 4:
      return (Bits{1} << count) - 1;  // trailing ones
    default:
      return random.bits(width);
  }
}

/// Binary exponents of normal values, and one more for the denormals.
std::uint64_t exponents(const Setting& setting) {
  return static_cast<std::uint64_t>(setting.max_exponent - setting.min_exponent + 2);
}

/// Values that the index takes turns in: an integer operand has its lengths.
std::uint64_t turns(const Setting& setting) {
  constexpr std::uint64_t kLengths = 33;
  return setting.all_floating ? exponents(setting) : std::max(exponents(setting), kLengths);
}

std::uint64_t signs(const Setting& setting) { return setting.has_sign() || !setting.all_floating ? 2 : 1; }

int largest_difference(const Setting& setting) { return setting.precision - setting.min_exponent; }

Bits patterned(const Setting& setting, int exponent, std::uint64_t pattern, Random& random) {
  const Bits fraction = fraction_pattern(setting, pattern, random);
  return encode(setting, random.coin(), exponent, fraction);
}

}  // namespace

std::uint64_t exponent_round(const Setting& setting) {
  return turns(setting) * signs(setting) * static_cast<std::uint64_t>(setting.arity);
}

void exponent_cases(const Setting& setting, const Place& place, Tuple& tuple) {
  random_cases(setting, place, tuple);
  Random random(~place.key, place.index);
  std::uint64_t rest = place.index;
  const std::uint64_t turn = rest % turns(setting);
  rest /= turns(setting);
  const bool negative = rest % signs(setting) != 0;
  rest /= signs(setting);
  const auto operand = static_cast<std::size_t>(rest % static_cast<std::uint64_t>(setting.arity));
  const std::uint64_t pattern = rest / static_cast<std::uint64_t>(setting.arity);
  const FormatInfo& row = info(setting.formats[operand]);
  if (row.kind != FormatKind::floating) {
    tuple[operand] = random_integer(static_cast<int>(turn % static_cast<std::uint64_t>(row.bits + 1)),
                                    row.has_sign && negative, random);
    return;
  }
  tuple[operand] = encode(setting, negative, setting.min_exponent - 1 + static_cast<int>(turn % exponents(setting)),
                          fraction_pattern(setting, pattern, random));
}

std::uint64_t difference_round(const Setting& setting) {
  return static_cast<std::uint64_t>(2 * largest_difference(setting) + 1) * kPatterns * kPatterns;
}

void difference_cases(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const int most = largest_difference(setting);
  const auto differences = static_cast<std::uint64_t>(2 * most + 1);
  const int difference = static_cast<int>(place.index % differences) - most;
  const std::uint64_t first_pattern = place.index / differences;
  const std::uint64_t second_pattern = first_pattern / kPatterns;
  // exponent = other + difference, both those of normal values
  const int low = std::max(setting.min_exponent, setting.min_exponent + difference);
  const int high = std::min(setting.max_exponent, setting.max_exponent + difference);
  const int exponent = random.between(low, high);
  const int other = exponent - difference;
  if (setting.arity == 2) {
    tuple[0] = patterned(setting, exponent, first_pattern, random);
    tuple[1] = patterned(setting, other, second_pattern, random);
    return;
  }
  if (!sums_products(setting.operation)) {
    const auto first = static_cast<std::size_t>(random.below(static_cast<std::uint64_t>(setting.arity)));
    for (std::size_t i = 0; i < static_cast<std::size_t>(setting.arity); ++i) {
      tuple[i] = patterned(setting, i == first ? exponent : other, i == first ? first_pattern : second_pattern, random);
    }
    return;
  }
  const auto put_product = [&](int total, std::uint64_t pattern, Bits& x, Bits& y) {
    const ExponentPair factors = factor_exponents(setting, total, random);
    x = patterned(setting, factors.first, pattern, random);
    y = patterned(setting, factors.second, random.below(kPatterns), random);
  };
  if (multiplies_and_adds(setting.operation)) {
    put_product(exponent, first_pattern, tuple[0], tuple[1]);
    tuple[2] = patterned(setting, other, second_pattern, random);
    return;
  }
  const auto products = static_cast<std::size_t>(setting.arity / 2);
  const auto first = static_cast<std::size_t>(random.below(products));
  const auto second = (first + 1 + static_cast<std::size_t>(random.below(products - 1))) % products;
  for (std::size_t i = 0; i < products; ++i) {
    const int total = i == first ? exponent : other - (i == second ? 0 : random.between(0, 2 * setting.precision));
    put_product(total, i == first ? first_pattern : second_pattern, tuple[i], tuple[products + i]);
  }
}

}  // namespace halfulp::suite
