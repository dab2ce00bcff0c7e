// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "halfulp/device.hpp"

namespace halfulp::device {

/// One way of computing an operation by a program of its own.
struct ProgramWay {
  Variant variant;
  /// Compiles the program unless it is there. Any thread calls it. Throws Error(kDevice).
  std::function<void()> prepare;
  /// Computes a block, as Device::compute() does. Any thread calls it.
  std::function<void(std::span<const ConstLane> operands, std::size_t cases, Lane results)> compute;
};

/// A device in this process whose driver compiles a program of its language for each way of computing. A block has
/// kBlockCases at most.
class LanguageDevice : public Device {
 public:
  [[nodiscard]] const DeviceDescription& description() const override { return description_; }
  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override;
  void prepare(Operation operation, Format format, std::size_t variant) override;
  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override;

 protected:
  explicit LanguageDevice(DeviceDescription description) : description_(std::move(description)) {}

  /// Adds a way; the first of an operation and format is its principal one.
  void offer(Operation operation, Format format, ProgramWay way) {
    ways_[{operation, format}].push_back(std::move(way));
  }

  DeviceDescription description_;

 private:
  std::map<std::pair<Operation, Format>, std::vector<ProgramWay>> ways_;
};

}  // namespace halfulp::device
