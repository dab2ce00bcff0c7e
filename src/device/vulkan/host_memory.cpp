// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/host_memory.hpp"

#include <cstdint>
#include <utility>

#include "device/isolated/shared_memory.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

constexpr auto kHandleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;

// What the host writes is seen without a call.
constexpr VkMemoryPropertyFlags kCoherent = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

}  // namespace

HostMemory::HostMemory(const Session& session, const PhysicalDevice& physical)
    : session_(session), alignment_(physical.host_memory_alignment) {
  constexpr std::size_t kTried = std::size_t{1} << 16;
  try {
    const SharedMemory memory(kTried);
    works_ = try_import({memory.begin(), memory.size()}).has_value();
  } catch (const Error&) {
    works_ = false;
  }
}

std::shared_ptr<void> HostMemory::import(std::span<std::byte> memory) {
  if (!works_) return nullptr;
  auto imported = try_import(memory);
  if (!imported) return nullptr;
  const std::lock_guard lock(mutex_);
  imported_.insert_or_assign(memory.data(), std::move(*imported));
  return {memory.data(), [this](const std::byte* begin) {
            if (session_.hung()) return;
            const std::lock_guard erasing(mutex_);
            imported_.erase(begin);
          }};
}

std::optional<BufferRange> HostMemory::find(std::span<const std::byte> bytes) const {
  const std::lock_guard lock(mutex_);
  auto after = imported_.upper_bound(bytes.data());
  if (after == imported_.begin()) return std::nullopt;
  const auto& [begin, imported] = *--after;
  const auto offset = static_cast<std::size_t>(bytes.data() - begin);
  if (offset + bytes.size() > imported.bytes) return std::nullopt;
  return BufferRange{.buffer = imported.buffer.get(), .offset = offset, .bytes = bytes.size()};
}

std::optional<HostMemory::Imported> HostMemory::try_import(std::span<std::byte> memory) const {
  const DeviceFunctions& functions = session_.functions();
  const VkDevice device = session_.device();
  const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
  if (alignment_ == 0 || functions.vkGetMemoryHostPointerPropertiesEXT == nullptr) return std::nullopt;
  if (address % alignment_ != 0 || memory.size() % alignment_ != 0) return std::nullopt;
  VkMemoryHostPointerPropertiesEXT properties{};
  properties.sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT;
  if (functions.vkGetMemoryHostPointerPropertiesEXT(device, kHandleType, memory.data(), &properties) != VK_SUCCESS) {
    return std::nullopt;
  }

  VkExternalMemoryBufferCreateInfo external{};
  external.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO;
  external.handleTypes = kHandleType;
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.pNext = &external;
  info.size = memory.size();
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  VkBuffer buffer = VK_NULL_HANDLE;
  if (functions.vkCreateBuffer(device, &info, nullptr, &buffer) != VK_SUCCESS) return std::nullopt;
  Imported imported{.bytes = memory.size(), .memory = {}, .buffer = {device, buffer, functions.vkDestroyBuffer}};
  VkMemoryRequirements requirements{};
  functions.vkGetBufferMemoryRequirements(device, buffer, &requirements);
  if (requirements.size > memory.size()) return std::nullopt;
  const std::uint32_t allowed = requirements.memoryTypeBits & properties.memoryTypeBits;
  const auto type = find_memory_type(session_.memory_properties(), allowed, kCoherent);
  if (!type) return std::nullopt;

  VkImportMemoryHostPointerInfoEXT import{};
  import.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT;
  import.handleType = kHandleType;
  import.pHostPointer = memory.data();
  VkMemoryAllocateInfo allocation{};
  allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocation.pNext = &import;
  allocation.allocationSize = memory.size();
  allocation.memoryTypeIndex = *type;
  VkDeviceMemory allocated = VK_NULL_HANDLE;
  if (functions.vkAllocateMemory(device, &allocation, nullptr, &allocated) != VK_SUCCESS) return std::nullopt;
  imported.memory = {device, allocated, functions.vkFreeMemory};
  if (functions.vkBindBufferMemory(device, buffer, allocated, 0) != VK_SUCCESS) return std::nullopt;
  return imported;
}

}  // namespace halfulp::device
