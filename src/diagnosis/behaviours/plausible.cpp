// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/behaviours/plausible.hpp"

#include <cmath>
#include <optional>

namespace halfulp::diagnosis {

namespace {

/// A function of one operand, roughly; nothing for others.
std::optional<double> about(const BehaviourSubject& s, double x) {
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

bool is_plausible(const BehaviourCase& c, std::span<const Bits> taken) {
  constexpr std::int64_t kFar = 4096;
  constexpr double kWide = 0.01;
  const BehaviourSubject& s = c.subject;
  if (!s.floating_result) return true;
  if (const auto value = about(s, number::as_double(s.operand_row(0), taken[0]))) {
    if (!std::isfinite(*value)) return true;
    return std::fabs(number::as_double(s.result, c.observed) - *value) <= kWide * (1 + std::fabs(*value));
  }
  if (s.row.family != OperationFamily::arithmetic || !is_located(s.operation)) return true;
  const Located located = locate(s.operation, s.format.format, taken);
  if (located.kind == Located::Kind::nan) return c.nan_result;
  if (located.kind != Located::Kind::number) return s.layout.magnitude(c.observed) >= s.layout.max_finite();
  if (c.nan_result) return false;
  if (located.magnitude == 0 && located.place == Located::Place::exact) return c.zero_result;
  const Bits right = rounded(s.result, located, RoundTo::nearest_even);
  const Bits tiny = 2 * s.layout.min_normal();
  if (s.layout.magnitude(right) <= tiny && s.layout.magnitude(c.observed) <= tiny) return true;
  const std::int64_t distance = number::ordinal(s.result, right) - number::ordinal(s.result, c.observed);
  return distance <= kFar && distance >= -kFar;
}

}  // namespace halfulp::diagnosis
