// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "number/wide.hpp"

namespace halfulp::exact {

/// An exact rational number of any size. Most numbers here are a few bits times a power of two: they take no memory of
/// their own. A library, known to src/exact only, computes with the others.
class Rational {
 public:
  Rational() noexcept = default;
  Rational(std::int64_t integer) noexcept;  // NOLINT(google-explicit-constructor): integers are rationals
  Rational(std::int64_t numerator, std::int64_t denominator);
  Rational(const Rational& other)
      : low_(other.low_), high_(other.high_), exponent_(other.exponent_), divisor_(other.divisor_) {
    if (other.large_ != nullptr) large_ = copy_of(*other.large_);
  }
  Rational(Rational&& other) noexcept { *this = std::move(other); }
  Rational& operator=(const Rational& other) {
    if (this != &other) *this = Rational(other);
    return *this;
  }
  Rational& operator=(Rational&& other) noexcept {
    low_ = other.low_;
    high_ = other.high_;
    exponent_ = other.exponent_;
    divisor_ = other.divisor_;
    std::swap(large_, other.large_);  // so that `other` frees it, and is zero or has the same value
    return *this;
  }
  ~Rational() {
    if (large_ != nullptr) release();
  }

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
  [[nodiscard]] int sign() const {
    if (large_ != nullptr) return sign_of_large();
    return high_ < 0 ? -1 : (static_cast<std::uint64_t>(high_) | low_) != 0 ? 1 : 0;
  }
  [[nodiscard]] bool is_integer() const;
  /// Whether the denominator is a power of two.
  [[nodiscard]] bool is_dyadic() const;
  [[nodiscard]] Rational abs() const;
  /// The largest integer not above *this.
  [[nodiscard]] Rational floor() const;
  /// floor(log2(|*this|)); *this is not zero.
  [[nodiscard]] int floor_log2() const;
  /// Whether |*this| is a power of two.
  [[nodiscard]] bool is_power_of_two() const;
  /// Truncated toward zero to a double; magnitudes beyond double saturate.
  [[nodiscard]] double to_double() const;
  /// The nearest double, of two the even one; magnitudes beyond double saturate.
  [[nodiscard]] double nearest_double() const;
  /// Whether *this is the square of a rational; then `root` becomes the non-negative one.
  [[nodiscard]] bool perfect_square(Rational& root) const;
  /// The integer as int64; *this is an integer of that range.
  [[nodiscard]] std::int64_t to_int64() const;
  /// "3/2", "-7".
  [[nodiscard]] std::string text() const;

  struct Library;  ///< src/exact's way to the library's numbers

 private:
  friend struct Library;
  struct Large;

  /// Makes it n * 2^exponent / divisor, divisor odd; false, and no change, if that needs more bits.
  [[nodiscard]] bool set(number::Wide n, std::int64_t exponent, std::uint64_t divisor);
  [[nodiscard]] static bool add(Rational& sum, const Rational& a, const Rational& b, bool subtract);
  [[nodiscard]] static bool divide(Rational& quotient, const Rational& a, const Rational& b);
  [[nodiscard]] number::Wide significand() const {
    return static_cast<number::Wide>(static_cast<number::UnsignedWide>(static_cast<std::uint64_t>(high_)) << 64 | low_);
  }
  void set_significand(number::Wide n) {
    low_ = static_cast<std::uint64_t>(n);
    high_ = static_cast<std::int64_t>(n >> 64);
  }
  [[nodiscard]] int sign_of_large() const;
  [[nodiscard]] static Large* copy_of(const Large& large);
  void release() noexcept;

  // significand * 2^exponent / divisor, in lowest terms, unless `large_`.
  // The significand is odd, of at most 127 bits; or zero, and so the exponent. In two halves: it is written so, and a
  // processor is slow to read what was written in halves as a whole.
  std::uint64_t low_ = 0;
  std::int64_t high_ = 0;
  std::int32_t exponent_ = 0;
  std::uint32_t divisor_ = 1;  ///< odd
  Large* large_ = nullptr;     ///< owned; then the others are those of zero
};

}  // namespace halfulp::exact
