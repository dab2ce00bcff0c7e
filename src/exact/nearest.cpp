// SPDX-License-Identifier: Apache-2.0
#include "exact/nearest.hpp"

#include "exact/pixel.hpp"
#include "exact/rounding_position.hpp"

namespace halfulp::exact {
namespace {

Bits rounded(Operation operation, Format format, std::span<const Bits> operands, RoundTo to) {
  return round(info(info(operation).result(format)), exact_position(operation, format, operands), to);
}

}  // namespace

Bits nearest_even(Operation operation, Format format, std::span<const Bits> operands) {
  return rounded(operation, format, operands, RoundTo::nearest_even);
}

Bits nearest_away(Operation operation, Format format, std::span<const Bits> operands) {
  if (operation == Operation::binary32_to_rgb9e5) return rgb9e5_nearest(rgb9e5_components(operands), true);
  const bool is_code = info(info(operation).result(format)).kind != FormatKind::floating;
  return rounded(operation, format, operands, is_code ? RoundTo::nearest_away : RoundTo::nearest_even);
}

Bits toward_zero(Operation operation, Format format, std::span<const Bits> operands) {
  return rounded(operation, format, operands, RoundTo::toward_zero);
}

Bits upward(Operation operation, Format format, std::span<const Bits> operands) {
  return rounded(operation, format, operands, RoundTo::up);
}

Bits downward(Operation operation, Format format, std::span<const Bits> operands) {
  return rounded(operation, format, operands, RoundTo::down);
}

}  // namespace halfulp::exact
