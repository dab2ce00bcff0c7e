// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::device {

/// One way of computing an operation in a language, in one of its formats, from shaders/operations.txt, which says what
/// an expression may name.
struct LanguageRow {
  Operation operation;
  Format format;
  std::string_view expression;  ///< "native_sin(x)", "mad o, x, y, z"
  bool judged;
  bool composed;
};

/// Those of OpenCL C, in the table's order: per operation and format the principal one first.
[[nodiscard]] std::span<const LanguageRow> opencl_rows();
/// Those of shader model 5, in its assembly.
[[nodiscard]] std::span<const LanguageRow> sm5_rows();
/// Those of PTX.
[[nodiscard]] std::span<const LanguageRow> ptx_rows();

/// Whether an expression names an operand or another value, as a whole word.
[[nodiscard]] bool names(std::string_view expression, std::string_view name);

}  // namespace halfulp::device
