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

/// (centre + k) * 2^exponent for first <= k <= last, its two neighbours, and a value fewer than 256 steps away, of both
/// signs in turn.
Bits next_to(const Setting& setting, const Place& place, Wide centre, int first, int last, int exponent) {
  constexpr int kMostLengthOfSteps = 8;
  Random random(place.key, place.index);
  const auto multiples = static_cast<std::uint64_t>(last - first + 1);
  const auto k = static_cast<int>(place.index / 8 % multiples);
  Bits bits = compose(setting, centre + first + k, exponent);
  switch (place.index / 2 % 4) {
    case 0:
      break;
    case 1:
      bits += 1;
      break;
    case 2:
      bits -= 1;
      break;
    default: {
      const Bits steps = random.bits(random.between(1, kMostLengthOfSteps));
      bits = random.coin() ? bits + steps : bits - std::min(bits, steps);
      break;
    }
  }
  return place.index % 2 == 0 ? bits : negated(setting, bits);
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
  tuple[0] = next_to(setting, place, 0, 1, 8, Target(setting).lowest_exponent() - 1);
}

void narrowing_near_smallest_normal(const Setting& setting, const Place& place, Tuple& tuple) {
  const Target target(setting);
  const Wide half_ulps = Wide{1} << target.precision;
  tuple[0] = next_to(setting, place, half_ulps, -3, 3, target.lowest_exponent() - 1);
}

void narrowing_near_overflow(const Setting& setting, const Place& place, Tuple& tuple) {
  const Target target(setting);
  const Wide half_steps = Wide{2} << target.precision;
  tuple[0] = next_to(setting, place, half_steps, -3, 3, target.max_exponent - target.precision);
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
