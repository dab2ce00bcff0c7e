// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/by_double.hpp"

#include <array>
#include <bit>
#include <cmath>

#include "exact/near_result.hpp"
#include "exact/real_domain.hpp"
#include "number/as_double.hpp"
#include "number/layout.hpp"
#include "number/strict_floating_point.hpp"

namespace halfulp::arithmetic {
namespace {

/// What IEEE 754 rounds once; NaN for other operations.
double ieee_result(Operation operation, const std::array<double, kMaxArity>& v) {
  using enum Operation;
  switch (operation) {
    case add:
      return v[0] + v[1];
    case sub:
      return v[0] - v[1];
    case mul:
      return v[0] * v[1];
    case div:
      return v[0] / v[1];
    case rcp:
    case reciprocal:
      return 1 / v[0];
    case sqrt:
      return std::sqrt(v[0]);
    case fma:
      return std::fma(v[0], v[1], v[2]);
    default:
      return std::nan("");
  }
}

}  // namespace

std::optional<Bits> by_double(Operation operation, Format format, std::span<const Bits> operands, bool truncates) {
  constexpr int kNarrow = 10;         // bits of a fraction
  constexpr int kNarrowExponent = 5;  // so that sums are exact in double
  constexpr int kSingle = 23;
  const OperationInfo& row = info(operation);
  const FormatInfo& to = info(row.result(format));
  const bool is_binary64 = format == Format::binary64 && to.format == Format::binary64 && !truncates;
  if (to.kind != FormatKind::floating || (to.fraction_bits > kSingle && !is_binary64)) return std::nullopt;
  const bool converts = row.family == OperationFamily::conversion && row.arity == 1;
  std::array<double, kMaxArity> values{};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const FormatInfo& from = info(row.operand_format(static_cast<int>(i), format));
    if (from.kind == FormatKind::floating) {
      const bool is_narrow = from.fraction_bits <= kNarrow && from.exponent_bits <= kNarrowExponent;
      if (!converts && !is_binary64 && !is_narrow) return std::nullopt;
      if (!number::Layout(from).is_finite(operands[i])) return std::nullopt;
    }
    values[i] = number::as_double(from, operands[i]);
    if (values[i] == 0) return std::nullopt;
  }
  if (is_binary64) {
    const double result = ieee_result(operation, values);
    return std::isnormal(result) ? std::optional(std::bit_cast<Bits>(result)) : std::nullopt;
  }
  if (!exact::has_real_value(operation, values[0])) return std::nullopt;
  exact::Rounded rounded;
  if (!exact::round(to, exact::near_result(operation, values), truncates, rounded)) return std::nullopt;
  return rounded.bits;
}

}  // namespace halfulp::arithmetic
