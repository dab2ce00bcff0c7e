// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::device {

/// One row of shaders/operations.txt in one of its formats, with its compiled shaders. They read and write 32-bit
/// words: a double is two of them, the low one first, a 16-bit value one, its upper half zero. Only `load` reads, and
/// only `store` writes, a buffer of values of the format itself.
struct ShaderRow {
  Operation operation;
  Format format;
  std::string_view variant;      ///< "NMin"
  std::string_view instruction;  ///< "GLSL.std.450 NMin"
  std::string_view parameters;   ///< GLSL: "const float x, const float y"
  std::string_view result;       ///< GLSL type of the result, "bool", or "stored"
  std::string_view expression;   ///< GLSL: "NMin(x, y)"
  bool judged;
  bool composed;
  // SPIR-V without float controls (see with_float_controls()).
  std::span<const std::uint32_t> buffer;  ///< operands: binding 0, one lane after the other; results: binding 1
  std::span<const std::uint32_t> fragment_buffer;  ///< the same in the fragment stage: a case for each pixel
  /// Constant n: word n of the operands, those of case 0 first; empty where there is no such shader.
  std::span<const std::uint32_t> constants;
};

/// Cases that one constants shader computes.
extern const std::uint32_t kConstantCases;

/// The text of shaders/operation.glsl.
extern const std::string_view kSharedGlsl;

/// All rows, in the table's order: per operation the principal one first.
[[nodiscard]] std::span<const ShaderRow> shader_rows();

}  // namespace halfulp::device
