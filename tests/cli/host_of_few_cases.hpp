// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "halfulp/device.hpp"

namespace halfulp::test {

/// The host, of which few cases are asked: readings are searched for one failing case at a time.
class HostOfFewCases : public Device {
 public:
  [[nodiscard]] const DeviceDescription& description() const override { return host_->description(); }
  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    constexpr std::uint64_t kMostCases = 3000;
    std::vector<Variant> variants = host_->variants(operation, format);
    for (Variant& variant : variants) variant.most_cases = kMostCases;
    return variants;
  }
  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    host_->compute(operation, format, variant, operands, results);
  }

 private:
  std::unique_ptr<Device> host_ = open_device("host", {});
};

}  // namespace halfulp::test
