// SPDX-License-Identifier: Apache-2.0
#include "suite/fixed_function_cases.hpp"

#include <array>
#include <bit>
#include <cmath>

#include "number/as_double.hpp"
#include "suite/value.hpp"

namespace halfulp::suite {
namespace {

constexpr double kSubtexels = 256;  ///< 8 fraction bits
constexpr std::int64_t kReach = 2;  ///< steps on either side of a boundary

/// The value of binary32 next to x, and some steps on.
Bits near(double x, std::int64_t steps) {
  const FormatInfo& row = info(Format::binary32);
  const Bits bits = std::bit_cast<std::uint32_t>(static_cast<float>(x));
  return number::from_ordinal(row, number::ordinal(row, bits) + steps);
}

std::int64_t few_steps(Random& random) { return random.between(-kReach, kReach); }

/// From 0 to 1, all lengths of the fraction.
double fraction(Random& random) {
  const int bits = random.between(1, 24);
  return std::ldexp(static_cast<double>(random.bits(bits)), -bits);
}

/// A finite value of a format; codes of srgb8 are decoded.
double value_of(const FormatInfo& row, Bits bits) {
  if (row.kind == FormatKind::floating) return number::as_double(row, bits);
  const double x = std::fmax(static_cast<double>(number::ordinal(row, bits)) / static_cast<double>(row.scale()), -1);
  if (row.kind != FormatKind::srgb) return x;
  return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
}

/// A code, half of them of any length; a float that is no NaN, of moderate size in three of four cases.
Bits any_operand(const FormatInfo& row, Random& random) {
  if (row.kind != FormatKind::floating) return random.bits(random.coin() ? row.bits : random.between(0, row.bits));
  const number::Layout layout(row);
  const Bits sign = row.has_sign && random.bits(2) == 0 ? layout.sign_mask() : 0;
  if (random.bits(2) == 0) return random.below(layout.infinity()) | sign;
  if (row.format == Format::binary32) return near(fraction(random), few_steps(random)) | sign;
  const Bits one = layout.one();
  return (one - (random.below(12) << row.fraction_bits) + random.below(layout.fraction_mask() + 1)) | sign;
}

/// A weight as applications have them: 0, 1, a half, a code of 8 bits, or any fraction.
double weight(Random& random) {
  switch (random.below(8)) {
    case 0:
      return 0;
    case 1:
    case 2:
      return 1;
    case 3:
      return 0.5;
    case 4:
    case 5:
      return static_cast<double>(random.bits(8)) / 255;
    default:
      return fraction(random);
  }
}

/// Where the permitted results of a target change: between two of its values, in steps from the lower one.
double threshold(Random& random) {
  static constexpr std::array kPlaces = {0.0, 0.1, 0.4, 0.5, 0.6, 0.9};
  return kPlaces[random.below(kPlaces.size())];
}

/// A value of the target, and a part of the step to the next one.
double near_value_of(const FormatInfo& row, Random& random) {
  const double part = threshold(random);
  if (row.kind == FormatKind::floating) {
    const number::Layout layout(row);
    const Bits below = random.below(layout.max_finite());
    const double x = number::as_double(row, below);
    return x + part * (number::as_double(row, below + 1) - x);
  }
  const double scale = static_cast<double>(row.scale());
  const double code = static_cast<double>(random.below(static_cast<std::uint64_t>(row.scale()))) + part;
  const double x = (row.has_sign && random.coin() ? -code : code) / scale;
  if (row.kind != FormatKind::srgb) return x;
  return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
}

/// Blends whose result is near a place where another code, or another value, becomes permitted.
void blend_near_boundary(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const FormatInfo& target = info(setting.result);
  const double source_factor = weight(random);
  const double destination_factor = random.coin() ? 1 - source_factor : weight(random);
  tuple[1] = any_operand(target, random);
  tuple[2] = near(source_factor, 0);
  tuple[3] = near(destination_factor, 0);
  const double rest = near_value_of(target, random) - value_of(target, tuple[1]) * destination_factor;
  const double source = source_factor == 0 ? fraction(random) : rest / source_factor;
  tuple[0] = near(std::isfinite(static_cast<float>(source)) ? source : 1, few_steps(random));
}

/// Weights at a step of 8 bits, half a step and the tolerance of a conversion from one.
void linear_near_boundary(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  static constexpr std::array kPlaces = {0.0, 0.4, 0.5, 0.6};
  for (std::size_t i = 0; i < 2; ++i) tuple[i] = any_operand(info(setting.formats[i]), random);
  const double at = static_cast<double>(random.bits(8)) + kPlaces[random.below(kPlaces.size())];
  const Bits near_it = near(at / kSubtexels, few_steps(random));
  tuple[2] = number::Layout(info(Format::binary32)).is_negative(near_it) ? 0 : near_it;
}

/// Coordinates around a texel's border, and where 8 fraction bits bring them to it.
void texel_near_boundary(const Setting& /*setting*/, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  static constexpr std::array kPlaces = {0.0, -0.4, -0.5, -0.6, -1.0, 0.5, 128.0};
  const auto texel = static_cast<double>(random.of_length(random.between(1, 15)));
  const double border = random.below(8) == 0 ? 0 : random.bits(2) == 0 ? -texel : texel;
  tuple[0] = near(border + kPlaces[place.index % kPlaces.size()] / kSubtexels, few_steps(random));
}

/// Each special value of the operand at its turn; the others drawn, a few of them special too.
void special_operands(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(0, place.index);  // the same for every seed
  const auto arity = static_cast<std::size_t>(setting.arity);
  for (std::size_t i = 0; i < arity; ++i) {
    const std::vector<Bits>& values = setting.specials[i];
    const bool is_turn = place.index % arity == i;
    const std::uint64_t turn = is_turn ? place.index / arity % values.size() : random.below(values.size());
    tuple[i] = is_turn || random.coin() ? values[turn] : any_operand(info(setting.formats[i]), random);
  }
}

constexpr std::uint64_t kMostExponents = 255;  ///< of binary32, those of denormals with them
constexpr std::uint64_t kPatternsOfFraction = 4;

/// Each exponent of each floating operand at its turn, with both signs and several fractions; the others any.
void operand_exponents(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const auto arity = static_cast<std::uint64_t>(setting.arity);
  for (std::size_t i = 0; i < arity; ++i) tuple[i] = any_operand(info(setting.formats[i]), random);
  const std::size_t operand = place.index % arity;
  const FormatInfo& row = info(setting.formats[operand]);
  if (row.kind != FormatKind::floating) return;
  const number::Layout layout(row);
  const std::uint64_t turn = place.index / arity;
  const std::uint64_t exponents = layout.infinity() >> row.fraction_bits;
  const std::uint64_t round = turn / exponents;
  const Bits all = layout.fraction_mask();
  const std::array<Bits, kPatternsOfFraction> fractions = {0, all, all >> random.below(8),
                                                           random.bits(row.fraction_bits)};
  const Bits sign = row.has_sign && round % 2 != 0 ? layout.sign_mask() : 0;
  tuple[operand] = turn % exponents << row.fraction_bits | fractions[round / 2 % kPatternsOfFraction] | sign;
}

}  // namespace

std::vector<Section> fixed_function_sections(const Setting& setting, std::uint64_t hard_cases,
                                             std::uint64_t exponent_rounds) {
  const Generator boundary = setting.operation == Operation::texel_at ? texel_near_boundary
                             : setting.arity == 3                     ? linear_near_boundary
                                                                      : blend_near_boundary;
  std::vector<Section> sections = {{"special_values", hard_cases, special_operands},
                                   {"near_rule_boundary", 4 * hard_cases, boundary}};
  if (setting.is_floating(0)) {
    sections.push_back({"exponents", exponent_rounds * 2 * kMostExponents * static_cast<std::uint64_t>(setting.arity),
                        operand_exponents});
  }
  return sections;
}

void fixed_function_random(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  for (std::size_t i = 0; i < static_cast<std::size_t>(setting.arity); ++i) {
    tuple[i] = any_operand(info(setting.formats[i]), random);
  }
  // Out of the range of 8 fraction bits, and inside.
  if (setting.operation == Operation::texel_at) {
    tuple[0] = near(std::ldexp(static_cast<double>(random.bits(24)) - (1 << 23), random.between(-23, -4)), 0);
  }
}

}  // namespace halfulp::suite
