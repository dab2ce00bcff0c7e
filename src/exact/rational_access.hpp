// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmp.h>

#include "exact/rational.hpp"

namespace halfulp::exact {

static_assert(sizeof(mpq_t) <= 32 && alignof(mpq_t) <= 8);

struct Rational::Access {
  static mpq_ptr get(Rational& r) { return reinterpret_cast<mpq_ptr>(r.storage_); }
  static mpq_srcptr get(const Rational& r) { return reinterpret_cast<mpq_srcptr>(r.storage_); }
  /// Whether the denominator is a power of two.
  static bool is_dyadic(const Rational& r) { return mpz_popcount(mpq_denref(get(r))) == 1; }
};

}  // namespace halfulp::exact
