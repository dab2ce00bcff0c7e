// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/table/expectation.hpp"
#include "cli/table/table.hpp"
#include "halfulp/judge.hpp"

namespace halfulp::cli {

/// A recorded result that does not pass.
struct JudgedResult {
  std::uint64_t line = 0;
  Operation operation = Operation::add;
  Format format = Format::binary32;
  std::vector<Bits> operands;
  Bits observed = 0;
  std::string decimal;  ///< the result as it was written, where that is a decimal of few digits; else ""
  Judgement judgement;
};

struct JudgedExpectation {
  ExpectedCase expected;
  ExpectationVerdict verdict;
  Readings under;  ///< a reading by which it would be right
};

/// Judges what a table holds under one rulebook, and keeps the lines that a reader wants to see.
class JudgedTable {
 public:
  /// Of each kind of line this many are kept at most.
  static constexpr std::size_t kMostKept = 10000;

  JudgedTable(Rulebook book, Readings readings) : book_(std::move(book)), readings_(std::move(readings)) {}

  void judge(const TableBlock& block);
  void judge(const ExpectedCase& expected);

  [[nodiscard]] const Rulebook& book() const { return book_; }
  [[nodiscard]] const Readings& readings() const { return readings_; }
  /// The counts of verdicts on results; witnesses are of no meaning.
  [[nodiscard]] const Tally& results() const { return tally_; }
  /// How many expectations have each fit.
  [[nodiscard]] const std::array<std::uint64_t, kFits>& fits() const { return fits_; }
  /// What the rulebook has no rules for, and how many lines ask for it.
  [[nodiscard]] const std::map<std::pair<Operation, Format>, std::uint64_t>& without_rules() const {
    return without_rules_;
  }
  /// Results that fail or pass by another reading only, and expectations, as far as they are kept; each by line.
  [[nodiscard]] std::vector<JudgedResult> kept_results() const;
  [[nodiscard]] std::vector<JudgedExpectation> kept_expectations() const;

 private:
  [[nodiscard]] const SpanJudge* judge_of(Operation operation, Format format, std::uint64_t cases);
  void keep(const TableBlock& block, std::size_t position);
  void keep_readings(const SpanJudge& judge, const TableBlock& block);

  Rulebook book_;
  Readings readings_;
  std::map<std::pair<Operation, Format>, std::unique_ptr<SpanJudge>> judges_;
  std::map<std::pair<Operation, Format>, std::uint64_t> without_rules_;
  Tally tally_;
  std::array<std::uint64_t, kFits> fits_{};
  std::vector<JudgedResult> results_;
  std::vector<JudgedExpectation> expectations_;
};

}  // namespace halfulp::cli
