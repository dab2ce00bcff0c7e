// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace halfulp::cli {

/// A file's bytes, read as they are needed.
class MappedFile {
 public:
  /// Throws Error(kInput) naming the path when it is no file that can be read.
  explicit MappedFile(const std::string& path);
  /// The file of an open descriptor, which it does not close.
  MappedFile(int descriptor, const std::string& name);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  [[nodiscard]] std::span<const std::byte> bytes() const { return {static_cast<const std::byte*>(memory_), size_}; }

 private:
  void map(int descriptor, const std::string& name);

  void* memory_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace halfulp::cli
