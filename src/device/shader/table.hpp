// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::device {

/// One row of shaders/operations.txt with its compiled shaders.
struct ShaderRow {
  Operation operation;
  Format format;
  std::string_view variant;      ///< "NMin"
  std::string_view instruction;  ///< "GLSL.std.450 NMin"
  std::string_view parameters;   ///< GLSL: "const float x, const float y"
  std::string_view result;       ///< the table's type of the result: "float", "bool", "stored"
  std::string_view expression;   ///< GLSL: "NMin(x, y)"
  bool judged;
  // SPIR-V with all float controls (see select_float_controls()).
  std::span<const std::uint32_t> buffer;     ///< operands: binding 0, one lane after the other; results: binding 1
  std::span<const std::uint32_t> constants;  ///< operand k of case i: constant i * arity + k; empty where there is none
};

/// Cases that one constants shader computes.
extern const std::uint32_t kConstantCases;

/// The text of shaders/operation.glsl.
extern const std::string_view kSharedGlsl;

/// All rows, in the table's order: per operation the principal one first.
[[nodiscard]] std::span<const ShaderRow* const> shader_rows();

}  // namespace halfulp::device
