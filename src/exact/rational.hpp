// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace halfulp::exact {

/// An exact rational number of any size. The library that does the arithmetic is known to src/exact only.
class Rational {
 public:
  Rational() : Rational(0) {}
  Rational(std::int64_t integer);  // NOLINT(google-explicit-constructor): integers are rationals
  Rational(std::int64_t numerator, std::int64_t denominator);
  Rational(const Rational& other);
  Rational(Rational&& other) noexcept;
  Rational& operator=(const Rational& other);
  Rational& operator=(Rational&& other) noexcept;
  ~Rational();

  /// significand * 2^exponent.
  [[nodiscard]] static Rational dyadic(std::uint64_t significand, int exponent, bool negative = false);
  [[nodiscard]] static Rational power_of_two(int exponent) { return dyadic(1, exponent); }
  /// A finite double, exactly.
  [[nodiscard]] static Rational from_double(double value);
  /// An unsigned decimal (`0.0008`, `12`, `1e-3`). Empty or malformed text is the caller's error: check first.
  [[nodiscard]] static Rational from_decimal(std::string_view text);

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  /// b is not zero.
  friend Rational operator/(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a);
  /// *this * 2^exponent; a shift, much cheaper than the product.
  [[nodiscard]] Rational scaled(int exponent) const;
  friend bool operator==(const Rational& a, const Rational& b) { return a.compare(b) == 0; }
  friend bool operator<(const Rational& a, const Rational& b) { return a.compare(b) < 0; }
  friend bool operator>(const Rational& a, const Rational& b) { return a.compare(b) > 0; }
  friend bool operator<=(const Rational& a, const Rational& b) { return a.compare(b) <= 0; }
  friend bool operator>=(const Rational& a, const Rational& b) { return a.compare(b) >= 0; }

  /// -1, 0 or 1 as *this is below, equal to or above other.
  [[nodiscard]] int compare(const Rational& other) const;
  [[nodiscard]] int sign() const;
  [[nodiscard]] bool is_integer() const;
  [[nodiscard]] Rational abs() const;
  /// The largest integer not above *this.
  [[nodiscard]] Rational floor() const;
  /// floor(log2(|*this|)); *this is not zero.
  [[nodiscard]] int floor_log2() const;
  /// Whether |*this| is a power of two.
  [[nodiscard]] bool is_power_of_two() const;
  /// Truncated toward zero to a double; magnitudes beyond double saturate.
  [[nodiscard]] double to_double() const;
  /// Whether *this is the square of a rational; then `root` becomes the non-negative one.
  [[nodiscard]] bool perfect_square(Rational& root) const;
  /// The integer as int64; *this is an integer of that range.
  [[nodiscard]] std::int64_t to_int64() const;
  /// "3/2", "-7".
  [[nodiscard]] std::string text() const;

  struct Access;  ///< src/exact's way to the number itself

 private:
  friend struct Access;
  alignas(8) std::byte storage_[32];
};

}  // namespace halfulp::exact
