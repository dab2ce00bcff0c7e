// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/selection.hpp"

#include <algorithm>

#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

using number::Layout;

/// Appends what comparing x and y, as they are compared, may return.
void select(bool smaller, const FormatInfo& row, Bits x, Bits y, bool flush, bool any_zero,
            std::vector<Bits>& results) {
  const Layout layout(row);
  const auto compared = [&](Bits bits) { return flush ? layout.flushed(bits) : bits; };
  const Bits cx = compared(x);
  const Bits cy = compared(y);
  if (layout.is_zero(cx) && layout.is_zero(cy)) {
    const bool x_negative = layout.is_negative(x);
    const bool y_negative = layout.is_negative(y);
    const bool by_sign = !any_zero && x_negative != y_negative;
    if (!by_sign || x_negative == smaller) results.push_back(x);
    if (!by_sign || y_negative == smaller) results.push_back(y);
    return;
  }
  const bool x_first = number::ordinal(row, cx) <= number::ordinal(row, cy);
  results.push_back(x_first == smaller ? x : y);
}

std::vector<Bits> select_each(bool smaller, const FormatInfo& row, const std::vector<Bits>& xs, Bits y,
                              const Policies& policies) {
  std::vector<Bits> results;
  for (const Bits x : xs) {
    if (policies.operands != Denormals::keep) {
      select(smaller, row, x, y, true, policies.any_compared_zero, results);
    }
    if (policies.operands == Denormals::keep || policies.operands == Denormals::may_flush) {
      select(smaller, row, x, y, false, policies.any_compared_zero, results);
    }
  }
  std::ranges::sort(results);
  results.erase(std::unique(results.begin(), results.end()), results.end());
  return results;
}

}  // namespace

std::vector<Bits> selected(Operation operation, const FormatInfo& row, std::span<const Bits> operands,
                           const Policies& policies) {
  if (operation != Operation::sat) {
    return select_each(operation == Operation::min, row, {operands[0]}, operands[1], policies);
  }
  const Layout layout(row);
  if (layout.is_nan(operands[0])) return {layout.zero()};  // max(0, NaN) = 0
  const std::vector<Bits> not_below_zero = select_each(false, row, {layout.zero()}, operands[0], policies);
  return select_each(true, row, not_below_zero, layout.one(), policies);
}

}  // namespace halfulp::judge
