// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::device {

/// One way of computing an operation in OpenCL C, in one of its formats, from shaders/operations.txt, which says what
/// an expression may name.
struct OpenclRow {
  Operation operation;
  Format format;
  std::string_view expression;  ///< "native_sin(x)"
  bool judged;
  bool composed;
};

/// All of them, in the table's order: per operation and format the principal one first.
[[nodiscard]] std::span<const OpenclRow> opencl_rows();

}  // namespace halfulp::device
