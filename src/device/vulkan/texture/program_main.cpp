// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/texture/program_text.hpp"

namespace halfulp::device {

const std::string_view kTextureMainInC = R"c(
int main(void) {
  const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                         .apiVersion = VK_API_VERSION_1_1};
  const VkInstanceCreateInfo instance_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                              .pApplicationInfo = &application};
  VkInstance instance;
  check(vkCreateInstance(&instance_info, NULL, &instance), "vkCreateInstance");
  const VkPhysicalDevice physical = find_device(instance);
  const uint32_t family = find_family(physical);
  VkPhysicalDeviceFeatures features;
  vkGetPhysicalDeviceFeatures(physical, &features);
  const float priority = 1;
  const VkDeviceQueueCreateInfo queue_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                              .queueFamilyIndex = family,
                                              .queueCount = 1,
                                              .pQueuePriorities = &priority};
  const char* float_controls = "VK_KHR_shader_float_controls";
  const VkDeviceCreateInfo device_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                          .queueCreateInfoCount = 1,
                                          .pQueueCreateInfos = &queue_info,
                                          .enabledExtensionCount = HAS_FLOAT_CONTROLS,
                                          .ppEnabledExtensionNames = &float_controls,
                                          .pEnabledFeatures = &features};
  VkDevice device;
  check(vkCreateDevice(physical, &device_info, NULL, &device), "vkCreateDevice");
  VkQueue queue;
  vkGetDeviceQueue(device, family, 0, &queue);

  // Texels that are read or blended with, or operands as words, one lane after the other; and what comes of them.
  void* memory = NULL;
  const size_t behind_texels = READS || BLENDS ? 4 * WIDTH : 0;  // in words
  const VkBuffer from =
      make_buffer(physical, device, WIDTH * TEXEL_BYTES + (behind_texels + OPERANDS * CASES) * 4, &memory);
  unsigned char* texels = memory;
  uint32_t* words = (uint32_t*)memory + behind_texels;
  if (READS || BLENDS) memset(texels, OTHER_COMPONENTS, WIDTH * TEXEL_BYTES);
  size_t lanes[2] = {0, 0};  // of words and of texels
  for (size_t k = 0; k < OPERANDS; ++k) {
    unsigned long long bits = 0;
    memcpy(&bits, operands[k], sizes[k]);
    const size_t lane = lanes[is_texel[k]]++;
    for (size_t i = 0; i < CASES; ++i) {
      if (is_texel[k]) {
        put_component(texels + (i * TEXELS_OF_CASE + lane) * TEXEL_BYTES, bits);
      } else {
        words[lane * CASES + i] = (uint32_t)bits;
      }
    }
  }
  const VkBuffer into = make_buffer(physical, device, WIDTH * TEXEL_BYTES + CASES * 4, &memory);
  const unsigned char* computed = memory;

  const VkImageCreateInfo image_info = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
      .imageType = VK_IMAGE_TYPE_2D,
      .format = texture_format,
      .extent = {WIDTH, 1, 1},
      .mipLevels = 1,
      .arrayLayers = 1,
      .samples = VK_SAMPLE_COUNT_1_BIT,
      .usage = READS      ? VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT
               : STORES   ? VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT
               : BLENDS   ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                              VK_IMAGE_USAGE_TRANSFER_SRC_BIT
               : IS_DEPTH ? VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT
                          : VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT};
  VkImage image;
  check(vkCreateImage(device, &image_info, NULL, &image), "vkCreateImage");
  VkMemoryRequirements needed;
  vkGetImageMemoryRequirements(device, image, &needed);
  check(vkBindImageMemory(device, image, allocate(physical, device, needed, 0), 0), "vkBindImageMemory");
  const VkImageViewCreateInfo view_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                           .image = image,
                                           .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                           .format = texture_format,
                                           .subresourceRange = {ASPECT, 0, 1, 0, 1}};
  VkImageView view;
  check(vkCreateImageView(device, &view_info, NULL, &view), "vkCreateImageView");
  const VkSamplerCreateInfo sampler_info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                            .magFilter = sampler_filter,
                                            .minFilter = sampler_filter,
                                            .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                            .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                            .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE};
  VkSampler sampler;
  check(vkCreateSampler(device, &sampler_info, NULL, &sampler), "vkCreateSampler");

  // 0: operands; 1: results; 2: the texture; 3: the sampler; 4: the image that is stored.
  const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                    VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_SAMPLER,
                                    VK_DESCRIPTOR_TYPE_STORAGE_IMAGE};
  enum { BINDINGS = sizeof(types) / sizeof(types[0]) };
  VkDescriptorSetLayoutBinding bindings[BINDINGS] = {{0}};
  VkDescriptorPoolSize pool_sizes[BINDINGS];
  for (uint32_t i = 0; i < BINDINGS; ++i) {
    bindings[i].binding = i;
    bindings[i].descriptorType = types[i];
    bindings[i].descriptorCount = 1;
    bindings[i].stageFlags = VK_SHADER_STAGE_ALL;
    pool_sizes[i].type = types[i];
    pool_sizes[i].descriptorCount = 1;
  }
  const VkDescriptorSetLayoutCreateInfo set_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                    .bindingCount = BINDINGS,
                                                    .pBindings = bindings};
  VkDescriptorSetLayout set_layout;
  check(vkCreateDescriptorSetLayout(device, &set_info, NULL, &set_layout), "vkCreateDescriptorSetLayout");
  const VkPushConstantRange cases_range = {VK_SHADER_STAGE_ALL, 0, sizeof(uint32_t)};
  const VkPipelineLayoutCreateInfo layout_info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                                  .setLayoutCount = 1,
                                                  .pSetLayouts = &set_layout,
                                                  .pushConstantRangeCount = 1,
                                                  .pPushConstantRanges = &cases_range};
  VkPipelineLayout layout;
  check(vkCreatePipelineLayout(device, &layout_info, NULL, &layout), "vkCreatePipelineLayout");
  const VkDescriptorPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                                .maxSets = 1,
                                                .poolSizeCount = BINDINGS,
                                                .pPoolSizes = pool_sizes};
  VkDescriptorPool pool;
  check(vkCreateDescriptorPool(device, &pool_info, NULL, &pool), "vkCreateDescriptorPool");
  const VkDescriptorSetAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                  .descriptorPool = pool,
                                                  .descriptorSetCount = 1,
                                                  .pSetLayouts = &set_layout};
  VkDescriptorSet set;
  check(vkAllocateDescriptorSets(device, &allocation, &set), "vkAllocateDescriptorSets");
  const VkDescriptorBufferInfo operand_buffer = {from, 0, VK_WHOLE_SIZE};
  const VkDescriptorBufferInfo result_buffer = {into, 0, VK_WHOLE_SIZE};
  const VkDescriptorImageInfo picture = {
      sampler, view, READS ? VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL : VK_IMAGE_LAYOUT_GENERAL};
  for (uint32_t i = 0; i < BINDINGS; ++i) {
    if ((i == 2 && !READS) || (i == 4 && !STORES)) continue;
    const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .dstSet = set,
                                        .dstBinding = i,
                                        .descriptorCount = 1,
                                        .descriptorType = types[i],
                                        .pImageInfo = &picture,
                                        .pBufferInfo = i == 0 ? &operand_buffer : &result_buffer};
    vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
  }

  const VkCommandPoolCreateInfo command_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                                .queueFamilyIndex = family};
  VkCommandPool command_pool;
  check(vkCreateCommandPool(device, &command_info, NULL, &command_pool), "vkCreateCommandPool");
  const VkCommandBufferAllocateInfo commands_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                                     .commandPool = command_pool,
                                                     .commandBufferCount = 1};
  VkCommandBuffer commands;
  check(vkAllocateCommandBuffers(device, &commands_info, &commands), "vkAllocateCommandBuffers");
  const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  check(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
  const VkBufferImageCopy whole = {.imageSubresource = {ASPECT, 0, 0, 1}, .imageExtent = {WIDTH, 1, 1}};
  if (READS || BLENDS) {
    change_layout(commands, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdCopyBufferToImage(commands, from, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &whole);
    change_layout(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                  READS ? VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL : VK_IMAGE_LAYOUT_GENERAL);
  } else {
    change_layout(commands, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
  }
  const uint32_t cases = CASES;
  vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_ALL, 0, sizeof(cases), &cases);
  const uint32_t constants[] = {COMPONENT, OPERANDS, WIDTH, 1};  // as the shader has them
  VkSpecializationMapEntry entries[4];
  for (uint32_t i = 0; i < 4; ++i) entries[i] = (VkSpecializationMapEntry){i, i * 4, 4};
  const VkSpecializationInfo specialization = {4, entries, sizeof(constants), constants};
  const VkPipelineShaderStageCreateInfo stage = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
      .stage = DRAWS ? VK_SHADER_STAGE_FRAGMENT_BIT : VK_SHADER_STAGE_COMPUTE_BIT,
      .module = make_module(device, shader, sizeof(shader)),
      .pName = "main",
      .pSpecializationInfo = &specialization};
  run(device, commands, view, stage, layout, set);
  if (!READS) {
    change_layout(commands, image, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    vkCmdCopyImageToBuffer(commands, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, into, 1, &whole);
  }
  const VkMemoryBarrier for_host = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                    .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                    .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &for_host, 0,
                       NULL, 0, NULL);
  check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
  const VkSubmitInfo submission = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
  check(vkQueueSubmit(queue, 1, &submission, VK_NULL_HANDLE), "vkQueueSubmit");
  check(vkQueueWaitIdle(queue), "vkQueueWaitIdle");

  result_t results[READS ? CASES : 1] = {0};
  if (READS) {
    memcpy(results, computed, sizeof(results));
  } else {
    results[0] = take_component(computed);
  }
)c";

}  // namespace halfulp::device
