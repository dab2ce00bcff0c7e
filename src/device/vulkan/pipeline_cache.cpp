// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/pipeline_cache.hpp"

#include <fmt/format.h>

#include <vector>

#include "device/vulkan/cache_file.hpp"

namespace halfulp::device {

PipelineCache::PipelineCache(const DeviceFunctions& functions, VkDevice device,
                             const VkPhysicalDeviceProperties& properties)
    : functions_(functions), device_(device) {
  path_ = cache_path(fmt::format("vulkan-{:02x}-{:08x}-{:04x}", fmt::join(properties.pipelineCacheUUID, ""),
                                 properties.driverVersion, properties.deviceID));
  std::vector<std::byte> data;
  if (!path_.empty()) data = read_cache(path_);
  VkPipelineCacheCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
  info.initialDataSize = data.size();
  info.pInitialData = data.data();
  VkPipelineCache cache = VK_NULL_HANDLE;
  VkResult result = functions.vkCreatePipelineCache(device, &info, nullptr, &cache);
  if (result != VK_SUCCESS && !data.empty()) {
    info.initialDataSize = 0;
    result = functions.vkCreatePipelineCache(device, &info, nullptr, &cache);
  }
  require(result, "vkCreatePipelineCache");
  cache_ = {device, cache, functions.vkDestroyPipelineCache};
  read_ = data.size();
}

PipelineCache::~PipelineCache() {
  std::size_t size = 0;
  const auto get = functions_.vkGetPipelineCacheData;
  if (path_.empty() || get(device_, cache_.get(), &size, nullptr) != VK_SUCCESS || size == read_) return;
  std::vector<std::byte> data(size);
  if (get(device_, cache_.get(), &size, data.data()) != VK_SUCCESS) return;
  write_cache(path_, std::span(data).first(size));
}

}  // namespace halfulp::device
