// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "device/shader/float_controls.hpp"
#include "device/shader/table.hpp"
#include "device/vulkan/instance.hpp"
#include "device/vulkan/owned.hpp"
#include "device/vulkan/session.hpp"
#include "device/vulkan/stage/canvas.hpp"

namespace halfulp::device {

/// How shaders of operations run in one stage: as work groups, or as the pixels of a triangle that write to buffers.
class Stage {
 public:
  /// Invocations of one block at most: 2^14 work groups, or 2^10 rows of pixels. Every device takes 2^16 - 1 groups and
  /// 4096 rows, and storage buffers of 2^27 bytes [Vulkan 1.3, Required Limits].
  static constexpr std::size_t kMostInvocations = std::size_t{1} << 20U;

  /// The session outlives this. Throws Error(kDevice).
  Stage(const Session& session, ShaderStage stage);

  /// The pipeline of a row with operands in the buffer or, where there are `constants`, as these specialization
  /// constants. `controls`: the float controls in force. Throws Error(kDevice) when the driver refuses it.
  [[nodiscard]] Owned<VkPipeline> create_pipeline(const ShaderRow& row, const FormatControls& controls,
                                                  std::span<const std::uint32_t> constants) const;

  [[nodiscard]] VkPipelineBindPoint bind_point() const;

  /// What shaders write in this stage, for Session::submit().
  [[nodiscard]] Session::Writer writer() const;

  /// Records the run of a pipeline, kMostInvocations at most. Its bindings are recorded before.
  void record(VkCommandBuffer commands, VkPipeline pipeline, std::uint32_t invocations) const;

 private:
  const Session& session_;
  std::optional<Canvas> canvas_;  // of the fragment stage
};

}  // namespace halfulp::device
