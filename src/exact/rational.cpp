// SPDX-License-Identifier: Apache-2.0
#include "exact/rational.hpp"

#include <limits>
#include <new>
#include <utility>

#include "exact/rational_access.hpp"

namespace halfulp::exact {
namespace {

mpq_ptr q(Rational& r) { return Rational::Access::get(r); }
mpq_srcptr q(const Rational& r) { return Rational::Access::get(r); }

void init(std::byte* storage) { mpq_init(::new (static_cast<void*>(storage)) __mpq_struct); }

}  // namespace

Rational::Rational(std::int64_t integer) {
  init(storage_);
  mpq_set_si(q(*this), integer, 1);
}

Rational::Rational(std::int64_t numerator, std::int64_t denominator) {
  init(storage_);
  const bool negative = denominator < 0;
  mpz_set_si(mpq_numref(q(*this)), numerator);
  mpz_set_si(mpq_denref(q(*this)), denominator);
  if (negative) {
    mpz_neg(mpq_numref(q(*this)), mpq_numref(q(*this)));
    mpz_neg(mpq_denref(q(*this)), mpq_denref(q(*this)));
  }
  mpq_canonicalize(q(*this));
}

Rational::Rational(const Rational& other) {
  init(storage_);
  mpq_set(q(*this), q(other));
}

Rational::Rational(Rational&& other) noexcept {
  init(storage_);
  mpq_swap(q(*this), q(other));
}

Rational& Rational::operator=(const Rational& other) {
  if (this != &other) mpq_set(q(*this), q(other));
  return *this;
}

Rational& Rational::operator=(Rational&& other) noexcept {
  if (this != &other) mpq_swap(q(*this), q(other));
  return *this;
}

Rational::~Rational() { mpq_clear(q(*this)); }

Rational Rational::dyadic(std::uint64_t significand, int exponent, bool negative) {
  Rational r;
  mpz_set_ui(mpq_numref(q(r)), significand);
  if (exponent >= 0) {
    mpq_mul_2exp(q(r), q(r), static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpq_div_2exp(q(r), q(r), static_cast<mp_bitcnt_t>(-exponent));
  }
  if (negative) mpq_neg(q(r), q(r));
  return r;
}

Rational Rational::from_double(double value) {
  Rational r;
  mpq_set_d(q(r), value);
  return r;
}

Rational Rational::from_decimal(std::string_view text) {
  Rational value = 0;
  Rational scale = 1;
  const Rational ten = 10;
  bool fraction = false;
  std::size_t i = 0;
  for (; i < text.size() && text[i] != 'e' && text[i] != 'E'; ++i) {
    if (text[i] == '.') {
      fraction = true;
      continue;
    }
    value = value * ten + Rational(text[i] - '0');
    if (fraction) scale = scale * ten;
  }
  if (i < text.size()) {
    const std::string digits(text.substr(i + 1));
    int exponent = std::stoi(digits);
    for (; exponent > 0; --exponent) value = value * ten;
    for (; exponent < 0; ++exponent) scale = scale * ten;
  }
  return value / scale;
}

Rational operator+(const Rational& a, const Rational& b) {
  Rational r;
  mpq_add(q(r), q(a), q(b));
  return r;
}

Rational operator-(const Rational& a, const Rational& b) {
  Rational r;
  mpq_sub(q(r), q(a), q(b));
  return r;
}

Rational operator*(const Rational& a, const Rational& b) {
  Rational r;
  mpq_mul(q(r), q(a), q(b));
  return r;
}

Rational operator/(const Rational& a, const Rational& b) {
  Rational r;
  mpq_div(q(r), q(a), q(b));
  return r;
}

Rational Rational::scaled(int exponent) const {
  Rational r;
  if (exponent >= 0) {
    mpq_mul_2exp(q(r), q(*this), static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpq_div_2exp(q(r), q(*this), static_cast<mp_bitcnt_t>(-exponent));
  }
  return r;
}

Rational operator-(const Rational& a) {
  Rational r;
  mpq_neg(q(r), q(a));
  return r;
}

int Rational::compare(const Rational& other) const {
  const int order = mpq_cmp(q(*this), q(other));  // of any size
  return (order > 0) - (order < 0);
}

int Rational::sign() const { return mpq_sgn(q(*this)); }

bool Rational::is_integer() const { return mpz_cmp_ui(mpq_denref(q(*this)), 1) == 0; }

Rational Rational::abs() const {
  Rational r;
  mpq_abs(q(r), q(*this));
  return r;
}

Rational Rational::floor() const {
  Rational r;
  mpz_fdiv_q(mpq_numref(q(r)), mpq_numref(q(*this)), mpq_denref(q(*this)));
  return r;
}

int Rational::floor_log2() const {
  const auto numerator_bits = static_cast<int>(mpz_sizeinbase(mpq_numref(q(*this)), 2));
  const auto denominator_bits = static_cast<int>(mpz_sizeinbase(mpq_denref(q(*this)), 2));
  const int guess = numerator_bits - denominator_bits;  // floor(log2) is guess or guess - 1
  return abs().compare(power_of_two(guess)) >= 0 ? guess : guess - 1;
}

bool Rational::is_power_of_two() const { return sign() != 0 && abs() == power_of_two(floor_log2()); }

double Rational::to_double() const {
  constexpr double kMax = std::numeric_limits<double>::max();
  if (sign() != 0 && floor_log2() > std::numeric_limits<double>::max_exponent - 1) return sign() < 0 ? -kMax : kMax;
  return mpq_get_d(q(*this));
}

bool Rational::perfect_square(Rational& root) const {
  if (sign() < 0 || mpz_perfect_square_p(mpq_numref(q(*this))) == 0 ||
      mpz_perfect_square_p(mpq_denref(q(*this))) == 0) {
    return false;
  }
  Rational r;
  mpz_sqrt(mpq_numref(q(r)), mpq_numref(q(*this)));
  mpz_sqrt(mpq_denref(q(r)), mpq_denref(q(*this)));
  root = std::move(r);
  return true;
}

std::int64_t Rational::to_int64() const { return mpz_get_si(mpq_numref(q(*this))); }

std::string Rational::text() const {
  char* digits = mpq_get_str(nullptr, 10, q(*this));
  std::string text(digits);
  void (*release)(void*, std::size_t) = nullptr;
  mp_get_memory_functions(nullptr, nullptr, &release);
  release(digits, text.size() + 1);
  return text;
}

}  // namespace halfulp::exact
