// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>

#include "range/evaluate.hpp"
#include "range/verdict.hpp"

namespace halfulp::range {

/// Judges results of one expression for many operands that are one value each. For one thread at a time.
class GivenJudge {
 public:
  explicit GivenJudge(JudgedExpression expression) : expression_(std::move(expression)) {}
  GivenJudge(const GivenJudge&) = delete;
  GivenJudge& operator=(const GivenJudge&) = delete;

  [[nodiscard]] const Program& program() const { return expression_.program(); }

  /// Judges what was observed, one bits for each component. Sets of the answer are exact only where the verdict needs
  /// it. `cases` as in Budget.
  [[nodiscard]] Judged judge(std::span<const Bits> operands, std::span<const Bits> observed, std::int64_t cases);

  /// What may be returned under the chosen readings.
  [[nodiscard]] Answer answer(std::span<const Bits> operands, std::int64_t cases);

 private:
  Evaluator& evaluator_of(const Program& program);

  JudgedExpression expression_;
  std::map<const Program*, Evaluator> evaluators_;  ///< of the programs that were asked about
};

}  // namespace halfulp::range
