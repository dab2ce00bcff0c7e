// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "judge/filter/filter.hpp"
#include "lowering/bound_ends.hpp"
#include "lowering/side.hpp"
#include "lowering/truth.hpp"

namespace halfulp::lowering {

/// The least and the greatest binary32 result that a side permits of each case of a block. `known`: the permitted set
/// is certainly what lies between them, zeros and denormals as the policies for results say; a definition in exact
/// arithmetic is asked for the others. `anything`: every result is permitted.
struct EndsOfBlock {
  enum class State : std::uint8_t { unknown, known, anything };
  std::array<float, judge::kBlock> low;
  std::array<float, judge::kBlock> high;
  std::array<State, judge::kBlock> state;
};

/// Finds ends in doubles, from the references of the operations and bounds of their errors: it follows
/// docs/numerics.md, "Ends of what is permitted".
class EndsFinder {
 public:
  /// Nothing where the side's rules are of kinds that only the definition evaluates. `side` must outlive it.
  [[nodiscard]] static std::optional<EndsFinder> of(const Side& side);

  /// `operands`: `count` values each, at most kBlock. The operands may be any; those that are not normal numbers are
  /// unknown.
  void find(std::span<const std::array<float, judge::kBlock>> operands, std::size_t count, EndsOfBlock& ends) const;

 private:
  /// An operand, a constant, or a step with its arguments.
  struct Node {
    enum class Kind : std::uint8_t { operand, constant, negate, step };
    Kind kind = Kind::operand;
    std::size_t operand = 0;
    float constant = 0;
    const judge::Ruling* rule = nullptr;
    judge::Plan plan{};
    std::vector<SimpleBound> bounds{};  ///< of the pieces of the rule's accuracy
    std::vector<Node> arguments{};
    bool is_point = true;  ///< its low end is its high end: an operand or a constant
  };
  using Operands = std::span<const std::array<float, judge::kBlock>>;

  [[nodiscard]] static std::optional<Node> step(const judge::Ruling& rule, std::vector<Node> arguments);
  [[nodiscard]] static std::optional<Node> node(const Side& side, const rulebook::Expression& expression);
  static void evaluate(const Node& node, Operands operands, std::size_t count, EndsOfBlock& ends);
  static void evaluate_step(const Node& node, Operands operands, std::size_t count, EndsOfBlock& ends);

  Node root_;
};

}  // namespace halfulp::lowering
