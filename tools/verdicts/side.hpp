// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"
#include "judge/alternatives.hpp"
#include "judge/ruling.hpp"
#include "verdicts/placed_sets.hpp"

namespace halfulp::verdicts {

/// A rulebook to judge under, and all whose rules for the function are the same.
struct Book {
  std::string names;  ///< "d3d10 d3d10.1 d3d11"
  Rulebook rulebook;
  Readings bulk_readings;  ///< those that the bulk path judges under; the explain path has the rulebook's own
};

/// The rulebooks that are delivered and have rules for the function, those with the same rules together.
[[nodiscard]] std::vector<Book> books(Operation operation);

/// Which of the zeros, infinities and NaN are judged for an operand.
enum class Specials : bool { one_in_turn, all };

/// Both paths under one rulebook: cases are brought together by the verdict that the explain path's set expects, and
/// judged by the bulk path many at a time.
class Side {
 public:
  Side(Operation operation, Book book);
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  [[nodiscard]] const judge::Ruling& ruling() const { return ruling_; }
  [[nodiscard]] PlacedSets& placed() { return placed_; }

  /// Adds the ends of the permitted interval of an operand, its middle, what is just outside of it, and one of the
  /// zeros, infinities and NaN, in turn.
  void add(Bits x, const Interval& permitted);
  /// The same of a set of any kind.
  void add(Bits x, const judge::Decision& permitted, Specials specials);
  /// Compares all that both paths say of such cases: the rule that is broken, the readings under which one would pass.
  void compare_closely(Bits x, const judge::Decision& permitted);

  /// Judges what has come together, if it is much, or whatever it is.
  void judge(bool whatever);

  [[nodiscard]] std::uint64_t cases() const { return judged_; }
  /// The first difference; "" where there is none.
  [[nodiscard]] const std::string& difference() const { return difference_; }

 private:
  enum class Expected : std::uint8_t { pass, no_pass, unconstrained, invalid_operand };
  static constexpr std::array kExpectations = {"pass", "no pass", "unconstrained", "invalid_operand"};
  struct Cases {
    std::vector<std::uint32_t> operands;
    std::vector<std::uint32_t> results;
  };

  void add(Expected expected, Bits x, Bits result);
  [[nodiscard]] Tally tally(const Cases& cases, std::size_t first, std::size_t count) const;
  void tell_difference(const Cases& cases, Expected expected);

  Book book_;
  judge::Ruling ruling_;
  judge::Alternatives alternatives_;
  SpanJudge bulk_;
  PlacedSets placed_;
  std::array<Cases, kExpectations.size()> cases_;
  std::uint64_t judged_ = 0;
  std::string difference_;
};

}  // namespace halfulp::verdicts
