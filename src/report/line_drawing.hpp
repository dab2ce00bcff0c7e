// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "halfulp/permitted.hpp"

namespace halfulp::report {

/// A permitted set on a line of the format's values in their order, a column for each, or for as many as the line says:
/// `#` permitted, `+` permitted in part, `.` not; below it `^` under the column of `rounded`, the exact result rounded
/// to nearest (a NaN: no mark). Both ends of the line have the value that they stand for. Says so where nothing but NaN
/// or everything is permitted.
[[nodiscard]] std::string line_drawing(const PermittedSet& permitted, Bits rounded);

}  // namespace halfulp::report
