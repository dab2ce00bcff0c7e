// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "device/shader/stage.hpp"
#include "halfulp/format.hpp"

namespace halfulp::device {

/// A comment of C++ with # in the place of //.
[[nodiscard]] std::string hash_comment(const std::string& comment);

/// A shader of a stage as a test of Amber: it runs once, with `words` in binding 0, and is expected to write 1 to
/// binding 2. `comment`: of C++, for the file's head.
[[nodiscard]] std::string amber_script(ShaderStage stage, const std::string& comment, const std::string& shader,
                                       const std::array<Bits, 2>& words);

/// The same as a test of VkRunner (.shader_test). Without its section `require` its commands are those of Piglit too.
[[nodiscard]] std::string vkrunner_script(ShaderStage stage, const std::string& comment, const std::string& shader,
                                          const std::array<Bits, 2>& words);

}  // namespace halfulp::device
