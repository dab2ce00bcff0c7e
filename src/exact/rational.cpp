// SPDX-License-Identifier: Apache-2.0
#include "exact/rational.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "exact/rational_library.hpp"

namespace halfulp::exact {
namespace {

using number::length;
using number::magnitude;
using number::UnsignedWide;
using number::Wide;
using View = Rational::Library::View;

/// Bits that sums and products of significands have without overflow.
constexpr int kBits = 126;

/// |n| becomes this.
void assign(mpz_ptr z, UnsignedWide n) {
  mpz_set_ui(z, static_cast<std::uint64_t>(n >> 64));
  mpz_mul_2exp(z, z, 64);
  mpz_add_ui(z, z, static_cast<std::uint64_t>(n));
}

/// z * 2^-shift, which has at most 127 bits, cut off.
Wide wide(mpz_srcptr z, mp_bitcnt_t shift) {
  const std::size_t limb = shift / 64;
  const auto rest = static_cast<int>(shift % 64);
  const auto at = [&](std::size_t i) { return static_cast<UnsignedWide>(mpz_getlimbn(z, static_cast<mp_size_t>(i))); };
  UnsignedWide n = at(limb) >> rest | at(limb + 1) << (64 - rest);
  if (rest != 0) n |= at(limb + 2) << (128 - rest);
  return mpz_sgn(z) < 0 ? -static_cast<Wide>(n) : static_cast<Wide>(n);
}

/// The result of one of the library's functions.
template <class Function>
Rational by_library(Function function) {
  mpq_t r;
  mpq_init(r);
  function(r);
  Rational result = Rational::Library::of(r);
  mpq_clear(r);
  return result;
}

}  // namespace

// ---- the library's numbers

Rational::Library::View::View(const Rational& value) {
  if (value.large_ != nullptr) {
    number_ = value.large_->number;
    return;
  }
  number_ = own_.number;
  mpz_ptr numerator = mpq_numref(own_.number);
  mpz_ptr denominator = mpq_denref(own_.number);
  assign(numerator, magnitude(value.significand()));
  if (value.significand() < 0) mpz_neg(numerator, numerator);
  mpz_set_ui(denominator, value.divisor_);
  const mpz_ptr scaled = value.exponent_ < 0 ? denominator : numerator;
  mpz_mul_2exp(scaled, scaled, static_cast<mp_bitcnt_t>(std::abs(value.exponent_)));
}

std::optional<Rational::Library::Dyadic> Rational::Library::dyadic(const Rational& value) {
  if (value.large_ != nullptr || value.divisor_ != 1 || length(magnitude(value.significand())) > 63)
    return std::nullopt;
  return Dyadic{static_cast<std::int64_t>(value.significand()), value.exponent_};
}

Rational Rational::Library::of(mpq_srcptr value) {
  Rational result;
  mpz_srcptr numerator = mpq_numref(value);
  mpz_srcptr denominator = mpq_denref(value);
  if (mpz_sgn(numerator) == 0) return result;
  const mp_bitcnt_t up = mpz_scan1(numerator, 0);
  const mp_bitcnt_t down = mpz_scan1(denominator, 0);
  if (mpz_sizeinbase(numerator, 2) - up <= 127 && mpz_sizeinbase(denominator, 2) - down <= 32 &&
      result.set(wide(numerator, up), static_cast<std::int64_t>(up) - static_cast<std::int64_t>(down),
                 static_cast<std::uint64_t>(wide(denominator, down)))) {
    return result;
  }
  result.large_ = new Large(value);
  return result;
}

Rational Rational::Library::of(mpz_srcptr n, std::int64_t exponent) {
  Rational result;
  if (mpz_sgn(n) == 0) return result;
  const mp_bitcnt_t up = mpz_scan1(n, 0);
  if (mpz_sizeinbase(n, 2) - up <= 127 && result.set(wide(n, up), static_cast<std::int64_t>(up) + exponent, 1)) {
    return result;
  }
  return by_library([&](mpq_ptr r) {
    mpq_set_z(r, n);
    if (exponent >= 0) {
      mpq_mul_2exp(r, r, static_cast<mp_bitcnt_t>(exponent));
    } else {
      mpq_div_2exp(r, r, static_cast<mp_bitcnt_t>(-exponent));
    }
  });
}

Rational::Large* Rational::copy_of(const Large& large) { return new Large(large.number); }

void Rational::release() noexcept {
  delete large_;
  large_ = nullptr;
}

// ---- small ones

bool Rational::set(Wide n, std::int64_t exponent, std::uint64_t divisor) {
  if (n == 0) {
    exponent = 0;
    divisor = 1;
  } else {
    const int zeros = number::trailing_zeros(magnitude(n));
    n >>= zeros;
    exponent += zeros;
    if (divisor != 1) {
      const auto rest = static_cast<std::uint64_t>(magnitude(n) % divisor);
      const std::uint64_t factor = std::gcd(rest, divisor);
      if (factor != 1) {
        n /= static_cast<Wide>(factor);
        divisor /= factor;
      }
    }
  }
  if (divisor > std::numeric_limits<std::uint32_t>::max() || std::abs(exponent) > std::numeric_limits<int>::max()) {
    return false;
  }
  if (large_ != nullptr) release();
  set_significand(n);
  exponent_ = static_cast<std::int32_t>(exponent);
  divisor_ = static_cast<std::uint32_t>(divisor);
  return true;
}

bool Rational::add(Rational& sum, const Rational& a, const Rational& b, bool subtract) {
  if (a.large_ != nullptr || b.large_ != nullptr) return false;
  if (a.significand() == 0 || b.significand() == 0) {  // which has no exponent to speak of
    sum = b.significand() == 0 ? a : b;
    if (subtract && b.sign() != 0) sum.set_significand(-sum.significand());
    return true;
  }
  const std::int64_t shift = static_cast<std::int64_t>(a.exponent_) - b.exponent_;
  const std::int64_t left_a = std::max<std::int64_t>(shift, 0);
  const std::int64_t left_b = std::max<std::int64_t>(-shift, 0);
  const bool same_divisor = a.divisor_ == b.divisor_;
  const int more_a = same_divisor ? 0 : length(b.divisor_);
  const int more_b = same_divisor ? 0 : length(a.divisor_);
  if (length(magnitude(a.significand())) + left_a + more_a > kBits) return false;
  if (length(magnitude(b.significand())) + left_b + more_b > kBits) return false;
  Wide x = a.significand() << left_a;
  Wide y = b.significand() << left_b;
  std::uint64_t divisor = a.divisor_;
  if (!same_divisor) {
    x *= b.divisor_;
    y *= a.divisor_;
    divisor *= b.divisor_;
  }
  return sum.set(subtract ? x - y : x + y, std::min(a.exponent_, b.exponent_), divisor);
}

bool Rational::divide(Rational& quotient, const Rational& a, const Rational& b) {
  if (a.large_ != nullptr || b.large_ != nullptr) return false;
  const UnsignedWide under = magnitude(b.significand());
  if (length(under) > 32 || length(magnitude(a.significand())) + length(b.divisor_) > kBits) return false;
  const Wide over = a.significand() * b.divisor_;
  return quotient.set(b.significand() < 0 ? -over : over, static_cast<std::int64_t>(a.exponent_) - b.exponent_,
                      static_cast<std::uint64_t>(under) * a.divisor_);
}

// ---- construction

Rational::Rational(std::int64_t integer) noexcept { static_cast<void>(set(integer, 0, 1)); }

Rational::Rational(std::int64_t numerator, std::int64_t denominator)
    : Rational(Rational(numerator) / Rational(denominator)) {}

Rational Rational::dyadic(std::uint64_t significand, int exponent, bool negative) {
  Rational r;
  const auto n = static_cast<Wide>(significand);
  static_cast<void>(r.set(negative ? -n : n, exponent, 1));
  return r;
}

Rational Rational::from_double(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  constexpr int kPrecision = std::numeric_limits<double>::digits;
  const auto significand = static_cast<std::int64_t>(std::ldexp(fraction, kPrecision));
  return Rational(significand).scaled(exponent - kPrecision);
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

// ---- arithmetic

Rational operator+(const Rational& a, const Rational& b) {
  Rational r;
  if (Rational::add(r, a, b, false)) return r;
  return by_library([&](mpq_ptr sum) { mpq_add(sum, View(a), View(b)); });
}

Rational operator-(const Rational& a, const Rational& b) {
  Rational r;
  if (Rational::add(r, a, b, true)) return r;
  return by_library([&](mpq_ptr difference) { mpq_sub(difference, View(a), View(b)); });
}

Rational operator*(const Rational& a, const Rational& b) {
  Rational r;
  if (a.large_ == nullptr && b.large_ == nullptr &&
      length(magnitude(a.significand())) + length(magnitude(b.significand())) <= kBits &&
      r.set(a.significand() * b.significand(), static_cast<std::int64_t>(a.exponent_) + b.exponent_,
            static_cast<std::uint64_t>(a.divisor_) * b.divisor_)) {
    return r;
  }
  return by_library([&](mpq_ptr product) { mpq_mul(product, View(a), View(b)); });
}

Rational operator/(const Rational& a, const Rational& b) {
  Rational r;
  if (Rational::divide(r, a, b)) return r;
  return by_library([&](mpq_ptr quotient) { mpq_div(quotient, View(a), View(b)); });
}

Rational Rational::scaled(int exponent) const {
  const std::int64_t sum = static_cast<std::int64_t>(exponent_) + exponent;
  if (large_ == nullptr && std::abs(sum) <= std::numeric_limits<int>::max()) {
    Rational r = *this;
    if (r.significand() != 0) r.exponent_ = static_cast<std::int32_t>(sum);
    return r;
  }
  return by_library([&](mpq_ptr r) {
    if (exponent >= 0) {
      mpq_mul_2exp(r, View(*this), static_cast<mp_bitcnt_t>(exponent));
    } else {
      mpq_div_2exp(r, View(*this), static_cast<mp_bitcnt_t>(-exponent));
    }
  });
}

Rational operator-(const Rational& a) {
  Rational r = a;
  r.set_significand(-r.significand());
  if (r.large_ != nullptr) mpq_neg(r.large_->number, r.large_->number);
  return r;
}

Rational Rational::abs() const { return sign() < 0 ? -*this : *this; }

Rational Rational::floor() const {
  if (is_integer()) return *this;
  if (large_ == nullptr && (exponent_ <= 0 || length(magnitude(significand())) + exponent_ <= kBits)) {
    // Shifted first: floor(floor(n / 2^k) / d) = floor(n / (2^k d)).
    Wide n = exponent_ <= 0 ? significand() >> std::min(-exponent_, 127) : significand() << exponent_;
    if (divisor_ != 1) n = n >= 0 ? n / divisor_ : -((-n + divisor_ - 1) / divisor_);
    Rational r;
    if (r.set(n, 0, 1)) return r;
  }
  return by_library([&](mpq_ptr r) {
    const View value(*this);
    mpz_fdiv_q(mpq_numref(r), mpq_numref(static_cast<mpq_srcptr>(value)), mpq_denref(static_cast<mpq_srcptr>(value)));
  });
}

// ---- what it is

int Rational::compare(const Rational& other) const {
  if (sign() != other.sign()) return sign() < other.sign() ? -1 : 1;
  if (large_ == nullptr && other.large_ == nullptr) {
    if (significand() == 0) return 0;
    // The significands times the other's divisor, from the exponent of their last bits on.
    const int more = divisor_ == other.divisor_ ? 0 : 32;
    const int bits = length(magnitude(significand())) + more;
    const int other_bits = length(magnitude(other.significand())) + more;
    const std::int64_t shift = static_cast<std::int64_t>(exponent_) - other.exponent_;
    const std::int64_t top = shift + bits - other_bits;
    if (more == 0 && top != 0) return (top < 0) == (significand() > 0) ? -1 : 1;
    if (bits + std::max<std::int64_t>(shift, 0) <= 127 && other_bits + std::max<std::int64_t>(-shift, 0) <= 127) {
      const Wide x = (more == 0 ? significand() : significand() * other.divisor_) << std::max<std::int64_t>(shift, 0);
      const Wide y = (more == 0 ? other.significand() : other.significand() * divisor_)
                     << std::max<std::int64_t>(-shift, 0);
      return (x > y) - (x < y);
    }
  }
  const int order = mpq_cmp(View(*this), View(other));  // of any size
  return (order > 0) - (order < 0);
}

int Rational::sign_of_large() const { return mpq_sgn(large_->number); }

bool Rational::is_integer() const {
  if (large_ != nullptr) return mpz_cmp_ui(mpq_denref(large_->number), 1) == 0;
  return exponent_ >= 0 && divisor_ == 1;
}

bool Rational::is_dyadic() const {
  return large_ != nullptr ? mpz_popcount(mpq_denref(large_->number)) == 1 : divisor_ == 1;
}

int Rational::floor_log2() const {
  if (large_ == nullptr && divisor_ == 1) return exponent_ + length(magnitude(significand())) - 1;
  const View value(*this);
  const auto bits = [](mpz_srcptr z) { return static_cast<int>(mpz_sizeinbase(z, 2)); };
  const int guess = bits(mpq_numref(static_cast<mpq_srcptr>(value))) - bits(mpq_denref(static_cast<mpq_srcptr>(value)));
  // floor(log2) is guess or guess - 1
  return abs().compare(power_of_two(guess)) >= 0 ? guess : guess - 1;
}

bool Rational::is_power_of_two() const { return sign() != 0 && abs() == power_of_two(floor_log2()); }

double Rational::to_double() const {
  using Limits = std::numeric_limits<double>;
  if (sign() == 0) return 0;
  const int exponent = floor_log2();
  if (exponent > Limits::max_exponent - 1) return sign() < 0 ? -Limits::max() : Limits::max();
  if (large_ == nullptr && divisor_ == 1 && exponent >= Limits::min_exponent) {
    const int excess = std::max(length(magnitude(significand())) - Limits::digits, 0);
    const auto size = static_cast<std::int64_t>(magnitude(significand()) >> excess);
    const double value = std::ldexp(static_cast<double>(size), exponent_ + excess);
    return significand() < 0 ? -value : value;
  }
  return mpq_get_d(View(*this));
}

double Rational::nearest_double() const {
  const double below = to_double();
  const Rational size = abs();
  const Rational rest = size - from_double(std::fabs(below));
  if (rest.sign() == 0 || std::fabs(below) == std::numeric_limits<double>::max()) return below;
  const double above = std::nextafter(below, sign() * HUGE_VAL);
  const int nearer = rest.compare(from_double(std::fabs(above)) - size);
  const bool is_odd = (std::bit_cast<std::uint64_t>(below) & 1) != 0;
  return nearer > 0 || (nearer == 0 && is_odd) ? above : below;
}

bool Rational::perfect_square(Rational& root) const {
  if (sign() < 0) return false;
  if (large_ == nullptr && significand() != 0) {
    // The squares of odd numbers are 1 modulo 8.
    if (exponent_ % 2 != 0 || (significand() & 7) != 1 || (divisor_ & 7) != 1) return false;
    if (divisor_ == 1 && length(magnitude(significand())) <= std::numeric_limits<double>::digits) {
      const double size = std::sqrt(static_cast<double>(significand()));
      const auto n = static_cast<Wide>(size);
      return n * n == significand() && root.set(n, exponent_ / 2, 1);
    }
  }
  const View value(*this);
  mpz_srcptr numerator = mpq_numref(static_cast<mpq_srcptr>(value));
  mpz_srcptr denominator = mpq_denref(static_cast<mpq_srcptr>(value));
  if (mpz_perfect_square_p(numerator) == 0 || mpz_perfect_square_p(denominator) == 0) return false;
  root = by_library([&](mpq_ptr r) {
    mpz_sqrt(mpq_numref(r), numerator);
    mpz_sqrt(mpq_denref(r), denominator);
  });
  return true;
}

std::int64_t Rational::to_int64() const {
  if (large_ != nullptr) return mpz_get_si(mpq_numref(large_->number));
  return static_cast<std::int64_t>(significand() << exponent_);
}

std::string Rational::text() const {
  char* digits = mpq_get_str(nullptr, 10, View(*this));
  std::string text(digits);
  void (*free)(void*, std::size_t) = nullptr;
  mp_get_memory_functions(nullptr, nullptr, &free);
  free(digits, text.size() + 1);
  return text;
}

}  // namespace halfulp::exact
