// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::device {

/// What an operation is in the assembly of shader model 5, in one of its formats, from shaders/operations.txt: its
/// operands go by their names there, its result is `o`.
struct Sm5Row {
  Operation operation;
  Format format;
  std::string_view assembly;  ///< "mad o, x, y, z"
  bool judged;
  bool composed;
};

/// All of them, in the table's order.
[[nodiscard]] std::span<const Sm5Row> sm5_rows();

}  // namespace halfulp::device
