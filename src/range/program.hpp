// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "judge/definition/ruling.hpp"

namespace halfulp::range {

/// Two rationals with a number between them, or equal to it.
struct RealEnclosure {
  exact::Rational low;
  exact::Rational high;
};

/// One way to compute a node: an operation, by its rulebook's rule, on nodes before it.
struct Step {
  const judge::Ruling* rule = nullptr;
  std::vector<std::size_t> arguments;
};

/// A value of the program: an operand, a constant, minus another node, what one of its ways gives, or one of two nodes
/// as a comparison says.
struct Node {
  enum class Kind : std::uint8_t { operand, constant, negate, step, select };
  Kind kind = Kind::operand;
  Format format = Format::binary32;  ///< of its value
  std::size_t of = 0;                ///< of an operand its place, of negate the node
  Bits constant = 0;                 ///< of a constant its value
  /// Of a finite constant the number that is rounded: pi, log2(10); of a literal its value.
  std::optional<RealEnclosure> number;
  std::vector<Step> ways;  ///< of a step; more than one where a compiler may choose. Of select the comparison
  std::array<std::size_t, 2> chosen{};  ///< of select: the node where the comparison holds, and where not
  bool is_kept = false;                 ///< computed as written, whatever freedom a compiler has
  std::string name;                     ///< by which later steps call it: "x", "0.5", "t3"
  std::string text;                     ///< what it computes: "mul(x, t2)"
};

/// A scalar or vector expression as the steps that compute it, each value once: a name that stands for a value stands
/// for the same value wherever it is used.
struct Program {
  const FormatInfo* format = nullptr;                       ///< of the operands and the results; steps may have others
  std::vector<std::string> operands;                        ///< names: "x", "n.x"
  std::vector<Node> nodes;                                  ///< each after those that it uses
  std::vector<std::size_t> results;                         ///< nodes: one, or those of a vector's components
  std::vector<std::string> notes;                           ///< what a user has to know of how the expression was taken
  std::vector<std::shared_ptr<const judge::Ruling>> rules;  ///< that the steps point to
};

}  // namespace halfulp::range
