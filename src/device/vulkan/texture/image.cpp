// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/texture/image.hpp"

namespace halfulp::device {
namespace {

VkImageSubresourceRange whole(VkImageAspectFlags aspect) { return {aspect, 0, 1, 0, 1}; }

VkBufferImageCopy copy_of(const Image& image, std::uint32_t rows) {
  VkBufferImageCopy copy{};
  copy.imageSubresource = {image.aspect, 0, 0, 1};
  copy.imageExtent = {image.extent.width, rows, 1};
  return copy;
}

}  // namespace

Image create_image(const Session& session, VkFormat format, VkImageAspectFlags aspect, VkExtent2D extent,
                   VkImageUsageFlags usage) {
  const DeviceFunctions& functions = session.functions();
  VkImageCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = format;
  info.extent = {extent.width, extent.height, 1};
  info.mipLevels = 1;
  info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.tiling = VK_IMAGE_TILING_OPTIMAL;
  info.usage = usage;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  info.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
  VkImage handle = VK_NULL_HANDLE;
  require(functions.vkCreateImage(session.device(), &info, nullptr, &handle), "vkCreateImage");
  Image image;
  image.extent = extent;
  image.aspect = aspect;
  image.image = {session.device(), handle, functions.vkDestroyImage};

  VkMemoryRequirements requirements{};
  functions.vkGetImageMemoryRequirements(session.device(), handle, &requirements);
  image.memory = session.allocate(requirements, 0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  require(functions.vkBindImageMemory(session.device(), handle, image.memory.get(), 0), "vkBindImageMemory");

  VkImageViewCreateInfo view_info{};
  view_info.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
  view_info.image = handle;
  view_info.viewType = VK_IMAGE_VIEW_TYPE_2D;
  view_info.format = format;
  view_info.subresourceRange = whole(aspect);
  VkImageView view = VK_NULL_HANDLE;
  require(functions.vkCreateImageView(session.device(), &view_info, nullptr, &view), "vkCreateImageView");
  image.view = {session.device(), view, functions.vkDestroyImageView};
  return image;
}

void record_transition(const Session& session, VkCommandBuffer commands, const Image& image, const ImageUse& from,
                       const ImageUse& to) {
  VkImageMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
  barrier.srcAccessMask = from.access;
  barrier.dstAccessMask = to.access;
  barrier.oldLayout = from.layout;
  barrier.newLayout = to.layout;
  barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image.image.get();
  barrier.subresourceRange = whole(image.aspect);
  session.functions().vkCmdPipelineBarrier(commands, from.stages, to.stages, 0, 0, nullptr, 0, nullptr, 1, &barrier);
}

void record_upload(const Session& session, VkCommandBuffer commands, VkBuffer from, const Image& image,
                   std::uint32_t rows) {
  const VkBufferImageCopy copy = copy_of(image, rows);
  session.functions().vkCmdCopyBufferToImage(commands, from, image.image.get(), kUploadedImage.layout, 1, &copy);
}

void record_download(const Session& session, VkCommandBuffer commands, const Image& image, VkBuffer to,
                     std::uint32_t rows) {
  const VkBufferImageCopy copy = copy_of(image, rows);
  session.functions().vkCmdCopyImageToBuffer(commands, image.image.get(), kDownloadedImage.layout, to, 1, &copy);
}

}  // namespace halfulp::device
