// SPDX-License-Identifier: Apache-2.0
#include "exact/angle_units.hpp"

namespace halfulp::exact {
namespace {

/// Ziv's loop. f(x) is irrational, so that it ends. Three roundings err by less than 2^-(bits - 3) of the result.
template <class Convert>
int converted(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t rounding, Convert convert) {
  if (mpfr_regular_p(x) == 0) return mpfr_set(y, x, rounding);
  for (mpfr_prec_t bits = mpfr_get_prec(y) + 32;; bits *= 2) {
    mpfr_t pi;
    mpfr_init2(pi, bits);
    mpfr_const_pi(pi, MPFR_RNDN);
    convert(pi);
    const bool is_decided = mpfr_can_round(pi, bits - 3, MPFR_RNDN, rounding, mpfr_get_prec(y)) != 0;
    const int side = is_decided ? mpfr_set(y, pi, rounding) : 0;
    mpfr_clear(pi);
    if (is_decided) return side;
  }
}

}  // namespace

int radians_of(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t rounding) {
  return converted(y, x, rounding, [&](mpfr_ptr pi) {
    mpfr_mul(pi, pi, x, MPFR_RNDN);
    mpfr_div_ui(pi, pi, 180, MPFR_RNDN);
  });
}

int degrees_of(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t rounding) {
  return converted(y, x, rounding, [&](mpfr_ptr pi) {
    mpfr_ui_div(pi, 180, pi, MPFR_RNDN);
    mpfr_mul(pi, pi, x, MPFR_RNDN);
  });
}

}  // namespace halfulp::exact
