// SPDX-License-Identifier: Apache-2.0
#include "exact/real.hpp"

#include <fmt/format.h>
#include <mpfr.h>

#include <cstdlib>

#include "exact/mpfr_caches.hpp"
#include "exact/rational_access.hpp"
#include "halfulp/error.hpp"

namespace halfulp::exact {
namespace {

constexpr int kFirstBits = 96;
constexpr int kMostBits = 1 << 14;
/// Beyond 2^(+-kHuge) every threshold of every format has been passed; the enclosure stays this coarse.
constexpr int kHuge = 1 << 13;

/// An MPFR number that is freed at the end of its scope.
class Float {
 public:
  explicit Float(int bits) {
    free_caches_at_thread_exit();
    mpfr_init2(value_, bits);
  }
  ~Float() { mpfr_clear(value_); }
  Float(const Float&) = delete;
  Float& operator=(const Float&) = delete;
  operator mpfr_ptr() { return value_; }  // NOLINT(google-explicit-constructor): used as MPFR's own type

 private:
  mpfr_t value_;
};

using FunctionPointer = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

FunctionPointer mpfr_function(Real::Function function) {
  switch (function) {
    case Real::Function::sqrt:
      return mpfr_sqrt;
    case Real::Function::rsqrt:
      return mpfr_rec_sqrt;
    case Real::Function::exp2:
      return mpfr_exp2;
    case Real::Function::log2:
      return mpfr_log2;
    case Real::Function::sin:
      return mpfr_sin;
    case Real::Function::cos:
      return mpfr_cos;
    case Real::Function::rational:
      break;
  }
  std::abort();
}

const char* name(Real::Function function) {
  static constexpr const char* kNames[] = {"", "sqrt", "rsqrt", "exp2", "log2", "sin", "cos"};
  return kNames[static_cast<int>(function)];
}

/// Bits that hold the argument exactly: arguments here are format values, whose denominators are powers of two.
int exact_bits(const Rational& argument) {
  mpq_srcptr value = Rational::Access::get(argument);
  return static_cast<int>(mpz_sizeinbase(mpq_numref(value), 2)) +
         static_cast<int>(mpz_sizeinbase(mpq_denref(value), 2));
}

/// A dyadic rational that is not zero as a hex float, one digit before the point.
std::string hex(const Rational& value) {
  const int exponent = value.floor_log2();
  const Rational fraction = value.abs() / Rational::power_of_two(exponent) - Rational(1);
  std::string digits;
  for (Rational rest = fraction; rest.sign() != 0;) {
    rest = rest * Rational(16);
    const Rational digit = rest.floor();
    digits += fmt::format("{:x}", digit.to_int64());
    rest = rest - digit;
  }
  return fmt::format("{}0x1{}{}p{:+}", value.sign() < 0 ? "-" : "", digits.empty() ? "" : ".", digits, exponent);
}

}  // namespace

Real Real::of(Function function, const Rational& argument) {
  Rational root;
  switch (function) {
    case Function::rational:
      return {argument};
    case Function::sqrt:
      if (argument.perfect_square(root)) return {root};
      break;
    case Function::rsqrt:
      if (argument.perfect_square(root)) return {Rational(1) / root};
      break;
    case Function::exp2:
      if (argument.is_integer() && argument.abs() <= Rational(kHuge)) {
        return {Rational::power_of_two(static_cast<int>(argument.to_int64()))};
      }
      break;
    case Function::log2:
      if (argument.is_power_of_two()) return {Rational(argument.floor_log2())};
      break;
    case Function::sin:
      if (argument.sign() == 0) return {Rational(0)};
      break;
    case Function::cos:
      if (argument.sign() == 0) return {Rational(1)};
      break;
  }
  Real real;
  real.function_ = function;
  real.argument_ = argument;
  return real;
}

void Real::refine(int bits) const {
  bits_ = bits;
  if (function_ == Function::exp2 && argument_.abs() > Rational(kHuge)) {
    // Only ever compared with thresholds far inside: see kHuge.
    lower_ = Rational::power_of_two(argument_.sign() > 0 ? kHuge : -4 * kHuge);
    upper_ = Rational::power_of_two(argument_.sign() > 0 ? 4 * kHuge : -kHuge);
    return;
  }
  Float x(exact_bits(argument_));
  mpfr_set_q(x, Rational::Access::get(argument_), MPFR_RNDN);  // exact
  Float y(bits);
  mpfr_function(function_)(y, x, MPFR_RNDD);
  mpfr_get_q(Rational::Access::get(lower_), y);
  mpfr_nextabove(y);  // the value is irrational, so it lies strictly between
  mpfr_get_q(Rational::Access::get(upper_), y);
}

int Real::compare(const Rational& t) const {
  if (is_rational()) return argument_.compare(t);
  if (bits_ == 0) refine(kFirstBits);
  while (true) {
    if (t <= lower_) return 1;
    if (t >= upper_) return -1;
    if (bits_ * 2 > kMostBits) {
      throw Error(Error::Kind::kInternal,
                  fmt::format("{}({}) compared with {}: undecided after {} bits; please report this case",
                              name(function_), argument_.text(), t.text(), bits_));
    }
    refine(bits_ * 2);
  }
}

int Real::floor_log2() const {
  if (is_rational()) return argument_.floor_log2();
  if (bits_ == 0) refine(kFirstBits);
  while (lower_.sign() * upper_.sign() <= 0 || lower_.floor_log2() != upper_.floor_log2()) {
    // A power of two lies between (or is an end, where the comparison tells).
    if (lower_.sign() * upper_.sign() > 0) {
      const Rational& outer = lower_.sign() > 0 ? upper_ : lower_;
      const int exponent = outer.floor_log2();
      const Rational power = Rational::dyadic(1, exponent, outer.sign() < 0);
      const int side = compare(power) * outer.sign();
      return side >= 0 ? exponent : exponent - 1;
    }
    if (bits_ * 2 > kMostBits) {
      throw Error(Error::Kind::kInternal, fmt::format("{}({}): sign undecided after {} bits; please report this case",
                                                      name(function_), argument_.text(), bits_));
    }
    refine(bits_ * 2);
  }
  return lower_.floor_log2();
}

double Real::approximation() const {
  if (is_rational()) return argument_.to_double();
  if (bits_ == 0) refine(kFirstBits);
  return lower_.to_double();
}

Rational Real::nearby() const {
  if (is_rational()) return argument_;
  if (bits_ == 0) refine(kFirstBits);
  return lower_;
}

std::string Real::text() const {
  constexpr int kMostExactBits = 320;  // the exponents of a binary32 sum span 278
  const Rational value = nearby();
  if (is_rational() && Rational::Access::is_dyadic(value) && exact_bits(value) <= kMostExactBits) return hex(value);
  char text[64];
  Float x(kFirstBits);
  mpfr_set_q(x, Rational::Access::get(value), MPFR_RNDN);
  mpfr_snprintf(text, sizeof text, "~%.20Rg", static_cast<mpfr_ptr>(x));
  return text;
}

int compare_pi(const Rational& t) {
  for (int bits = kFirstBits; bits <= kMostBits; bits *= 2) {
    Float pi(bits);
    Rational bound;
    mpfr_const_pi(pi, MPFR_RNDD);
    mpfr_get_q(Rational::Access::get(bound), pi);
    if (t <= bound) return 1;
    mpfr_nextabove(pi);
    mpfr_get_q(Rational::Access::get(bound), pi);
    if (t >= bound) return -1;
  }
  throw Error(Error::Kind::kInternal, fmt::format("pi compared with {}: undecided", t.text()));
}

}  // namespace halfulp::exact
