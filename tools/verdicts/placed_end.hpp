// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "verdicts/near_result.hpp"

namespace halfulp::verdicts {

/// One end of permitted intervals of binary32 values, for exact results of one binade under one bound: learned from
/// some of them, known for others.
///
/// An end never moves down while the exact result grows: so if two results have the same, all between them have it. And
/// while both stay in their binades, the end moves with the result by whole gaps, even ones where ties go to even
/// values: what matters is the result's place between two even multiples of the larger gap.
class PlacedEnd {
 public:
  /// `exponent`: of the exact results' binade.
  explicit PlacedEnd(int exponent) : exponent_(exponent) {}

  /// The end's ordinal, or nothing where that does not follow from what was learned.
  [[nodiscard]] std::optional<std::int64_t> known(const Near& exact) const;
  /// Takes in an end that the explain path gave. Throws Error(kInternal) where it contradicts the others.
  void learn(const Near& exact, std::int64_t end);

 private:
  /// A number: value + rest, which is next to nothing.
  struct Point {
    double value;
    double rest;
    auto operator<=>(const Point&) const = default;
  };
  /// Places with the same end, relative to the multiple below.
  struct Run {
    std::int64_t end;
    Point first;
    Point last;
  };
  /// Ends of one binade, of exact results from `least` to `most`.
  struct Region {
    std::int64_t binade;  ///< the bits above those of its fraction
    Point least;
    Point most;
    std::vector<Run> runs;  ///< ascending
  };
  /// Which an exact result is not below, not above, its value being `value`.
  static Point at_least(const Near& exact, double value);
  static Point at_most(const Near& exact, double value);
  struct Place;
  [[nodiscard]] std::optional<Place> place_of(const Near& exact, std::int64_t binade) const;

  int exponent_;
  std::vector<Region> regions_;
};

}  // namespace halfulp::verdicts
