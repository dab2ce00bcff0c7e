// SPDX-License-Identifier: Apache-2.0
#include "certify/comparison.hpp"

#include <cmath>
#include <limits>

#include "exact/certified.hpp"

namespace halfulp::certify {

Comparison::Comparison() {
  mpfr_inits2(24, first_, second_, static_cast<mpfr_ptr>(nullptr));
  mpfr_inits2(64, exact_, difference_, static_cast<mpfr_ptr>(nullptr));
}

Comparison::~Comparison() { mpfr_clears(first_, second_, exact_, difference_, static_cast<mpfr_ptr>(nullptr)); }

double Comparison::relative_error(const Function& function, double x, double approximation) {
  mpfr_set_d(first_, x, MPFR_RNDN);
  const int rounded = function.exact(exact_, first_, MPFR_RNDN);
  return error_of(function.operation, rounded, approximation);
}

double Comparison::relative_error(Operation operation, double x, double y, double approximation) {
  mpfr_set_d(first_, x, MPFR_RNDN);
  mpfr_set_d(second_, y, MPFR_RNDN);
  const int rounded = (operation == Operation::atan2 ? mpfr_atan2 : mpfr_pow)(exact_, first_, second_, MPFR_RNDN);
  return error_of(operation, rounded, approximation);
}

double Comparison::error_of(Operation operation, int rounded, double approximation) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (mpfr_inf_p(exact_) != 0) return std::isinf(approximation) ? 0 : kInfinity;
  if (mpfr_zero_p(exact_) != 0) return approximation == 0 ? 0 : kInfinity;
  if (!std::isfinite(approximation)) return kInfinity;
  const double apart = std::fabs(approximation) - 1;
  if (exact::keeps_side_of_one(operation) && std::fabs(apart) < exact::kNearOne) {
    const int compared = mpfr_cmpabs_ui(exact_, 1);
    const int side = compared != 0 ? compared : -rounded * mpfr_sgn(exact_);
    if ((apart > 0) != (side > 0) || (apart < 0) != (side < 0)) return kInfinity;
  }
  mpfr_d_sub(difference_, approximation, exact_, MPFR_RNDN);
  return std::fabs(mpfr_get_d(difference_, MPFR_RNDN) / mpfr_get_d(exact_, MPFR_RNDN));
}

}  // namespace halfulp::certify
