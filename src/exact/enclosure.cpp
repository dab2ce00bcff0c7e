// SPDX-License-Identifier: Apache-2.0
#include "exact/enclosure.hpp"

#include <mpfr.h>

#include "exact/mpfr_caches.hpp"

namespace halfulp::exact {
namespace {

struct Numbers {
  Numbers() {
    free_caches_at_thread_exit();
    mpfr_init2(x, 53);
    mpfr_init2(y, 53);
    mpfr_init2(result, 64);
  }
  ~Numbers() { mpfr_clears(x, y, result, static_cast<mpfr_ptr>(nullptr)); }
  Numbers(const Numbers&) = delete;
  Numbers& operator=(const Numbers&) = delete;
  mpfr_t x;
  mpfr_t y;
  mpfr_t result;
};

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

Unary function_of(Operation operation) {
  switch (operation) {
    case Operation::rsq:
      return mpfr_rec_sqrt;
    case Operation::exp:
      return mpfr_exp;
    case Operation::exp2:
      return mpfr_exp2;
    case Operation::exp10:
      return mpfr_exp10;
    case Operation::log:
      return mpfr_log;
    case Operation::log2:
      return mpfr_log2;
    case Operation::log10:
      return mpfr_log10;
    case Operation::sin:
    case Operation::sincos_sin:
      return mpfr_sin;
    case Operation::cos:
    case Operation::sincos_cos:
      return mpfr_cos;
    case Operation::tan:
      return mpfr_tan;
    case Operation::asin:
      return mpfr_asin;
    case Operation::acos:
      return mpfr_acos;
    case Operation::atan:
      return mpfr_atan;
    case Operation::sinh:
      return mpfr_sinh;
    case Operation::cosh:
      return mpfr_cosh;
    case Operation::tanh:
      return mpfr_tanh;
    case Operation::asinh:
      return mpfr_asinh;
    case Operation::acosh:
      return mpfr_acosh;
    case Operation::atanh:
      return mpfr_atanh;
    case Operation::sinpi:
      return mpfr_sinpi;
    case Operation::cospi:
      return mpfr_cospi;
    case Operation::tanpi:
      return mpfr_tanpi;
    default:
      return nullptr;
  }
}

}  // namespace

double nearest_double(Operation operation, double x) {
  thread_local Numbers numbers;  // no allocation per case
  mpfr_set_d(numbers.x, x, MPFR_RNDN);
  function_of(operation)(numbers.result, numbers.x, MPFR_RNDN);
  return mpfr_get_d(numbers.result, MPFR_RNDN);
}

double nearest_double(Operation operation, double x, double y) {
  thread_local Numbers numbers;
  mpfr_set_d(numbers.x, x, MPFR_RNDN);
  mpfr_set_d(numbers.y, y, MPFR_RNDN);
  (operation == Operation::atan2 ? mpfr_atan2 : mpfr_pow)(numbers.result, numbers.x, numbers.y, MPFR_RNDN);
  return mpfr_get_d(numbers.result, MPFR_RNDN);
}

}  // namespace halfulp::exact
