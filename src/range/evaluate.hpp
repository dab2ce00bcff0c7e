// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "range/program.hpp"
#include "range/steps/sets.hpp"
#include "range/steps/step_hull.hpp"

namespace halfulp::range {

/// What a node may be, by node.
using NodeSets = std::vector<judge::ValueSet>;

/// Evaluates a program under its rulebook: what may its nodes be? For one thread at a time; the program must outlive
/// it.
class Evaluator {
 public:
  explicit Evaluator(const Program& program) : program_(program) {}
  [[nodiscard]] const Program& program() const { return program_; }

  /// Sets that hold all that each node may be, for operands in sets: every result that conforms is in them, and perhaps
  /// others. `free`: where given, the step whose result the rulebook leaves open; all others count as rounded to
  /// nearest.
  [[nodiscard]] NodeSets outer(std::span<const judge::ValueSet> operands, std::optional<std::size_t> free = {});

  /// All that each component of the result may be for operands that are one value each, and nothing else: every value
  /// of the sets is given by some admissible choice of each step's result, where a node used twice has one value.
  /// Nothing where more than `budget` cases of operations would have to be decided.
  [[nodiscard]] std::optional<NodeSets> exact(std::span<const Bits> operands, std::int64_t budget);

  /// Chooses one of the values that a step may give.
  using Choose = std::function<Bits(const judge::ValueSet&)>;
  /// One execution: the bits of every node, each step's chosen from what its rule permits for the very operands that it
  /// has. `choose_way` is given the number of ways, and gives the place of one.
  [[nodiscard]] std::vector<Bits> execution(std::span<const Bits> operands, const Choose& choose,
                                            const std::function<std::size_t(std::size_t)>& choose_way) const;
  /// The execution in which each step gives the value nearest to the exact result of its operands, where its rule
  /// permits that; else some value that it permits. Of several ways the first.
  [[nodiscard]] std::vector<Bits> nearest_execution(std::span<const Bits> operands);

 private:
  struct Exact;

  template <class Decide>
  [[nodiscard]] std::vector<Bits> executed(std::span<const Bits> operands, const Decide& decide,
                                           const std::function<std::size_t(std::size_t)>& choose_way) const;
  /// The rule with its results rounded to nearest; what is exact stays as it is.
  [[nodiscard]] const judge::Ruling& nearest_rule(const judge::Ruling& rule);
  [[nodiscard]] judge::ValueSet outer_of(const Node& node, const NodeSets& sets, bool is_free);

  const Program& program_;
  StepHull hull_;
  std::map<const judge::Ruling*, judge::Ruling> nearest_;  ///< the rules with every result rounded to nearest
};

}  // namespace halfulp::range
