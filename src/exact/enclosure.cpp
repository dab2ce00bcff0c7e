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
    mpfr_init2(y, 64);
  }
  ~Numbers() { mpfr_clears(x, y, static_cast<mpfr_ptr>(nullptr)); }
  Numbers(const Numbers&) = delete;
  Numbers& operator=(const Numbers&) = delete;
  mpfr_t x;
  mpfr_t y;
};

}  // namespace

double nearest_double(Operation operation, double x) {
  thread_local Numbers numbers;  // no allocation per case
  mpfr_set_d(numbers.x, x, MPFR_RNDN);
  switch (operation) {
    case Operation::exp2:
      mpfr_exp2(numbers.y, numbers.x, MPFR_RNDN);
      break;
    case Operation::log2:
      mpfr_log2(numbers.y, numbers.x, MPFR_RNDN);
      break;
    case Operation::sin:
      mpfr_sin(numbers.y, numbers.x, MPFR_RNDN);
      break;
    default:
      mpfr_cos(numbers.y, numbers.x, MPFR_RNDN);
      break;
  }
  return mpfr_get_d(numbers.y, MPFR_RNDN);
}

}  // namespace halfulp::exact
