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
/// infinities and NaN, `n.xyz in [-1, 1]`, `n = (0, 0.6, 0.8)`; several with `;` between. Numbers are rounded to the
/// format, to nearest. Throws Error(kUsage) that quotes the text and says at which character what is wrong.
[[nodiscard]] std::vector<Operand> parse_where(std::string_view text, Format format);

}  // namespace halfulp::range
