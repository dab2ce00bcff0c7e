// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace halfulp::device::dxbc {

/// What a shader of shader model 5.0 is, by the number that its version token has for it.
enum class ShaderKind : std::uint8_t { pixel = 0, vertex = 1, compute = 5 };

/// What register v0 or o0 of a shader is.
struct SignatureElement {
  enum class Type : std::uint8_t { unsigned_integer = 1, signed_integer = 2, floating = 3 };

  std::string_view semantic;       ///< "SV_Position"
  std::uint32_t system_value = 0;  ///< by the number of D3D_NAME; 0 for SV_Target
  Type type = Type::floating;
  std::uint32_t mask = 0;  ///< its components
  std::uint32_t read_or_never_written =
      0;  ///< of an input those that are read, of an output those that are not written
};

/// A shader but for its code.
struct ShaderInterface {
  ShaderKind kind = ShaderKind::compute;
  std::vector<SignatureElement> inputs;
  std::vector<SignatureElement> outputs;
};

/// A DXBC container of a shader: its signatures and the tokens, with the checksum that runtimes ask for.
[[nodiscard]] std::vector<std::byte> container(const ShaderInterface& shader, std::span<const std::uint32_t> tokens);

}  // namespace halfulp::device::dxbc
