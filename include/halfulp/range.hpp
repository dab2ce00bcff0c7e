// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "halfulp/format.hpp"
#include "halfulp/permitted.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp {

/// What may be done to an expression beyond what it says.
struct ExpressionOptions {
  bool contract = false;         ///< a product and a sum may be fused
  bool reassociate = false;      ///< sums and products of three to five terms may be in any order
  std::int64_t cases = 100'000;  ///< how many cases of operations are decided at most for an exact set
  std::size_t boxes = 4096;      ///< into how many boxes ranges of operands are split at most
};

/// What an expression may return.
struct ExpressionRange {
  std::vector<PermittedSet> permitted;  ///< one for each component of the result, four at most
  /// Whether every value of these sets is given by some execution in which each step's result is one that the rulebook
  /// permits. Else the sets hold every such result, and perhaps others.
  bool exact = false;
};

/// Evaluates an expression in the common syntax of HLSL, GLSL, MSL and WGSL (docs/howto/expressions.md) step by step,
/// each by the rulebook's own rule for it in a floating format. `where`: what its operands are, "x = 0.5; y in [0, 1];
/// n = (0, 0.6, 0.8)"; values may be any, NaN, infinities, -0 and denormals ("x in all") among them. Sets are exact
/// only where every operand is one value and `cases` suffice. `format` is that of all operands, steps and results.
/// Bounds are proven in docs/numerics.md, "The range of an expression". Throws Error(kUsage) that quotes the text and
/// the place for what cannot be read, an operand without a value, a step for which the rulebook has no rule, readings
/// that do not exist.
[[nodiscard]] ExpressionRange range_of(const Rulebook& rulebook, std::string_view expression, std::string_view where,
                                       Format format = Format::binary32, const Readings& readings = {},
                                       const ExpressionOptions& options = {});

}  // namespace halfulp
