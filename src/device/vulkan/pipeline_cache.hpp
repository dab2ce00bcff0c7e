// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "device/vulkan/instance.hpp"
#include "device/vulkan/loader.hpp"
#include "device/vulkan/owned.hpp"

namespace halfulp::device {

/// The driver's pipelines of earlier runs, from a file of the user's cache folder; its end adds those of this run. A
/// file is one driver's and version's; the driver takes no data of another one [Vulkan 1.3 §10.7.3].
class PipelineCache {
 public:
  /// Throws Error(kDevice).
  PipelineCache(const DeviceFunctions& functions, VkDevice device, const VkPhysicalDeviceProperties& properties);
  PipelineCache(const PipelineCache&) = delete;
  PipelineCache& operator=(const PipelineCache&) = delete;
  ~PipelineCache();

  [[nodiscard]] VkPipelineCache get() const { return cache_.get(); }

 private:
  const DeviceFunctions& functions_;
  VkDevice device_;
  std::string path_;  // "" where there is none
  std::size_t read_ = 0;
  Owned<VkPipelineCache> cache_;
};

}  // namespace halfulp::device
