// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "exact/result.hpp"
#include "range/steps/parts.hpp"

namespace halfulp::range {

/// Whether an operation takes a number to another format.
[[nodiscard]] bool is_conversion(Operation operation);

/// Whether an operation is a polynomial of its operands, of degree 1 in each: over a box of numbers of any sign its
/// least and its greatest value are at vertices.
[[nodiscard]] bool is_linear_in_each(Operation operation);

/// Exact results that together with those at the vertices of a box of finite numbers enclose all exact results in it:
/// 1 and -1 of sin where it passes them. Nothing where that is not known.
[[nodiscard]] std::optional<std::vector<exact::Result>> extremes_inside(const judge::Ruling& rule,
                                                                        std::span<const Part> box);

}  // namespace halfulp::range
