// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::device {

/// Computes all values of `results` from the lanes of operands.
using Kernel = void (*)(std::span<const ConstLane> operands, Lane results);

/// One way in which the host computes an operation on binary32.
struct HostRow {
  Operation operation;
  std::string_view variant;
  std::string_view expression;  ///< the C++ that it is: "x + y"
  Kernel kernel;
};

/// All rows: per operation the principal one first.
[[nodiscard]] std::span<const HostRow> host_rows();

}  // namespace halfulp::device
