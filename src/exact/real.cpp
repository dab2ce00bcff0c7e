// SPDX-License-Identifier: Apache-2.0
#include "exact/real.hpp"

#include <fmt/format.h>
#include <mpfr.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <numbers>
#include <optional>
#include <utility>

#include "exact/angle_units.hpp"
#include "exact/certified.hpp"
#include "exact/function_values.hpp"
#include "exact/library_functions.hpp"
#include "exact/mpfr_caches.hpp"
#include "exact/rational_library.hpp"
#include "halfulp/error.hpp"
#include "number/binade.hpp"
#include "number/float_environment.hpp"

namespace halfulp::exact {
namespace {

using View = Rational::Library::View;

/// Bits of an enclosure: of the certified double's first, then of MPFR's first; then twice as many each time.
constexpr int kDoubleBits = 48;
constexpr int kFirstBits = 2 * kDoubleBits;
constexpr int kMostBits = 1 << 14;

/// Bits that hold the argument exactly: arguments here are format values, whose denominators are powers of two.
int exact_bits(const Rational& argument) {
  const View view(argument);
  mpq_srcptr value = view;
  return static_cast<int>(mpz_sizeinbase(mpq_numref(value), 2)) +
         static_cast<int>(mpz_sizeinbase(mpq_denref(value), 2));
}

/// An MPFR number that is freed at the end of its scope; one of few bits takes no memory.
class Float {
 public:
  explicit Float(int bits) : own_(bits > kFewBits) {
    free_caches_at_thread_exit();
    if (own_) {
      mpfr_init2(value_, bits);
    } else {
      mpfr_custom_init(limbs_.data(), bits);
      mpfr_custom_init_set(value_, MPFR_NAN_KIND, 0, bits, limbs_.data());
    }
  }
  /// A rational that is exact in binary.
  explicit Float(const Rational& value, const std::optional<Rational::Library::Dyadic>& dyadic)
      : Float(dyadic ? 64 : exact_bits(value)) {
    if (dyadic) {
      mpfr_set_si_2exp(value_, dyadic->n, dyadic->exponent, MPFR_RNDN);
    } else {
      mpfr_set_q(value_, View(value), MPFR_RNDN);
    }
  }
  explicit Float(const Rational& value) : Float(value, Rational::Library::dyadic(value)) {}
  ~Float() {
    if (own_) mpfr_clear(value_);
  }
  Float(const Float&) = delete;
  Float& operator=(const Float&) = delete;
  operator mpfr_ptr() { return value_; }  // NOLINT(google-explicit-constructor): used as MPFR's own type

 private:
  static constexpr int kFewBits = 128;

  bool own_;
  std::array<mp_limb_t, kFewBits / 64> limbs_;
  mpfr_t value_;
};

/// An integer of GMP's, likewise.
class Integer {
 public:
  Integer() { mpz_init(value_); }
  ~Integer() { mpz_clear(value_); }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;
  operator mpz_ptr() { return value_; }  // NOLINT(google-explicit-constructor): used as GMP's own type

 private:
  mpz_t value_;
};

Rational as_rational(mpfr_srcptr value) {
  Integer significand;
  const mpfr_exp_t exponent = mpfr_get_z_2exp(significand, value);
  return Rational::Library::of(significand, exponent);
}

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

struct FunctionRow {
  Real::Function function;
  Unary unary;
  double least = -HUGE_VAL;  ///< ends of the domain
  double most = HUGE_VAL;
  Binary binary = nullptr;
};

using F = Operation;
constexpr FunctionRow kFunctions[] = {
    {F::sqrt, mpfr_sqrt, 0},
    {F::rsq, mpfr_rec_sqrt, 0},
    {F::exp, mpfr_exp},
    {F::exp2, mpfr_exp2},
    {F::exp10, mpfr_exp10},
    {F::log, mpfr_log, 0},
    {F::log2, mpfr_log2, 0},
    {F::log10, mpfr_log10, 0},
    {F::sin, mpfr_sin},
    {F::cos, mpfr_cos},
    {F::tan, mpfr_tan},
    {F::asin, mpfr_asin, -1, 1},
    {F::acos, mpfr_acos, -1, 1},
    {F::atan, mpfr_atan},
    {F::sinh, mpfr_sinh},
    {F::cosh, mpfr_cosh},
    {F::tanh, mpfr_tanh},
    {F::asinh, mpfr_asinh},
    {F::acosh, mpfr_acosh, 1},
    {F::atanh, mpfr_atanh, -1, 1},
    {F::sinpi, mpfr_sinpi},
    {F::cospi, mpfr_cospi},
    {F::tanpi, mpfr_tanpi},
    {F::radians, radians_of},
    {F::degrees, degrees_of},
    {F::expm1, mpfr_expm1},
    {F::log1p, mpfr_log1p, -1},
    {F::erf, mpfr_erf},
    {F::erfc, mpfr_erfc},
    {F::normcdf, normcdf_of},
    {F::tgamma, mpfr_gamma},
    {F::lgamma, lgamma_of},
    {F::asinpi, mpfr_asinpi, -1, 1},
    {F::acospi, mpfr_acospi, -1, 1},
    {F::atanpi, mpfr_atanpi},
    {F::atan2pi, nullptr, -HUGE_VAL, HUGE_VAL, mpfr_atan2pi},
    {F::rootn, nullptr, -HUGE_VAL, HUGE_VAL, rootn_of},
    {F::pow, nullptr, -HUGE_VAL, HUGE_VAL, mpfr_pow},
    {F::atan2, nullptr, -HUGE_VAL, HUGE_VAL, mpfr_atan2},
};

/// Places in kFunctions, by operation.
constexpr auto kRows = [] {
  std::array<std::uint8_t, kOperationCount> rows{};
  rows.fill(std::size(kFunctions));
  for (std::size_t i = 0; i < std::size(kFunctions); ++i) {
    rows[static_cast<std::size_t>(kFunctions[i].function)] = static_cast<std::uint8_t>(i);
  }
  return rows;
}();

const FunctionRow& row_of(Real::Function function) {
  const std::size_t row = kRows[static_cast<std::size_t>(function)];
  if (row < std::size(kFunctions)) return kFunctions[row];
  throw Error(Error::Kind::kInternal, fmt::format("src/exact/real.cpp has no row for {}", info(function).name));
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

Real::Real(Function function, Rational argument, Rational second)
    : function_(function), is_rational_(false), argument_(std::move(argument)), second_(std::move(second)) {}

std::optional<double> Real::at_edge(Function function, double x) {
  const FunctionRow& row = row_of(function);
  if (x != 0 && x > row.least && x < row.most) return std::nullopt;
  constexpr int kBits = 53;
  Float operand(kBits);
  Float result(kBits);
  mpfr_set_d(operand, x, MPFR_RNDN);
  if (row.unary(result, operand, MPFR_RNDN) != 0) return std::nullopt;
  return mpfr_get_d(result, MPFR_RNDN);
}

Real Real::of(Function function, const Rational& argument) {
  if (auto value = rational_value(function, argument)) return {*std::move(value)};
  return {function, argument, 0};
}

Real Real::of(Function function, const Rational& first, const Rational& second) { return {function, first, second}; }

Real Real::pow(const Rational& x, const Rational& y) {
  if (y.sign() == 0 || x == Rational(1)) return {Rational(1)};
  // x^(n / 2^k) is rational only if x is a 2^k-th power, since x is dyadic and n odd.
  Rational base = x;
  Rational exponent = y;
  for (Rational root; !exponent.is_integer() && base.perfect_square(root); base = root)
    exponent = exponent * Rational(2);
  if (exponent.is_integer()) {
    const Rational bits =
        exponent.abs() * Rational(base.is_power_of_two() ? std::abs(base.floor_log2()) : exact_bits(base));
    if (bits <= Rational(kHuge)) return {power(base, exponent.to_int64())};
  }
  return {Function::pow, x, y};
}

Real Real::atan2(const Rational& y, const Rational& x) { return {Function::atan2, y, x}; }

Real Real::root(const Rational& x, int degree, const Rational& shift) {
  const View view(x);
  mpq_srcptr value = view;
  const auto n = static_cast<unsigned long>(degree);
  Integer numerator_root;
  Integer denominator_root;
  if (mpz_root(numerator_root, mpq_numref(value), n) != 0 && mpz_root(denominator_root, mpq_denref(value), n) != 0) {
    return {Rational::Library::of(numerator_root, 0) / Rational::Library::of(denominator_root, 0) - shift};
  }
  Real result(Function{}, x, 0);
  result.shift_ = shift;
  result.degree_ = degree;
  return result;
}

// Irrational a = x^(1/p) and b = y^(1/p) have no rational sum q: a, whose minimal polynomial is t^p - x, would be a
// root of (q - t)^p - y as well, so that both were equal but for a factor, and q zero.
Real Real::sum_of_roots(const Rational& x, const Rational& y, int degree) {
  Real first = root(x, degree);
  const Real second = root(y, degree);
  if (first.is_rational()) return root(y, degree, -first.rational());
  if (second.is_rational()) return root(x, degree, -second.rational());
  first.second_ = y;
  return first;
}

/// Values far beyond every threshold: above 2^kHuge, below 2^-kHuge, or that near to 1. Their enclosure stays coarse.
bool Real::enclose_coarsely() const {
  const double x = argument_.to_double();
  if (function_ == Function::tanh && std::fabs(x) > kHuge) {
    lower_ = x > 0 ? Rational(1) - Rational::power_of_two(-kHuge) : Rational(-1);
    upper_ = x > 0 ? Rational(1) : Rational::power_of_two(-kHuge) - Rational(1);
    return true;
  }
  const double log2 = log2_of_huge(function_, argument_, second_);
  if (std::fabs(log2) <= kHuge + 1) return false;
  beyond_ = log2 > 0 ? 1 : -1;
  lower_ = log2 > 0 ? Rational::power_of_two(kHuge) : Rational(0);
  upper_ = Rational::power_of_two(log2 > 0 ? 4 * kHuge : -kHuge);
  if (is_negative_where_huge(function_, x)) {
    const Rational magnitude = lower_;
    lower_ = -upper_;
    upper_ = -magnitude;
  }
  return true;
}

Real Real::operator-() const {
  if (is_rational()) return {-argument_};
  Real result(function_, argument_, second_);
  result.shift_ = shift_;
  result.degree_ = degree_;
  result.negated_ = !negated_;
  return result;
}

const Real& Real::enclosed() const {
  if (bits_ == 0) enclose(kDoubleBits);
  return *this;
}

void Real::enclose(int bits) const {
  bits_ = bits;
  if (degree_ != 0) {
    enclose_root();
  } else if (!enclose_coarsely() && (bits > kDoubleBits || !enclose_by_double())) {
    bits_ = std::max(bits, kFirstBits);
    enclose_by_mpfr();
  }
  if (!negated_) return;
  std::swap(lower_, upper_);
  lower_ = -lower_;
  upper_ = -upper_;
}

void Real::narrow() const {
  if (bits_ * 2 > kMostBits) {
    throw Error(Error::Kind::kInternal,
                fmt::format("{}: undecided after {} bits; please report this case", call_text(), bits_));
  }
  enclose(bits_ == 0 ? kDoubleBits : bits_ * 2);
}

/// From the certified double d: |d - exact| <= 2^-48 |exact|, for operands of binary32 that are not zero and results of
/// 2^-149 to 2^149; of sqrt and rsq from one or two IEEE 754 operations, within 2^-51. With 2^e <= |d| < 2^(e+1) the
/// exact result is less than 2^(e-46) from d: 2^-48 |exact| <= 2^-48 (1 + 2^-47) |d| < 2^(e-47) (1 + 2^-47), and
/// rounding d -+ 2^(e-46) errs by 2^(e-52) at most.
bool Real::enclose_by_double() const {
#if HALFULP_DOUBLE_ENCLOSURE
  const FunctionRow& row = row_of(function_);
  const auto is_binary32 = [](const Rational& value, double x) {
    return static_cast<double>(static_cast<float>(x)) == x && x != 0 && Rational::from_double(x) == value;
  };
  const number::DefaultFloatEnvironment environment;
  const double x = argument_.to_double();
  const double y = second_.to_double();
  const bool is_root = function_ == Function::sqrt || function_ == Function::rsq;
  if (!is_root && !has_certified(function_)) return false;
  if (!is_binary32(argument_, x) || (row.binary != nullptr && !is_binary32(second_, y))) return false;
  const double d = function_ == Function::sqrt  ? std::sqrt(x)
                   : function_ == Function::rsq ? 1 / std::sqrt(x)
                   : row.binary != nullptr      ? certified(function_, x, y)
                                                : certified(function_, x);
  const double size = std::fabs(d);
  if (!(size >= 0x1p-148 && size <= 0x1p148)) return false;
  const double width = number::power_of_two(number::exponent_of(size) - 46);
  double low = size - width;
  double high = size + width;
  if (low <= 1 && high >= 1) {
    // Where the double is known to be on the exact result's side of 1, so is the enclosure.
    if (size == 1 || !keeps_side_of_one(function_)) return false;
    (size < 1 ? high : low) = 1;
  }
  lower_ = Rational::from_double(d < 0 ? -high : low);
  upper_ = Rational::from_double(d < 0 ? -low : high);
  return true;
#else
  return false;
#endif
}

void Real::enclose_by_mpfr() const {
  const FunctionRow& row = row_of(function_);
  Float x(argument_);
  Float y(bits_);
  if (row.unary != nullptr) {
    row.unary(y, x, MPFR_RNDD);
  } else {
    Float second(second_);
    row.binary(y, x, second, MPFR_RNDD);
  }
  lower_ = as_rational(y);
  mpfr_nextabove(y);  // the value is irrational, so it lies strictly between
  upper_ = as_rational(y);
}

/// In integers: the root of x * 2^(degree * places), cut off. It is irrational, so that it lies strictly between.
void Real::enclose_root() const {
  lower_ = -shift_;
  upper_ = -shift_;
  const auto add = [&](const Rational& x) {
    const int places = bits_ - x.floor_log2() / degree_;
    const Rational scaled = x.scaled(degree_ * places).floor();
    const View view(scaled);
    Integer integer;
    mpz_root(integer, mpq_numref(static_cast<mpq_srcptr>(view)), static_cast<unsigned long>(degree_));
    const Rational root = Rational::Library::of(integer, 0);
    lower_ = lower_ + root.scaled(-places);
    upper_ = upper_ + (root + Rational(1)).scaled(-places);
  };
  add(argument_);
  if (second_.sign() > 0) add(second_);
}

std::string Real::call_text() const {
  if (degree_ != 0) {
    return fmt::format("{}({}^(1/{}) + {}^(1/{}) - {})", negated_ ? "-" : "", argument_.text(), degree_, second_.text(),
                       degree_, shift_.text());
  }
  const bool binary = row_of(function_).binary != nullptr;
  return fmt::format("{}{}({}{}{})", negated_ ? "-" : "", info(function_).name, argument_.text(), binary ? ", " : "",
                     binary ? second_.text() : "");
}

int Real::compare(const Rational& t) const {
  if (is_rational()) return argument_.compare(t);
  for (enclosed();; narrow()) {
    if (t <= lower_) return 1;
    if (t >= upper_) return -1;
  }
}

std::int64_t Real::floor_of_sum(const Rational& shift) const {
  Rational integer = (nearby() + shift).floor();
  while (compare(integer - shift) < 0) integer = integer - Rational(1);
  while (compare(integer + Rational(1) - shift) >= 0) integer = integer + Rational(1);
  return integer.to_int64();
}

int Real::floor_log2() const {
  if (is_rational()) return argument_.floor_log2();
  enclosed();
  if (beyond_ != 0) return beyond_ > 0 ? kHuge : -kHuge - 1;
  while (lower_.sign() * upper_.sign() <= 0) narrow();
  const int inner = (lower_.sign() > 0 ? lower_ : upper_).floor_log2();
  const Rational& outer = lower_.sign() > 0 ? upper_ : lower_;
  if (outer.floor_log2() == inner) return inner;
  // A power of two lies between, or is the outer end: the comparison decides.
  const int exponent = outer.floor_log2();
  const Rational power = Rational::dyadic(1, exponent, outer.sign() < 0);
  const int side = compare(power) * power.sign();
  return side >= 0 ? exponent : exponent - 1;
}

Rational Real::nearby() const {
  if (is_rational()) return argument_;
  if (bits_ < kFirstBits) enclose(kFirstBits);
  return lower_;
}

std::string Real::text() const {
  constexpr int kMostExactBits = 320;  // the exponents of a binary32 sum span 278
  const Rational huge = Rational::power_of_two(kHuge);
  if (compare(huge) > 0) return fmt::format("above 2^{}", kHuge);
  if (compare(-huge) < 0) return fmt::format("below -2^{}", kHuge);
  const int side = sign();
  if (side == 0) return "0x0p+0";
  const Rational tiny = Rational::power_of_two(-kHuge);
  if (side > 0 && compare(tiny) < 0) return fmt::format("below 2^-{}", kHuge);
  if (side < 0 && compare(-tiny) > 0) return fmt::format("above -2^-{}", kHuge);
  const Rational value = nearby();
  if (is_rational() && value.is_dyadic() && exact_bits(value) <= kMostExactBits) return hex(value);
  char text[64];
  Float x(kFirstBits);
  mpfr_set_q(x, View(value), MPFR_RNDN);
  mpfr_snprintf(text, sizeof text, "~%.20Rg", static_cast<mpfr_ptr>(x));
  return text;
}

int compare_pi(const Rational& t) {
  for (int bits = kFirstBits; bits <= kMostBits; bits *= 2) {
    Float pi(bits);
    mpfr_const_pi(pi, MPFR_RNDD);
    if (t <= as_rational(pi)) return 1;
    mpfr_nextabove(pi);
    if (t >= as_rational(pi)) return -1;
  }
  throw Error(Error::Kind::kInternal, fmt::format("pi compared with {}: undecided", t.text()));
}

}  // namespace halfulp::exact
