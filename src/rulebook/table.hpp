// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "rulebook/model.hpp"

namespace halfulp::rulebook {

/// Parses a special-value table as the documents print it:
///
///     src  | -inf  -F    -denorm  -0    +0    +denorm  +F        +inf  NaN
///     dest | NaN   NaN   -inf     -inf  +inf  +inf     accuracy  +0    NaN
///
/// or, for two operands, a first line `src0\src1 | classes...` and a line per class of src0. Columns are separated by
/// spaces; `|` is decoration. `arity`: 1 or 2. Throws SyntaxError (the offset counts from the start of `text`).
[[nodiscard]] SpecialTable parse_table(std::string_view text, int arity);

}  // namespace halfulp::rulebook
