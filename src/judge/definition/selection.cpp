// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/layers.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

using number::Layout;

using Selected = std::vector<Bits>;

/// Appends what comparing x and y, as they are compared, may return.
void select(bool smaller, const FormatInfo& row, Bits x, Bits y, bool flush, const AskedPolicies& policies,
            Selected& results) {
  const Layout layout(row);
  const auto compared = [&](Bits bits) { return flush ? layout.flushed(bits) : bits; };
  const Bits cx = compared(x);
  const Bits cy = compared(y);
  if (layout.is_zero(cx) && layout.is_zero(cy)) {
    const bool x_negative = layout.is_negative(x);
    const bool y_negative = layout.is_negative(y);
    const bool by_sign = x_negative != y_negative && !policies(&Policies::any_compared_zero);
    if (!by_sign || x_negative == smaller) results.push_back(x);
    if (!by_sign || y_negative == smaller) results.push_back(y);
    return;
  }
  const bool x_first = number::ordinal(row, cx) <= number::ordinal(row, cy);
  results.push_back(x_first == smaller ? x : y);
}

Selected select_each(bool smaller, const FormatInfo& row, const Selected& xs, Bits y, const AskedPolicies& policies) {
  const Layout layout(row);
  Selected results;
  for (const Bits x : xs) {
    const bool is_flush_seen = layout.is_denormal(x) || layout.is_denormal(y);
    const bool flushes = is_flush_seen && policies(&Policies::operands) != Denormals::keep;
    const bool keeps = !flushes || policies(&Policies::operands) == Denormals::may_flush;
    if (flushes) select(smaller, row, x, y, true, policies, results);
    if (keeps) select(smaller, row, x, y, false, policies, results);
  }
  return results;
}

}  // namespace

Selected selected(Operation operation, const FormatInfo& row, std::span<const Bits> operands,
                  const AskedPolicies& policies) {
  if (operation != Operation::sat) {
    return select_each(operation == Operation::min, row, {operands[0]}, operands[1], policies);
  }
  const Layout layout(row);
  if (layout.is_nan(operands[0])) return {layout.zero()};  // max(0, NaN) = 0
  const Selected not_below_zero = select_each(false, row, {layout.zero()}, operands[0], policies);
  return select_each(true, row, not_below_zero, layout.one(), policies);
}

}  // namespace halfulp::judge
