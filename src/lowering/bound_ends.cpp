// SPDX-License-Identifier: Apache-2.0
#include "lowering/bound_ends.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "number/binade.hpp"
#include "number/sum_to_odd.hpp"

namespace halfulp::lowering {
namespace {

using BoundKind = judge::Bound::Kind;

// Where the exact result and both ends are of these sizes, what is permitted touches neither the denormals nor
// infinity.
constexpr double kLeast = 0x1.001p-126;
constexpr double kMost = 0x1.ffep127;
constexpr Ends kUnknown{};

/// The greatest value that is not above x, whose magnitude is that of a normal number. Without branches, which would be
/// taken at random.
float floor_of(double x) {
  const auto nearest = static_cast<float>(x);
  const auto bits = std::bit_cast<std::uint32_t>(nearest);
  const std::uint32_t down = 1U - 2U * (bits >> 31U);  // the step to the value below
  return std::bit_cast<float>(bits - down * static_cast<std::uint32_t>(static_cast<double>(nearest) > x));
}
float ceil_of(double x) { return -floor_of(-x); }

bool is_power_of_two(double x) { return (std::bit_cast<std::uint64_t>(x) & ((std::uint64_t{1} << 52U) - 1)) == 0; }
/// 2^-23 of x's binade.
double unit_of(double x) { return number::power_of_two(number::exponent_of(x) - 23); }

/// Both ends where each is the same at the least and at the most that it may be.
Ends at(float low_of_low, float low_of_high, float high_of_low, float high_of_high) {
  const bool is_known = low_of_low == low_of_high && high_of_low == high_of_high;
  return {low_of_low, high_of_low, is_known, false};
}

/// All values from `exact` - `distance` to `exact` + `distance`, where these are off by at most `slack`.
Ends within_distance(double exact, double distance, double slack) {
  const auto [low, error_of_low] = number::two_sum(exact, -distance);
  const auto [high, error_of_high] = number::two_sum(exact, distance);
  if (slack != 0 || error_of_low != 0 || error_of_high != 0) {
    slack += 0x1p-52 * (std::fabs(exact) + distance);
  }
  Ends ends = at(ceil_of(low - slack), ceil_of(low + slack), floor_of(high - slack), floor_of(high + slack));
  const auto is_regular = [](float end) { return std::fabs(end) >= kLeast && std::fabs(end) <= kMost; };
  ends.known = ends.known && ends.low <= ends.high && is_regular(ends.low) && is_regular(ends.high);
  return ends;
}

Ends rounded(BoundKind kind, const judge::Policies& policies, double exact, double slack) {
  const double low = exact - slack;
  const double high = exact + slack;
  if (kind == BoundKind::toward_zero) {
    return exact < 0 ? at(ceil_of(low), ceil_of(high), ceil_of(low), ceil_of(high))
                     : at(floor_of(low), floor_of(high), floor_of(low), floor_of(high));
  }
  if (kind == BoundKind::either) return at(floor_of(low), floor_of(high), ceil_of(low), ceil_of(high));
  const auto nearest = static_cast<float>(exact);
  const bool is_tie = slack == 0 && std::fabs(exact - static_cast<double>(nearest)) == 0.5 * unit_of(exact);
  if (is_tie && kind == BoundKind::nearest_away) {
    return exact < 0 ? Ends{floor_of(exact), floor_of(exact), true} : Ends{ceil_of(exact), ceil_of(exact), true};
  }
  const bool gives_both = kind == BoundKind::nearest || kind == BoundKind::exact;
  if (is_tie && gives_both && !policies.tie_to_even) return {floor_of(exact), ceil_of(exact), true};
  // Rounding a double is rounding the number: no value of 24 bits and no midpoint lies between the two.
  return at(static_cast<float>(low), static_cast<float>(high), static_cast<float>(low), static_cast<float>(high));
}

/// The ends around an exact zero with its sign, if no policy gives it the other one.
Ends zero(BoundKind kind, const judge::Policies& policies, double exact, double slack, Operation operation) {
  const bool is_integer = info(operation).family == OperationFamily::rounding && operation != Operation::frc;
  const bool has_any_sign = is_integer ? std::signbit(exact) && policies.any_rounded_zero
                                       : policies.any_cancelled_zero || policies.any_underflowed_zero;
  const bool is_distance = kind == BoundKind::ulp || kind == BoundKind::absolute || kind == BoundKind::relative ||
                           kind == BoundKind::any_of || kind == BoundKind::all_of;
  const auto end = static_cast<float>(exact);
  return {end, end, slack == 0 && !has_any_sign && !is_distance, false};
}

/// An amount as a double and how far it may be off.
struct Amount {
  double value;
  double slack;
};
Amount amount_of(const SimpleBound& bound) {
  const double low = std::max(bound.amount.low, 0.0);
  return {low, std::max(bound.amount.high, 0.0) - low};
}

Ends of_parts(const SimpleBound& bound, const judge::Policies& policies, double exact, double slack,
              Operation operation) {
  Ends result = ends_within(bound.parts.front(), policies, exact, slack, operation);
  for (std::size_t i = 1; i < bound.parts.size(); ++i) {
    const Ends part = ends_within(bound.parts[i], policies, exact, slack, operation);
    if (!result.known || !part.known) return kUnknown;
    if (bound.kind == BoundKind::any_of) {
      result.low = std::min(result.low, part.low);
      result.high = std::max(result.high, part.high);
      result.anything = result.anything || part.anything;
    } else if (part.anything || result.anything) {
      return kUnknown;
    } else {
      result.low = std::max(result.low, part.low);
      result.high = std::min(result.high, part.high);
      result.known = result.low <= result.high;
    }
  }
  return result;
}

}  // namespace

bool in_one_binade(double x, double y) {
  return std::signbit(x) == std::signbit(y) && number::exponent_of(x) == number::exponent_of(y);
}

std::optional<SimpleBound> SimpleBound::of(const judge::Bound& bound) {
  SimpleBound result{.kind = bound.kind};
  switch (bound.kind) {
    case BoundKind::exact:
    case BoundKind::nearest:
    case BoundKind::nearest_even:
    case BoundKind::nearest_away:
    case BoundKind::toward_zero:
    case BoundKind::either:
    case BoundKind::unconstrained:
      return result;
    case BoundKind::ulp:
    case BoundKind::absolute:
    case BoundKind::relative:
      if (bound.source->ulp_format) return std::nullopt;
      if (bound.is_constant()) {
        result.amount = judge::enclosure(bound.amount);
      } else {
        result.varying = &bound.varying;
        result.varies = true;
      }
      return result;
    case BoundKind::any_of:
    case BoundKind::all_of:
      for (const judge::Bound& part : bound.parts) {
        std::optional<SimpleBound> simple = of(part);
        if (!simple) return std::nullopt;
        result.varies = result.varies || simple->varies;
        result.parts.push_back(*std::move(simple));
      }
      return result;
    default:
      return std::nullopt;
  }
}

SimpleBound SimpleBound::at(const Box& box) const {
  SimpleBound result{.kind = kind, .amount = varying == nullptr ? amount : values_over(*varying, box)};
  for (const SimpleBound& part : parts) result.parts.push_back(part.at(box));
  return result;
}

Ends ends_within(const SimpleBound& bound, const judge::Policies& policies, double exact, double slack,
                 Operation operation) {
  if (bound.kind == BoundKind::unconstrained) return {-HUGE_VALF, HUGE_VALF, true, true};
  if (!std::isfinite(exact) || !std::isfinite(slack)) return kUnknown;
  if (exact == 0) return zero(bound.kind, policies, exact, slack, operation);
  if (bound.kind == BoundKind::any_of || bound.kind == BoundKind::all_of)
    return of_parts(bound, policies, exact, slack, operation);
  const bool may_be_value = std::fabs(exact - static_cast<double>(static_cast<float>(exact))) <= slack;
  if (policies.exact_if_representable && may_be_value) return kUnknown;
  if (bound.kind == BoundKind::absolute) {
    const auto [distance, more] = amount_of(bound);
    return within_distance(exact, distance, slack + more);
  }
  const double size = std::fabs(exact);
  if (size < kLeast || size > kMost) return kUnknown;
  if (bound.kind == BoundKind::relative) {
    const auto [part, more] = amount_of(bound);
    if (part > 0.25) return kUnknown;
    return within_distance(exact, part * size, slack + size * (more + 0x1p-52));
  }
  if (bound.kind != BoundKind::ulp) return rounded(bound.kind, policies, exact, slack);
  // At a power of two the ULP is that of the binade below.
  if (!in_one_binade(exact - slack, exact + slack) || (slack == 0 && is_power_of_two(exact))) return kUnknown;
  const auto [count, more] = amount_of(bound);
  if (count > 0x1p20) return kUnknown;
  const double unit = unit_of(exact);
  return within_distance(exact, count * unit, slack + more * unit);
}

}  // namespace halfulp::lowering
