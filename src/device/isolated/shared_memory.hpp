// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "number/descriptor.hpp"

namespace halfulp::device {

/// Memory that two processes see. It cannot shrink, so that no access to it can fail.
class SharedMemory {
 public:
  SharedMemory() = default;
  /// New memory, all 0. Throws Error(kDevice).
  explicit SharedMemory(std::size_t bytes);
  /// That of the other process. Throws Error(kDevice).
  SharedMemory(const number::Descriptor& descriptor, std::size_t bytes);
  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&& other) noexcept;
  ~SharedMemory();

  [[nodiscard]] std::byte* begin() const { return begin_; }
  [[nodiscard]] std::size_t size() const { return bytes_; }
  /// For the other process; only new memory has one.
  [[nodiscard]] const number::Descriptor& descriptor() const { return descriptor_; }

 private:
  void map(int descriptor, std::size_t bytes);

  number::Descriptor descriptor_;
  std::byte* begin_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace halfulp::device
