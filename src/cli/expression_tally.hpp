// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "cli/table/expression_lines.hpp"
#include "halfulp/rulebook.hpp"
#include "range/given.hpp"
#include "report/json_value.hpp"

namespace halfulp::cli {

/// What a rulebook says of the results of one expression.
class ExpressionTally {
 public:
  /// Throws Error(kUsage) as range::parse_program(), and where the expression has not as many components as the table's
  /// results.
  ExpressionTally(const ExpressionLines& lines, const Rulebook& book, const FormatInfo& row, const Readings& readings,
                  range::Freedom freedom);

  /// Judges cases, on all cores.
  void judge(std::vector<ExpressionCase> cases);

  [[nodiscard]] const Rulebook& book() const { return book_; }
  [[nodiscard]] std::uint64_t count(range::Verdict verdict) const { return counts_[static_cast<std::size_t>(verdict)]; }
  [[nodiscard]] std::uint64_t cases() const;
  /// How many fail; `strict`: those that pass by another reading only among them.
  [[nodiscard]] std::uint64_t failed(bool strict) const;

  /// "2 of 5 results, 1 permitted under another reading only".
  [[nodiscard]] std::string counts_text(bool strict) const;
  /// A line for each result that is forbidden under the chosen readings, `most` at most, and how many more there are;
  /// `with_steps`: and what decides it.
  [[nodiscard]] std::string failures_text(std::size_t most, bool with_steps) const;
  [[nodiscard]] report::JsonValue shape(bool strict, std::uint64_t unread) const;

 private:
  struct Failure {
    ExpressionCase one;
    std::optional<range::ChosenOption> under;
  };

  [[nodiscard]] std::string failure_text(const Failure& failure, bool with_steps) const;
  [[nodiscard]] report::JsonValue failure_shape(const Failure& failure) const;
  [[nodiscard]] range::Answer answer_of(const Failure& failure) const;
  /// The first component that is forbidden.
  [[nodiscard]] static std::size_t wrong_component(const range::Answer& answer, const Failure& failure);

  Rulebook book_;
  const FormatInfo& row_;
  Readings readings_;
  std::vector<std::unique_ptr<range::GivenJudge>> judges_;  ///< one for each thread
  std::array<std::uint64_t, 4> counts_{};                   ///< by verdict
  std::vector<Failure> failures_;                           ///< the first ones
};

}  // namespace halfulp::cli
