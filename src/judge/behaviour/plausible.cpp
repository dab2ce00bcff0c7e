// SPDX-License-Identifier: Apache-2.0
#include "judge/behaviour/plausible.hpp"

#include <cmath>
#include <optional>

namespace halfulp::judge::behaviour {

namespace {

/// A function of one operand, roughly; nothing for others.
std::optional<double> about(const Subject& s, double x) {
  if (s.format.fraction_bits > 23) return std::nullopt;
  switch (s.operation) {
    case Operation::sqrt:
      return std::sqrt(x);
    case Operation::rsq:
      return 1 / std::sqrt(x);
    case Operation::log2:
      return std::log2(x);
    case Operation::log:
      return std::log(x);
    case Operation::log10:
      return std::log10(x);
    default:
      return std::nullopt;
  }
}

}  // namespace

bool is_plausible(const Case& c, std::span<const Bits> taken) {
  constexpr std::int64_t kFar = 4096;
  constexpr double kWide = 0.01;
  const Subject& s = c.subject;
  if (!s.floating_result) return true;
  if (const auto value = about(s, number::as_double(s.operand_row(0), taken[0]))) {
    if (!std::isfinite(*value)) return true;
    return std::fabs(number::as_double(s.result, c.observed) - *value) <= kWide * (1 + std::fabs(*value));
  }
  if (s.row.family != OperationFamily::arithmetic || !is_located(s.operation)) return true;
  const RoundingPosition position = rounding_position(s.operation, s.format.format, taken);
  if (position.kind == RoundingPosition::Kind::nan) return c.nan_result;
  if (position.kind != RoundingPosition::Kind::number) return s.layout.magnitude(c.observed) >= s.layout.max_finite();
  if (c.nan_result) return false;
  if (position.magnitude == 0 && position.place == RoundingPosition::Place::exact) return c.zero_result;
  const Bits right = exact::round(s.result, position, RoundTo::nearest_even);
  const Bits tiny = 2 * s.layout.min_normal();
  if (s.layout.magnitude(right) <= tiny && s.layout.magnitude(c.observed) <= tiny) return true;
  const std::int64_t distance = number::ordinal(s.result, right) - number::ordinal(s.result, c.observed);
  return distance <= kFar && distance >= -kFar;
}

}  // namespace halfulp::judge::behaviour
