// SPDX-License-Identifier: Apache-2.0
#include "suite/random_cases.hpp"

#include <algorithm>

#include "suite/value.hpp"

namespace halfulp::suite {
namespace {

/// Exponents in which a function of one operand moves; elsewhere it is constant, linear or overflows.
struct Window {
  int first;
  int last;
};
Window window(const Setting& setting) {
  const int p = setting.precision;
  if (setting.narrows) {
    const FormatInfo& result = info(setting.result);
    return {result.min_exponent() - result.fraction_bits - 2, result.max_exponent() + 1};
  }
  if (setting.to_integer()) return {-2, info(setting.result).bits + 1};
  switch (setting.operation) {
    case Operation::exp:
    case Operation::exp10:
    case Operation::sinh:
    case Operation::cosh:
    case Operation::exp2:
    case Operation::expm1:
    case Operation::tgamma:
    case Operation::lgamma:
      return {-setting.precision - 2, exponent_of(setting.max_exponent) + 1};
    case Operation::log:
    case Operation::log10:
    case Operation::log2:
      return {-2, 1};
    case Operation::acos:
    case Operation::asin:
    case Operation::acospi:
    case Operation::asinpi:
    case Operation::atanh:
      return {-p / 2 - 2, -1};
    case Operation::acosh:
      return {0, p / 2 + 2};
    case Operation::asinh:
    case Operation::atan:
    case Operation::atanpi:
    case Operation::log1p:
      return {-p / 2 - 2, p / 2 + 2};
    case Operation::tanh:
    case Operation::erf:
    case Operation::erfc:
    case Operation::normcdf:
      return {-p / 2 - 2, 5};
    case Operation::sinpi:
    case Operation::cospi:
    case Operation::tanpi:
      return {-p / 2 - 2, p};
    case Operation::sincos_sin:
    case Operation::sincos_cos:
    case Operation::tan:
    case Operation::sin:
    case Operation::cos:
      return {-setting.precision / 2 - 1, 12};
    case Operation::modf_fraction:
    case Operation::modf_integer:
    case Operation::round:
    case Operation::frc:
    case Operation::round_ne:
    case Operation::round_ni:
    case Operation::round_pi:
    case Operation::round_z:
      return {-3, setting.precision};
    case Operation::sat:
      return {-setting.precision, 1};
    default:
      return {setting.min_exponent, setting.max_exponent};
  }
}

/// Any bits in turn of exponent: for moves also those of infinities and NaN.
Bits stratified(const Setting& setting, std::uint64_t turn, Random& random) {
  const OperationFamily family = info(setting.operation).family;
  const bool moves = family == OperationFamily::movement || family == OperationFamily::modifier;
  const auto exponents = static_cast<std::uint64_t>(setting.max_exponent - setting.min_exponent + 2 + (moves ? 1 : 0));
  const int exponent = setting.min_exponent - 1 + static_cast<int>(turn % exponents);
  const Bits fraction = random_fraction(setting, random);
  return encode(setting, random.coin(), exponent, fraction);
}

/// Functions of positive operands keep one negative in sixteen.
bool mostly_positive(Operation operation) {
  switch (operation) {
    case Operation::log:
    case Operation::log2:
    case Operation::log10:
    case Operation::log1p:
    case Operation::rootn:
    case Operation::tgamma:
    case Operation::acosh:
    case Operation::rsq:
    case Operation::sqrt:
    case Operation::pow:
    case Operation::powr:
      return true;
    default:
      return false;
  }
}

void one_operand(const Setting& setting, std::uint64_t index, Random& random, Tuple& tuple) {
  const FormatInfo& row = info(setting.formats[0]);
  if (row.kind != FormatKind::floating) {
    const auto bits_long = static_cast<int>(index % static_cast<std::uint64_t>(row.bits + 1));
    tuple[0] = random_integer(bits_long, row.has_sign && random.coin(), random);
    return;
  }
  if (index % 2 == 0) {
    tuple[0] = stratified(setting, index / 2, random);
  } else {
    const Window moves = window(setting);
    const auto width = static_cast<std::uint64_t>(moves.last - moves.first + 1);
    tuple[0] = random_normal(setting, moves.first + static_cast<int>(index / 2 % width), random);
  }
  if (mostly_positive(setting.operation) && random.bits(3) != 0) tuple[0] &= setting.layout.magnitude_mask();
}

/// y near x: equal, adjacent, of the same exponent, with the sign changed or not.
Bits close_to(const Setting& setting, Bits x, Random& random) {
  const Bits changed = random.bits(random.between(0, setting.layout.fraction_bits));
  const Bits y = (x ^ changed) & (setting.layout.sign_mask() | setting.layout.magnitude_mask());
  return random.bits(3) == 0 ? negated(setting, y) : y;
}

/// A texture's coordinate and its extent; integer coordinates mostly inside.
void coordinate_and_extent(const Setting& setting, Random& random, Tuple& tuple) {
  constexpr int kLargestExtent = 15;  // 16384 texels and somewhat more
  tuple[1] = random.of_length(random.between(1, kLargestExtent));
  tuple[0] = setting.is_floating(0)
                 ? random_normal(setting, random.between(std::max(-kLargestExtent, setting.min_exponent), 1), random)
                 : random.below(tuple[1] + 1);
}

/// x^y of moderate size: |y * log2(x)| is below twice the largest exponent, nearly.
void power_pair(const Setting& setting, std::uint64_t turn, Random& random, Tuple& tuple) {
  const int largest_log2 = exponent_of(setting.max_exponent);
  const int exponent = static_cast<int>(turn % 8) - 4;
  tuple[0] = random_normal(
      setting, random.coin() ? exponent : random.between(setting.min_exponent, setting.max_exponent), random);
  tuple[1] = random_normal(setting, random.between(-4, largest_log2), random);
}

void related_pair(const Setting& setting, std::uint64_t turn, Random& random, Tuple& tuple) {
  const int reach = setting.precision + 3;  // farther apart, one operand of a sum only decides the rounding
  const int results = setting.max_exponent - setting.min_exponent + setting.precision + 2;
  const int result =
      setting.min_exponent - setting.precision + static_cast<int>(turn % static_cast<std::uint64_t>(results));
  ExponentPair exponents{};
  switch (setting.operation) {
    case Operation::ldexp: {
      const int exponent = random.between(setting.min_exponent, setting.max_exponent);
      tuple[0] = random_normal(setting, exponent, random);
      tuple[1] = static_cast<std::uint32_t>(result - exponent);
      return;
    }
    case Operation::sample:
    case Operation::sample_compare:
    case Operation::gather:
    case Operation::gather_compare:
    case Operation::read:
    case Operation::write:
      return coordinate_and_extent(setting, random, tuple);
    case Operation::pown:
    case Operation::rootn:
      tuple[0] = random_normal(
          setting, random.coin() ? random.between(-4, 4) : random.between(setting.min_exponent, setting.max_exponent),
          random);
      tuple[1] = random_integer(random.between(1, exponent_of(setting.max_exponent) + 2), random.coin(), random);
      return;
    case Operation::pow:
    case Operation::powr:
      return power_pair(setting, turn, random, tuple);
    case Operation::fdim:
    case Operation::add:
    case Operation::sub: {
      const int difference = static_cast<int>(turn % static_cast<std::uint64_t>(2 * reach + 1)) - reach;
      exponents.first = random.between(setting.min_exponent + reach, setting.max_exponent - reach);
      exponents.second = exponents.first - difference;
      break;
    }
    case Operation::mul:
      exponents = factor_exponents(setting, result, random);
      break;
    case Operation::div:
      exponents = factor_exponents(setting, result, random);
      exponents.second = std::clamp(-exponents.second, setting.min_exponent, setting.max_exponent);
      break;
    default:
      tuple[0] = stratified(setting, turn, random);
      tuple[1] = close_to(setting, tuple[0], random);
      return;
  }
  tuple[0] = random_normal(setting, exponents.first, random);
  tuple[1] = random_normal(setting, exponents.second, random);
}

/// Products within reach of each other; x[i] * y[i] for a dot product, x * y and z for mad and fma.
void related_sum(const Setting& setting, std::uint64_t turn, Random& random, Tuple& tuple) {
  const int reach = 2 * setting.precision + 2;
  const int lowest = setting.min_exponent - setting.precision;
  const auto width = static_cast<std::uint64_t>(setting.max_exponent - 1 - lowest);
  const int top = lowest + static_cast<int>(turn % width);
  const auto draw_product = [&](int total, Bits& x, Bits& y) {
    const ExponentPair exponents = factor_exponents(setting, total, random);
    x = random_normal(setting, exponents.first, random);
    y = random_normal(setting, exponents.second, random);
  };
  if (multiplies_and_adds(setting.operation)) {
    draw_product(top, tuple[0], tuple[1]);
    const int z = top + random.between(-reach, reach);
    tuple[2] = random_normal(setting, std::clamp(z, setting.min_exponent, setting.max_exponent), random);
    return;
  }
  const auto products = static_cast<std::size_t>(setting.arity / 2);
  for (std::size_t i = 0; i < products; ++i) {
    draw_product(i == 0 ? top : top - random.between(0, reach), tuple[i], tuple[products + i]);
  }
}

/// Operands of which none is more than 2^(2 * precision) larger than another, of a function of vectors or a blend.
void related_operands(const Setting& setting, std::uint64_t turn, Random& random, Tuple& tuple) {
  const auto exponents = static_cast<std::uint64_t>(setting.max_exponent - setting.min_exponent + 1);
  const int top = setting.min_exponent + static_cast<int>(turn % exponents);
  for (std::size_t i = 0; i < static_cast<std::size_t>(setting.arity); ++i) {
    const int exponent = top - random.between(0, 2 * setting.precision);
    tuple[i] = random_normal(setting, std::max(exponent, setting.min_exponent), random);
  }
}

void free_operands(const Setting& setting, std::uint64_t turn, Random& random, Tuple& tuple) {
  const auto arity = static_cast<std::size_t>(setting.arity);
  const std::size_t leading = turn % arity;  // whose exponent takes its turn
  for (std::size_t i = 0; i < arity; ++i) {
    if (info(setting.formats[i]).kind != FormatKind::floating) {
      const bool has_sign = info(setting.formats[i]).has_sign;
      tuple[i] = random.coin() ? 0 : random_integer(random.between(1, 32), has_sign && random.coin(), random);
    } else {
      tuple[i] = stratified(setting, i == leading ? turn / arity : random.next() >> 32, random);
    }
  }
}

/// A colour whose components are near enough in size to share an exponent, from below rgb9e5's smallest step to above
/// its largest value.
void related_components(const Setting& setting, std::uint64_t turn, Random& random, Tuple& tuple) {
  constexpr int kLowest = -26;
  constexpr std::uint64_t kExponents = 44;
  const int top = kLowest + static_cast<int>(turn % kExponents);
  for (std::size_t i = 0; i < 3; ++i) tuple[i] = random_normal(setting, top - random.between(0, 10), random);
}

}  // namespace

Bits random_integer(int bits_long, bool negative, Random& random) {
  const auto size = static_cast<std::uint32_t>(bits_long == 0 ? 0 : random.of_length(bits_long));
  return negative ? std::uint32_t{0} - size : size;
}

ExponentPair factor_exponents(const Setting& setting, int total, Random& random) {
  const int reachable = std::clamp(total, 2 * setting.min_exponent, 2 * setting.max_exponent);
  const int first = random.between(std::max(setting.min_exponent, reachable - setting.max_exponent),
                                   std::min(setting.max_exponent, reachable - setting.min_exponent));
  return {first, reachable - first};
}

Bits random_normal(const Setting& setting, int exponent, Random& random) {
  const Bits fraction = random_fraction(setting, random);
  return encode(setting, random.coin(), exponent, fraction);
}

void random_cases(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  if (setting.arity == 1) return one_operand(setting, place.index, random, tuple);
  const bool takes_words = setting.arity > 2 && !setting.all_floating;
  if (place.index % 2 == 0 || takes_words) {
    return free_operands(setting, place.index / 2, random, tuple);
  }
  if (setting.arity == 2) {
    related_pair(setting, place.index / 2, random, tuple);
    if (mostly_positive(setting.operation) && random.bits(3) != 0) tuple[0] &= setting.layout.magnitude_mask();
    return;
  }
  if (info(setting.operation).family == OperationFamily::pixel) {
    return related_components(setting, place.index / 2, random, tuple);
  }
  const bool is_sum = sums_products(setting.operation);
  (is_sum ? related_sum : related_operands)(setting, place.index / 2, random, tuple);
}

}  // namespace halfulp::suite
