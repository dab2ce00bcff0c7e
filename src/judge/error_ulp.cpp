// SPDX-License-Identifier: Apache-2.0
#include "judge/error_ulp.hpp"

#include <cmath>

#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {

std::optional<double> error_ulp(const Ruling& ruling, const Decision& decision, Bits observed) {
  using exact::Result;
  const FormatInfo& row = *ruling.result_format;
  if (row.kind != FormatKind::floating || !number::Layout(row).is_finite(observed)) return std::nullopt;
  const Result& exact = decision.exact;
  if (exact.kind != Result::Kind::finite && exact.kind != Result::Kind::zero) return std::nullopt;
  const Real x = exact.kind == Result::Kind::zero ? Real(Rational(0)) : exact.value;
  const Ulp definition = ruling.policies.ulp == Ulp::muller_b ? Ulp::muller_b : Ulp::muller_a;
  const Rational ulp = Grid(row).ulp(x, definition);
  const Rational r = exact::value_of(row, observed);
  if (x.is_rational()) return ((r - x.rational()).abs() / ulp).to_double();
  return ((r - x.nearby()).abs() / ulp).to_double();
}

}  // namespace halfulp::judge
