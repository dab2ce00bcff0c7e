// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "halfulp/operation.hpp"

namespace halfulp::rulebook {

/// Operations of Direct3D, and those that stand for them in Metal as well as the operation of the same name.
inline constexpr std::array<std::array<Operation, 2>, 2> kStandIns = {
    {{Operation::rcp, Operation::reciprocal}, {Operation::mad, Operation::fma}}};

}  // namespace halfulp::rulebook
