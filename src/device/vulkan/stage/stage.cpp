// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/stage/stage.hpp"

#include <algorithm>

#include "device/shader/fragment.hpp"

namespace halfulp::device {
namespace {

// As shaders/stage.glsl has them.
constexpr std::uint32_t kWorkGroup = 64;
constexpr std::uint32_t kRow = 1024;

constexpr std::uint32_t parts_of(std::uint32_t invocations, std::uint32_t size) {
  return (invocations + size - 1) / size;
}

}  // namespace

Stage::Stage(const Session& session, ShaderStage stage) : session_(session) {
  if (stage == ShaderStage::fragment) canvas_.emplace(session, VkExtent2D{kRow, parts_of(kMostInvocations, kRow)});
}

Owned<VkPipeline> Stage::create_pipeline(const ShaderRow& row, const FormatControls& controls,
                                         std::span<const std::uint32_t> constants) const {
  const VkPipelineLayout layout = session_.pipeline_layout();
  if (!canvas_) {
    const auto shader = constants.empty() ? row.buffer : row.constants;
    return session_.create_pipeline(with_float_controls(shader, controls), constants, layout);
  }
  const std::vector<std::uint32_t> shader = constants.empty()
                                                ? with_float_controls(row.fragment_buffer, controls)
                                                : as_fragment_shader(with_float_controls(row.constants, controls));
  return canvas_->create_pipeline(session_, shader, constants, layout);
}

VkPipelineBindPoint Stage::bind_point() const {
  return canvas_ ? VK_PIPELINE_BIND_POINT_GRAPHICS : VK_PIPELINE_BIND_POINT_COMPUTE;
}

Session::Writer Stage::writer() const {
  const VkPipelineStageFlags stage =
      canvas_ ? VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT : VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  return {VK_ACCESS_SHADER_WRITE_BIT, stage};
}

void Stage::record(VkCommandBuffer commands, VkPipeline pipeline, std::uint32_t invocations) const {
  if (canvas_) {
    canvas_->record(session_, commands, pipeline, {std::min(invocations, kRow), parts_of(invocations, kRow)});
    return;
  }
  session_.functions().vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
  session_.functions().vkCmdDispatch(commands, parts_of(invocations, kWorkGroup), 1, 1);
}

}  // namespace halfulp::device
