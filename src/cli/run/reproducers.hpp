// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "cli/run/plan.hpp"
#include "halfulp/device.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// Throws Error(kUsage) unless the device's operations are shaders or kernels that can be written out.
void require_shaders(const DeviceDescription& device);

/// What was written.
struct WrittenReproducers {
  std::size_t cases = 0;
  std::size_t without_amber = 0;  ///< cases of Vulkan devices that the test's language cannot hold
  std::size_t without_shader_test = 0;

  /// Lines that say so: where, and how many.
  [[nodiscard]] std::string text(const std::string& folder) const;
};

/// Writes, for each result and each rule that it breaks, the first failing case into the folder, under the name
/// BOOK-OPERATION-VARIANT-RULE: of a Vulkan device as a stand-alone shader (.comp, .frag) or, of a texture, as a
/// program (.c), and as tests of Amber (.amber) and VkRunner (.shader_test) where these can hold it, of an OpenCL or
/// CUDA device as a program (.c), of Direct3D 11 and 12 (.cpp). Makes the folder. Throws Error(kInput) when a file
/// cannot be written.
WrittenReproducers write_reproducers(const RunRequest& request, const report::Report& report,
                                     const std::string& folder);

}  // namespace halfulp::cli
