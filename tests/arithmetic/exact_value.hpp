// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cstdint>
#include <ostream>

/// How GoogleTest prints GMP's numbers: its own stream operators are in a library of their own.
template <class T, class U>
void PrintTo(const __gmp_expr<T, U>& x, std::ostream* out) {
  *out << mpq_class(x).get_str();
}

// Exact values and their rounding in GMP's rationals: independent of src/, for tests to compare with.

namespace halfulp::test {

/// 2^exponent.
inline mpq_class power_of_two(int exponent) {
  mpq_class result = 1;
  if (exponent >= 0) {
    mpq_mul_2exp(result.get_mpq_t(), result.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpq_div_2exp(result.get_mpq_t(), result.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  }
  return result;
}

/// The value of finite binary32 bits.
inline mpq_class exact_value(std::uint64_t bits) {
  const auto biased = static_cast<int>(bits >> 23 & 0xff);
  const auto fraction = static_cast<unsigned long>(bits & 0x7fffff);
  mpq_class size = biased == 0 ? mpq_class(fraction) : mpq_class(fraction + 0x800000);
  size *= power_of_two((biased == 0 ? 1 : biased) - 150);
  return (bits >> 31 & 1) != 0 ? mpq_class(-size) : size;
}

/// floor(log2(|x|)), x not 0.
inline int exponent_of(const mpq_class& x) {
  const mpq_class size = abs(x);
  auto exponent = static_cast<int>(mpz_sizeinbase(size.get_num_mpz_t(), 2)) -
                  static_cast<int>(mpz_sizeinbase(size.get_den_mpz_t(), 2));
  if (size < power_of_two(exponent)) --exponent;
  return exponent;
}

inline mpz_class floor_of(const mpq_class& x) {
  mpz_class result;
  mpz_fdiv_q(result.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  return result;
}

/// x rounded to an integer, ties to even.
inline mpz_class nearest_integer(const mpq_class& x) {
  mpz_class result = floor_of(x);
  const mpq_class rest = x - result;
  if (rest > mpq_class(1, 2) || (rest == mpq_class(1, 2) && mpz_odd_p(result.get_mpz_t()) != 0)) ++result;
  return result;
}

/// x rounded to binary32: nearest, ties to even, with denormals and overflow to infinity; +0 for 0.
inline std::uint32_t round_to_binary32(const mpq_class& x) {
  if (x == 0) return 0;
  const std::uint32_t sign = x < 0 ? 0x80000000 : 0;
  const mpq_class size = abs(x);
  const int unit = std::max(exponent_of(size), -126) - 23;
  const mpz_class steps = nearest_integer(size * power_of_two(-unit));  // up to 2^24: the next power of two
  const auto biased = static_cast<std::uint32_t>(unit + 149);
  const auto bits = (biased << 23) + static_cast<std::uint32_t>(steps.get_ui());
  return (bits < 0x7f800000 ? bits : 0x7f800000) | sign;
}

}  // namespace halfulp::test
