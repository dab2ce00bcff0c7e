// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/stage/canvas.hpp"

#include <array>

#include "device/shader/texture.hpp"
#include "device/vulkan/specialization.hpp"

namespace halfulp::device {
namespace {

VkPipelineColorBlendAttachmentState drawn_colors(Drawing drawing) {
  VkPipelineColorBlendAttachmentState state{};
  const bool by_constant = drawing == Drawing::blended_by_constant;
  state.blendEnable = drawing == Drawing::written ? VK_FALSE : VK_TRUE;
  state.srcColorBlendFactor = by_constant ? VK_BLEND_FACTOR_CONSTANT_COLOR : VK_BLEND_FACTOR_SRC_ALPHA;
  state.dstColorBlendFactor = by_constant ? VK_BLEND_FACTOR_SRC_ALPHA : VK_BLEND_FACTOR_SRC1_COLOR;
  state.colorBlendOp = VK_BLEND_OP_ADD;
  state.srcAlphaBlendFactor = by_constant ? VK_BLEND_FACTOR_CONSTANT_ALPHA : VK_BLEND_FACTOR_SRC_ALPHA;
  state.dstAlphaBlendFactor = by_constant ? VK_BLEND_FACTOR_SRC_ALPHA : VK_BLEND_FACTOR_SRC1_ALPHA;
  state.alphaBlendOp = VK_BLEND_OP_ADD;
  state.colorWriteMask =
      VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
  return state;
}

}  // namespace

Canvas::Canvas(const Session& session, VkExtent2D extent) : extent_(extent) {
  create_render_pass(session, VK_FORMAT_UNDEFINED);
  create_framebuffer(session, VK_NULL_HANDLE);
}

Canvas::Canvas(const Session& session, const Image& image, VkFormat format, Drawing drawing)
    : extent_(image.extent), aspect_(image.aspect), drawing_(drawing) {
  create_render_pass(session, format);
  create_framebuffer(session, image.view.get());
}

void Canvas::create_render_pass(const Session& session, VkFormat format) {
  VkAttachmentDescription attachment{};
  attachment.format = format;
  attachment.samples = VK_SAMPLE_COUNT_1_BIT;
  const bool blends = drawing_ != Drawing::written;
  attachment.loadOp = blends ? VK_ATTACHMENT_LOAD_OP_LOAD : VK_ATTACHMENT_LOAD_OP_DONT_CARE;
  attachment.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  attachment.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
  attachment.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
  attachment.initialLayout = blends ? kBlendedImage.layout : VK_IMAGE_LAYOUT_UNDEFINED;
  attachment.finalLayout = kDownloadedImage.layout;
  const VkAttachmentReference reference{
      0, is_depth() ? VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL : VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
  VkSubpassDescription subpass{};
  subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
  subpass.colorAttachmentCount = colors();
  subpass.pColorAttachments = colors() > 0 ? &reference : nullptr;
  subpass.pDepthStencilAttachment = is_depth() ? &reference : nullptr;
  // What was drawn is there for the copy that follows.
  VkSubpassDependency dependency{};
  dependency.srcSubpass = 0;
  dependency.dstSubpass = VK_SUBPASS_EXTERNAL;
  dependency.srcStageMask =
      is_depth() ? VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT : VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
  dependency.dstStageMask = kDownloadedImage.stages;
  dependency.srcAccessMask =
      is_depth() ? VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT : VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
  dependency.dstAccessMask = kDownloadedImage.access;

  VkRenderPassCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO;
  info.attachmentCount = aspect_ != 0 ? 1 : 0;
  info.pAttachments = &attachment;
  info.subpassCount = 1;
  info.pSubpasses = &subpass;
  info.dependencyCount = info.attachmentCount;  // what a shader writes to buffers has the barrier of Session::submit()
  info.pDependencies = &dependency;
  VkRenderPass pass = VK_NULL_HANDLE;
  require(session.functions().vkCreateRenderPass(session.device(), &info, nullptr, &pass), "vkCreateRenderPass");
  pass_ = {session.device(), pass, session.functions().vkDestroyRenderPass};
}

void Canvas::create_framebuffer(const Session& session, VkImageView view) {
  VkFramebufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO;
  info.renderPass = pass_.get();
  info.attachmentCount = aspect_ != 0 ? 1 : 0;
  info.pAttachments = &view;
  info.width = extent_.width;
  info.height = extent_.height;
  info.layers = 1;
  VkFramebuffer framebuffer = VK_NULL_HANDLE;
  require(session.functions().vkCreateFramebuffer(session.device(), &info, nullptr, &framebuffer),
          "vkCreateFramebuffer");
  framebuffer_ = {session.device(), framebuffer, session.functions().vkDestroyFramebuffer};
}

Owned<VkPipeline> Canvas::create_pipeline(const Session& session, std::span<const std::uint32_t> fragment,
                                          std::span<const std::uint32_t> constants, VkPipelineLayout layout) const {
  const Owned<VkShaderModule> vertex_module = session.create_module(triangle_shader());
  const Owned<VkShaderModule> fragment_module = session.create_module(fragment);
  const Specialization specialization(constants);
  std::array<VkPipelineShaderStageCreateInfo, 2> stages{};
  stages[0].sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  stages[0].stage = VK_SHADER_STAGE_VERTEX_BIT;
  stages[0].module = vertex_module.get();
  stages[0].pName = "main";
  stages[1].sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  stages[1].stage = VK_SHADER_STAGE_FRAGMENT_BIT;
  stages[1].module = fragment_module.get();
  stages[1].pName = "main";
  stages[1].pSpecializationInfo = specialization.info();

  VkPipelineVertexInputStateCreateInfo vertices{};
  vertices.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
  VkPipelineInputAssemblyStateCreateInfo assembly{};
  assembly.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
  assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  const VkViewport whole{0, 0, static_cast<float>(extent_.width), static_cast<float>(extent_.height), 0, 1};
  VkPipelineViewportStateCreateInfo viewport{};
  viewport.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO;
  viewport.viewportCount = 1;
  viewport.pViewports = &whole;
  viewport.scissorCount = 1;
  VkPipelineRasterizationStateCreateInfo rasterization{};
  rasterization.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
  rasterization.polygonMode = VK_POLYGON_MODE_FILL;
  rasterization.cullMode = VK_CULL_MODE_NONE;
  rasterization.lineWidth = 1;
  VkPipelineMultisampleStateCreateInfo samples{};
  samples.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
  samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
  const VkPipelineColorBlendAttachmentState drawn = drawn_colors(drawing_);
  VkPipelineColorBlendStateCreateInfo blending{};
  blending.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
  blending.attachmentCount = colors();
  blending.pAttachments = &drawn;
  VkPipelineDepthStencilStateCreateInfo depth{};
  depth.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO;
  depth.depthTestEnable = VK_TRUE;  // without it nothing is written
  depth.depthWriteEnable = VK_TRUE;
  depth.depthCompareOp = VK_COMPARE_OP_ALWAYS;
  const std::array<VkDynamicState, 2> states = {VK_DYNAMIC_STATE_SCISSOR, VK_DYNAMIC_STATE_BLEND_CONSTANTS};
  VkPipelineDynamicStateCreateInfo dynamic{};
  dynamic.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO;
  dynamic.dynamicStateCount = drawing_ == Drawing::blended_by_constant ? 2 : 1;
  dynamic.pDynamicStates = states.data();

  VkGraphicsPipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
  info.stageCount = static_cast<std::uint32_t>(stages.size());
  info.pStages = stages.data();
  info.pVertexInputState = &vertices;
  info.pInputAssemblyState = &assembly;
  info.pViewportState = &viewport;
  info.pRasterizationState = &rasterization;
  info.pMultisampleState = &samples;
  info.pDepthStencilState = is_depth() ? &depth : nullptr;
  info.pColorBlendState = &blending;
  info.pDynamicState = &dynamic;
  info.layout = layout;
  info.renderPass = pass_.get();
  VkPipeline pipeline = VK_NULL_HANDLE;
  const VkResult result = session.functions().vkCreateGraphicsPipelines(
      session.device(), session.pipeline_cache(constants), 1, &info, nullptr, &pipeline);
  if (result != VK_SUCCESS) throw refused_shader(result);
  return {session.device(), pipeline, session.functions().vkDestroyPipeline};
}

void Canvas::record(const Session& session, VkCommandBuffer commands, VkPipeline pipeline, VkExtent2D drawn,
                    std::span<const float> constants) const {
  const DeviceFunctions& functions = session.functions();
  const VkRect2D area{{0, 0}, drawn};
  VkRenderPassBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO;
  begin.renderPass = pass_.get();
  begin.framebuffer = framebuffer_.get();
  begin.renderArea = area;
  functions.vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
  functions.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
  if (drawing_ != Drawing::blended_by_constant) {
    functions.vkCmdSetScissor(commands, 0, 1, &area);
    functions.vkCmdDraw(commands, 3, 1, 0, 0);
  }
  for (std::uint32_t i = 0; i < constants.size(); ++i) {
    const VkOffset2D place{static_cast<std::int32_t>(i % drawn.width), static_cast<std::int32_t>(i / drawn.width)};
    const VkRect2D pixel{place, {1, 1}};
    const std::array<float, 4> constant = {constants[i], constants[i], constants[i], constants[i]};
    functions.vkCmdSetScissor(commands, 0, 1, &pixel);
    functions.vkCmdSetBlendConstants(commands, constant.data());
    functions.vkCmdDraw(commands, 3, 1, 0, 0);
  }
  functions.vkCmdEndRenderPass(commands);
}

}  // namespace halfulp::device
