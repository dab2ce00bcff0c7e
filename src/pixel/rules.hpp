// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "halfulp/rulebook.hpp"
#include "pixel/component.hpp"

namespace halfulp::pixel {

/// What a rulebook asks of the conversions of components.
[[nodiscard]] Rules rules_of(const Rulebook& rulebook);

}  // namespace halfulp::pixel
