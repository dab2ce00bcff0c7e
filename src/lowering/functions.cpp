// SPDX-License-Identifier: Apache-2.0
#include "lowering/functions.hpp"

#include <algorithm>
#include <array>

#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::lowering {
namespace {

template <std::size_t kSize>
bool is_in(const std::array<Operation, kSize>& list, Operation operation) {
  return std::ranges::find(list, operation) != list.end();
}

}  // namespace

bool is_monotone_in_each(Operation operation) {
  using enum Operation;
  static constexpr std::array kMonotone = {add, sub,  mul,   div, mad,  fma,   rcp,      reciprocal, rsq,      sqrt,
                                           exp, exp2, exp10, log, log2, log10, round_ne, round_ni,   round_pi, round_z};
  return is_in(kMonotone, operation);
}

bool is_monotone(Operation operation, const FormatInfo& row, Bits first, Bits last) {
  using enum Operation;
  static constexpr std::array kPeriodic = {sin, cos, tan, sinpi, cospi, tanpi, sincos_sin, sincos_cos};
  const number::Layout layout(row);
  if (row.kind != FormatKind::floating) return row.kind != FormatKind::shared_exponent;
  if (!layout.is_finite(first) || !layout.is_finite(last)) return false;
  const Bits greatest = std::max(layout.magnitude(first), layout.magnitude(last));
  // Half a turn of sinpi, cospi and tanpi begins at 1/2.
  if (is_in(kPeriodic, operation)) return greatest < layout.one() - (Bits{1} << layout.fraction_bits);
  if (operation == frc) {
    const auto unit = [&](Bits bits) { return exact::value_of(row, bits).floor(); };
    const auto is_integer = [&](Bits bits) { return layout.parts(bits).exponent >= 0; };
    return unit(first) == unit(last) || (is_integer(first) && is_integer(last));
  }
  const OperationFamily family = info(operation).family;
  return family != OperationFamily::exact || operation == nextafter;
}

}  // namespace halfulp::lowering
