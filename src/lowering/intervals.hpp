// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "lowering/differences.hpp"
#include "lowering/ends.hpp"
#include "lowering/question.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::lowering {

/// Decides a question for all operands of an operation of one operand: intervals of operands as a whole where the
/// section "Whole intervals of operands" of docs/numerics.md allows it, blocks of them in doubles, the rest one by one.
/// `question` must outlive it. For any number of threads.
class IntervalAnswers {
 public:
  explicit IntervalAnswers(const Question& question);

  /// Counts the operands from `first` to `last`, bits of one sign. `budget`: how many may still be decided one by one;
  /// where it is used up, false.
  bool count(Bits first, Bits last, std::atomic<std::int64_t>& budget, Differences& counts) const;

 private:
  /// One count() at work.
  struct Work;

  bool split(const DecidedCase& first, const DecidedCase& last, bool in_blocks, Work& work) const;
  bool count_alone(const DecidedCase& one, Work& work) const;
  bool count_block(Bits first, std::size_t size, Work& work) const;
  void add_forbidden(const OperandRange& range, Bits first, Work& work) const;
  [[nodiscard]] DecidedCase decided(Bits operand, Work& work) const;
  [[nodiscard]] Answer of_interval(const DecidedCase& first, const DecidedCase& last) const;
  [[nodiscard]] Answer of_block_case(const EndsOfBlock& a, const EndsOfBlock& b, std::size_t i) const;
  [[nodiscard]] bool is_constant(const rulebook::Expression& expression, Bits first, Bits last) const;
  [[nodiscard]] bool is_constant_step(const rulebook::Step& step, Bits first, Bits last) const;

  const Question& question_;
  const FormatInfo& row_;  ///< of the operand
  std::optional<EndsFinder> ends_of_a_;
  std::optional<EndsFinder> ends_of_b_;
  bool keeps_small_ = false;  ///< what becomes of results around zero under A's policies, B's permit
};

}  // namespace halfulp::lowering
