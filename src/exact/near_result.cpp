// SPDX-License-Identifier: Apache-2.0
#include "exact/near_result.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "exact/certified.hpp"
#include "number/binade.hpp"
#include "number/layout.hpp"
#include "number/strict_floating_point.hpp"
#include "number/sum_to_odd.hpp"
#include "number/wide.hpp"

namespace halfulp::exact {
namespace {

using number::to_odd;
using number::two_sum;
using number::TwoSum;
using number::Wide;

/// The sum of products of operands of at most 11 bits from 2^-24 to 2^16: exact in units of 2^-48. mad and fma have
/// their z as a product with 1.
Near sum_of_products(const std::array<double, kMaxArity>& v, int arity) {
  const auto scaled = [](double product) { return static_cast<Wide>(std::ldexp(product, 48)); };
  Wide sum = 0;
  if (arity == 3) {
    sum = scaled(v[0] * v[1]) + scaled(v[2]);
  } else {
    const auto n = static_cast<std::size_t>(arity / 2);
    for (std::size_t i = 0; i < n; ++i) sum += scaled(v[i] * v[i + n]);
  }
  const auto d = static_cast<double>(sum);
  return {std::ldexp(d, -48), static_cast<Wide>(d) == sum ? 0 : kRounded};
}

}  // namespace

Near near_result(Operation operation, const std::array<double, kMaxArity>& v) {
  const double x = v[0];
  switch (operation) {
    case Operation::add:
      return {x + v[1], 0};
    case Operation::sub:
      return {x - v[1], 0};
    case Operation::mul:
      return {x * v[1], 0};
    case Operation::div:
      return {x / v[1], kRounded};
    case Operation::reciprocal:
    case Operation::rcp:
      return {1 / x, kRounded};
    case Operation::sqrt:
      return {std::sqrt(x), kRounded};
    case Operation::rsq:
      return {1 / std::sqrt(x), kRounded};
    case Operation::frc:
      return {x - std::floor(x), 0};
    case Operation::round_ne:
      return {std::nearbyint(x), 0};
    case Operation::round_ni:
      return {std::floor(x), 0};
    case Operation::round_pi:
      return {std::ceil(x), 0};
    case Operation::round_z:
    case Operation::modf_integer:
      return {std::trunc(x), 0};
    case Operation::round:
      return {std::round(x), 0};
    case Operation::modf_fraction:
      return {x - std::trunc(x), 0};
    case Operation::fmod:
      return {std::fmod(x, v[1]), 0};
    case Operation::fdim: {
      const TwoSum difference = two_sum(x, -v[1]);
      return {x < v[1] ? 0 : to_odd(difference.total, difference.error), 0};
    }
    case Operation::ldexp:
      return {std::ldexp(x, static_cast<int>(std::clamp(v[1], -600.0, 600.0))), 0};  // far out anyway
    case Operation::mad:
    case Operation::fma:
    case Operation::dp2:
    case Operation::dp3:
    case Operation::dp4:
    case Operation::blend:
      return sum_of_products(v, info(operation).arity);
    case Operation::pow:
    case Operation::powr:
    case Operation::atan2:
      return {certified(operation, x, v[1]), kCertifiedError};
    case Operation::exp:
    case Operation::exp2:
    case Operation::exp10:
    case Operation::log:
    case Operation::log2:
    case Operation::log10:
    case Operation::sin:
    case Operation::cos:
    case Operation::sincos_sin:
    case Operation::sincos_cos:
    case Operation::tan:
    case Operation::asin:
    case Operation::acos:
    case Operation::atan:
    case Operation::sinh:
    case Operation::cosh:
    case Operation::tanh:
    case Operation::asinh:
    case Operation::acosh:
    case Operation::atanh:
    case Operation::sinpi:
    case Operation::cospi:
    case Operation::tanpi:
      return {certified(operation, x), kCertifiedError};
    default:
      return info(operation).family == OperationFamily::conversion ? Near{x, 0} : Near{};
  }
}

bool round(const FormatInfo& format, const Near& result, bool truncates, Rounded& rounded) {
  const double size = std::fabs(result.d);
  if (!(size > 0) || !std::isfinite(size) || (result.d < 0 && !format.has_sign)) return false;
  const int exponent = std::max(number::exponent_of(size), format.min_exponent());
  if (exponent > format.max_exponent()) return false;
  const double scaled = size * number::power_of_two(format.fraction_bits - exponent);
  const double below = std::floor(scaled);
  const double rest = scaled - below;
  const double margin = scaled * result.slack;
  if (result.slack != 0 && (rest <= margin || rest >= 1 - margin || std::fabs(rest - 0.5) <= margin)) return false;
  const bool odd = std::fmod(below, 2) != 0;
  const bool up = !truncates && (rest > 0.5 || (rest == 0.5 && odd));
  const double n = up ? below + 1 : below;
  const number::Layout layout(format);
  // The leading bit of a normal significand adds one to the biased exponent.
  rounded.bits = (static_cast<Bits>(exponent + format.bias() - 1) << format.fraction_bits) + static_cast<Bits>(n);
  if (rounded.bits == 0 || rounded.bits >= layout.infinity()) return false;
  if (result.d < 0) rounded.bits |= layout.sign_mask();
  rounded.error = std::fabs(n - scaled);
  rounded.away = n > scaled;
  rounded.tie = rest == 0.5;
  return true;
}

}  // namespace halfulp::exact
