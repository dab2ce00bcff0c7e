// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "exact/rational.hpp"
#include "exact/real.hpp"
#include "halfulp/format.hpp"

namespace halfulp::exact {

/// Muller's definitions of ulp(x). At a value x of the format the first is the smaller gap to a neighbour, the second
/// the sum of both; elsewhere both are the gap that x lies in.
enum class Muller : std::uint8_t { a, b };

/// The values of a floating format on the real line. Past the largest finite value it goes on with the last gap, so
/// that 2^(emax+1) is on it; an extended grid has no smallest and no largest exponent (intermediates that keep extra
/// range).
class Grid {
 public:
  enum class Range : std::uint8_t { format, extended };
  explicit Grid(const FormatInfo& row, Range range = Range::format);
  /// The one of a floating format, made once.
  [[nodiscard]] static const Grid& of(const FormatInfo& row, Range range = Range::format);

  [[nodiscard]] const FormatInfo& row() const { return *row_; }
  [[nodiscard]] const Rational& max_finite() const { return max_finite_; }
  [[nodiscard]] const Rational& overflow() const { return overflow_; }      ///< 2^(emax+1)
  [[nodiscard]] const Rational& min_normal() const { return min_normal_; }  ///< 2^emin

  /// Exponent of the binade that spaces the values around a magnitude with that floor(log2).
  [[nodiscard]] int binade(int exponent) const;
  /// Gap between the values of v's binade (v's own side of a power of two is the upper one). An extended grid needs v
  /// != 0.
  [[nodiscard]] Rational gap(const Rational& v) const;
  [[nodiscard]] Rational floor(const Rational& v) const;
  [[nodiscard]] Rational ceil(const Rational& v) const;
  /// Whether v is 2^(emax+1) or more, for which the format has infinity alone; never on an extended grid.
  [[nodiscard]] bool overflows(const Rational& v) const { return !extended_ && v >= overflow_; }
  [[nodiscard]] bool holds(const Rational& v) const { return floor(v) == v; }
  /// The neighbours of a value of the grid.
  [[nodiscard]] Rational next(const Rational& v) const;
  [[nodiscard]] Rational previous(const Rational& v) const { return -next(-v); }
  /// The value that many places (at most 8192 binades of them) above a value of the grid; `count` is not negative.
  [[nodiscard]] Rational above(const Rational& v, const Rational& count) const;
  [[nodiscard]] Rational ulp(const Real& x, Muller definition) const;

 private:
  [[nodiscard]] int gap_exponent(const Rational& v) const;

  const FormatInfo* row_;
  bool extended_;
  Rational max_finite_;
  Rational overflow_;
  Rational min_normal_;
};

/// Two values of a grid, and all between them; none where low > high.
struct Hull {
  Rational low;
  Rational high;
};

/// The ordinal of a value of the format; of a value of an extended grid that of the nearest.
[[nodiscard]] std::int64_t position_of(const FormatInfo& row, const Rational& value);

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

}  // namespace halfulp::exact
