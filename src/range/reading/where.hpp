// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/definition/value_set.hpp"

namespace halfulp::range {

/// An operand of an expression and the values that it may have.
struct Operand {
  std::string name;  ///< "x", "n.x"
  judge::ValueSet set;
};

/// Reads what operands may be: `x = 0.5`, `x in [-1, 1]`, `x in (0, 1]` without 0, `x in finite`, `x in all` with
/// infinities and NaN, `n.xyz in [-1, 1]`, `n = (0, 0.6, 0.8)`; several with `;` between. Single values are
/// rounded to the format, to nearest; a range has the values of the format that lie in it, both zeros where 0 does.
/// Throws Error(kUsage) that quotes the text and says at which character what is wrong.
[[nodiscard]] std::vector<Operand> parse_where(std::string_view text, Format format);

/// Reads a value, or those of a vector: `(0, 0.6, 0.8)`. Throws Error(kUsage) as parse_where() does.
[[nodiscard]] std::vector<Bits> parse_values(std::string_view text, Format format);

/// The names of a vector's components, "n.x" and so on, four at most.
[[nodiscard]] std::vector<std::string> component_names(const std::string& vector, std::size_t size);

}  // namespace halfulp::range
