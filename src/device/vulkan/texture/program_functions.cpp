// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/texture/program_text.hpp"

namespace halfulp::device {

const std::string_view kTextureFunctionsInC = R"c(
static void check(VkResult result, const char* what) {
  if (result >= 0) return;
  fprintf(stderr, "%s failed with %d\n", what, (int)result);
  exit(2);
}

// The first device whose name it is, or the first of all.
static VkPhysicalDevice find_device(VkInstance instance) {
  VkPhysicalDevice devices[16];
  uint32_t count = 16;
  check(vkEnumeratePhysicalDevices(instance, &count, devices), "vkEnumeratePhysicalDevices");
  for (uint32_t i = 0; i < count; ++i) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(devices[i], &properties);
    if (strcmp(properties.deviceName, device_name) == 0) return devices[i];
  }
  fprintf(stderr, "%s is not here; this is another device\n", device_name);
  if (count == 0) check(VK_ERROR_INITIALIZATION_FAILED, "vkEnumeratePhysicalDevices");
  return devices[0];
}

static uint32_t find_family(VkPhysicalDevice physical) {
  VkQueueFamilyProperties families[16];
  uint32_t count = 16;
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
  const VkQueueFlags needed = DRAWS ? VK_QUEUE_GRAPHICS_BIT : VK_QUEUE_COMPUTE_BIT;
  for (uint32_t i = 0; i < count; ++i) {
    if (families[i].queueFlags & needed) return i;
  }
  check(VK_ERROR_FEATURE_NOT_PRESENT, "vkGetPhysicalDeviceQueueFamilyProperties");
  return 0;
}

static VkDeviceMemory allocate(VkPhysicalDevice physical, VkDevice device, VkMemoryRequirements needed,
                               VkMemoryPropertyFlags flags) {
  VkPhysicalDeviceMemoryProperties properties;
  vkGetPhysicalDeviceMemoryProperties(physical, &properties);
  uint32_t type = 0;
  while (type < properties.memoryTypeCount &&
         (!(needed.memoryTypeBits >> type & 1) || (properties.memoryTypes[type].propertyFlags & flags) != flags)) {
    ++type;
  }
  const VkMemoryAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needed.size, .memoryTypeIndex = type};
  VkDeviceMemory memory;
  check(vkAllocateMemory(device, &info, NULL, &memory), "vkAllocateMemory");
  return memory;
}

static VkBuffer make_buffer(VkPhysicalDevice physical, VkDevice device, size_t bytes, void** memory) {
  const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                   .size = bytes,
                                   .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                            VK_BUFFER_USAGE_TRANSFER_DST_BIT};
  VkBuffer buffer;
  check(vkCreateBuffer(device, &info, NULL, &buffer), "vkCreateBuffer");
  VkMemoryRequirements needed;
  vkGetBufferMemoryRequirements(device, buffer, &needed);
  const VkDeviceMemory allocated = allocate(
      physical, device, needed, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  check(vkBindBufferMemory(device, buffer, allocated, 0), "vkBindBufferMemory");
  check(vkMapMemory(device, allocated, 0, VK_WHOLE_SIZE, 0, memory), "vkMapMemory");
  return buffer;
}

static VkShaderModule make_module(VkDevice device, const uint32_t* words, size_t bytes) {
  const VkShaderModuleCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes, .pCode = words};
  VkShaderModule module;
  check(vkCreateShaderModule(device, &info, NULL, &module), "vkCreateShaderModule");
  return module;
}

static void change_layout(VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to) {
  const VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                        .oldLayout = from,
                                        .newLayout = to,
                                        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                        .image = image,
                                        .subresourceRange = {ASPECT, 0, 1, 0, 1}};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0,
                       NULL, 1, &barrier);
}
)c";

const std::string_view kDrawingInC = R"c(
static VkRenderPass make_pass(VkDevice device) {
  const VkAttachmentDescription attachment = {.format = texture_format,
                                              .samples = VK_SAMPLE_COUNT_1_BIT,
                                              .loadOp = BLENDS ? VK_ATTACHMENT_LOAD_OP_LOAD
                                                               : VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                              .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                              .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                              .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                              .initialLayout = BLENDS ? VK_IMAGE_LAYOUT_GENERAL
                                                                      : VK_IMAGE_LAYOUT_UNDEFINED,
                                              .finalLayout = VK_IMAGE_LAYOUT_GENERAL};
  const VkAttachmentReference target = {0, VK_IMAGE_LAYOUT_GENERAL};
  const VkSubpassDescription subpass = {.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
                                        .colorAttachmentCount = IS_DEPTH ? 0 : 1,
                                        .pColorAttachments = &target,
                                        .pDepthStencilAttachment = IS_DEPTH ? &target : NULL};
  const VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                       .attachmentCount = 1,
                                       .pAttachments = &attachment,
                                       .subpassCount = 1,
                                       .pSubpasses = &subpass};
  VkRenderPass pass;
  check(vkCreateRenderPass(device, &info, NULL, &pass), "vkCreateRenderPass");
  return pass;
}

// A triangle covers the target.
static VkPipeline make_pipeline(VkDevice device, VkPipelineShaderStageCreateInfo fragment, VkPipelineLayout layout,
                                VkRenderPass pass) {
  const VkPipelineShaderStageCreateInfo vertex = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                  .stage = VK_SHADER_STAGE_VERTEX_BIT,
                                                  .module = make_module(device, vertex_shader, sizeof(vertex_shader)),
                                                  .pName = "main"};
  const VkPipelineShaderStageCreateInfo stages[] = {vertex, fragment};
  const VkPipelineVertexInputStateCreateInfo no_vertices = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
  const VkPipelineInputAssemblyStateCreateInfo assembly = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
      .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
  const VkViewport whole = {0, 0, WIDTH, 1, 0, 1};
  const VkRect2D area = {{0, 0}, {WIDTH, 1}};
  const VkPipelineViewportStateCreateInfo viewport = {.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                                                      .viewportCount = 1,
                                                      .pViewports = &whole,
                                                      .scissorCount = 1,
                                                      .pScissors = &area};
  const VkPipelineRasterizationStateCreateInfo rasterization = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1};
  const VkPipelineMultisampleStateCreateInfo samples = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
      .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
  const VkPipelineDepthStencilStateCreateInfo depth = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
      .depthTestEnable = VK_TRUE,
      .depthWriteEnable = VK_TRUE,
      .depthCompareOp = VK_COMPARE_OP_ALWAYS};
  const VkPipelineColorBlendAttachmentState drawn = {
      .blendEnable = BLENDS,
      .srcColorBlendFactor = BY_CONSTANT ? VK_BLEND_FACTOR_CONSTANT_COLOR : VK_BLEND_FACTOR_SRC_ALPHA,
      .dstColorBlendFactor = BY_CONSTANT ? VK_BLEND_FACTOR_SRC_ALPHA : VK_BLEND_FACTOR_SRC1_COLOR,
      .srcAlphaBlendFactor = BY_CONSTANT ? VK_BLEND_FACTOR_CONSTANT_ALPHA : VK_BLEND_FACTOR_SRC_ALPHA,
      .dstAlphaBlendFactor = BY_CONSTANT ? VK_BLEND_FACTOR_SRC_ALPHA : VK_BLEND_FACTOR_SRC1_ALPHA,
      .colorWriteMask = 0xf};
  float factor = 0;
  if (BY_CONSTANT) memcpy(&factor, operands[OPERANDS / 2], sizeof(factor));
  const VkPipelineColorBlendStateCreateInfo blending = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
      .attachmentCount = IS_DEPTH ? 0 : 1,
      .pAttachments = &drawn,
      .blendConstants = {factor, factor, factor, factor}};
  const VkGraphicsPipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                             .stageCount = 2,
                                             .pStages = stages,
                                             .pVertexInputState = &no_vertices,
                                             .pInputAssemblyState = &assembly,
                                             .pViewportState = &viewport,
                                             .pRasterizationState = &rasterization,
                                             .pMultisampleState = &samples,
                                             .pDepthStencilState = IS_DEPTH ? &depth : NULL,
                                             .pColorBlendState = &blending,
                                             .layout = layout,
                                             .renderPass = pass};
  VkPipeline pipeline;
  check(vkCreateGraphicsPipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline), "vkCreateGraphicsPipelines");
  return pipeline;
}

static void run(VkDevice device, VkCommandBuffer commands, VkImageView view, VkPipelineShaderStageCreateInfo shader,
                VkPipelineLayout layout, VkDescriptorSet set) {
  const VkRenderPass pass = make_pass(device);
  const VkFramebufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                        .renderPass = pass,
                                        .attachmentCount = 1,
                                        .pAttachments = &view,
                                        .width = WIDTH,
                                        .height = 1,
                                        .layers = 1};
  VkFramebuffer framebuffer;
  check(vkCreateFramebuffer(device, &info, NULL, &framebuffer), "vkCreateFramebuffer");
  const VkRenderPassBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                       .renderPass = pass,
                                       .framebuffer = framebuffer,
                                       .renderArea = {{0, 0}, {WIDTH, 1}}};
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0, 1, &set, 0, NULL);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, make_pipeline(device, shader, layout, pass));
  vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
  vkCmdDraw(commands, 3, 1, 0, 0);
  vkCmdEndRenderPass(commands);
}
)c";

const std::string_view kDispatchInC = R"c(
static void run(VkDevice device, VkCommandBuffer commands, VkImageView view, VkPipelineShaderStageCreateInfo shader,
                VkPipelineLayout layout, VkDescriptorSet set) {
  (void)view;
  const VkComputePipelineCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .stage = shader, .layout = layout};
  VkPipeline pipeline;
  check(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline), "vkCreateComputePipelines");
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, NULL);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
  vkCmdDispatch(commands, CASES / WORK_GROUP, 1, 1);
}
)c";

}  // namespace halfulp::device
