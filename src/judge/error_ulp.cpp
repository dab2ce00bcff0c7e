// SPDX-License-Identifier: Apache-2.0
#include "judge/error_ulp.hpp"

#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {

std::optional<double> error_ulp(const Ruling& ruling, const Decision& decision, Bits observed) {
  using exact::Result;
  const FormatInfo& row = *ruling.result_format;
  const Result& exact = decision.exact;
  if (!decision.measured || (exact.kind != Result::Kind::finite && exact.kind != Result::Kind::zero)) {
    return std::nullopt;
  }
  const Real x = exact.kind == Result::Kind::zero ? Real(Rational(0)) : exact.value;
  if (number::is_normalised(row) || row.kind == FormatKind::fixed) {
    return (Rational(number::ordinal(row, observed)) - x.nearby()).abs().to_double();
  }
  if (row.kind != FormatKind::floating || !number::Layout(row).is_finite(observed)) return std::nullopt;
  const Grid grid(row);
  // Far past overflow the largest finite value is as near as a result can be.
  if (x.compare(grid.overflow()) >= 0 || x.compare(-grid.overflow()) <= 0) return std::nullopt;
  const Ulp definition = ruling.policies.ulp == Ulp::muller_b ? Ulp::muller_b : Ulp::muller_a;
  const Rational ulp = grid.ulp(x, definition);
  // Clamped, not wrong.
  if (!row.has_sign && x.sign() < 0) return std::nullopt;
  const Rational r = exact::value_of(row, observed);
  // A flushed result is judged as flushed, not as wrong by 8388607 ULP.
  const Rational flushes_below = Rational::power_of_two(row.min_exponent() + 1);
  if (r.sign() == 0 && ruling.policies.results != Denormals::keep && x.sign() != 0 && x.compare(flushes_below) < 0 &&
      x.compare(-flushes_below) > 0) {
    return std::nullopt;
  }
  if (x.is_rational()) return ((r - x.rational()).abs() / ulp).to_double();
  return ((r - x.nearby()).abs() / ulp).to_double();
}

}  // namespace halfulp::judge
