// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "halfulp/rulebook.hpp"

namespace halfulp::rulebook {

/// What is said of an operation for which the rulebooks have no rule in these formats (in any, where there are none),
/// in three lines at most: the formats in which they have it, the operation that they have in its place, what other
/// languages mean by its name, what it is made of, and which rulebooks have a rule for it.
[[nodiscard]] std::string no_rule_text(std::span<const Rulebook> books, Operation operation,
                                       std::span<const Format> formats);

}  // namespace halfulp::rulebook
