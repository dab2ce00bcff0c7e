// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "judge/definition/grid.hpp"

namespace halfulp::judge {

/// The exact result seen from its own side of zero: every bound is symmetric, so only magnitudes need work.
class Magnitude {
 public:
  explicit Magnitude(const Real& x) : x_(x), negative_(x.sign() < 0) {}

  [[nodiscard]] bool negative() const { return negative_; }
  [[nodiscard]] int compare(const Rational& t) const { return negative_ ? -x_.compare(-t) : x_.compare(t); }
  [[nodiscard]] const Real& real() const { return x_; }

  /// The largest value of the grid not above slope * |x| + shift; slope is not zero.
  [[nodiscard]] Rational floor(const Grid& grid, const Rational& shift = 0, const Rational& slope = 1) const {
    return floor_by(
        shift, slope, [&](const Rational& v) { return grid.floor(v); },
        [&](const Rational& v) { return grid.next(v); });
  }
  /// The smallest value of the grid not below slope * |x| + shift.
  [[nodiscard]] Rational ceil(const Grid& grid, const Rational& shift = 0, const Rational& slope = 1) const {
    return -floor(grid, -shift, -slope);
  }
  /// The largest integer not above slope * |x| + shift.
  [[nodiscard]] Rational integer_floor(const Rational& shift, const Rational& slope) const {
    return floor_by(
        shift, slope, [](const Rational& v) { return v.floor(); }, [](const Rational& v) { return v + Rational(1); });
  }

 private:
  /// An irrational x lies strictly between the ends of its enclosure, and slope * |x| + shift between theirs, where one
  /// step of the floor remains the floor is decided; else the enclosure is narrowed.
  template <class Floor, class Next>
  [[nodiscard]] Rational floor_by(const Rational& shift, const Rational& slope, Floor floor, Next next) const {
    const auto at = [&](bool upper) {
      const Rational& end = upper != negative_ ? x_.upper() : x_.lower();
      return slope * (negative_ ? -end : end) + shift;
    };
    for (const bool falls = slope.sign() < 0;; x_.narrow()) {
      Rational below = floor(at(falls));
      if (x_.is_rational() || at(!falls) <= next(below)) return below;
    }
  }

  const Real& x_;
  bool negative_;
};

}  // namespace halfulp::judge
