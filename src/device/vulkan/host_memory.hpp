// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "device/vulkan/session.hpp"

namespace halfulp::device {

/// Memory of the host's that the device reads and writes where it is (VK_EXT_external_memory_host). Any thread may call
/// all of it.
class HostMemory {
 public:
  HostMemory(const Session& session, const PhysicalDevice& physical);
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;
  ~HostMemory() = default;

  /// Whether the driver takes memory that two processes share.
  [[nodiscard]] bool works() const { return works_; }

  /// Imports memory until the result is destroyed; null where the driver refuses it.
  [[nodiscard]] std::shared_ptr<void> import(std::span<std::byte> memory);

  /// The imported buffer in which these bytes lie, and where in it; nothing where they lie in none.
  [[nodiscard]] std::optional<BufferRange> find(std::span<const std::byte> bytes) const;

 private:
  struct Imported {
    std::size_t bytes;
    Owned<VkDeviceMemory> memory;
    Owned<VkBuffer> buffer;
  };

  [[nodiscard]] std::optional<Imported> try_import(std::span<std::byte> memory) const;

  const Session& session_;
  const VkDeviceSize alignment_;
  bool works_ = false;
  mutable std::mutex mutex_;
  std::map<const std::byte*, Imported> imported_;  // by begin
};

}  // namespace halfulp::device
