// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/vulkan/loader.hpp"

namespace halfulp::device {

/// Specialization constants 0, 1, 2, ... of a shader. Refers to the words that it is made of.
class Specialization {
 public:
  explicit Specialization(std::span<const std::uint32_t> constants) {
    entries_.reserve(constants.size());
    for (std::uint32_t i = 0; i < constants.size(); ++i) {
      entries_.push_back({.constantID = i, .offset = i * 4U, .size = sizeof(std::uint32_t)});
    }
    info_ = {.mapEntryCount = static_cast<std::uint32_t>(entries_.size()),
             .pMapEntries = entries_.data(),
             .dataSize = constants.size_bytes(),
             .pData = constants.data()};
  }
  Specialization(const Specialization&) = delete;
  Specialization& operator=(const Specialization&) = delete;
  ~Specialization() = default;

  /// Nothing where there are no constants.
  [[nodiscard]] const VkSpecializationInfo* info() const { return entries_.empty() ? nullptr : &info_; }

 private:
  std::vector<VkSpecializationMapEntry> entries_;
  VkSpecializationInfo info_{};
};

}  // namespace halfulp::device
