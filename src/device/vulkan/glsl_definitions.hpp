// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace halfulp::device {

/// Those definitions of shaders/operation.glsl that a shader's text needs, with the extensions that both need, in their
/// order. `shared`: the file's text; `real_bits`: the width of its type `real`, 16, 32 or 64.
[[nodiscard]] std::string needed_definitions(std::string_view shared, int real_bits, std::string_view text);

}  // namespace halfulp::device
