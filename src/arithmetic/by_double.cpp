// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/by_double.hpp"

#include <array>
#include <cmath>

#include "exact/near_result.hpp"
#include "exact/real_domain.hpp"
#include "number/as_double.hpp"
#include "number/layout.hpp"

namespace halfulp::arithmetic {

std::optional<Bits> by_double(Operation operation, Format format, std::span<const Bits> operands, bool truncates) {
  constexpr int kNarrow = 10;  // bits of a fraction
  constexpr int kSingle = 23;
  const OperationInfo& row = info(operation);
  const FormatInfo& to = info(row.result(format));
  if (to.kind != FormatKind::floating || to.fraction_bits > kSingle) return std::nullopt;
  const bool converts = row.family == OperationFamily::conversion && row.arity == 1;
  std::array<double, kMaxArity> values{};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const FormatInfo& from = info(row.operand_format(static_cast<int>(i), format));
    if (from.kind == FormatKind::floating) {
      if (!converts && from.fraction_bits > kNarrow) return std::nullopt;
      if (!number::Layout(from).is_finite(operands[i])) return std::nullopt;
    }
    values[i] = number::as_double(from, operands[i]);
    if (values[i] == 0) return std::nullopt;
  }
  if (!exact::has_real_value(operation, values[0])) return std::nullopt;
  exact::Rounded rounded;
  if (!exact::round(to, exact::near_result(operation, values), truncates, rounded)) return std::nullopt;
  return rounded.bits;
}

}  // namespace halfulp::arithmetic
