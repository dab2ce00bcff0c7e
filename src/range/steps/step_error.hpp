// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "judge/definition/ruling.hpp"
#include "range/steps/parts.hpp"

namespace halfulp::range {

/// How far a sum of products, or what else a bound with `steps` is made of, may be from its exact value when it is
/// evaluated step by step for operands of a box of finite numbers, in any order; nothing where a step before the last
/// may overflow.
[[nodiscard]] std::optional<exact::Rational> error_of_steps(const judge::Ruling& rule, const judge::Bound& bound,
                                                            std::span<const Part> box);

}  // namespace halfulp::range
