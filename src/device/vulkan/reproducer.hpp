// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "device/failed_case.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// Whether a case of that variant has a reproducer: one of the table of shaders, or of a texture.
[[nodiscard]] bool has_reproducer(const DeviceDescription& device, const std::string& variant, Operation operation,
                                  Format format);

/// A failed case as files that other tools run. Of a texture these are a program in C, and tests of Amber and VkRunner;
/// of others there is no program.
struct Reproducer {
  std::string program;
  std::string glsl;
  std::string_view glsl_end;  ///< of the file's name, by which compilers know the stage: ".comp", ".frag"
  /// For Amber and for VkRunner; "" for a case that the one or the other cannot hold: a value that is stored to a
  /// buffer of its own type, and of textures as texture_amber() and texture_shader_test() say.
  std::string amber;
  std::string shader_test;
};

/// A stand-alone shader that computes the case as the device did: same stage, same instruction, same float controls,
/// operands as literals that a compiler can or cannot fold as there. It writes the result's bits, and whether they are
/// permitted, which the tests expect; of a texture texture_program(). Comments hold the case, the permitted bits, the
/// rule's sentence and how to compile it. `variant`: its name, from the device's variants(). Throws Error(kUsage)
/// unless has_reproducer().
[[nodiscard]] Reproducer reproducer(const DeviceDescription& device, const std::string& variant,
                                    const FailedCase& failed);

}  // namespace halfulp::device
