// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace halfulp::device {

/// A copy of a compute module for the fragment stage. `module` reads no built-in of the compute stage, as the shaders
/// of constants do not: its invocations have no index.
[[nodiscard]] std::vector<std::uint32_t> as_fragment_shader(std::span<const std::uint32_t> module);

}  // namespace halfulp::device
