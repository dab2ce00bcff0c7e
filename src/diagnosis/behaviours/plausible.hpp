// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "diagnosis/behaviours/behaviour_case.hpp"

namespace halfulp::diagnosis {

/// Whether the observed result is near the exact one of those operands, denormals as they are: no bound of a document
/// is wider. True where that is not known.
[[nodiscard]] bool is_plausible(const BehaviourCase& c, std::span<const Bits> taken);

}  // namespace halfulp::diagnosis
