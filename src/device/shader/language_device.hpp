// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "device/shader/language_row.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// A device in this process whose ways of computing are rows of one language in the table of shaders, of which its
/// driver compiles a program each. A block has kBlockCases at most.
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
  void offer(const LanguageRow& row, Variant variant) {
    ways_[{row.operation, row.format}].push_back({&row, std::move(variant)});
  }

  DeviceDescription description_;

 private:
  /// Compiles the program of a row unless it is there. Any thread calls it. Throws Error(kDevice).
  virtual void prepare_row(const LanguageRow& row) = 0;
  /// Computes a block, as Device::compute() does. Any thread calls it.
  virtual void compute_row(const LanguageRow& row, std::span<const ConstLane> operands, std::size_t cases,
                           Lane results) = 0;

  struct Way {
    const LanguageRow* row;
    Variant variant;
  };
  std::map<std::pair<Operation, Format>, std::vector<Way>> ways_;
};

}  // namespace halfulp::device
