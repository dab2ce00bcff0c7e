// SPDX-License-Identifier: Apache-2.0
#include "suite/conversion_cases.hpp"

#include <algorithm>

#include "suite/random_cases.hpp"
#include "suite/value.hpp"

namespace halfulp::suite {
namespace {

/// The result's format.
struct Target {
  int precision;
  int min_exponent;
  int max_exponent;

  explicit Target(const Setting& setting)
      : precision(info(setting.result).fraction_bits + 1),
        min_exponent(info(setting.result).min_exponent()),
        max_exponent(info(setting.result).max_exponent()) {}

  [[nodiscard]] int lowest_exponent() const { return min_exponent - (precision - 1); }
};

/// n * 2^exponent or, every second time, a value of the operand's format fewer than 256 steps away; of either sign.
Bits beside(const Setting& setting, Wide n, int exponent, Random& random) {
  constexpr int kMostLengthOfSteps = 8;
  const Bits centre = compose(setting, n, exponent);
  const Bits steps = random.coin() ? 0 : random.bits(random.between(1, kMostLengthOfSteps));
  return with_random_sign(setting, random.coin() ? centre + steps : centre - std::min(centre, steps), random);
}

}  // namespace

void narrowing_ties(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const Target target(setting);
  const auto tie = static_cast<Wide>(random.of_length(target.precision + 1) | 1);
  const int exponent = random.between(target.min_exponent, target.max_exponent) - target.precision;
  tuple[0] = with_random_sign(setting, compose(setting, tie, exponent), random);
}

void narrowing_denormal_ties(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const Target target(setting);
  const auto tie = static_cast<Wide>(random.of_length(random.between(1, target.precision)) | 1);
  tuple[0] = with_random_sign(setting, compose(setting, tie, target.lowest_exponent() - 1), random);
}

void narrowing_near_smallest_denormal(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const Target target(setting);
  tuple[0] = beside(setting, random.between(1, 8), target.lowest_exponent() - 1, random);
}

void narrowing_near_smallest_normal(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const Target target(setting);
  const Wide half_ulps = (Wide{1} << target.precision) + random.between(-3, 3);
  tuple[0] = beside(setting, half_ulps, target.lowest_exponent() - 1, random);
}

void narrowing_near_overflow(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const Target target(setting);
  const Wide half_steps = (Wide{2} << target.precision) + random.between(-3, 3);
  tuple[0] = beside(setting, half_steps, target.max_exponent - target.precision, random);
}

void narrowing_to_denormals(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const Target target(setting);
  tuple[0] = random_normal(setting, random.between(target.lowest_exponent() - 2, target.min_exponent - 1), random);
}

void nan_payloads(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const number::Layout& layout = setting.layout;
  const int kept = std::min(info(setting.result).fraction_bits, layout.fraction_bits);
  const Bits lost = (Bits{1} << (layout.fraction_bits - kept)) - 1;
  Bits payload = random_fraction(setting, random);
  switch (place.index % 4) {
    case 0:
      payload &= lost;
      break;
    case 1:
      payload &= ~lost;
      break;
    case 2:
      payload = Bits{1} << random.below(static_cast<std::uint64_t>(layout.fraction_bits));
      break;
    default:
      break;
  }
  if (place.index % 8 >= 4) payload |= layout.canonical_nan() & layout.fraction_mask();
  const Bits smallest = 1;
  tuple[0] = with_random_sign(setting, layout.infinity() | std::max(payload, smallest), random);
}

}  // namespace halfulp::suite
