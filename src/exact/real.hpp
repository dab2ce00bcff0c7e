// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "exact/rational.hpp"

namespace halfulp::exact {

/// A real number known exactly: a rational, or a function of a rational that is enclosed ever more tightly until the
/// comparison at hand is decided. Not to be shared between threads while it is compared: it caches its enclosure.
class Real {
 public:
  enum class Function : std::uint8_t { rational, sqrt, rsqrt, exp2, log2, sin, cos };

  Real() = default;
  Real(Rational value)
      : lower_(value), upper_(value), argument_(std::move(value)) {}  // NOLINT(google-explicit-constructor)

  /// f(argument), argument in f's domain (sqrt: >= 0; rsqrt, log2: > 0). Rational results are found here (perfect
  /// squares, 2^integer, log2 of a power of two, sin 0, cos 0); every other value is irrational, so that compare()
  /// ends.
  [[nodiscard]] static Real of(Function function, const Rational& argument);

  [[nodiscard]] bool is_rational() const { return function_ == Function::rational; }
  /// The value; only if is_rational().
  [[nodiscard]] const Rational& rational() const { return argument_; }

  /// Negative, zero or positive as the number is below, equal to or above t.
  /// Throws Error(kInternal) that names the number if 2^14 bits do not decide.
  [[nodiscard]] int compare(const Rational& t) const;
  [[nodiscard]] int sign() const { return compare(Rational(0)); }
  /// floor(log2(|value|)); the value is not zero.
  [[nodiscard]] int floor_log2() const;
  /// A double within 2^-50 relative of the value (saturated beyond double's range).
  [[nodiscard]] double approximation() const;
  /// A rational within 2^-90 relative (the value itself if rational).
  [[nodiscard]] Rational nearby() const;
  /// "0x1.8p+1" where that is exact, else "~" and 20 significant decimal digits.
  [[nodiscard]] std::string text() const;

 private:
  void refine(int bits) const;

  Function function_ = Function::rational;
  mutable int bits_ = 0;
  mutable Rational lower_;
  mutable Rational upper_;
  Rational argument_;
};

/// Sign of pi - t.
[[nodiscard]] int compare_pi(const Rational& t);

}  // namespace halfulp::exact
