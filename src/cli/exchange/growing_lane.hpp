// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdio>
#include <vector>

#include "cli/exchange/lane_file.hpp"
#include "halfulp/format.hpp"

namespace halfulp::cli {

/// A lane that grows: in memory, and from 1 MiB on in a file without a name.
class GrowingLane {
 public:
  GrowingLane() = default;
  GrowingLane(const GrowingLane&) = delete;
  GrowingLane& operator=(const GrowingLane&) = delete;
  GrowingLane(GrowingLane&& other) noexcept;
  GrowingLane& operator=(GrowingLane&&) = delete;
  ~GrowingLane();

  /// Throws Error(kInput) where the temporary folder cannot be written.
  void add(ConstLane values);
  /// All of its values; to be called once, after the last add(). Throws as add().
  [[nodiscard]] KeptLane take();

 private:
  void write_out();

  std::vector<std::byte> memory_;
  std::FILE* file_ = nullptr;
};

}  // namespace halfulp::cli
