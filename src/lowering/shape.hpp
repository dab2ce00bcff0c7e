// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "judge/definition/value_set.hpp"

namespace halfulp::lowering {

/// Whether all that one set holds is in another.
enum class Answer : std::uint8_t { allowed, forbidden, undecided };

/// A permitted set as its numbers below and above zero, which are all between two ends, and its other members. Of a
/// format that is not floating all codes are numbers above zero.
struct Shape {
  using Interval = judge::ValueSet::Interval;
  std::array<std::optional<Interval>, 2> numbers;  ///< positive, negative
  judge::ValueSet others;                          ///< zeros, infinities, NaN; or anything

  /// Nothing where the numbers of one sign are not all between their ends.
  [[nodiscard]] static std::optional<Shape> of(const judge::ValueSet& set);
};

/// Whether all of `a` is in `b`.
[[nodiscard]] bool is_within(const judge::ValueSet& a, const judge::ValueSet& b);

/// What is permitted of all operands of an interval: at its first and its last operand a set that is no larger than
/// the permitted one, and one that is no smaller. Between them either kind of set has ends between theirs, and the same
/// other members.
struct SetsOfInterval {
  std::array<judge::ValueSet, 2> inner;
  std::array<judge::ValueSet, 2> outer;
};

/// Whether for all operands of an interval what `a` permits is in what `b` permits, or for none.
[[nodiscard]] Answer answer_over(const SetsOfInterval& a, const SetsOfInterval& b);

/// Bits of `a` that are not in `b`: none where there are none, else the ends of the ranges that they form among them,
/// infinities last where `a` permits anything. Both sets are of one format.
[[nodiscard]] std::vector<Bits> ends_outside(const PermittedSet& a, const PermittedSet& b);

/// Bits of `a` that are not in `b`, of these the farthest from what `b` permits: a NaN or an infinity before numbers.
struct Outside {
  Bits bits;
  std::uint64_t values;  ///< how many places of the format's order lie between; the most there is for NaN, and where
                         ///< `b` permits no number
};
/// Nothing where there are none. Both sets are of one format.
[[nodiscard]] std::optional<Outside> farthest_outside(const PermittedSet& a, const PermittedSet& b);

}  // namespace halfulp::lowering
