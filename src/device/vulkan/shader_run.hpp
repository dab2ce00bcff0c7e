// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <span>

#include "device/shader/table.hpp"
#include "device/vulkan/owned.hpp"
#include "device/vulkan/session.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// Runs rows of the table of shaders, and keeps their pipelines.
class ShaderRun {
 public:
  /// Cases of one block from a buffer at most: 2^14 work groups; every device takes 2^16 - 1, and storage buffers of
  /// 2^27 bytes [Vulkan 1.3, Required Limits].
  static constexpr std::size_t kMostCases = std::size_t{1} << 20U;
  /// Sizes of the session's buffers for such a block: words, of which a double is two.
  static constexpr std::size_t kOperandBytes = kMostCases * kMaxArity * 2 * sizeof(std::uint32_t);
  static constexpr std::size_t kResultBytes = kMostCases * 2 * sizeof(std::uint32_t);

  explicit ShaderRun(Session& session) : session_(session) {}

  /// Computes a block, as Device::compute() does: with operands in the buffer or, kConstantCases at most, as
  /// specialization constants. `controls`: the float controls in force. Throws Error(kDevice).
  void compute(const ShaderRow& row, bool constants, const FormatControls& controls,
               std::span<const ConstLane> operands, std::size_t cases, Lane results);

 private:
  void run_buffer(const ShaderRow& row, const FormatControls& controls, std::span<const ConstLane> operands,
                  std::size_t cases);
  void run_constants(const ShaderRow& row, const FormatControls& controls, std::span<const ConstLane> operands,
                     std::size_t cases);

  Session& session_;
  std::map<const ShaderRow*, Owned<VkPipeline>> pipelines_;
};

}  // namespace halfulp::device
