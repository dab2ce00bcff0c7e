// SPDX-License-Identifier: Apache-2.0
#include "judge/filter/band.hpp"

#include <algorithm>

#include "number/binade.hpp"

namespace halfulp::judge {
namespace {

using Kind = Bound::Kind;

Band distance(const Bound& bound, const Ruling& ruling) {
  const FormatInfo& row = *ruling.result_format;
  const bool is_float = row.kind == FormatKind::floating;
  const bool is_ulp = bound.kind == Kind::ulp;
  const bool is_relative = bound.kind == Kind::relative;
  // The nearest value is permitted even where it is beyond the bound: then no value is within it. But a bound that
  // reaches an infinity may leave the case open.
  const bool holds_nearest = is_float && !ruling.policies.infinity_undefined;
  Band only_nearest{.holds_nearest = holds_nearest};
  if (bound.source->ulp_format) return only_nearest;
  if (!bound.is_constant()) {
    // A formula sees the values of codes, which a block does not have.
    const bool is_known = is_ulp && ruling.operand_row(0).kind == FormatKind::floating;
    return {.bound = is_known ? &bound : nullptr, .holds_nearest = holds_nearest};
  }
  const Enclosure amount = enclosure(bound.amount);
  if (!(amount.low > 0)) return only_nearest;
  if (!is_float) {
    // From half a step on some code is within the bound.
    if (amount.low < 0.5 || (bound.kind == Kind::steps_below && amount.low == 0.5)) return {};
    return {.bound = &bound, .holds_nearest = !is_ulp && !is_relative, .amount = amount};
  }
  // Bounds that reach neither infinity nor another binade but the next from where cases are regular.
  const FormatLimits limits(row);
  const double most = is_ulp ? limits.most_ulp : is_relative ? 0.25 : std::min(limits.overflow / 4, 0x1p1022);
  return amount.high > most ? only_nearest : Band{.bound = &bound, .holds_nearest = true, .amount = amount};
}

/// Whether a bound or a part of it, however deep, is unconstrained.
bool may_be_open(const Bound& bound) {
  return bound.kind == Kind::unconstrained || std::ranges::any_of(bound.parts, may_be_open);
}

Band combined(const Bound& bound, const Ruling& ruling) {
  // A part that is unconstrained may make the whole so: the definition decides.
  if (may_be_open(bound)) return {};
  Band band{.bound = &bound};
  for (const Bound& part : bound.parts) band.parts.push_back(band_of(part, ruling));
  const auto is_wide = [](const Band& part) { return !part.holds_nearest && !part.holds_truncated; };
  if (ruling.policies.infinity_undefined && std::ranges::any_of(band.parts, is_wide)) return {};
  const auto hold = [&](bool Band::*member) {
    return bound.kind == Kind::any_of ? std::ranges::any_of(band.parts, member)
                                      : std::ranges::all_of(band.parts, member);
  };
  band.holds_nearest = hold(&Band::holds_nearest);
  band.holds_truncated = hold(&Band::holds_truncated);
  return band;
}

}  // namespace

FormatLimits::FormatLimits(const FormatInfo& row)
    : first(number::power_of_two(row.fraction_bits)),
      least_normal(number::power_of_two(row.min_exponent())),
      largest((2 - 1 / first) * number::power_of_two(row.max_exponent())),
      overflow(number::power_of_two(row.max_exponent() + 1)),
      // Lemma 3 needs n < 2^20, and lemma 2 a bound below an eighth of a binade.
      most_ulp(std::min(0x1p20, first / 8)),
      below_one(1 - 0.5 / first) {}

Band band_of(const Bound& bound, const Ruling& ruling) {
  const Policies& policies = ruling.policies;
  // Products of operands that are rounded to an integer's low bits or to binary32 are other exact codes.
  if (bound.source->factor != 0 || bound.source->rounds_product) return {};
  switch (bound.kind) {
    case Kind::unconstrained:
      return {.bound = &bound};
    case Kind::exact:
    case Kind::nearest:
    case Kind::nearest_even:
    case Kind::either:
      return {.bound = &bound, .holds_nearest = true};
    case Kind::nearest_away:
      return {.bound = ruling.result_format->kind == FormatKind::floating ? nullptr : &bound};
    case Kind::toward_zero:
      return {.bound = &bound, .holds_truncated = true};
    case Kind::ulp:
    case Kind::absolute:
    case Kind::absolute_below:
    case Kind::relative:
    case Kind::steps:
    case Kind::steps_below:
      return distance(bound, ruling);
    case Kind::inherited:
      // A correctly rounded result passes, whatever the expression is.
      return {.holds_nearest = !policies.fused_nan_is_anything && !policies.reachable_set};
    case Kind::any_of:
    case Kind::all_of:
      return combined(bound, ruling);
    default:
      return {};
  }
}

}  // namespace halfulp::judge
