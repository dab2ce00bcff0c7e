// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "device/vulkan/loader.hpp"

namespace halfulp::device {

/// An object of a Vulkan device, destroyed with this.
template <class Handle>
class Owned {
 public:
  using Destroy = void(VKAPI_PTR*)(VkDevice, Handle, const VkAllocationCallbacks*);

  Owned() = default;
  Owned(VkDevice device, Handle handle, Destroy destroy) : device_(device), handle_(handle), destroy_(destroy) {}
  Owned(Owned&& other) noexcept
      : device_(other.device_), handle_(std::exchange(other.handle_, VK_NULL_HANDLE)), destroy_(other.destroy_) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(handle_, other.handle_);
    std::swap(destroy_, other.destroy_);
    return *this;
  }
  ~Owned() {
    if (handle_ != VK_NULL_HANDLE) destroy_(device_, handle_, nullptr);
  }

  [[nodiscard]] Handle get() const { return handle_; }

 private:
  VkDevice device_ = VK_NULL_HANDLE;
  Handle handle_ = VK_NULL_HANDLE;
  Destroy destroy_ = nullptr;
};

}  // namespace halfulp::device
