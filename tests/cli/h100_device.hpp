// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "halfulp/device.hpp"

namespace halfulp::test {

/// A device that fails as an NVIDIA H100 does through Vulkan (driver 580.159.04, measured), of the operations that
/// h100_quick.txt has: it keeps binary32 denormals; computes binary16 functions in binary32 and rounds toward zero,
/// sine and cosine of turns rounded to binary16; passes 8 bits on the way to and from 5 and 6; gives 0x80000000 for a
/// NaN of binary64 as an integer, and any integer for constants that do not fit.
class H100Device : public Device {
 public:
  H100Device();

  [[nodiscard]] const DeviceDescription& description() const override { return description_; }
  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override;
  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override;

  /// The operations that it has.
  [[nodiscard]] static std::vector<Operation> operations();

 private:
  std::unique_ptr<Device> host_;
  DeviceDescription description_;
};

}  // namespace halfulp::test
