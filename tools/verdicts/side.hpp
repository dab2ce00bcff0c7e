// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"
#include "judge/alternatives.hpp"
#include "judge/permit/ruling.hpp"
#include "judge/quick/operand_classes.hpp"
#include "judge/quick/quick.hpp"
#include "judge/sieve/sieve.hpp"
#include "verdicts/placed_sets.hpp"

namespace halfulp::verdicts {

/// A rulebook to judge under, and all whose rules for the function are the same.
struct Book {
  std::string names;  ///< "d3d10 d3d10.1 d3d11"
  Rulebook rulebook;
  Readings bulk_readings = {};  ///< what the bulk path judges under; the explain path has the rulebook's own
};

/// Those of the rulebooks that have rules for the function, those with the same rules together. Throws as
/// Rulebook::open().
[[nodiscard]] std::vector<Book> books(Operation operation, std::span<const std::string> names);
/// Of all that are delivered.
[[nodiscard]] std::vector<Book> books(Operation operation);

/// Both paths under one rulebook: cases are brought together by the verdict that the explain path's set expects, and
/// judged many at a time by what the bulk path tells without exact arithmetic: its sieve, then Quick, then the classes
/// of special operands. Whatever these leave, it has the explain path judge, so that there is nothing to compare.
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
  /// The same of a set of any kind, with all of the zeros, infinities and NaN.
  void add(Bits x, const judge::Decision& permitted);
  /// The same of a set that many operands have, with one of the zeros, infinities and NaN for each, in turn.
  void add(std::span<const Bits> operands, const judge::Decision& permitted);
  /// Compares all that both paths say of such cases: the rule that is broken, the readings under which one would pass.
  void compare_closely(Bits x, const judge::Decision& permitted);

  /// Judges what has come together, if it is much, or whatever it is.
  void judge(bool whatever);

  [[nodiscard]] std::uint64_t cases() const { return judged_; }
  /// Those of them that the bulk path does not tell by itself.
  [[nodiscard]] std::uint64_t handed_over() const { return handed_over_; }
  /// The first difference; "" where there is none.
  [[nodiscard]] const std::string& difference() const { return difference_; }

 private:
  enum class Expected : std::uint8_t { pass, no_pass, unconstrained, invalid_operand };
  static constexpr std::array kExpectations = {"pass", "no pass", "unconstrained", "invalid_operand"};
  /// What the bulk path tells by itself.
  enum class Told : std::uint8_t { pass, no_pass, unconstrained, nothing };
  struct Cases {
    std::vector<std::uint32_t> operands;
    std::vector<std::uint32_t> results;
  };

  void add(Expected expected, Bits x, Bits result);
  [[nodiscard]] static Expected expected_of(const judge::Decision& permitted, Bits result);
  /// Calls add(expected, result) for the results to judge of a set, but for the special ones.
  template <class Add>
  static void for_each_result(const judge::Decision& permitted, Add add);
  [[nodiscard]] Tally tally(Bits x, Bits result) const;
  void judge(const Cases& cases, Expected expected);
  /// The sieve's part: whether all that it tells is as expected. The numbers of the others come in `left`.
  [[nodiscard]] bool sifts(const Cases& cases, std::size_t first, std::size_t count, Expected expected,
                           std::span<std::uint32_t>& left) const;
  [[nodiscard]] Told told(std::uint32_t x, std::uint32_t result) const;
  void differ(std::uint32_t x, std::uint32_t result, Expected expected, std::string_view told);

  Book book_;
  judge::Ruling ruling_;
  judge::Alternatives alternatives_;
  judge::Quick quick_;
  judge::OperandClasses classes_;
  judge::Sieve sieve_;
  SpanJudge bulk_;
  PlacedSets placed_;
  std::array<Cases, kExpectations.size()> cases_;
  std::uint64_t judged_ = 0;
  std::uint64_t handed_over_ = 0;
  std::string difference_;
};

}  // namespace halfulp::verdicts
