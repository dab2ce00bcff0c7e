// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "range/evaluate.hpp"
#include "range/real.hpp"

namespace halfulp::range {

/// How much work a question may cost. What it does not suffice for stays an outer bound.
struct Budget {
  std::int64_t cases = 100000;  ///< of operations, for the exact set of given operands
  std::size_t boxes = 4096;     ///< into which ranges of operands are split
};

/// A result that some admissible execution gives, and the operands for which.
struct Attained {
  Bits result;
  std::vector<Bits> operands;
};

/// What one component of the result may be.
struct ComponentRange {
  judge::ValueSet outer;                 ///< holds every result that conforms
  std::optional<judge::ValueSet> exact;  ///< of given operands: every result that conforms, and no other
  std::optional<RealEnclosure> real;     ///< of given operands: the result if no step rounds
  std::optional<Attained> least;         ///< the least and the greatest finite results that were found
  std::optional<Attained> greatest;
  std::optional<Attained> nan;       ///< where one was found
  std::optional<Attained> infinity;  ///< where one was found
  std::optional<Bits> nearest;       ///< of given operands: where each step gives the nearest value that it may

  /// The exact set where it is known, else the outer one.
  [[nodiscard]] const judge::ValueSet& best() const { return exact ? *exact : outer; }
};

/// How wide the first component of the result is where one step alone is free and all others round to nearest.
struct StepShare {
  std::size_t node;
  double share;  ///< of the width with every step free, 0 to 1 or a little more
};

struct Answer {
  std::vector<ComponentRange> components;
  std::vector<StepShare> shares;          ///< of given operands, the largest first; those of at least a thousandth
  NodeSets nodes;                         ///< of given operands: what each step may be, by outer()
  std::size_t boxes = 1;                  ///< into how many boxes the ranges were split
  std::optional<std::vector<Bits>> open;  ///< operands for which the result may be anything, where some were found
};

/// Whether some execution that is known gives a result; of a NaN any other does.
[[nodiscard]] bool is_attained(const ComponentRange& component, Bits result, Format format);

/// What may be returned for operands that are one value each, without what each step alone does and the result
/// without rounding; `cases` as in Budget. Where a result is `observed`, a value for each component, exact sets are
/// left out if the bounds and the executions that are known decide it.
[[nodiscard]] Answer answer_given(Evaluator& evaluator, std::span<const Bits> operands, std::int64_t cases,
                                  std::span<const Bits> observed = {});

/// Answers for operands in sets, one for each of the program's.
[[nodiscard]] Answer answer(const Program& program, std::span<const judge::ValueSet> operands, const Budget& budget);

}  // namespace halfulp::range
