// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "exact/rational.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::exact {

/// A real number known exactly: a rational, or a function of one or two dyadic rationals that is enclosed ever more
/// tightly until the comparison at hand is decided. The first enclosure of a function of binary32 values is that of its
/// certified double (certified.hpp; not if HALFULP_DOUBLE_ENCLOSURE is OFF), the next ones are MPFR's. Not to be shared
/// between threads while it is compared: it caches its enclosure.
class Real {
 public:
  /// An operation that is a function of one operand; pow, rootn, atan2 and atan2pi (the angle of the point (second,
  /// first argument)).
  using Function = Operation;

  Real() = default;
  Real(Rational value) : argument_(std::move(value)) {}  // NOLINT(google-explicit-constructor)

  /// f(argument), argument in f's domain (sqrt: >= 0; rsq, log...: > 0; asin, acos: |x| <= 1; acosh: >= 1; atanh: |x|
  /// < 1; tanpi, tgamma, lgamma: no pole). Rational results are found here (Lindemann: sqrt and rsq of squares, exp 0,
  /// 2^integer, 10^integer, logarithms of powers of their base, arcs and functions of 0 and 1, multiples of 1/2 under
  /// sinpi and cospi, of 1/4 under tanpi, what rational_value() names); every other value is irrational, so that
  /// compare() ends.
  [[nodiscard]] static Real of(Function function, const Rational& argument);
  /// atan2pi (neither is zero, |first| is not |second|) or the root rootn (first > 0, second an integer that is not
  /// zero, and first no perfect power of its degree): irrational.
  [[nodiscard]] static Real of(Function function, const Rational& first, const Rational& second);
  /// f(x), x an infinity, a zero, an end of f's domain or beyond it, where that is exact, an infinity or NaN: by MPFR,
  /// which follows C's annex F. Nothing for all other operands.
  [[nodiscard]] static std::optional<double> at_edge(Function function, double x);

  /// pow: x > 0; rational where y is an integer or x a perfect power. A result of more than 2^13 bits equals no
  /// threshold and is enclosed like an irrational one. atan2: not both zero, y not 0 if x > 0.
  [[nodiscard]] static Real pow(const Rational& x, const Rational& y);
  [[nodiscard]] static Real atan2(const Rational& y, const Rational& x);
  /// The positive root x^(1 / degree) less `shift`; x > 0, degree > 0, and the difference is not much smaller than the
  /// root. Rational where x is a perfect power.
  [[nodiscard]] static Real root(const Rational& x, int degree, const Rational& shift = 0);
  /// x^(1 / degree) + y^(1 / degree), positive roots; x, y > 0, degree an odd prime. Rational where both are perfect
  /// powers, and only there.
  [[nodiscard]] static Real sum_of_roots(const Rational& x, const Rational& y, int degree);
  [[nodiscard]] Real operator-() const;

  [[nodiscard]] bool is_rational() const { return is_rational_; }
  /// The value; only if is_rational().
  [[nodiscard]] const Rational& rational() const { return argument_; }

  /// -1, 0 or 1 as the number is below, equal to or above t.
  /// No t beyond 2^32768. Throws Error(kInternal) that names the number if 2^14 bits do not decide.
  [[nodiscard]] int compare(const Rational& t) const;
  [[nodiscard]] int sign() const { return compare(Rational(0)); }
  /// Both ends of an open interval that holds an irrational number; of a rational the number itself, twice.
  [[nodiscard]] const Rational& lower() const { return is_rational() ? argument_ : enclosed().lower_; }
  [[nodiscard]] const Rational& upper() const { return is_rational() ? argument_ : enclosed().upper_; }
  /// Narrows that interval. Throws as compare() if it has 2^14 bits already.
  void narrow() const;
  /// The largest integer not above the number plus `shift`.
  [[nodiscard]] std::int64_t floor_of_sum(const Rational& shift) const;
  /// floor(log2(|value|)); the value is not zero. Of irrational values far beyond 2^(+-8192): 8192, -8193.
  [[nodiscard]] int floor_log2() const;
  /// A rational within 2^-90 relative (the value itself if rational; far beyond 2^(+-8192) the bound, or 0).
  [[nodiscard]] Rational nearby() const;
  /// "0x1.8p+1" where that is exact, else "~" and 20 significant decimal digits; of values beyond 2^(+-8192) the bound
  /// that they pass: "above 2^8192", "below 2^-8192", "below -2^8192", "above -2^-8192".
  [[nodiscard]] std::string text() const;

 private:
  Real(Function function, Rational argument, Rational second);
  const Real& enclosed() const;
  void enclose(int bits) const;
  [[nodiscard]] bool enclose_by_double() const;
  [[nodiscard]] bool enclose_coarsely() const;
  void enclose_by_mpfr() const;
  void enclose_root() const;
  [[nodiscard]] std::string call_text() const;

  Function function_{};  ///< of neither a rational nor a root
  bool is_rational_ = true;
  mutable int bits_ = 0;    ///< of the enclosure; 0: none so far
  mutable int beyond_ = 0;  ///< 1 and -1: far above 2^8192, far below 2^-8192 in size
  mutable Rational lower_;
  mutable Rational upper_;
  Rational argument_;
  Rational second_;       ///< pow, rootn, atan2, atan2pi; what the second root is of, or 0
  Rational shift_;        ///< of a root
  int degree_ = 0;        ///< of a root; else 0
  bool negated_ = false;  ///< the value is minus the function's; never of a rational
};

/// Sign of pi - t.
[[nodiscard]] int compare_pi(const Rational& t);

}  // namespace halfulp::exact
